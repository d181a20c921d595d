// Plays games as a phone does without a server: reads each from a line of JSON, and writes the state of the
// game after every tap.
import { createInterface } from "node:readline";
import {
  due,
  fold,
  forbidden,
  gain,
  isReady,
  left,
  parseNow,
  phase,
  rest,
  ways,
} from "../../static/ahead/fold.js";
import { stepsOf } from "../../static/ahead/places.js";

function seen(plan, state) {
  const { totals, over } = state;
  if (over) {
    const steps = stepsOf({ players: totals, away: plan.away }, state);
    return { over, totals, places: steps.map(({ position, seats }) => [position, seats]) };
  }
  const { rows, lowest, stamp, stuck, breaks, ...hand } = state;
  const { cards, dealer, order } = plan.hands[state.n] ?? {};
  if (stuck) return { stuck };
  return {
    ...hand,
    cards,
    dealer,
    order,
    trump: hand.trump ?? plan.hands[state.n].trump,
    phase: phase(plan, state),
    due: due(plan, state),
    forbidden: [forbidden(plan, state)].filter((bid) => bid !== null),
    left: left(plan, state),
    rest: Object.fromEntries(rest(plan, state)),
    gains: totals.map((_, seat) => gain(plan, state, seat)),
    ready: isReady(plan, state),
    ways: ways(plan, state),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { now, plan, records } = JSON.parse(line);
  const states = records.map((_, last) => fold(parseNow(now), plan, records.slice(0, last + 1)));
  console.log(JSON.stringify(states.map((state) => seen(plan, state))));
}
