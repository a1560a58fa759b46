// A list of messages that is drawn again after every change, touching only the rows that differ.

import { el, reconcile } from "./dom.js";
import { editForm } from "./editing.js";
import { End } from "./end.js";
import { messageRow } from "./message.js";
import { messageBar } from "./message_menu.js";
import { timeOf } from "./times.js";

const TOGETHER_SECONDS = 300; // Messages of one person this close share one name.
const AT_ONCE = 300; // Rows that are drawn; a browser gets slow by thousands.

/** `inThread` draws no ways into threads; `inspect` shows a message's JSON. */
export class MessageList {
  constructor(store, { label, inThread, inspect }) {
    this.store = store;
    this._inThread = inThread;
    this.list = el("ol", { class: "messages", "aria-label": label });
    this._scroller = el("div", { class: "scroller" }, this.list);
    this.end = new End(store, this._scroller, this.list);
    this.node = el("div", { class: "scroller-frame" }, this._scroller, this.end.news);
    const earlier = { type: "button", class: "button", onclick: () => this._showEarlier() };
    this._earlier = el("li", { class: "earlier" }, el("button", earlier, "Show earlier messages"));
    this._all = [];
    this._first = null;
    this._rows = new Map();
    this._values = new Map();
    const find = (ts) => store.messages(store.place.channel).find((one) => one.ts === ts);
    this._bar = messageBar(store, { find, inThread, inspect, edit: (row) => this._edit(row, find(row.dataset.ts)) });
    this.list.addEventListener("pointermove", (event) => this._pointAt(event.target.closest("li.message")));
    this.list.addEventListener("focusin", (event) => this._pointAt(event.target.closest("li.message"), true));
    this.list.addEventListener("keydown", (event) => this._walk(event));
  }

  /**
   * Draws the newest of these messages. `before` are nodes above the first of all, `newAfter` the `ts` behind which the
   * rest is new, and `turned` says that they are others than before.
   */
  show(messages, { before = [], newAfter = null, turned = false } = {}) {
    this._all = messages;
    this._around = { before, newAfter };
    this._first ??= this._firstAtOnce(newAfter);
    this._draw();
    this.end.shown(messages, turned);
  }

  _draw() {
    const { before, newAfter } = this._around;
    const held = document.activeElement?.closest("li.message")?.dataset.ts;
    const messages = this._all.filter((one) => one.ts >= this._first);
    const rows = messages.map((message, place) => this._row(message, messages[place - 1]));
    this._forgetAllBut(new Set(messages.map((one) => one.ts)));
    const above = messages.length < this._all.length ? [this._earlier] : before;
    reconcile(this.list, [...above, ...this._withLines(messages, rows, newAfter)]);
    if (held && document.activeElement === document.body) this._nearest(held)?.focus({ preventScroll: true });
    this._keepOneStop();
  }

  /** The newest messages, and all that are new, with one above them that tells where these begin. */
  _firstAtOnce(newAfter) {
    const firstNew = newAfter > "0" ? this._all.findIndex((one) => one.ts > newAfter) : -1;
    const newest = this._all.length - AT_ONCE;
    return this._tsAt(firstNew < 1 ? newest : Math.min(newest, firstNew - 1));
  }

  /** The `ts` of a message by its place, or of the first of all. An empty list does not say yet where to begin. */
  _tsAt(place) {
    return this._all[Math.max(place, 0)]?.ts ?? null;
  }

  /** Draws more above the first row, which stays where it is and gets the focus of the button above it. */
  _showEarlier() {
    const reading = this._first;
    const below = this._scroller.scrollHeight - this._scroller.scrollTop;
    this._drawFrom(this._all.findIndex((one) => one.ts >= reading) - AT_ONCE);
    this._nearest(reading)?.focus({ preventScroll: true });
    this._scroller.scrollTop = this._scroller.scrollHeight - below;
  }

  _drawFrom(place) {
    this._first = this._tsAt(place);
    this._draw();
  }

  /** The row of a message that was here, or of the one above where it was. */
  _nearest(ts) {
    const rows = this._messages();
    return rows.findLast((row) => row.dataset.ts <= ts) ?? rows[0];
  }

