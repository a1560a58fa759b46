// Inputs into which a person writes.

import { el } from "../dom.js";
import { textOf } from "./text.js";

const plain = { read: (text) => text || null, write: (value) => value ?? "" };

// Rich text is written as plain text here: one section with one text.
const rich = {
  read: (text) => {
    const section = { type: "rich_text_section", elements: [{ type: "text", text }] };
    return text ? { type: "rich_text", elements: [section] } : null;
  },
  write: (block) =>
    (block?.elements ?? []).map((part) => part.elements.map((leaf) => leaf.text ?? "").join("")).join("\n"),
};

/** A builder for inputs of a line or, where the element or `lines` wants it, of several. */
function written(props, { read, write }, lines = null) {
  return (element, site, change) => {
    const several = element.multiline || lines;
    const node = el(several ? "textarea" : "input", {
      ...(several ? { rows: element.min_lines ?? 4 } : props),
      class: "b-field",
      placeholder: textOf(element.placeholder, site.context) || null,
      autocomplete: "off",
      ...site.props,
    });
    node.addEventListener("input", () => change(read(node.value), false));
    if (site.dispatches) dispatchTyping(node, element, () => change(read(node.value)));
    return { node, show: (value) => (node.value = write(value)) };
  };
}

export const textInput = written({ type: "text" }, plain);
export const emailInput = written({ type: "text", inputmode: "email" }, plain);
export const urlInput = written({ type: "text", inputmode: "url" }, plain);
export const numberInput = written({ type: "text", inputmode: "decimal" }, plain);
export const richTextInput = written({}, rich, true);

/** Inputs with dispatch_action tell of Enter, or of every letter, as their dispatch_action_config says. */
function dispatchTyping(node, { dispatch_action_config: config }, dispatch) {
  const when = config?.trigger_actions_on ?? ["on_enter_pressed"];
  if (when.includes("on_character_entered")) node.addEventListener("input", dispatch);
  if (!when.includes("on_enter_pressed")) return;
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    dispatch();
  });
}
