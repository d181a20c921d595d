// The status line, which screen readers announce.

import { clockTime } from "./times.js";

const status = () => document.getElementById("status");
let hiding = 0;
export function announce(text) {
  clearTimeout(hiding);
  status().textContent = text;
  status().className = "";
}
// Shown above a game for four seconds: messages about things that the game itself does not show; by default
// those that came with the page.
export function announceShown(text) {
  announce(text ?? status().textContent);
  if (!status().textContent) return;
  status().className = "toast";
  hiding = setTimeout(() => announce(""), 4000);
}

// Announces the message of an answer, such as "Saved".
export function announceAnswer(header) {
  const { said: message } = JSON.parse(header) ?? {};
  if (message) announce(message.timed ? `${message.text} ${clockTime(new Date())}` : message.text);
}
