// What can be done with a message: a small bar on the message that is pointed at, and the menu behind its dots.

import { emojiCharacter, emojiCodes } from "./blocks/emoji.js";
import { question } from "./dialog.js";
import { el, fill } from "./dom.js";
import { iconButton } from "./icons.js";
import { moveFocus, openMenu, popUp } from "./menu.js";

const USUAL = ["+1", "eyes", "white_check_mark", "heart", "tada", "thinking_face", "raised_hands", "bookmark"];
const SHOWN = 64;

/**
 * One bar for a whole list of messages. `find` gives the message of a row, `edit` opens a row for editing, `inThread`
 * leaves the way into the thread out, `inspect` shows a message's JSON.
 */
export function messageBar(store, { find, edit, inThread, inspect }) {
  const bar = el("div", { class: "message-bar", role: "group", "aria-label": "Message actions" });
  const opens = { "aria-haspopup": "true" };
  const row = () => bar.closest("li");
  const message = () => find(row().dataset.ts);
  const channel = () => store.place.channel;
  const reply = () => store.goTo(channel(), message().thread_ts ?? message().ts);
  const tools = { store, message, channel, reply: inThread ? null : reply, edit: () => edit(row()), inspect };
  bar.append(
    iconButton("smile", "Add a reaction", (event) => openReactions(event.currentTarget, tools), opens),
    ...(inThread ? [] : [iconButton("reply", "Reply in thread", reply)]),
    iconButton("more", "More actions", (event) => openMenu(event.currentTarget, "Message", entries(tools)), opens),
  );
  return bar;
}

function openReactions(anchor, { store, message, channel }) {
  const { ts } = message();
  const place = channel();
  let close = () => {};
  const react = (name) => {
    close();
    store.attempt("react", { channel: place, ts, name });
  };
  const choice = (name) => {
    const press = () => react(name);
    return el("button", { type: "button", title: name, "aria-label": name, onclick: press }, emojiCharacter(name));
  };
  const known = [...new Set([...USUAL, ...emojiCodes()])].filter(emojiCharacter);
  const grid = el("div", { class: "emoji-grid", onkeydown: (event) => moveFocus(grid, event) });
  const fitting = () => known.filter((name) => name.includes(search.value)).slice(0, SHOWN);
  const filter = () => fill(grid, fitting().map(choice));
  const label = "Find an emoji";
  const search = el("input", { type: "search", placeholder: label, "aria-label": label, oninput: filter });
  filter();
  close = popUp(anchor, el("div", { class: "emoji-box", role: "dialog", "aria-label": "Reactions" }, search, grid));
}

function entries({ store, message, channel, reply, edit, inspect }) {
  const about = message();
  const place = { channel: channel(), ts: about.ts };
  const own = about.user === store.me && !about.ephemeral && !about.subtype;
  const ofOthers = store.person(store.me).is_admin && !about.ephemeral && about.subtype !== "tombstone";
  const erasable = own || ofOthers;
  const shortcuts = store.start.app.shortcuts.filter((one) => one.type === "message" && !about.ephemeral);
  return [
    reply && { label: "Reply in thread", run: reply },
    ...shortcuts.map((one) => ({
      label: one.name,
      detail: store.start.app.name,
      run: () => store.attempt("shortcut", { ...place, callback_id: one.callback_id }),
    })),
    own && { label: "Edit", run: edit },
    { label: "Look at its JSON", run: () => inspect("Message", about) },
    erasable && { label: "Delete", danger: true, run: () => remove(store, place) },
  ];
}

async function remove(store, place) {
  const text = el("p", {}, "It cannot be brought back.");
  const sure = await question("Delete this message?", text, "Delete", { danger: true });
  if (sure) await store.attempt("delete", place);
}
