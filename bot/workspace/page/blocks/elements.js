// Draws the interactive elements of blocks, and keeps what a person puts into them.

import { el, newId } from "../dom.js";
import { openMenu } from "../menu.js";
import { act } from "./acting.js";
import { safeAddress } from "./inline.js";
import { dateInput, dateTimeInput, select, timeInput } from "./pickers.js";
import { renderText, textOf } from "./text.js";
import { emailInput, numberInput, richTextInput, textInput, urlInput } from "./text_inputs.js";
import { entryOf, isStateful, remember, valueOf } from "./values.js";

/**
 * The element as a node. `site` says where it stands: `context`, `blockId`, `dispatches` (whether a change is an
 * action), `required`, and `props`, the attributes that name its input.
 */
export function control(element, site) {
  if (isStateful(element)) return stateful(element, site);
  const draw = BUTTONS[element.type];
  return draw ? draw(element, site) : el("em", { class: "b-undrawn" }, `${element.type} is not drawn here`);
}

/**
 * An element with a value. Its builder takes `change(value, dispatches)` and gives `{node, show(value)}`; a change that
 * the person does not confirm is taken back.
 */
function stateful(element, site) {
  let current = valueOf(element, site.blockId, site.context);
  const keep = (value) => {
    current = value;
    remember(element, site.blockId, site.context, value);
  };
  const build = INPUTS[element.type] ?? select;
  const built = build(element, site, async (value, dispatches = site.dispatches) => {
    const before = current;
    keep(value);
    if (!dispatches || (await act(built.node, element, site, entryOf(element, value)))) return;
    keep(before);
    built.show(before);
  });
  keep(current);
  built.show(current);
  return built.node;
}

const INPUTS = {
  plain_text_input: textInput,
  email_text_input: emailInput,
  url_text_input: urlInput,
  number_input: numberInput,
  rich_text_input: richTextInput,
  datepicker: dateInput,
  timepicker: timeInput,
  datetimepicker: dateTimeInput,
  checkboxes: choices("checkbox"),
  radio_buttons: choices("radio"),
};

const BUTTONS = { button, overflow, feedback_buttons: feedback, icon_button: button };

/** A button, or a link that looks like one. Its whole name is its accessibility_label if it has one. */
function button(element, site) {
  const { text, value, url, style = "", accessibility_label } = element;
  const press = (event) => act(event.currentTarget, element, site, value === undefined ? { text } : { text, value });
  const props = { class: `button ${style}`, "aria-label": accessibility_label, onclick: press };
  const label = renderText(text, site.context);
  const href = url && safeAddress(url);
  if (!href) return el("button", { type: "button", ...props }, label);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer", ...props }, label);
}

function feedback(element, site) {
  const one = (choice) => button({ ...choice, type: element.type, action_id: element.action_id }, site);
  return el("span", { class: "b-row" }, one(element.positive_button), one(element.negative_button));
}

function overflow(element, site) {
  const items = element.options.map((option) => ({
    label: textOf(option.text, site.context),
    detail: textOf(option.description, site.context),
    run: () => {
      if (option.url && safeAddress(option.url)) window.open(option.url, "_blank", "noopener");
      act(node, element, site, { selected_option: option });
    },
  }));
  const props = { type: "button", class: "button", "aria-label": "More options", "aria-haspopup": "menu" };
  const node = el("button", { ...props, "aria-expanded": "false" }, "⋯");
  node.addEventListener("click", () => openMenu(node, "More options", items));
  return node;
}

/** Checkboxes, whose value is a list of options, or radio buttons, whose value is one. */
function choices(type) {
  const radio = type === "radio";
  return ({ options }, { context, props }, change) => {
    const name = newId("b");
    const inputs = options.map((_, place) => el("input", { type, name, autofocus: props.autofocus && place === 0 }));
    const words = (object) => renderText(object, context);
    const rows = options.map(({ text, description }, place) => {
      const detail = description && el("small", null, words(description));
      return el("label", null, inputs[place], el("span", { class: "b-text" }, words(text), detail));
    });
    const group = { ...props, autofocus: null, role: radio ? "radiogroup" : "group", class: "b-choices" };
    const node = el("div", { ...group, "aria-required": radio ? props["aria-required"] : null }, rows);
    node.addEventListener("change", () => {
      const chosen = options.filter((_, place) => inputs[place].checked);
      change(radio ? (chosen[0] ?? null) : chosen);
    });
    const show = (value) => {
      const values = [value].flat().map((option) => option?.value);
      inputs.forEach((input, place) => (input.checked = values.includes(options[place].value)));
    };
    return { node, show };
  };
}
