// The pane at the side: one message and its replies.

import { Composer } from "./composer.js";
import { el } from "./dom.js";
import { iconButton } from "./icons.js";
import { MessageList } from "./message_list.js";
import { channelTitle } from "./people.js";

/** `inspect` shows a message's JSON. */
export class Thread {
  constructor(store, { inspect }) {
    this.store = store;
    this.messages = new MessageList(store, { label: "Messages of the thread", inThread: true, inspect });
    this.composer = new Composer(store, { place: () => store.place, ...this.messages.composing() });
    this.where = el("span", { class: "soft" });
    const close = iconButton("close", "Close the thread", () => this.close());
    const head = el("header", { class: "pane-head" }, el("h2", {}, "Thread"), this.where, close);
    const props = { class: "thread", "aria-label": "Thread", hidden: true };
    this.node = el("aside", props, head, this.messages.node, this.composer.form);
    store.on("messages", (channel) => channel === store.place.channel && this._draw(false));
    this._shown = null;
  }

  /** Turns to the thread that the store looks at, or away. */
  turn() {
    const { channel, thread } = this.store.place;
    const shown = thread && `${this.store.me} ${channel} ${thread}`;
    this.node.hidden = !thread;
    if (!thread || shown === this._shown) return (this._shown = shown);
    this._shown = shown;
    this.messages.clear();
    this.where.textContent = channelTitle(this.store, this.store.channel(channel));
    this.composer.turnTo("Reply", this.store.channel(channel).archived ? "This channel is archived." : null);
    this._draw(true);
    this.composer.focus();
  }

  /** Closes the pane; the focus goes back to the message it hung on. */
  close() {
    const { channel, thread } = this.store.place;
    this.store.goTo(channel);
    document.querySelector(`main li.message[data-ts="${CSS.escape(thread)}"]`)?.focus();
  }

  _draw(turned) {
    const { channel, thread } = this.store.place;
    if (!thread) return;
    const belongs = (one) => one.ts === thread || one.thread_ts === thread;
    this.messages.show(this.store.messages(channel).filter(belongs), { turned });
  }
}
