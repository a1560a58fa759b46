// Short notices that come and go by themselves, and are read out.

import { el } from "./dom.js";
import { iconButton } from "./icons.js";

const SECONDS = 9;

/** Shows what the store notices, in a region that screen readers follow. */
export function toasts(store) {
  const region = el("div", { class: "toasts", role: "status", "aria-live": "polite" });
  store.on("notice", ({ sentence }) => region.append(toast(sentence)));
  return region;
}

function toast(sentence) {
  const away = () => node.remove();
  const close = iconButton("close", "Dismiss", away);
  const node = el("div", { class: "toast" }, el("p", {}, sentence), close);
  let timer = setTimeout(away, SECONDS * 1000);
  // Whoever reads it slowly points at it, and it waits.
  node.addEventListener("pointerenter", () => clearTimeout(timer));
  node.addEventListener("pointerleave", () => (timer = setTimeout(away, (SECONDS * 1000) / 2)));
  return node;
}
