// The state of inputs, in the shape of Slack's `state.values`: block_id, then action_id, then the entry of the element.

/** What each stateful type holds: `selected_…` in the state, `initial_…` in the element. What is typed is a value. */
const NOUNS = {
  plain_text_input: "value", number_input: "value", email_text_input: "value", url_text_input: "value",
  rich_text_input: "value",
  static_select: "option", external_select: "option", users_select: "user", channels_select: "channel",
  conversations_select: "conversation",
  multi_static_select: "options", multi_external_select: "options", multi_users_select: "users",
  multi_channels_select: "channels", multi_conversations_select: "conversations",
  checkboxes: "options", radio_buttons: "option",
  datepicker: "date", timepicker: "time", datetimepicker: "date_time",
};

export function isStateful(element) {
  return element.type in NOUNS;
}

/** Whether the element's value is a list. */
export function isMany(element) {
  return element.type.startsWith("multi_") || element.type === "checkboxes";
}

function keyOf({ type }) {
  if (NOUNS[type] !== "value") return `selected_${NOUNS[type]}`;
  return type === "rich_text_input" ? "rich_text_value" : "value";
}

/** What the element's action and its place in the state say; an empty value is null, or an empty list. */
export function entryOf(element, value) {
  const entry = { type: element.type, [keyOf(element)]: value };
  return element.timezone ? { ...entry, timezone: element.timezone } : entry;
}

/** The value that the person gave before, else the one that the element begins with. */
export function valueOf(element, blockId, context) {
  const entry = context.values[blockId]?.[element.action_id];
  if (entry?.type === element.type) return entry[keyOf(element)];
  const initial = element[`initial_${NOUNS[element.type]}`];
  const current = element.default_to_current_conversation ? context.channel : null;
  return initial ?? (isMany(element) ? [] : current ?? null);
}

export function remember(element, blockId, context, value) {
  if (!Object.hasOwn(context.values, blockId)) own(context.values, blockId, {});
  own(context.values[blockId], element.action_id, entryOf(element, value));
}

/** The names are the bot's own, and `__proto__` is one like any other. */
function own(object, name, value) {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** What Slack itself finds wrong before it asks the app: a sentence for each block_id. */
export function problemsOf(blocks, context) {
  const inputs = blocks.filter(({ type, element }) => type === "input" && isStateful(element));
  const problems = inputs.map((block) => [block.block_id, problemOf(block, context)]);
  return Object.fromEntries(problems.filter(([, problem]) => problem));
}

function problemOf({ element, optional, block_id }, context) {
  const value = valueOf(element, block_id, context);
  if (value !== null && value.length !== 0) return CHECKS[element.type]?.(value, element);
  return optional ? null : "Please complete this required field.";
}

const CHECKS = {
  plain_text_input: ({ length }, { min_length = 0, max_length = 3000 }) => {
    if (length < min_length) return `Write at least ${min_length} characters.`;
    return length > max_length ? `Write at most ${max_length} characters; these are ${length}.` : null;
  },
  email_text_input: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : "Write a valid email address."),
  url_text_input: (value) => (/^https?:\/\/\S+$/.test(value) && URL.canParse(value) ? null : "Write a valid URL."),
  number_input: (value, { is_decimal_allowed: decimal, min_value: least, max_value: most }) => {
    if (!(decimal ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/).test(value)) return `Write a ${decimal ? "" : "whole "}number.`;
    if (Number(value) < Number(least)) return `Write at least ${least}.`;
    return Number(value) > Number(most) ? `Write at most ${most}.` : null;
  },
};
