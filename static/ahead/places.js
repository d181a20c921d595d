// The places at the end of a game. `plan.breaks` lists the criteria that decide between equal totals: for each, the
// amount of a hand, and whether the amounts of earlier hands count too (`rules/ahead.py`).

// The numbers so far, by criterion and seat, after a hand that was scored.
export function breaksAfter(plan, { bids, tricks, negated, breaks }, points) {
  const amounts = (seat) => {
    const counted = tricks[seat] - (negated === seat);
    return [Number(counted === bids[seat]), bids[seat], counted, points[seat]];
  };
  const after = (which, adds, before, seat) =>
    bids[seat] === null ? before : adds * before + amounts(seat)[which];
  return plan.breaks.map(([which, adds], criterion) =>
    bids.map((_, seat) => after(which, adds, breaks[criterion]?.[seat] ?? 0, seat)),
  );
}
// The players by place; equal players share one.
export function stepsOf({ players, away }, { totals, breaks }) {
  const keys = players.map((_, seat) => [totals[seat], ...breaks.map((numbers) => numbers[seat])]);
  const lead = (one, other) => keys[one].map((key, at) => key - keys[other][at]).find(Boolean) ?? 0;
  const seats = [...players.keys()].filter((seat) => !away.includes(seat));
  const step = (first) => ({
    total: totals[first],
    position: 1 + seats.filter((seat) => lead(seat, first) > 0).length,
    seats: seats.filter((seat) => lead(seat, first) === 0),
  });
  const firsts = seats.filter((seat) => !seats.some((other) => other < seat && lead(seat, other) === 0));
  return firsts.map(step).sort((one, other) => one.position - other.position);
}
