// Before all other scripts on the pages of a program that runs in a browser: several may lie at one host, each with its
// records of the outbox, which name the folder of their site.
import { boxOf, isIn } from "../ahead/box.js";

const FOLDER = new URL("../../../", import.meta.url).pathname;
let box = null;
Object.defineProperty(globalThis, "taps", {
  get: () => (box ??= boxOf(localStorage, (record) => isIn(FOLDER, record))),
});
