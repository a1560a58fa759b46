// Puts the page together: finds out who acts, opens the store, and turns to what the address names.

import { renderHome } from "./blocks/home.js";
import { showModals } from "./blocks/modal.js";
import { contextFor } from "./context.js";
import { el, fill, focusable } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { Inspector } from "./inspector.js";
import { listenToKeys, showKeys } from "./keyboard.js";
import { recall, remember } from "./memory.js";
import { Sidebar } from "./sidebar.js";
import { Store } from "./store.js";
import { applyTheme } from "./theme.js";
import { Thread } from "./thread.js";
import { Timeline } from "./timeline.js";
import { toasts } from "./toasts.js";

const FIRST = "U0READER";
const ADDRESS = /^#\/(\w+)(?:\/(\d[\d.]*))?(?:\/p([\d.]+))?$/; // A place, a thread in it, one message in either.

class Page {
  constructor(store) {
    this.store = store;
    this.inspector = new Inspector(store);
    const inspect = (name, value) => this.inspector.showJson(name, value);
    this.timeline = new Timeline(store, { inspect });
    this.thread = new Thread(store, { inspect });
    const become = (user) => this.become(user);
    this.sidebar = new Sidebar(store, { become, help: showKeys, inspector: () => this._inspect() });
    this.home = el("div", { class: "home", hidden: true });
    this._chosenAtHome = new Map(); // By person: what was chosen stays while the app publishes anew.
    this.homeTitle = el("div", { class: "title", hidden: true });
    this._build();
    this._subscribe();
  }

  _build() {
    const controls = { class: "icon-button drawer-button", "aria-controls": "sidebar", "aria-expanded": "false" };
    this.drawerButton = iconButton("menu", "Channels and people", () => this._drawer(true), controls);
    this.shade = el("div", { class: "shade", hidden: true, onclick: () => this._drawer(false) });
    const gone = "The workspace has stopped. Start it again, and this page goes on by itself.";
    this.gone = el("p", { class: "gone", role: "alert", hidden: true }, gone);
    const bar = el("header", { class: "bar" }, this.drawerButton, this.timeline.title, this.homeTitle);
    this.main = el("main", { id: "main", tabindex: -1 }, this.gone, bar, this.timeline.node, this.home);
    // The browser moves the focus; `_follow` puts the address right again.
    const skip = el("a", { class: "skip", href: "#main" }, "Skip to the messages");
    const middle = el("div", { class: "middle" }, this.main, this.thread.node, this.inspector.node);
    fill(document.body, skip, this.sidebar.node, this.shade, middle, toasts(this.store));
  }

  _subscribe() {
    const { store } = this;
    store.on("place", () => this._turn());
    store.on("home", () => this._drawHome());
    store.on("modals", () => this._drawModals());
    store.on("alive", () => (this.gone.hidden = store.alive));
    store.on("start", () => store.place.channel && !this._exists(store.place.channel) && this._follow());
    addEventListener("hashchange", () => this._follow());
    listenToKeys({
      step: (by) => this._step(by),
      escape: () => this._escape(),
      inspector: () => this._inspect(),
      write: (text) => this._write(text),
    });
  }

  async open() {
    await this.store.open();
    if (!this._follow() && this.store.place.channel !== "home") this.timeline.composer.focus();
  }

  async become(user) {
    const { channel } = this.store.place;
    remember("me", user);
    await this.store.become(user);
    const direct = channel.startsWith("D") && this.store.start.channels.find((one) => one.kind === "dm");
    this.store.goTo(direct ? direct.id : channel);
    this._follow();
  }

  /**
   * Turns to what the address names, or to where the person was, or to the first channel with the bot. True when it
   * went to a single message.
   */
  _follow() {
    const [, named, thread, message] = ADDRESS.exec(location.hash) ?? [];
    const { channels } = this.store.start;
    const usual = [named, recall("channel")].find((place) => this._exists(place));
    const place = usual ?? channels.find((one) => one.bot_in && one.kind !== "dm")?.id ?? channels[0].id;
    this.store.goTo(place, place === named ? thread : null);
    this._drawer(false);
    const list = thread ? this.thread.messages : this.timeline.messages;
    return place === named && Boolean(message) && list.pointOut(message);
  }

