// The middle of the page: a channel's name, its messages and its composer.

import { channelMenu } from "./channel_menu.js";
import { Composer } from "./composer.js";
import { el, fill } from "./dom.js";
import { iconButton } from "./icons.js";
import { openMenu } from "./menu.js";
import { MessageList } from "./message_list.js";
import { channelIcon, channelName, channelTitle } from "./people.js";
import { beginning } from "./welcome.js";

/** `inspect` shows a message's JSON. */
export class Timeline {
  constructor(store, { inspect }) {
    this.store = store;
    this.messages = new MessageList(store, { label: "Messages", inThread: false, inspect });
    const place = () => ({ channel: store.place.channel, thread: null });
    this.composer = new Composer(store, { place, ...this.messages.composing() });
    this.title = el("div", { class: "title" });
    this.node = el("div", { class: "timeline" }, this.messages.node, this.composer.form);
    this._newAfter = null;
    store.on("messages", (channel) => channel === store.place.channel && this._draw());
    store.on("start", () => this.channel && this._drawFrame());
    document.addEventListener("visibilitychange", () => this.channel && this._draw());
  }

  get channel() {
    return this.store.channel(this.store.place.channel);
  }

  get name() {
    return channelTitle(this.store, this.channel);
  }

  /** Turns to the channel that the store looks at. */
  turn() {
    this._newAfter = this.store.lastRead(this.channel.id);
    this._frame = null;
    this.messages.clear();
    this._drawFrame();
    this._draw(true);
  }

  /** Draws what stands around the messages, unless it would be the same: a drawn composer loses its caret. */
  _drawFrame() {
    const { channel, store } = this;
    const { app, suggestions, humans } = store.start;
    const state = JSON.stringify([store.me, channel, app, suggestions, humans]);
    if (state === this._frame) return;
    this._frame = state;
    this._drawTitle();
    this.composer.turnTo(`Message ${this.name}`, this._closed());
    this._beginning = beginning(store, channel, (line) => this.composer.type(line));
    this._draw();
  }

  _drawTitle() {
    const { channel, store } = this;
    const bot = `${store.start.app.name} is ${channel.bot_in ? "here" : "not here"}`;
    const facts = channel.kind === "dm" ? "Direct messages" : `${channel.members.length} members · ${bot}`;
    const heading = el("h1", {}, channelIcon(channel), channelName(store, channel));
    const open = () => openMenu(more, "Channel", channelMenu(store, this.channel));
    const more = iconButton("more", "Channel menu", open, { "aria-haspopup": "menu" });
    const begin = () => this._beginConversation();
    const fresh = store.start.app.assistant && iconButton("plus", "New conversation", begin);
    fill(this.title, heading, el("p", { class: "soft" }, facts), channel.kind === "dm" ? fresh : more);
  }

  /** In the assistant's pane, which is a thread here. */
  async _beginConversation() {
    const begun = await this.store.attempt("assistant_thread", {});
    if (begun) this.store.goTo(begun.channel, begun.ts);
  }

  _closed() {
    if (this.channel.archived) return "This channel is archived.";
    const app = this.store.start.app;
    return this.channel.kind === "dm" && !app.messages_tab ? `${app.name} takes no direct messages.` : null;
  }

  _draw(turned = false) {
    const { channel, store } = this;
    const all = store.messages(channel.id);
    const shown = all.filter((one) => !one.thread_ts || one.thread_ts === one.ts || one.subtype === "thread_broadcast");
    this.messages.show(shown, { before: [this._beginning], newAfter: this._newAfter, turned });
    if (!document.hidden) store.markRead(channel.id);
  }
}
