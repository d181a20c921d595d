// A model of fingers that tap in one place for player after player, and sometimes bounce off the glass.

const SCAN = 1000 / 120;
const BIDS = 6;

// Returns a function that yields the same numbers from 0 to 1 for the same seed.
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// Returns the contacts { down, up, x, y, isBounce } of this many intended taps, in milliseconds and pixels, as a
// screen that looks every `scan` milliseconds reports them. People tap 3 to 6 times a second, a hand at one rate
// with a spread of 8 %, and stay on the glass for about 75 ms, at least 40. Half of the taps bounce: after 30 to
// 120 ms, for 6 to `longest` milliseconds.
export function contacts(taps, { seed = 1, scan = SCAN, longest = 20 } = {}) {
  const random = numbers(seed);
  const between = (low, high) => low + random() * (high - low);
  const spread = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const found = [];
  let [now, beat] = [1000, 250];
  function touch(down, length, steady, isBounce) {
    const at = (time) => Math.round(time / scan) * scan;
    const end = Math.max(at(down + length), at(down) + scan);
    found.push({ down: at(down), up: end, x: 100 + steady * spread(), y: 600 + steady * spread(), isBounce });
  }
  for (let tap = 0; tap < taps; tap += 1) {
    if (tap % BIDS === 0) beat = 1000 / between(3, 6);
    const next = beat * Math.max(0.75, 1 + 0.08 * spread());
    const length = Math.min(Math.max(40, 75 * Math.exp(0.22 * spread())), 0.6 * next);
    touch(now, length, 4, false);
    const [again, short] = [now + length + between(30, 120), between(6, longest)];
    // The next tap comes down once the finger has left the glass.
    if (random() < 0.5 && again + short + 2 * scan < now + next) touch(again, short, 2, true);
    now += next;
  }
  return found;
}
