// Draws a text object: plain text with emoji, or mrkdwn.

import { fragment } from "../dom.js";
import { decode, withEmoji } from "./inline.js";
import { mrkdwn } from "./mrkdwn.js";

/** The nodes of `{type: "plain_text" | "mrkdwn", text, …}`. Slack unescapes its three entities in plain text too. */
export function renderText({ type, text, emoji = true, verbatim = false }, context) {
  if (type === "mrkdwn") return mrkdwn(text, context, { verbatim, names: true });
  return fragment(emoji ? withEmoji(decode(text)) : decode(text));
}

/** The same as one string, for names and placeholders. */
export function textOf(object, context) {
  return object ? renderText(object, context).textContent : "";
}
