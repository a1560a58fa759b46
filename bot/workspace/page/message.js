// One message in a list: who said it and when, its blocks or text, reactions, and the way into its thread.

import { emojiCharacter } from "./blocks/emoji.js";
import { link } from "./blocks/inline.js";
import { mrkdwn } from "./blocks/mrkdwn.js";
import { renderAttachments, renderBlocks } from "./blocks/render.js";
import { contextFor } from "./context.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { authorOf, avatar } from "./people.js";
import { timeOf } from "./times.js";

/** A message that nobody thought of does not take the others of its list away: a row that says so stands for it. */
export function messageRow(store, channel, message, options) {
  try {
    return drawnRow(store, channel, message, options);
  } catch (error) {
    console.error("A message cannot be drawn.", error);
    return undrawnRow(message);
  }
}

/** Has what the list looks for in a row, so that it can be walked to, looked into and deleted. */
function undrawnRow({ ts }) {
  const sentence = "This message cannot be drawn here.";
  const contents = el("p", { class: "contents b-undrawn" }, sentence);
  const props = { class: "message", tabindex: -1, dataset: { ts }, "aria-label": sentence };
  return el("li", props, el("span", { class: "message-side" }), el("div", { class: "message-body" }, contents));
}

/**
 * Draws a message. `follows` leaves the name away (the message above is by the same person), `inThread` the footer that
 * leads to the thread, and `values` is what was chosen in its inputs.
 */
function drawnRow(store, channel, message, { follows, inThread, values }) {
  const author = authorOf(store, message);
  const context = contextFor(store, "message", { channel, ts: message.ts }, values);
  return el(
    "li",
    {
      class: ["message", follows && "follows", message.ephemeral && "ephemeral"].filter(Boolean).join(" "),
      tabindex: -1,
      dataset: { ts: message.ts },
      "aria-label": `${author.name}, ${timeOf(store, message.ts, "{time}")}`,
    },
    follows ? el("span", { class: "message-side" }, time(store, message, /\d+:\d+/)) : avatar(author),
    el(
      "div",
      { class: "message-body" },
      message.ephemeral && onlyForYou(store, channel, message),
      !follows && head(store, message, author),
      contents(message, context),
      renderAttachments(message.attachments ?? [], context),
      files(message),
      prompts(store, channel, message),
      reactions(store, channel, message),
      !inThread && message.reply_count > 0 && threadFooter(store, channel, message),
    ),
  );
}

function onlyForYou(store, channel, { ts }) {
  const dismiss = () => store.attempt("delete", { channel, ts });
  const away = el("button", { type: "button", class: "dismiss", onclick: dismiss }, "Dismiss");
  return el("p", { class: "only-you" }, icon("eye"), "Only visible to you ·", away);
}

function head(store, message, author) {
  const label = author.bot && el("span", { class: "app-label" }, "App");
  return el("div", { class: "message-head" }, el("strong", {}, author.name), label, time(store, message));
}

function time(store, message, part = /.+/) {
  const whole = timeOf(store, message.ts, "{date_long_full}, {time_secs}");
  const moment = new Date(Number(message.ts) * 1000).toISOString();
  return el("time", { datetime: moment, title: whole }, part.exec(timeOf(store, message.ts, "{time}"))[0]);
}

function contents(message, context) {
  const edited = message.edited && el("span", { class: "edited" }, " (edited)");
  if (message.blocks?.length) return el("div", { class: "contents" }, renderBlocks(message.blocks, context), edited);
  const title = message.assistant_app_thread?.title;
  if (title) return el("div", { class: "contents text" }, el("strong", {}, title));
  return el("div", { class: "contents text" }, mrkdwn(message.text ?? "", context, {}), edited);
}

function files(message) {
  const entry = (file) => el("li", {}, link(file.permalink ?? file.url_private, file.title ?? file.name ?? "A file"));
  return message.files?.length > 0 && el("ul", { class: "files" }, message.files.map(entry));
}

/** What the assistant proposes to ask in the thread that begins here. */
function prompts(store, channel, { ts, assistant_app_thread: pane }) {
  const ask = ({ title, message: text }) => {
    const say = () => store.attempt("say", { channel, text, thread_ts: ts });
    return el("button", { type: "button", class: "reaction", onclick: say }, title);
  };
  const props = { class: "reactions", role: "group", "aria-label": pane?.prompts_title ?? "Things to ask" };
  return pane?.prompts?.length > 0 && el("div", props, pane.prompts.map(ask));
}

function reactions(store, channel, message) {
  const pill = ({ name, users, count }) => {
    const mine = users.includes(store.me);
    const who = users.map((id) => store.person(id)?.real_name ?? id).join(", ");
    const toggle = () => store.attempt("react", { channel, ts: message.ts, name, remove: mine });
    const said = { title: who, "aria-label": `${name}, ${count}`, "aria-pressed": String(mine) };
    const picture = emojiCharacter(name) ?? `:${name}:`;
    return el("button", { type: "button", class: "reaction", ...said, onclick: toggle }, picture, el("b", {}, count));
  };
  return message.reactions?.length > 0 && el("div", { class: "reactions" }, message.reactions.map(pill));
}

function threadFooter(store, channel, message) {
  const { reply_count: count, reply_users: users = [], latest_reply: latest } = message;
  const faces = users.slice(0, 3).map((user) => avatar(authorOf(store, { user })));
  const when = latest && el("span", { class: "soft" }, timeOf(store, latest, "{date_short_pretty}, {time}"));
  return el(
    "button",
    { type: "button", class: "thread-footer", onclick: () => store.goTo(channel, message.ts) },
    faces,
    el("b", {}, `${count} ${count === 1 ? "reply" : "replies"}`),
    when,
  );
}