  /** Forgets everything drawn, because another person or channel is shown. */
  clear() {
    this._rows.clear();
    this._values.clear();
    this._first = null;
    this.list.replaceChildren();
  }

  /** Goes to a message and marks it, however far up it is; false when it is not here. */
  pointOut(ts) {
    const place = this._all.findIndex((one) => one.ts === ts);
    if (place >= 0 && !this._rows.has(ts)) this._drawFrom(place);
    const row = this._rows.get(ts)?.row;
    if (!row) return false;
    row.classList.add("found");
    row.addEventListener("blur", () => row.classList.remove("found"), { once: true });
    row.focus();
    return true;
  }

  /** What the list does for the composer below it. */
  composing() {
    return { onSend: () => this.end.go(), onEditLast: () => this._editLast() };
  }

  _editLast() {
    const shown = (one) => one.user === this.store.me && !one.ephemeral && !one.subtype && this._rows.has(one.ts);
    const last = this.store.messages(this.store.place.channel).findLast(shown);
    if (last) this._edit(this._rows.get(last.ts).row, last);
  }

  _row(message, above) {
    const follows = Boolean(above) && this._together(above, message);
    const state = JSON.stringify([message, follows]);
    const known = this._rows.get(message.ts);
    if (known?.state === state) return known.row;
    if (!this._values.has(message.ts)) this._values.set(message.ts, {});
    const options = { follows, inThread: this._inThread, values: this._values.get(message.ts) };
    const row = messageRow(this.store, this.store.place.channel, message, options);
    this._rows.set(message.ts, { state, row });
    return row;
  }

  _together(above, message) {
    const same = above.user === message.user && above.username === message.username && !above.reply_count;
    const close = message.ts - above.ts < TOGETHER_SECONDS && this._day(above) === this._day(message);
    // Each answer that only one person sees stands for itself, and can be dismissed by itself.
    return same && close && !above.ephemeral && !message.ephemeral;
  }

  _day(message) {
    return timeOf(this.store, message.ts, "{date_num}");
  }

  _withLines(messages, rows, newAfter) {
    const nodes = [];
    messages.forEach((message, place) => {
      const above = messages[place - 1];
      if (!above || this._day(above) !== this._day(message)) nodes.push(this._dayLine(message));
      const firstNew = newAfter && message.ts > newAfter && (!above || above.ts <= newAfter);
      if (firstNew && above) nodes.push(el("li", { class: "line new" }, el("span", {}, "New")));
      nodes.push(rows[place]);
    });
    return nodes;
  }

  _dayLine(message) {
    return el("li", { class: "line" }, el("span", {}, timeOf(this.store, message.ts, "{date_long_pretty}")));
  }

  _forgetAllBut(staying) {
    for (const ts of this._rows.keys()) if (!staying.has(ts)) this._rows.delete(ts);
  }

  _edit(row, message) {
    const contents = row.querySelector(".contents");
    const done = () => {
      form.replaceWith(contents);
      row.focus();
    };
    const form = editForm(this.store, this.store.place.channel, message, done);
    contents.replaceWith(form);
    form.querySelector("textarea").focus();
  }

  // --- Pointing and walking ---

  _messages() {
    return [...this.list.querySelectorAll("li.message")];
  }

  _pointAt(row, focused = false) {
    if (!row || row.contains(this._bar)) return;
    // A bar that moves away while it has the focus would take the focus with it.
    if (this._bar.contains(document.activeElement)) this._bar.closest("li")?.focus({ preventScroll: true });
    row.append(this._bar);
    if (focused) this._keepOneStop(row);
  }

  /** One row of the list can be reached with Tab, the last unless one is in another; arrow keys walk to the others. */
  _keepOneStop(wanted = null) {
    const rows = this._messages();
    const stop = wanted ?? rows.find((row) => row.contains(document.activeElement)) ?? rows.at(-1);
    for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
  }

  _walk(event) {
    const rows = this._messages();
    const at = rows.indexOf(event.target);
    const targets = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 };
    if (at < 0 || event.altKey || !(event.key in targets)) return;
    event.preventDefault();
    rows[Math.max(targets[event.key], 0)]?.focus();
  }
}
