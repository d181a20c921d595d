// Time stands still on a page until a test lets it pass: what a page puts off for half a second or
// longer waits for `pass`. What it puts off for less happens as ever, or nothing would be drawn.
// `elapsed`: the milliseconds that passed since `start`.
(start) => {
  const LONG = 500;
  const { setTimeout: soon, clearTimeout: stop, Date: Real } = window;
  const held = new Map();
  let ids = 1e9;
  window.elapsed ??= 0;

  function hold(then, wait, every) {
    ids += 1;
    held.set(ids, { then, every, due: elapsed + wait });
    return ids;
  }
  window.setTimeout = (then, wait = 0, ...more) =>
    wait < LONG ? soon(then, wait, ...more) : hold(then, wait, 0);
  window.setInterval = (then, wait) => hold(then, wait, wait);
  window.clearTimeout = (id) => held.delete(id) || stop(id);
  window.clearInterval = window.clearTimeout;
  window.Date = class extends Real {
    constructor(...given) {
      super(...(given.length ? given : [start + elapsed]));
    }
    static now() {
      return start + elapsed;
    }
  };
  // All that is due by now happens, each thing once.
  window.pass = () => {
    for (const [id, timer] of [...held].sort(([, one], [, other]) => one.due - other.due)) {
      if (timer.due > elapsed || !held.has(id)) continue;
      // A browser does not make up for the turns that it missed.
      if (timer.every) while (timer.due <= elapsed) timer.due += timer.every;
      else held.delete(id);
      timer.then();
    }
  };
};
