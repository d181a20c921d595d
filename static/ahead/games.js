// The games that this phone can continue without the server, the newest first: each with its sheet ahead (`plan`) and
// its state (`now`).

import { recall, remember } from "../showing/memory.js";

// The address of the game that a record starts, until the server has stored it.
export const baseOf = ({ starts, id }) => `${starts}~${id}`;

const NAME = "ahead";
// Each takes about 30 kB.
const MOST = 4;

// An older version stored one game.
const all = () => [recall("localStorage", NAME) ?? []].flat();

export const knownGame = (base) => all().find((game) => game.base === base);
export const newestGame = () => all()[0];
const others = (gone) => all().filter(({ base }) => base !== gone);
export const keepGame = (game) => remember("localStorage", NAME, [game, ...others(game.base)].slice(0, MOST));
export const forgetGame = (base) => remember("localStorage", NAME, others(base));
