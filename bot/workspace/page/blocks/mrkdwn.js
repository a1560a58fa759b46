// Reads Slack's mrkdwn as Slack does, by "Formatting message text" in Slack's documentation. Where that is silent (what
// may stand beside `*`, `_`, `~` and backticks), the rules are what people measured in Block Kit Builder.

import { el, fragment } from "../dom.js";
import {
  channelMention,
  dateText,
  decode,
  emojiAt,
  groupMention,
  link,
  safeAddress,
  userMention,
  withEmoji,
} from "./inline.js";

// What interrupts running text: a preformatted piece, or a quote, which begins a line with `>`, escaped or not.
const PREFORMATTED = /```(?<code>\s*[^\s`][^]*?)```\n?/;
const QUOTE = /^(?:(?:&gt;|>){3}(?<rest>[^]+)|(?<quoted>(?:(?:&gt;|>).*(?:\n|(?![^])))+))/;
const STRUCTURE = new RegExp(`${PREFORMATTED.source}|${QUOTE.source}`, "gm");
const QUOTE_SIGN = /^(?:&gt;|>) ?/gm;

// Beside a marker: nothing, space of any width, or one of these signs. Letters and digits keep it literal, and so do
// the signs that are missing here.
const BESIDE = "[\\s\\u200b~!#$%^+=;:'\",.?/\\-";
const BEFORE = new RegExp(`^$|${BESIDE}({[]`);
const AFTER = new RegExp(`^$|${BESIDE})}\\]{[]`);

const CONTROL = /<([^<>\s][^<>\n]*)>/y;
const CODE = /`([^`\n]+)`/y;
const STYLES = { "*": "strong", _: "em", "~": "s" };
const BROADCASTS = ["here", "channel", "everyone"];

// What Slack finds by itself in text. An address does not end with punctuation.
const ADDRESS = /(https?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]}])/gu;
const NAME = /(?<![\w&])#([\p{L}\d_-]+)|(?<!\w)@(here|channel|everyone)\b/u;
const ADDRESS_OR_NAME = new RegExp(`${ADDRESS.source}|${NAME.source}`, "gu");

/**
 * The text as nodes. Addresses outside of angle brackets are found unless it is `verbatim`; `#channels` and `@here`
 * only where `names` says so, since in a message's own text Slack leaves them alone.
 */
export function mrkdwn(text, context, { verbatim = false, names = false } = {}) {
  const found = verbatim ? null : names ? ADDRESS_OR_NAME : ADDRESS;
  return fragment(...structures(text, { context, found, code: false }, true));
}

/** Preformatted pieces and quotes, with the running text between them. Quotes do not nest. */
function* structures(text, reading, quotes) {
  let from = 0;
  for (const { 0: whole, index, groups } of text.matchAll(STRUCTURE)) {
    if (!quotes && groups.code === undefined) continue;
    yield* inline(text.slice(from, index).replace(/\n$/, ""), reading);
    yield structure(groups, reading);
    from = index + whole.length;
  }
  yield* inline(text.slice(from), reading);
}

function structure({ code, rest, quoted }, reading) {
  if (code !== undefined) return el("pre", null, ...inline(code.replace(/^\n/, ""), { ...reading, code: true }));
  const text = rest ?? quoted.replace(QUOTE_SIGN, "");
  return el("blockquote", null, ...structures(text.replace(/^ |\n$/g, ""), reading, false));
}

/** Running text: pieces with a meaning, and the plain text between them. Inside code only `<…>` has a meaning. */
function* inline(text, reading) {
  let from = 0;
  for (let at = 0; at < text.length;) {
    const piece = pieceAt(text, at, reading);
    if (!piece) at += 1;
    else {
      yield* plain(text.slice(from, at), reading);
      yield piece.node;
      from = at = piece.end;
    }
  }
  yield* plain(text.slice(from), reading);
}

function pieceAt(text, at, reading) {
  const sign = text[at];
  if (sign === "<") return controlAt(text, at, reading);
  if (reading.code) return null;
  if (sign === "`") return codeAt(text, at, reading);
  if (sign === ":") return emojiAt(text, at);
  return sign in STYLES ? styledAt(text, at, reading) : null;
}

function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function opens(text, at) {
  return BEFORE.test(text[at - 1] ?? "");
}

function closes(text, at) {
  return AFTER.test(text[at + 1] ?? "");
}

function codeAt(text, at, reading) {
  const found = opens(text, at) && match(CODE, text, at);
  if (!found || !closes(text, CODE.lastIndex - 1)) return null;
  const end = at + found[0].length;
  return { node: el("code", null, ...inline(found[1], { ...reading, code: true })), end };
}

/** Bold, italic or struck-out text: the next sign of the same kind must be able to close it, else all stays literal. */
function styledAt(text, at, reading) {
  if (!opens(text, at) || /\s/.test(text[at + 1] ?? " ")) return null;
  const end = nextSame(text, at);
  if (end <= at + 1 || /\s/.test(text[end - 1]) || !closes(text, end)) return null;
  return { node: el(STYLES[text[at]], null, ...inline(text.slice(at + 1, end), reading)), end: end + 1 };
}

/** Where the sign at `at` stands again on its line, outside of code and angle brackets; -1 if nowhere. */
function nextSame(text, at) {
  for (let next = at + 1; next < text.length && text[next] !== "\n"; next += 1) {
    if (text[next] === text[at]) return next;
    const skipped = match(CONTROL, text, next) ?? (opens(text, next) ? match(CODE, text, next) : null);
    if (skipped) next += skipped[0].length - 1;
  }
  return -1;
}

/** `<…>`: a mention, a date or a link. What is none of these is shown as it was written. */
function controlAt(text, at, reading) {
  const found = match(CONTROL, text, at);
  if (!found) return null;
  const [target, ...labels] = found[1].split("|");
  const label = labels.length ? decode(labels.join("|")) : null;
  const node = control(target, label, reading.context) ?? decode(found[0]);
  return { node, end: at + found[0].length };
}

function control(target, label, context) {
  if (target[0] === "@") return userMention(target.slice(1), context, label ?? undefined);
  if (target[0] === "#") return channelMention(target.slice(1), context);
  if (target[0] === "!") return command(target.slice(1).split("^"), label, context);
  const address = decode(target);
  return safeAddress(address) && link(address, withEmoji(label ?? address.replace(/^mailto:/, "")));
}

function command([name, ...details], label, context) {
  if (BROADCASTS.includes(name)) return groupMention(name);
  if (name === "subteam") return groupMention(label ?? details[0] ?? name);
  if (name !== "date") return label;
  const [timestamp, format, url] = details.map(decode);
  return dateText({ timestamp, format, url, fallback: label }, context);
}

function* plain(text, { context, found, code }) {
  const readable = decode(text);
  let from = 0;
  for (const { 0: whole, 1: address, 2: name, 3: everyone, index } of code || !found ? [] : readable.matchAll(found)) {
    const node = address ? link(address, address) : everyone ? groupMention(everyone) : channelNamed(name, context);
    if (!node) continue;
    yield readable.slice(from, index);
    yield node;
    from = index + whole.length;
  }
  if (from < readable.length) yield readable.slice(from);
}

function channelNamed(name, context) {
  const channel = [...(context.channels?.values() ?? [])].find((one) => one.name === name);
  return channel && channelMention(channel.id, context);
}
