// JSON set for reading.

import { el } from "./dom.js";

const TOKENS = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null|-?\d[\d.eE+-]*)\b/g;

/** The value, indented, with names and texts told apart; text that is no JSON is shown as it is. */
export function prettyJson(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const node = el("pre", { class: "json" });
  let end = 0;
  for (const token of text.matchAll(TOKENS)) {
    node.append(text.slice(end, token.index), el("span", { class: kindOf(token) }, token[0]));
    end = token.index + token[0].length;
  }
  node.append(text.slice(end));
  return node;
}

function kindOf([, quoted, colon]) {
  if (colon) return "name";
  return quoted ? "text" : "literal";
}
