// Keys that work everywhere on the page.

import { question } from "./dialog.js";
import { el } from "./dom.js";

const KEYS = [
  ["/", "Type a command, from anywhere outside a text box"],
  ["Tab, Enter", "Take a completion"],
  ["Enter, Shift + Enter", "Send, or begin a new line"],
  ["↑ in an empty box", "Change your last message"],
  ["↑ ↓ on a message", "Walk through the messages; Tab leads to what is in one"],
  ["Alt + ↑, Alt + ↓", "The channel above or below"],
  ["Escape", "Close what is open at the side"],
  ["Ctrl + .", "Open or close the inspector"],
  ["Ctrl + /", "Show these keys"],
];

/** `acts`: `step(by)`, `escape()`, `inspector()` and `write(text)`. */
export function listenToKeys(acts) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open], [popover]:popover-open")) return;
    const act = actOf(event, acts);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function actOf(event, acts) {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey && event.key === "ArrowUp") return () => acts.step(-1);
  if (event.altKey && event.key === "ArrowDown") return () => acts.step(1);
  if (control && event.key === "/") return showKeys;
  if (control && event.key === ".") return acts.inspector;
  if (event.key === "Escape") return acts.escape;
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  return event.key === "/" && !control && !typing ? () => acts.write("/") : null;
}

/** Shows all keys in a window. */
export function showKeys() {
  const row = ([keys, what]) => [el("dt", {}, el("kbd", {}, keys)), el("dd", {}, what)];
  question("Keys", el("dl", { class: "keys" }, KEYS.map(row)), null);
}
