// Inputs in which a person picks: dates, times, and one or several of many options.

import { el } from "../dom.js";
import { chooser } from "./chooser.js";
import { fromLocal, local, zoneOf } from "./dates.js";
import { textOf } from "./text.js";
import { isMany } from "./values.js";

const KINDS = { public: "public", private: "private", dm: "im" };

function native(type, read = (text) => text, write = (value) => value) {
  return (element, site, change) => {
    const zone = element.timezone ?? zoneOf(site.context);
    const title = type === "date" ? null : `In the time zone ${zone}`;
    const node = el("input", { type, class: "b-field", title, ...site.props });
    node.addEventListener("change", () => isYetToCome(node.value) || change(node.value ? read(node.value, zone) : null));
    return { node, show: (value) => (node.value = value === null ? "" : write(value, zone)) };
  };
}

/** Whoever types the year 2027 goes through the years 2, 20 and 202. */
function isYetToCome(value) {
  return /^0\d{3}-/.test(value);
}

export const dateInput = native("date");
export const timeInput = native("time");
export const dateTimeInput = native("datetime-local", fromLocal, local);

/** A select menu of any kind. One of known options is chosen in the browser's own, all else in a box. */
export function select(element, site, change) {
  const kind = element.type.replace(/^multi_|_select$/g, "");
  const placeholder = textOf(element.placeholder, site.context) || "Choose an option";
  const picker = (find) => {
    const choice = (value) => choiceOf(value, site.context);
    const limit = isMany(element) ? (element.max_selected_items ?? Infinity) : null;
    return chooser({ placeholder, find, choice, limit, props: site.props, change });
  };
  if (kind === "external") return picker(askApp(element, site));
  const groups = SOURCES[kind](element, site.context);
  if (isMany(element)) return picker((query) => withLabel(groups, query));
  return nativeSelect(placeholder, site, change, groups);
}

/** The groups of choices of each kind: `{label, choices: [{value, key, label, detail}]}`. */
const SOURCES = {
  static: optionGroups,
  users: (_, { people }) => [{ choices: [...people.values()].map((one) => named(one.id, one.real_name || one.name)) }],
  channels: (_, context) => [{ choices: conversations(context, ["public"]) }],
  conversations: ({ filter }, context) => [{ choices: conversations(context, filter?.include) }],
};

function named(id, label) {
  return { value: id, key: id, label };
}

function conversations({ channels, people, me }, kinds = Object.values(KINDS)) {
  const nameOf = ({ kind, name, members = [] }) => {
    if (kind !== "dm") return `#${name}`;
    return people.get(members.find((id) => id !== me))?.real_name ?? "Direct message";
  };
  const visible = [...channels.values()].filter((one) => kinds.includes(KINDS[one.kind]));
  return visible.map((one) => named(one.id, nameOf(one)));
}

function optionGroups({ options, option_groups: groups }, context) {
  const asChoice = (option) => choiceOf(option, context);
  if (!groups) return [{ choices: (options ?? []).map(asChoice) }];
  return groups.map((group) => ({ label: textOf(group.label, context), choices: group.options.map(asChoice) }));
}

/** The choice behind a value: an option says its text itself, an id is looked up. */
function choiceOf(value, context) {
  if (value.text) {
    const detail = value.description && textOf(value.description, context);
    return { value, key: value.value, label: textOf(value.text, context), detail };
  }
  const known = [...SOURCES.users(null, context), ...SOURCES.conversations({}, context)].flatMap((one) => one.choices);
  return known.find((one) => one.key === value) ?? named(value, value);
}

function nativeSelect(placeholder, site, change, groups) {
  const empty = { value: "", disabled: site.required, hidden: site.required };
  const asOptions = (choices) => choices.map(({ key, label }) => el("option", { value: key }, label));
  const node = el(
    "select",
    { class: "b-field", ...site.props },
    el("option", empty, placeholder),
    groups.map(({ label, choices }) => (label ? el("optgroup", { label }, asOptions(choices)) : asOptions(choices))),
  );
  const choices = groups.flatMap((group) => group.choices);
  node.addEventListener("change", () => change(choices.find(({ key }) => key === node.value)?.value ?? null));
  return { node, show: (value) => (node.value = value === null ? "" : (value.value ?? value)) };
}

function withLabel(groups, query) {
  const fits = ({ label }) => label.toLowerCase().includes(query.toLowerCase());
  return groups.map(({ label, choices }) => ({ label, choices: choices.filter(fits) }));
}

/** Finds an external select's options; below its min_query_length the app is not asked. */
function askApp(element, { context, blockId }) {
  const least = element.min_query_length ?? 3;
  return async (value) => {
    if (value.length < least) throw new Error(`Type at least ${least} characters.`);
    const { action_id } = element;
    const { view_id } = context;
    return optionGroups(await context.onOptions({ view_id, block_id: blockId, action_id, value }), context);
  };
}
