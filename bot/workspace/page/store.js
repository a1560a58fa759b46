// What the page knows of the workspace, kept fresh by the stream of changes; whoever draws something subscribes.

import { act, ask, CannotDo, listen } from "./api.js";
import { forget, recall, remember } from "./memory.js";
import { Once } from "./once.js";

const POLL_SECONDS = 20; // Whether the bot is connected is not told as a change.
const EXCHANGES = 500;
const HIDDEN_SECONDS = 10;

/**
 * Topics: "start" (people, channels, clock, connection), "messages" (with the channel's id), "unread", "modals",
 * "home", "exchanges", "notice" (with the change), "alive" (whether the server answers), "place" (what is looked at).
 */
export class Store {
  constructor(me) {
    this.me = me;
    this.start = null;
    this.home = null;
    this.modals = [];
    this.exchanges = [];
    this.faults = [];
    this.alive = true;
    this.place = { channel: null, thread: null };
    this._messages = new Map();
    this._subscribers = new Map();
    this._once = new Once();
    this._stopListening = () => {};
    this._resting = false;
  }

  /** Asks for everything, then follows the changes. */
  async open() {
    await this.refreshAll();
    this._listen();
    this._restWhileHidden();
    setInterval(() => document.hidden || this._fresh(this.refreshStart()), POLL_SECONDS * 1000);
  }

  /** Looks at the workspace as another person. */
  async become(user) {
    this._stopListening();
    await this._once.settled();
    this.me = user;
    this._messages.clear();
    await this.refreshAll();
    this._listen();
  }

  /** Calls `subscriber` whenever the topic has something new. */
  on(topic, subscriber) {
    this._subscribers.set(topic, [...(this._subscribers.get(topic) ?? []), subscriber]);
  }

  emit(topic, value) {
    for (const subscriber of this._subscribers.get(topic) ?? []) subscriber(value);
  }

  /** Shows the person a sentence. */
  notify(sentence) {
    this.emit("notice", { sentence });
  }

  /** Lets the acting person do something. Rejects with CannotDo. */
  do(verb, fields) {
    return act(verb, this.me, fields);
  }

  /** The same, where a refusal needs no more than being told: resolves to null then. */
  async attempt(verb, fields) {
    try {
      return await this.do(verb, fields);
    } catch (error) {
      this.notify(error.message);
      return null;
    }
  }

  // --- What is known ---

  channel(id) {
    return this.start.channels.find((one) => one.id === id);
  }

  person(id) {
    return this.start.people.find((one) => one.id === id);
  }

  messages(channel) {
    return this._messages.get(channel) ?? [];
  }

  /** The workspace's time. */
  now() {
    return new Date(Date.now() + this._clockOffset);
  }

  /** How many messages of others came since the person last looked into the channel. */
  unread(channel) {
    const read = this.lastRead(channel);
    return this.messages(channel).filter((one) => one.user !== this.me && one.ts > read).length;
  }

  /** The last message that the person has seen here, or "0". */
  lastRead(channel) {
    return recall(this._readKey(channel), "0");
  }

  markRead(channel) {
    const last = this.messages(channel).at(-1);
    if (!last || last.ts <= this.lastRead(channel)) return;
    remember(this._readKey(channel), last.ts);
    this.emit("unread");
  }

  /** Turns to a channel (or "home"), and to a thread in it. */
  goTo(channel, thread = null) {
    this.place = { channel, thread };
    this.emit("place", this.place);
  }

  /** Begins the workspace anew. */
  async reset() {
    if (!(await this.attempt("reset"))) return;
    forget("read ");
    await this._fresh(this.refreshAll());
    this.goTo(this.place.channel);
  }

  // --- Refreshing ---

  refreshAll() {
    return this._once.run("all", async () => {
      await this.refreshStart();
      const channels = this.start.channels.map((one) => this.refreshMessages(one.id));
      const parts = [...channels, this.refreshModals(), this.refreshHome(), this.refreshExchanges()];
      // What one part lacks need not be missing from the others.
      await Promise.all(parts.map((part) => this._fresh(part)));
    });
  }

  refreshStart() {
    return this._once.run("start", async () => {
      this.start = await ask("start", this.me);
      this._clockOffset = new Date(this.start.clock.now) - Date.now();
      this.emit("start");
    });
  }

  refreshMessages(channel) {
    return this._once.run(`messages ${channel}`, async () => {
      this._messages.set(channel, (await ask("messages", this.me, { channel })).messages);
      this.emit("messages", channel);
      this.emit("unread");
    });
  }

  refreshModals() {
    return this._once.run("modals", async () => {
      this.modals = (await ask("modals", this.me)).views;
      this.emit("modals");
    });
  }

  refreshHome() {
    return this._once.run("home", async () => {
      this.home = (await ask("home", this.me)).view;
      this.emit("home");
    });
  }

  refreshExchanges() {
    return this._once.run("exchanges", async () => {
      const after = this.exchanges.at(-1)?.number ?? 0;
      const { exchanges, faults } = await ask("exchanges", this.me, { after });
      this.faults = faults;
      this.exchanges = [...this.exchanges, ...exchanges].slice(-EXCHANGES);
      this.emit("exchanges");
    });
  }

  /** Waits for a refresh; that the workspace is gone is shown once, and not for each thing that could not be had. */
  _fresh(refreshing) {
    return refreshing.catch((error) => {
      if (!(error instanceof CannotDo)) throw error;
      if (this.alive) this.notify(error.message);
    });
  }

  // --- Following ---

  _listen() {
    this._stopListening();
    this._resting = false;
    this._stopListening = listen(
      this.me,
      (change) => this._take(change),
      (alive) => this._setAlive(alive),
    );
  }

  /**
   * A browser keeps six connections to a server, and each stream is one: a page that nobody looks at leaves its own to
   * the others, or the seventh would never load. A page that is only passed by need not fetch everything again.
   */
  _restWhileHidden() {
    let leaving = null;
    const look = () => {
      clearTimeout(leaving);
      if (document.hidden) leaving = setTimeout(() => this._rest(), HIDDEN_SECONDS * 1000);
      else if (this._resting) this._wake();
    };
    document.addEventListener("visibilitychange", look);
    look(); // A page may be opened behind another one.
  }

  _rest() {
    this._stopListening();
    this._resting = true;
  }

  /** Follows again; everything is fetched as soon as the stream is open. */
  _wake() {
    this.exchanges = []; // Meanwhile the server may have been started again, and counts from 1.
    this._listen();
  }

  _take(change) {
    if (change.kind === "notice") this.emit("notice", change);
    else this._fresh(this._refreshFor(change));
  }

  async _refreshFor({ kind, channel }) {
    if (kind === "message" || kind === "message_deleted") {
      if (this.channel(channel)) await this.refreshMessages(channel);
    } else if (kind === "channel") await this.refreshAll();
    else if (kind === "modals") await this.refreshModals();
    else if (kind === "home") await this.refreshHome();
    else if (kind === "clock") await this.refreshStart();
    else if (kind === "exchange") await this.refreshExchanges();
  }

  _setAlive(alive) {
    // A server that was started again counts its exchanges from 1.
    if (alive && !this.alive) this.exchanges = [];
    this.alive = alive;
    this.emit("alive");
    // Whatever happened before the stream was open has not been told.
    if (alive) this._fresh(this.refreshAll());
  }

  _readKey(channel) {
    return `read ${this.me} ${channel}`;
  }
}
