// People and conversations as they are named and pictured everywhere on the page.

import { el } from "./dom.js";
import { icon } from "./icons.js";

const HUES = [28, 152, 262, 340, 205, 90];

/** The name and account behind a message: people, the bot, and messages posted under another name. */
export function authorOf(store, message) {
  const person = store.person(message.user);
  const bot = Boolean(message.bot_id ?? person?.is_bot);
  const name = message.username ?? person?.real_name ?? message.bot_profile?.name ?? "Someone";
  return { key: `${message.user} ${name}`, id: message.user ?? message.bot_id ?? "", name, bot };
}

/** A small square with the first letter of a name, or with the bot's picture. */
export function avatar({ id, name, bot }) {
  const hue = HUES[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % HUES.length];
  const picture = bot ? icon("bot") : name.slice(0, 1).toUpperCase();
  return el("span", { class: bot ? "avatar bot" : "avatar", style: { "--hue": hue }, "aria-hidden": "true" }, picture);
}

/** What the conversation is called, without its sign. */
export function channelName(store, channel) {
  return channel.kind === "dm" ? store.start.app.name : channel.name;
}

/** The sign of the conversation's kind. */
export function channelIcon(channel) {
  return icon({ public: "hash", private: "lock", dm: "chat" }[channel.kind]);
}

/** The channel as people write it. */
export function channelTitle(store, channel) {
  return channel.kind === "dm" ? channelName(store, channel) : `#${channel.name}`;
}
