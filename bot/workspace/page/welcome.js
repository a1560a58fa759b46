// The beginning of a channel: what it is, and for newcomers what to type.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { channelTitle } from "./people.js";

/** The row above the first message. `type` types a line and sends it. */
export function beginning(store, channel, type) {
  const { app, suggestions } = store.start;
  const here = channel.bot_in && !channel.archived && (channel.kind !== "dm" || app.messages_tab);
  return el(
    "li",
    { class: "beginning" },
    el("h2", {}, headline(store, channel)),
    el("p", {}, about(store, channel)),
    here && suggestions.length > 0 && tryThese(suggestions, type),
    !channel.bot_in && !channel.archived && howToInvite(app),
  );
}

function headline(store, channel) {
  return channel.kind === "dm" ? `You and ${store.start.app.name}` : `This is ${channelTitle(store, channel)}`;
}

function about(store, channel) {
  const { app } = store.start;
  if (channel.kind === "dm") return `Only you and ${app.name} see this conversation.`;
  if (!channel.bot_in) return "A channel of a small workspace on your own machine.";
  return (
    `A channel of a small workspace on your own machine. The ${app.name} in it is the real one, ` +
    "and nothing you do leaves this computer: type, press and try whatever you like."
  );
}

function howToInvite({ name, handle }) {
  const typed = el("code", {}, `/invite @${handle}`);
  return el("p", { class: "soft" }, `${name} is not in this channel. Type `, typed, " to bring it in.");
}

function tryThese(suggestions, type) {
  const button = (line) =>
    el("button", { type: "button", onclick: () => type(line) }, el("code", {}, line), icon("send"));
  const label = "Not sure where to begin? Press one of these to send it:";
  return el("div", { class: "suggestions" }, el("p", {}, label), suggestions.map(button));
}
