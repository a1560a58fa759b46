// The left side: who one is, where one can go, whether the bot is there, and the workspace's own controls.

import { createChannel } from "./channel_menu.js";
import { clockButton } from "./clock.js";
import { el, fill, renew } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { openMenu } from "./menu.js";
import { authorOf, avatar, channelIcon, channelName } from "./people.js";
import { question } from "./dialog.js";
import { themeEntries } from "./theme.js";

const TRANSPORTS = { socket: "Socket Mode", http: "HTTP" };

/** `become` changes the acting person, `inspector` opens and closes the inspector, `help` shows the keys. */
export class Sidebar {
  constructor(store, { become, inspector, help }) {
    this.store = store;
    this._become = become;
    this.head = el("header", { class: "side-head" });
    this.people = el("fieldset", { class: "people" });
    this.shared = el("ul", {});
    this.direct = el("ul", {});
    this.appName = el("h2", {});
    const add = iconButton("plus", "New channel", () => createChannel(store));
    const places = [el("h2", {}, "Channels", add), this.shared, this.appName, this.direct];
    this.places = el("nav", { class: "places", "aria-label": "Channels" }, places);
    this.inspectorButton = this._control("lens", "Inspector", inspector);
    this.problems = el("b", { class: "badge danger", hidden: true });
    this.inspectorButton.append(this.problems);
    const settings = this._control("theme", "Settings", () => this._openSettings(settings, help));
    const controls = el("div", { class: "controls" }, clockButton(store), this.inspectorButton, settings);
    const props = { class: "sidebar", id: "sidebar", "aria-label": "Workspace" };
    this.node = el("aside", props, this.head, this.people, this.places, controls);
    store.on("start", () => this._drawAll());
    store.on("alive", () => this._drawHead());
    store.on("unread", () => this._drawPlaces());
    store.on("place", () => this._drawPlaces());
    store.on("exchanges", () => this._countProblems());
  }

  /** Where one can go, in the order of the list. */
  order() {
    return [...this.places.querySelectorAll("a")].map((link) => link.hash);
  }

  _control(picture, label, press) {
    return el("button", { type: "button", class: "control", onclick: press }, icon(picture), el("span", {}, label));
  }

  _drawAll() {
    this._drawHead();
    this._drawPeople();
    this._drawPlaces();
  }

  _drawHead() {
    const { team, app, connected, transport } = this.store.start;
    const there = this.store.alive && connected;
    const trouble = this.store.alive ? `${app.name} is not connected` : "The workspace has stopped";
    const state = there ? `${app.name} is here, by ${TRANSPORTS[transport]}` : trouble;
    fill(this.head, el("p", { class: "team" }, team.name), el("p", { class: there ? "state on" : "state" }, state));
  }

  _drawPeople() {
    if (this.people.hasChildNodes()) return; // Radio buttons keep their own state, and the focus stays where it is.
    fill(this.people, el("legend", {}, "You act as"), this.store.start.humans.map((id) => this._person(id)));
  }

  _person(id) {
    const person = authorOf(this.store, { user: id });
    const { name, is_admin: admin } = this.store.person(id);
    const props = { type: "radio", name: "person", value: id, checked: id === this.store.me };
    const input = el("input", { ...props, onchange: () => this._become(id) });
    return el("label", { title: `@${name}${admin ? ", administrator" : ""}` }, input, avatar(person), person.name);
  }

  _drawPlaces() {
    const { app } = this.store.start;
    const channels = this.store.start.channels.toSorted((one, other) => one.name.localeCompare(other.name));
    const held = document.activeElement?.closest(".places a")?.hash;
    const shared = channels.filter((one) => one.kind !== "dm").map((one) => this._channel(one));
    const direct = channels.filter((one) => one.kind === "dm").map((one) => this._channel(one, "Messages"));
    const home = app.home_tab ? [this._link("home", icon("home"), "Home", {})] : [];
    renew(this.shared, shared);
    fill(this.appName, app.name);
    renew(this.direct, [...home, ...direct]);
    const link = held && this.places.querySelector(`a[href="${CSS.escape(held)}"]`);
    if (link && link !== document.activeElement) link.focus();
  }

  _channel(channel, label = channelName(this.store, channel)) {
    const unread = this.store.unread(channel.id);
    const notes = { unread, archived: channel.archived, away: !channel.bot_in };
    return this._link(channel.id, channelIcon(channel), label, notes);
  }

  _link(place, picture, label, { unread = 0, archived = false, away = false }) {
    const here = this.store.place.channel === place;
    const kind = [unread > 0 && "unread", archived && "archived"].filter(Boolean).join(" ");
    const note = archived ? "archived" : away && `no ${this.store.start.app.name}`;
    const count = unread > 0 && el("b", { class: "badge" }, unread, el("span", { class: "unseen" }, " new"));
    const props = { href: `#/${place}`, class: kind || null, "aria-current": here ? "page" : null };
    return el("li", {}, el("a", props, picture, el("span", {}, label), note && el("small", {}, note), count));
  }

  _countProblems() {
    const count = this.store.exchanges.filter((one) => one.problems.length).length;
    this.problems.hidden = count === 0;
    fill(this.problems, count, el("span", { class: "unseen" }, " with problems"));
  }

  _openSettings(anchor, help) {
    const keys = { label: "Keys", detail: "Ctrl + /", run: help };
    const again = { label: "Begin anew", detail: "Forget what was said", danger: true, run: () => this._reset() };
    openMenu(anchor, "Settings", ["Colours", ...themeEntries(), "Workspace", keys, again]);
  }

  async _reset() {
    const text = "All messages, windows and changes to channels are forgotten. The bot keeps its own library.";
    const sure = await question("Begin anew?", el("p", {}, text), "Begin anew", { danger: true });
    if (sure) await this.store.reset();
  }
}
