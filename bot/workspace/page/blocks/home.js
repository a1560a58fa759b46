// Draws the Home tab of an app.

import { el } from "../dom.js";
import { renderBlocks } from "./render.js";

export function renderHome(view, context) {
  const place = { ...context, surface: "home", view_id: view.id };
  return el("div", { class: "b-home" }, renderBlocks(view.blocks, place));
}
