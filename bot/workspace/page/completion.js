// The list of completions above a text box, walked with the arrow keys while the focus stays in the box.

import { completionsAt } from "./completing.js";
import { el, newId } from "./dom.js";

/** Watches `box` (a text area) and shows what completes its text; `start` gives what the page knows. */
export class Completion {
  constructor(box, start) {
    this.box = box;
    const props = { class: "completions", role: "listbox", "aria-label": "Completions", hidden: true };
    this.list = el("ul", { ...props, id: newId("completions") });
    this._start = start;
    this._found = null;
    this._chosen = -1;
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-controls", this.list.id);
    box.addEventListener("input", () => this.update());
    box.addEventListener("blur", () => this.close());
  }

  update() {
    this._found = completionsAt(this.box.value, this.box.selectionStart, this._start());
    this._chosen = this._found?.eager ? 0 : -1;
    this._draw();
  }

  close() {
    this._found = null;
    this._draw();
  }

  /** Whether the key was meant for the list. */
  takeKey(event) {
    const keys = { ArrowDown: () => this._move(1), ArrowUp: () => this._move(-1), Escape: () => this.close() };
    if (!this._found || event.isComposing) return false;
    if (event.key in keys) keys[event.key]();
    else if (event.key === "Tab" && !event.shiftKey) this._take(Math.max(this._chosen, 0));
    else if (event.key === "Enter" && !event.shiftKey && this._chosen >= 0) this._take(this._chosen);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  _move(step) {
    const count = this._found.items.length;
    this._chosen = (Math.max(this._chosen, step > 0 ? -1 : 0) + step + count) % count;
    this._draw();
  }

  _take(place) {
    const { from, items } = this._found;
    const { insert } = items[place];
    this.box.setRangeText(insert, from, this.box.selectionStart, "end");
    this.box.dispatchEvent(new Event("input", { bubbles: true }));
    this.box.focus();
  }

  _draw() {
    const items = this._found?.items ?? [];
    this.list.hidden = items.length === 0;
    this.list.replaceChildren(...items.map((item, place) => this._option(item, place)));
    const active = this.list.children[this._chosen];
    if (active) this.box.setAttribute("aria-activedescendant", active.id);
    else this.box.removeAttribute("aria-activedescendant");
    active?.scrollIntoView({ block: "nearest" });
  }

  _option(item, place) {
    const press = (event) => {
      event.preventDefault(); // The box keeps the focus.
      this._take(place);
    };
    const chosen = String(place === this._chosen);
    return el(
      "li",
      { role: "option", id: `${this.list.id}-${place}`, "aria-selected": chosen, onmousedown: press },
      el("b", {}, item.label),
      item.hint && el("span", { class: "hint" }, item.hint),
      el("span", { class: "soft" }, item.detail),
    );
  }
}
