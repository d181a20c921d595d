// The page of a game that began on this phone: a blank page that the server drew for this number of players, with
// their names in its placeholders.

import { here } from "../saving/entries.js";
import { read } from "../showing/parts.js";
import { make } from "./elements.js";
import { createFitting } from "./fit.js";
import { baseOf, forgetGame, keepGame } from "./games.js";
import { beginning } from "./rematch.js";

// Only on a site of plain files (site.js).
const { site } = globalThis;

// The first placeholder; each seat has the next character.
const FIRST = 0xe000;
const PLACES = /[\uE000-\uE009]/g;
const UNNAMED = /^.*\/g\/~(?=$|[/?#])/;
const HOME = site?.home ?? new URL("../../../", import.meta.url);

// What the phone has stored for this address; nothing if the browser has no caches here or closes them like cookies.
export async function storedAt(address) {
  try {
    return await globalThis.caches?.match(address, { ignoreVary: true });
  } catch {
    return null;
  }
}
// The blank pages by number of players, if this phone has stored those of the address; of a site, one for so many
// players.
export async function keptBlanks(address, players) {
  if (site) return site.blanks(address, players);
  const kept = await storedAt(address);
  return kept?.json();
}

// Opens the game of this address, in place of the form that started it; the form stays if it is refused.
export async function openBlank(records) {
  const start = records.all().find((one) => one.starts && (one.page || baseOf(one)) === here());
  if (!start) return leave();
  if (start.held || start.ended) return;
  // A rematch of a site has its page from now on.
  if (!start.page) records.change({ ...start, page: here() });
  const { games } = (await keptBlanks(start.blanks, start.players.length)) ?? {};
  const blank = games?.[start.players.length];
  if (blank) await show(blank, start);
}
// The server has stored the game; the first page leads to it.
export function leave() {
  forgetGame(here());
  location.replace(HOME);
  return new Promise(() => {});
}
async function show(blank, start) {
  const { players, shades } = start;
  const seats = { base: baseOf(start), players, shades, fitting: createFitting(blank.fitting) };
  const { plan, now } = beginning({ ...seated(blank.plan, seats), players }, start.first);
  keepGame({ base: here(), plan, now });
  const { content } = read(blank.page);
  seat(content, seats);
  const { dataset } = content.getElementById("board");
  dataset.now = dataset.now.replace(/\S+$/, now.stamp);
  await changeStyles(content.querySelectorAll("link"));
  document.title = players.join(", ");
  document.getElementById("status").textContent = "";
  // The server can be asked about this game only once it has started it.
  if (!site) delete document.documentElement.dataset.kept;
  document.querySelector("main").replaceChildren(content);
}
// Removes the style sheets of the form; the first one belongs to all pages.
async function changeStyles(links) {
  const [, ...old] = document.querySelectorAll("link[rel=stylesheet]");
  await Promise.all(
    [...links].map((link) => {
      const loaded = new Promise((resolve) => {
        link.onload = resolve;
        link.onerror = resolve;
      });
      document.head.append(link);
      return loaded;
    }),
  );
  for (const link of old) link.remove();
}

// The sheet ahead with the names in the placeholders of its HTML.
function seated({ panels, rows, head, steps, ...plan }, seats) {
  const place = document.createElement("template");
  const within = (html) => {
    const { content } = read(html);
    seat(content, seats);
    place.content.replaceChildren(content);
    return place.innerHTML;
  };
  const drawn = Object.entries(panels).map(([kind, html]) => [kind, within(html)]);
  const { scored, open } = rows;
  return {
    ...plan,
    panels: Object.fromEntries(drawn),
    rows: { ...rows, scored: within(scored), open: within(open) },
    head: within(head),
    steps: within(steps),
  };
}
// Puts the names into the placeholders, as text.
function seat(content, { base, players, shades, fitting }) {
  const named = (text) => text.replace(PLACES, (place) => players[place.charCodeAt(0) - FIRST]);
  const [headings, short] = [content.querySelectorAll("#sheet-head .nm"), fitting.short(players)];
  for (const element of content.querySelectorAll("*")) {
    sizeNames(element, players, fitting);
    shade(element, shades);
    for (const attribute of element.attributes) {
      const text = named(attribute.value.replace(UNNAMED, base));
      if (text !== attribute.value) attribute.value = text;
    }
  }
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = named(texts.currentNode.data);
  for (const [at, heading] of headings.entries()) showShort(heading, players[at], short[at]);
}
// Asked of every element, which is faster than a list of its classes.
const classLike = (element, pattern) => pattern.exec(element.getAttribute("class"))?.[1];
function sizeNames(element, players, { classOf }) {
  const size = classLike(element, /(?:^|\s)(w\d+)(?!\S)/);
  if (!size) return;
  const inside = element.textContent.match(PLACES) ?? [];
  const names = inside.map((place) => players[place.charCodeAt(0) - FIRST]);
  element.classList.replace(size, classOf(names.length ? names : players));
}
// The colours and crests of the form, by seat. The classes of colours count from 1.
function shade(element, shades) {
  const name = classLike(element, /(?:^|\s)(s\d+)(?!\S)/);
  if (name) element.classList.replace(name, `s${shades[name.slice(1) - 1] + 1}`);
  const [, crest] = /^#crest-(\d+)$/.exec(element.getAttribute("href")) ?? [];
  if (crest in shades) element.setAttribute("href", `#crest-${shades[crest]}`);
}
function showShort(heading, name, cut) {
  if (name === cut) return;
  const shown = make("span", "cut", cut);
  shown.ariaHidden = "true";
  heading.replaceChildren(make("span", "whole", name), shown);
}
