// A model of fingers that tap a key for player after player, and sometimes tap one twice or bounce off the glass.

const SCAN = 1000 / 120;
const BIDS = 6;
// The keys of a pad, and from the middle of one to the next in pixels, at 320.
const KEYS = 5;
const KEY = 44;

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

// Returns the contacts { down, up, x, y, key, isAgain } of this many intended taps, in milliseconds and pixels, as a
// screen that looks every `scan` milliseconds reports them. People tap 3 to 6 times a second, a hand at one rate
// with a spread of 8 %, each time another key than the last, and stay on the glass for about 75 ms, at least 40.
// Half of the taps come twice: the finger bounces, after 30 to 120 ms, for 6 to 20 ms, or taps again like before,
// up to 300 ms after the first time. Then the next tap comes once the finger has left the glass: a finger that taps
// twice is slower.
export function contacts(taps, { seed = 1, scan = SCAN } = {}) {
  const random = numbers(seed);
  const between = (low, high) => low + random() * (high - low);
  const spread = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const found = [];
  let [now, beat, key] = [1000, 250, 0];
  function touch(down, length, steady, isAgain) {
    const at = (time) => Math.round(time / scan) * scan;
    const end = Math.max(at(down + length), at(down) + scan);
    const [x, y] = [100 + KEY * key + steady * spread(), 600 + steady * spread()];
    found.push({ down: at(down), up: end, x, y, key, isAgain });
  }
  for (let tap = 0; tap < taps; tap += 1) {
    if (tap % BIDS === 0) beat = 1000 / between(3, 6);
    const next = beat * Math.max(0.75, 1 + 0.08 * spread());
    const stay = () => Math.min(Math.max(40, 75 * Math.exp(0.22 * spread())), 0.6 * next);
    const length = stay();
    let end = now + next;
    touch(now, length, 4, false);
    if (random() < 0.5) {
      const isBounce = random() < 0.5;
      const again = isBounce ? now + length + between(30, 120) : now + between(length + 25, 300);
      const short = isBounce ? between(6, 20) : stay();
      touch(again, short, 4, true);
      end = Math.max(end, again + short + 2 * scan + 25);
    }
    now = end;
    key = (key + 1 + Math.floor(random() * (KEYS - 1))) % KEYS;
  }
  return found;
}
