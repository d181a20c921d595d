// The games and events that this phone followed, as the first page lists them where the phone keeps no cookie.

import { ask } from "../saving/ask.js";
import { recall, remember } from "../showing/memory.js";
import { read } from "../showing/parts.js";

const NAME = "watched";
const MOST = 8;
const known = () => recall("localStorage", NAME) ?? [];
const block = () => document.getElementById("watching");
const without = (key) => known().filter((one) => one !== key);

// `key` is that of the game or event on this page.
export function noteWatched(key) {
  remember("localStorage", NAME, [key, ...without(key)].slice(0, MOST));
}

// The server draws the block of a phone whose cookie it got, if only an empty one.
export async function showWatched() {
  const home = document.querySelector(".home");
  home?.addEventListener("submit", forget);
  if (!home || block() || "kept" in document.documentElement.dataset || !known().length) return;
  const { ours, html } = await ask(`?watched=${known().join(".")}`);
  const drawn = ours && read(html).content.querySelector("#watching");
  if (drawn) (home.querySelector(".continue") ?? home.querySelector(".brand")).after(drawn);
  if (drawn) drawn.dataset.own = "";
}
function forget(event) {
  const { target, submitter } = event;
  if (target !== block()) return;
  remember("localStorage", NAME, without(submitter.value));
  if (!("own" in target.dataset)) return;
  event.preventDefault();
  submitter.closest(".evening").remove();
  if (!target.querySelector(".evening")) target.remove();
}
