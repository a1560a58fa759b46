// Draws a rich_text block: Slack's own structured text, in which nothing is parsed.

import { el } from "../dom.js";
import { channelMention, dateText, emojiNode, groupMention, link, userMention } from "./inline.js";

const STYLES = { code: "code", bold: "strong", italic: "em", strike: "s", underline: "u", highlight: "mark" };
const BULLETS = ["disc", "circle", "square"];
const NUMBERS = ["decimal", "lower-alpha", "lower-roman"];

/** The block's parts; lists that follow each other become one, nested by their indent. */
export function richText(block, context) {
  const parts = [];
  for (const element of block.elements) {
    if (element.type !== "rich_text_list") parts.push(PARTS[element.type](element, context));
    else if (!continuesList(parts.at(-1), element)) parts.push(list(element, context));
    else nest(parts.at(-1), element, context);
  }
  return el("div", { class: "b-rich" }, parts);
}

const PARTS = {
  rich_text_section: (part, context) => el("div", null, leaves(part, context)),
  rich_text_quote: (part, context) => el("blockquote", null, leaves(part, context)),
  rich_text_preformatted: (part, context) => bordered(el("pre", null, leaves(part, context)), part),
};

function bordered(node, part) {
  if (part.border) node.classList.add("b-border");
  return node;
}

function list(part, context) {
  const ordered = part.style === "ordered";
  const indent = part.indent ?? 0;
  const items = part.elements.map((item) => el("li", null, leaves(item, context)));
  const props = {
    start: ordered && part.offset ? part.offset + 1 : null,
    dataset: { indent },
    style: { "list-style-type": (ordered ? NUMBERS : BULLETS)[indent % 3] },
  };
  return bordered(el(ordered ? "ol" : "ul", props, items), part);
}

function continuesList(before, part) {
  return before?.dataset.indent !== undefined && Number(before.dataset.indent) < (part.indent ?? 0);
}

/** Puts a deeper list under the last item of the deepest list that is less indented. */
function nest(top, part, context) {
  const deeper = top.lastElementChild?.lastElementChild;
  if (deeper && continuesList(deeper, part)) return nest(deeper, part, context);
  (top.lastElementChild ?? top).append(list(part, context));
}

function leaves(part, context) {
  return part.elements.map((leaf) => styled(LEAVES[leaf.type]?.(leaf, context) ?? "", leaf.style));
}

function styled(node, style = {}) {
  const tags = Object.entries(STYLES).filter(([name]) => style[name]);
  return tags.reduce((inner, [, tag]) => el(tag, null, inner), node);
}

const LEAVES = {
  text: ({ text }) => text,
  link: ({ url, text }) => link(url, text ?? url),
  user: ({ user_id }, context) => userMention(user_id, context),
  channel: ({ channel_id }, context) => channelMention(channel_id, context),
  usergroup: ({ usergroup_id }) => groupMention(usergroup_id),
  team: ({ team_id }) => groupMention(team_id),
  broadcast: ({ range }) => groupMention(range),
  emoji: ({ name, unicode }) => emojiNode(name, unicode ? fromCodes(unicode) : undefined),
  date: (leaf, context) => dateText(leaf, context),
  color: ({ value }) => {
    const swatch = el("span", { class: "b-swatch", style: { "background-color": value } });
    return el("span", null, swatch, value);
  },
};

function fromCodes(codes) {
  const points = codes.split("-").map((code) => parseInt(code, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
