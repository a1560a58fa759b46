// What can be done with a channel.

import { question } from "./dialog.js";
import { el, newId } from "./dom.js";
import { channelTitle } from "./people.js";

/** The entries of a channel's menu. */
export function channelMenu(store, channel) {
  const { app, people, humans } = store.start;
  const change = (verb, who) => () => store.attempt(verb, { channel: channel.id, ...(who ? { who } : {}) });
  if (channel.archived) return [{ label: "Open it again", detail: "Unarchive", run: change("unarchive") }];
  const bot = channel.bot_in
    ? { label: `Remove ${app.name}`, run: change("remove", app.user_id) }
    : { label: `Invite ${app.name}`, run: change("invite", app.user_id) };
  const others = people.filter((one) => humans.includes(one.id) && one.id !== store.me);
  const other = ({ id, real_name: name }) =>
    channel.members.includes(id)
      ? { label: `Remove ${name}`, run: change("remove", id) }
      : { label: `Invite ${name}`, run: change("invite", id) };
  return [bot, ...others.map(other), { label: "Archive", danger: true, run: () => archive(store, channel) }];
}

async function archive(store, channel) {
  const text = el("p", {}, "Nobody can write in it until it is opened again from this menu.");
  const sure = await question(`Archive ${channelTitle(store, channel)}?`, text, "Archive", { danger: true });
  if (sure) await store.attempt("archive", { channel: channel.id });
}

/** Asks for a name and makes a channel. */
export async function createChannel(store) {
  const name = newId("name");
  const fields = [
    el("label", { for: name }, "Name"),
    el("input", { id: name, name: "name", required: true, maxlength: 80, autocomplete: "off", autofocus: true }),
    el("label", { class: "check" }, el("input", { type: "checkbox", name: "private" }), "Private: only members see it"),
  ];
  const given = await question("A new channel", fields, "Create");
  if (given) await store.attempt("create_channel", { name: given.name.trim(), private: given.private === "on" });
}
