// The end of a list of messages: it is followed while one is there, and elsewhere one is told of what is new.

import { el, fill } from "./dom.js";
import { authorOf } from "./people.js";

const NEAR = 40; // Pixels within which one is there.

/** Watches `scroller`, which holds `list`; `news` is the node that tells. */
export class End {
  constructor(store, scroller, list) {
    this.news = el("div", { class: "news", role: "status" });
    this._store = store;
    this._scroller = scroller;
    this._list = list;
    this._following = this._atEnd = true;
    this._last = this._seen = "0";
    scroller.addEventListener("scroll", () => this._scrolled(), { passive: true });
    const follow = new ResizeObserver(() => this._stay());
    for (const node of [scroller, list]) follow.observe(node);
  }

  /** Shows the last message, and those that come: the beginning of one that is longer than what can be seen. */
  go() {
    this._following = true;
    this._scroller.scrollTop = this._beginningOfLast();
    this._atEnd = this._below() < NEAR;
  }

  /** These messages are shown now; `turned` when they are of another channel than those before. */
  shown(messages, turned) {
    const before = this._last;
    this._last = messages.at(-1)?.ts ?? "0";
    if (turned || this._following) this._seen = this._last;
    const ofOthers = messages.filter((one) => one.ts > before && one.user !== this._store.me);
    this._tell(turned ? [] : ofOthers, messages.filter((one) => one.ts > this._seen).length);
    if (turned || (this._following && this._last > before)) this.go();
    else this._stay();
  }

  /** What changes elsewhere in the list moves nobody away from its end. */
  _stay() {
    if (this._atEnd) this._scroller.scrollTop = this._scroller.scrollHeight;
  }

  _below() {
    const { scrollHeight, scrollTop, clientHeight } = this._scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  _beginningOfLast() {
    const { scrollHeight, clientHeight } = this._scroller;
    return Math.min(scrollHeight - clientHeight, this._list.lastElementChild?.offsetTop ?? 0);
  }

  _scrolled() {
    this._atEnd = this._below() < NEAR;
    this._following = this._scroller.scrollTop > this._beginningOfLast() - NEAR;
    if (!this._following) return;
    this._seen = this._last;
    fill(this.news);
  }

  /** Who wrote, for people who listen; a way to the end, for people who read farther up. */
  _tell(fresh, unseen) {
    const names = [...new Set(fresh.map((one) => authorOf(this._store, one).name))];
    const way = () => el("button", { type: "button", onclick: () => this.go() }, `↓ ${unseen} new below`);
    const said = names.length > 0 && el("span", { class: "unseen" }, `New from ${names.join(" and ")}`);
    fill(this.news, said, unseen > 0 && way());
  }
}
