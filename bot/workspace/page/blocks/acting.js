// Tells the workspace what a person did with an element, after the confirmation that the element may ask for.

import { question } from "../dialog.js";
import { el } from "../dom.js";
import { renderText } from "./text.js";

/**
 * Sends the element's action. The promise is true unless the person thought better of it. While the answer is awaited
 * `node` is busy; what went wrong is said behind it.
 */
export async function act(node, element, { context, blockId }, details) {
  if (node.ariaBusy || (element.confirm && !(await confirmed(element.confirm, context)))) return false;
  const { type, action_id } = element;
  const { values, view_id } = context;
  node.ariaBusy = "true";
  if (node.nextElementSibling?.matches(".b-failed")) node.nextElementSibling.remove();
  try {
    await context.onAction({ type, action_id, block_id: blockId, ...details }, { view_id, values });
  } catch (error) {
    node.after(el("span", { class: "b-failed", role: "alert" }, `⚠ ${error.message}`));
  } finally {
    node.ariaBusy = null;
  }
  return true;
}

async function confirmed({ title, text, confirm, deny, style }, context) {
  const label = (object, otherwise) => (object ? renderText(object, context) : otherwise);
  const body = el("div", { class: "b-text" }, renderText(text, context));
  const options = { danger: style === "danger", refuse: label(deny, "Cancel") };
  return (await question(label(title, "Are you sure?"), body, label(confirm, "Yes"), options)) !== null;
}