  _exists(place) {
    return place === "home" ? this.store.start.app.home_tab : Boolean(this.store.channel(place));
  }

  _turn() {
    const { channel, thread } = this.store.place;
    const home = channel === "home";
    const address = `#/${channel}${thread ? `/${thread}` : ""}`;
    // Where a single message was named, going back must not lead to it again and again.
    if (!location.hash || ADDRESS.exec(location.hash)?.[3]) history.replaceState(null, "", address);
    else if (location.hash !== address) history.pushState(null, "", address);
    remember("channel", channel);
    for (const node of [this.home, this.homeTitle]) node.hidden = !home;
    for (const node of [this.timeline.node, this.timeline.title]) node.hidden = home;
    this._open(home);
    this.thread.turn();
  }

  _open(home) {
    const shown = `${this.store.me} ${this.store.place.channel}`;
    if (shown === this._shown) return;
    this._shown = shown;
    document.title = `${home ? "Home" : this.timeline.name} · ${this.store.start.team.name}`;
    if (home) this._drawHome();
    else this.timeline.turn();
    const tab = home ? "home" : this.timeline.channel.kind === "dm" && "messages";
    if (tab) this.store.attempt("open_home", { tab });
  }

  _drawHome() {
    if (this.store.place.channel !== "home") return;
    const { home, start } = this.store;
    fill(this.homeTitle, el("h1", {}, icon("home"), start.app.name), el("p", { class: "soft" }, "Home"));
    const drawn = JSON.stringify([this.store.me, home]);
    if (drawn === this._drawnHome && this.home.hasChildNodes()) return;
    this._drawnHome = drawn;
    const nothing = el("p", { class: "soft" }, `${start.app.name} has not put anything here yet.`);
    const held = focusable(this.home).indexOf(document.activeElement);
    fill(this.home, home ? renderHome(home, this._contextOfHome()) : nothing);
    focusable(this.home)[held]?.focus();
  }

  _contextOfHome() {
    const { home, me } = this.store;
    const shown = new Set(home.blocks.map((block) => block.block_id)); // What is gone does not come back filled in.
    const chosen = Object.entries(this._chosenAtHome.get(me) ?? {}).filter(([block]) => shown.has(block));
    this._chosenAtHome.set(me, Object.fromEntries(chosen));
    return contextFor(this.store, "home", { view_id: home.id }, this._chosenAtHome.get(me));
  }

  _drawModals() {
    const { store } = this;
    showModals(store.modals, {
      contextOf: (view) => ({ ...contextFor(store, "modal", { view_id: view.id }), channel: this._conversation() }),
      onSubmit: (view_id, values) => store.do("submit", { view_id, values }),
      onClose: (view_id, clear) => store.attempt("close", { view_id, clear }),
    });
  }

  /** Where a window was opened from, for inputs that begin with the current conversation. */
  _conversation() {
    const { channel } = this.store.place;
    return channel === "home" ? null : channel;
  }

  // --- Ways around ---

  _inspect() {
    this._drawer(false);
    this.inspector.toggle();
  }

  _step(by) {
    const order = this.sidebar.order();
    const at = order.indexOf(`#/${this.store.place.channel}`);
    location.hash = order.at((at + by) % order.length);
  }

  _escape() {
    if (!this.shade.hidden) this._drawer(false);
    else if (!this.inspector.node.hidden) this.inspector.toggle(false);
    else if (this.store.place.thread) this.thread.close();
  }

  _write(text) {
    const { box } = this.timeline.composer;
    box.focus();
    if (box.value) return;
    box.setRangeText(text, 0, 0, "end");
    box.dispatchEvent(new Event("input"));
  }

  /** On a narrow screen the sidebar is a drawer, and what lies behind it cannot be reached meanwhile. */
  _drawer(open) {
    const was = !this.shade.hidden;
    this.sidebar.node.classList.toggle("open", open);
    this.shade.hidden = !open;
    this.drawerButton.setAttribute("aria-expanded", String(open));
    this.main.parentElement.inert = open;
    if (open) this.sidebar.node.querySelector("input:checked")?.focus();
    else if (was) this.drawerButton.focus();
  }
}

applyTheme();
const page = new Page(new Store(recall("me", FIRST)));
page.open().catch((error) => page.store.notify(error.message));
