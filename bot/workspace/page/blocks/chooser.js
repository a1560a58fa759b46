// A button that says what is chosen, and opens a box in which to search and choose.

import { el, fill, newId } from "../dom.js";
import { popUp } from "../menu.js";

/**
 * `find(query)` gives groups of choices or rejects with a sentence, `choice(value)` the choice behind a value. `limit`
 * is how many may be chosen, null for exactly one. `change(value)` is called when the box closes with another choice.
 */
export function chooser({ placeholder, find, choice, limit, props, change }) {
  let chosen = [];
  const role = { role: "combobox", "aria-haspopup": "dialog", "aria-expanded": "false" };
  const node = el("button", { type: "button", class: "b-field b-chooser", ...role, ...props });
  const show = (value) => {
    chosen = [value ?? []].flat().map(choice);
    fill(node, chosen.map(({ label }) => label).join(", ") || placeholder);
  };
  const done = (selection) => {
    const values = selection.map(({ value }) => value);
    const value = limit === null ? (values[0] ?? null) : values;
    show(value);
    change(value);
  };
  node.addEventListener("click", () => new Box({ find, limit, done }).open(node, chosen));
  return { node, show };
}

/** The open box: a search field above rows with checkboxes, or with radio buttons where one may be chosen. */
class Box {
  constructor({ find, limit, done }) {
    this._find = find;
    this._limit = limit;
    this._done = done;
    this._search = el("input", { type: "search", class: "b-field", "aria-label": "Search", placeholder: "Search" });
    this._rows = el("div", { class: "b-choices", "aria-live": "polite" });
    this._search.addEventListener("input", () => this._list());
  }

  open(anchor, chosen) {
    this._chosen = chosen;
    const id = newId("b");
    const box = el("div", { id, class: "b-box", role: "dialog", "aria-label": "Choose" }, this._search, this._rows);
    anchor.setAttribute("aria-controls", id);
    box.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed" && this._chosen !== chosen) this._done(this._chosen);
    });
    this._close = popUp(anchor, box);
    this._list();
  }

  async _list() {
    const query = this._search.value;
    const contents = await this._contents(query);
    if (query !== this._search.value) return; // The answer to an older question.
    fill(this._rows, contents);
    this._holdLimit();
  }

  async _contents(query) {
    try {
      const groups = (await this._find(query)).filter(({ choices }) => choices.length);
      const drawn = groups.map(({ label, choices }) => [label && el("strong", null, label), this._drawn(choices)]);
      return drawn.length ? drawn : "Nothing found.";
    } catch (error) {
      return error.message;
    }
  }

  _drawn(choices) {
    return choices.map((choice) => {
      const checked = this._chosen.some(({ key }) => key === choice.key);
      const input = el("input", { type: this._limit === null ? "radio" : "checkbox", name: "b-choice", checked });
      input.addEventListener("change", () => this._choose(choice, input.checked));
      const detail = choice.detail && el("small", null, choice.detail);
      return el("label", null, input, el("span", null, choice.label, detail));
    });
  }

  _choose(choice, checked) {
    const others = this._limit === null ? [] : this._chosen.filter(({ key }) => key !== choice.key);
    this._chosen = checked ? [...others, choice] : others;
    if (this._limit === null) this._close();
    else this._holdLimit();
  }

  _holdLimit() {
    const full = this._limit !== null && this._chosen.length >= this._limit;
    for (const input of this._rows.querySelectorAll("input")) input.disabled = full && !input.checked;
  }
}
