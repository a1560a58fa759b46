// Things that open beside a button and close by themselves: menus, and boxes with other contents.

import { el, focusable } from "./dom.js";

const GAP = 4;

/**
 * Shows `box` beside `anchor` until something else is chosen, Escape is pressed, or the result is called. The focus
 * goes to its first stop and back to the anchor afterwards.
 */
export function popUp(anchor, box) {
  box.popover = "auto";
  box.classList.add("popup");
  // Nothing outside an open dialog can be used, and elsewhere too it belongs to the part that it was opened from.
  (anchor.closest("dialog, main, aside, section") ?? document.body).append(box);
  box.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const returns = box.contains(document.activeElement) || document.activeElement === document.body;
    box.remove();
    anchor.setAttribute("aria-expanded", "false");
    if (returns) anchor.focus();
  });
  box.showPopover();
  anchor.setAttribute("aria-expanded", "true");
  place(box, anchor.getBoundingClientRect());
  focusable(box)[0]?.focus();
  return () => box.isConnected && box.hidePopover();
}

function place(box, beside) {
  const { width, height } = box.getBoundingClientRect();
  const below = beside.bottom + GAP + height < innerHeight;
  const top = below ? beside.bottom + GAP : Math.max(GAP, beside.top - GAP - height);
  const left = Math.min(Math.max(GAP, beside.left), innerWidth - width - GAP);
  box.style.top = `${top}px`;
  box.style.left = `${left}px`;
}

/** A menu of `items`: `{label, detail, run, danger}`, or a string for a heading; empty ones are left out. */
export function openMenu(anchor, label, items) {
  let close = () => {};
  const choose = (item) => () => {
    close();
    item.run();
  };
  const entry = (item) =>
    typeof item === "string"
      ? el("div", { class: "menu-heading", role: "presentation" }, item)
      : el(
          "button",
          { type: "button", role: "menuitem", class: item.danger ? "danger" : null, onclick: choose(item) },
          el("span", {}, item.label),
          item.detail && el("small", {}, item.detail),
        );
  const box = el("div", { class: "menu", role: "menu", "aria-label": label }, items.filter(Boolean).map(entry));
  box.addEventListener("keydown", (event) => moveFocus(box, event));
  close = popUp(anchor, box);
}

/** Arrow keys, Home and End move the focus among the stops of `box`. */
export function moveFocus(box, event) {
  const stops = focusable(box);
  const at = stops.indexOf(document.activeElement);
  const targets = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  if (!(event.key in targets)) return;
  event.preventDefault();
  stops.at(targets[event.key] % stops.length)?.focus();
}
