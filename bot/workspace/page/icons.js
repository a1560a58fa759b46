// The page's few pictures, as strokes on a grid of 20, and the buttons that are nothing but a picture.

import { el } from "./dom.js";

const STROKES = {
  hash: "M8 3 6 17M14 3l-2 14M3.5 7.5h13M3 12.5h13",
  lock: "M5.5 9h9v7.5h-9zM7.5 9V6.5a2.5 2.5 0 0 1 5 0V9",
  home: "M3.5 9.5 10 4l6.5 5.5M5.5 8.5v8h9v-8",
  chat: "M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5z",
  plus: "M10 4v12M4 10h12",
  close: "M5 5l10 10M15 5 5 15",
  menu: "M3.5 5.5h13M3.5 10h13M3.5 14.5h13",
  more: "M4 10h1M9.5 10h1M15 10h1",
  clock: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6v4l3 2",
  bolt: "M11 2.5 4.5 11.5H10l-1 6 6.5-9H10z",
  clip: "M14.5 8.5 9 14a2.8 2.8 0 0 1-4-4l6-6a1.9 1.9 0 0 1 2.7 2.7L8 12.4a.9.9 0 0 1-1.3-1.3L11.5 6",
  send: "M3.5 4 17 10 3.5 16l2-6zM5.5 10H11",
  smile: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM7 12c1.5 2 4.5 2 6 0M7.7 8h.01M12.3 8h.01",
  reply: "M8 5 3.5 9.5 8 14M4 9.5h7c3.5 0 5.5 2 5.5 6",
  eye: "M2.5 10c3.5-6.5 11.5-6.5 15 0-3.5 6.5-11.5 6.5-15 0zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  lens: "M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l4 4",
  theme: "M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14",
  bot: "M4.5 7.5h11v8h-11zM10 7.5V4M7.5 11h.01M12.5 11h.01",
};
const SVG = "http://www.w3.org/2000/svg";

/** A picture that says nothing to a screen reader: put it beside a name. */
export function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  const attributes = { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true", focusable: "false" };
  for (const [key, value] of Object.entries(attributes)) picture.setAttribute(key, value);
  const path = picture.appendChild(document.createElementNS(SVG, "path"));
  path.setAttribute("d", STROKES[name]);
  return picture;
}

/** A button with a picture in the place of its label. `props` may have its `class` and anything else. */
export function iconButton(name, label, onclick, props = {}) {
  const own = { type: "button", class: "icon-button", title: label, "aria-label": label, onclick };
  return el("button", { ...own, ...props }, icon(name));
}
