// The pieces of a line that every kind of text shares: links, mentions, emoji and dates.

import { el } from "../dom.js";
import { formatDate, zoneOf } from "./dates.js";
import { emojiCharacter } from "./emoji.js";

const FOLLOWED = new Set(["http:", "https:", "mailto:"]);
const EMOJI = /:([a-z0-9_+'-]+(?:::skin-tone-[2-6])?):/y;

/** The address if a person may follow it; null for scripts, data, relative addresses and nonsense. */
export function safeAddress(address) {
  if (!URL.canParse(address)) return null;
  return FOLLOWED.has(new URL(address).protocol) ? address : null;
}

/** A link that leaves the page, unless it leads to a message of it; a mere span where it must not be followed. */
export function link(address, ...children) {
  const href = safeAddress(address);
  if (!href) return el("span", null, ...children);
  if (href.startsWith(`${location.origin}/archives/`)) return el("a", { href }, ...children);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

/** The emoji as an image with a name, or its code as text where it is not known. */
export function emojiNode(code, character = emojiCharacter(code)) {
  if (!character) return `:${code}:`;
  return el("span", { class: "b-emoji", role: "img", "aria-label": code, title: `:${code}:` }, character);
}

/** The known emoji whose code stands at `at`, with where it ends; else null. */
export function emojiAt(text, at) {
  EMOJI.lastIndex = at;
  const found = EMOJI.exec(text);
  return found && emojiCharacter(found[1]) ? { node: emojiNode(found[1]), end: EMOJI.lastIndex } : null;
}

/** Plain text as strings and emoji. */
export function withEmoji(text) {
  const pieces = [];
  let from = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", Math.max(from, at + 1))) {
    const piece = emojiAt(text, at);
    if (!piece) continue;
    pieces.push(text.slice(from, at), piece.node);
    from = piece.end;
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== "");
}

/** Slack's three entities as the signs they stand for. */
export function decode(text) {
  return text.replace(/&(amp|lt|gt);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">" })[name]);
}

export function userMention(id, context, label = id) {
  const person = context.people?.get(id);
  const name = person ? person.real_name || person.name : label;
  return el("span", { class: id === context.me ? "b-mention b-me" : "b-mention", dataset: { user: id } }, `@${name}`);
}

/** The way to a channel, by its name; one that the reader cannot see is told only as private, as Slack does. */
export function channelMention(id, context) {
  const name = context.channels?.get(id)?.name;
  if (!name) return el("span", { class: "b-mention" }, "🔒 private channel");
  return el("a", { class: "b-mention", href: `#/${id}`, dataset: { channel: id } }, `#${name}`);
}

/** `@here`, `@channel`, `@everyone`, or a group of users by its handle. */
export function groupMention(name) {
  return el("span", { class: "b-mention b-me" }, `@${name.replace(/^@/, "")}`);
}

/** The moment in the reader's zone, with the whole date at hand; the fallback where it cannot be written. */
export function dateText({ timestamp, format, url, fallback }, context) {
  const surroundings = { zone: zoneOf(context), now: context.now?.() ?? Date.now() };
  const text = formatDate(timestamp, format, surroundings);
  if (text === null) return fallback ?? "";
  const title = formatDate(timestamp, "{date_long_full} {time}", surroundings);
  const time = el("time", { datetime: new Date(timestamp * 1000).toISOString(), title }, text);
  return url ? link(url, time) : time;
}
