// Draws the subset of Markdown that Slack's markdown block takes. Parsed line by line into nodes, never through HTML.

import { el } from "../dom.js";
import { link, safeAddress, withEmoji } from "./inline.js";

const FENCE = /^```.*$/;
const LINES = [
  { pattern: /^#{1,6}\s+(.*)$/, tag: "h3" },
  { pattern: /^>\s?(.*)$/, tag: "blockquote" },
  { pattern: /^\s*[-*+]\s+(.*)$/, tag: "li", list: "ul" },
  { pattern: /^\s*\d+[.)]\s+(.*)$/, tag: "li", list: "ol" },
  { pattern: /^(?:-{3,}|\*{3,}|_{3,})$/, tag: "hr" },
];

// In order of strength: code, links and images, then bold before italic.
const INLINE = [
  { pattern: /`([^`]+)`/, node: ([, text]) => el("code", null, text) },
  { pattern: /!?\[([^\]]*)\]\(([^()\s]+(?:\([^()\s]*\))?[^()\s]*)\)/, node: ([, text, url]) => anchor(url, text) },
  { pattern: /(\*\*|__)(?=\S)(.*?\S)\1/, node: ([, , text]) => el("strong", null, inline(text)) },
  { pattern: /~~(?=\S)(.*?\S)~~/, node: ([, text]) => el("s", null, inline(text)) },
  { pattern: /(?<!\w)([*_])(?=\S)(.*?\S)\1(?!\w)/, node: ([, , text]) => el("em", null, inline(text)) },
  { pattern: /https?:\/\/[^\s<>]*[^\s<>.,:;!?'")\]}]/, node: ([url]) => link(url, url) },
];

export function markdown(text) {
  const nodes = [];
  const lines = text.split("\n");
  while (lines.length) {
    const line = lines.shift();
    if (FENCE.test(line)) nodes.push(fenced(lines));
    else addLine(nodes, line);
  }
  return el("div", { class: "b-markdown" }, nodes);
}

function fenced(lines) {
  const end = lines.findIndex((line) => FENCE.test(line));
  const code = lines.splice(0, end < 0 ? lines.length : end);
  lines.shift();
  return el("pre", null, code.join("\n"));
}

/** One line as a node of its own, or appended to the list, quote or paragraph that it continues. */
function addLine(nodes, line) {
  const before = nodes.at(-1);
  const kind = LINES.find(({ pattern }) => pattern.test(line)) ?? { pattern: /^(.*)$/, tag: "p" };
  const content = inline(kind.pattern.exec(line)[1] ?? "");
  if (kind.list) {
    const open = before?.localName === kind.list ? before : nodes[nodes.push(el(kind.list)) - 1];
    open.append(el("li", null, content));
  } else if (kind.tag === "p" && !line.trim()) nodes.push(el("p", { class: "b-gap" }));
  else if (before?.localName === kind.tag && ["p", "blockquote"].includes(kind.tag) && before.childNodes.length)
    before.append("\n", ...content);
  else nodes.push(el(kind.tag, null, content));
}

/** The strongest mark that the text holds, with what is before and behind it. */
function inline(text) {
  for (const { pattern, node } of INLINE) {
    const found = pattern.exec(text);
    if (!found) continue;
    const after = text.slice(found.index + found[0].length);
    return [...inline(text.slice(0, found.index)), node(found), ...inline(after)];
  }
  return withEmoji(text);
}

function anchor(url, text) {
  return safeAddress(url) ? link(url, text || url) : text;
}
