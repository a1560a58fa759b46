// What travels between the workspace and the bot: a list, each payload with its checks, and faults on demand.

import { el, fill } from "./dom.js";
import { faultForm } from "./faults.js";
import { iconButton } from "./icons.js";
import { prettyJson } from "./json.js";
import { moveFocus } from "./menu.js";
import { timeOf } from "./times.js";

const WAYS = { "to bot": "→", "from bot": "←" };

export class Inspector {
  constructor(store) {
    this.store = store;
    this._shown = null;
    this._build();
    store.on("exchanges", () => this.node.hidden || this._draw());
  }

  _build() {
    this.filter = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the exchanges" });
    this.onlyBad = el("input", { type: "checkbox" });
    for (const control of [this.filter, this.onlyBad]) control.addEventListener("input", () => this._draw());
    this.list = el("ul", { class: "exchanges", "aria-label": "Exchanges, the newest first" });
    this.list.addEventListener("keydown", (event) => moveFocus(this.list, event));
    const hint = el("p", { class: "soft" }, "Choose a line to see what was sent and what was answered.");
    this.detail = el("div", { class: "detail", tabindex: 0, role: "region", "aria-label": "Payload" }, hint);
    const close = iconButton("close", "Close the inspector", () => this.toggle(false));
    const faults = el("button", { type: "button", class: "button", onclick: () => this._showFaults() }, "Faults");
    const check = el("label", { class: "check" }, this.onlyBad, "Problems only");
    const head = el("header", { class: "pane-head" }, el("h2", {}, "Inspector"), this.filter, check, faults, close);
    const panes = el("div", { class: "inspector-panes" }, this.list, this.detail);
    this.node = el("section", { class: "inspector", "aria-label": "Inspector", hidden: true }, head, panes);
  }

  /** Opens or closes it. */
  toggle(open = this.node.hidden) {
    const held = this.node.contains(document.activeElement);
    this.node.hidden = !open;
    if (open) {
      this._returnTo = document.activeElement;
      this._draw();
      this.filter.focus();
    } else if (held) this._returnTo?.focus();
  }

  /** Shows any JSON by a name. */
  showJson(name, value) {
    this.toggle(true);
    this._select(null);
    fill(this.detail, el("h3", {}, name), prettyJson(value));
    this.detail.focus();
  }

  _draw() {
    const held = this.list.contains(document.activeElement) && document.activeElement.dataset.number;
    const rows = this._fitting().map((exchange) => this._row(exchange));
    const none = el("li", { class: "soft none" }, "Nothing yet. Type something to the bot.");
    fill(this.list, rows.length ? rows : none);
    if (held) this.list.querySelector(`[data-number="${held}"]`)?.focus();
  }

  _fitting() {
    const words = this.filter.value.toLowerCase();
    const fits = (one) => !words || JSON.stringify(one).toLowerCase().includes(words);
    const wanted = (one) => !this.onlyBad.checked || one.problems.length > 0;
    return this.store.exchanges.filter((one) => wanted(one) && fits(one)).reverse();
  }

  _row(exchange) {
    const { number, at, way, name, status, milliseconds, problems } = exchange;
    const bad = problems.length > 0;
    const count = `${problems.length} problem${problems.length === 1 ? "" : "s"}`;
    const when = timeOf(this.store, new Date(at) / 1000, "{time_secs}");
    const current = number === this._shown ? "true" : null;
    const show = () => this._showExchange(exchange);
    const button = el(
      "button",
      { type: "button", dataset: { number }, class: bad ? "bad" : null, "aria-current": current, onclick: show },
      el("span", { class: "way", "aria-label": way, role: "img" }, WAYS[way]),
      el("b", {}, name),
      bad && el("span", { class: "badge danger" }, count),
      el("small", {}, `${status} · ${Math.round(milliseconds)} ms · ${when}`),
    );
    return el("li", {}, button);
  }

  _showExchange({ number, way, name, body, answer, status, problems }) {
    this._select(number);
    fill(
      this.detail,
      el("h3", {}, `${name}, ${way}`),
      problems.length > 0 && el("ul", { class: "problems" }, problems.map(problemLine)),
      el("h4", {}, "Sent"),
      prettyJson(body),
      el("h4", {}, `Answered: ${status}`),
      answer === null ? el("p", { class: "soft" }, "Nothing.") : prettyJson(answer),
    );
    this.detail.scrollTop = 0;
  }

  _showFaults() {
    this._select(null);
    fill(this.detail, faultForm(this.store));
    this.detail.querySelector("select, input")?.focus();
  }

  _select(number) {
    this._shown = number;
    for (const button of this.list.querySelectorAll("[data-number]")) {
      if (Number(button.dataset.number) === number) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }
}

function problemLine({ code, pointer, sentence }) {
  return el("li", {}, el("b", {}, code), " ", el("code", {}, pointer || "/"), " ", sentence);
}
