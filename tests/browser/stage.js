// A stage for the tests: draws blocks and windows as the page does, and keeps what they ask of the workspace.

import { el, fill } from "/page/dom.js";
import { renderHome } from "/page/blocks/home.js";
import { showModals } from "/page/blocks/modal.js";
import { mrkdwn } from "/page/blocks/mrkdwn.js";
import { renderAttachments, renderBlocks } from "/page/blocks/render.js";

const NOW = 1780000000; // 2026-05-28, 22:26:40 in Berlin, where the reader lives.

const people = [
  { id: "U0READER", name: "reader", real_name: "Reader", tz: "Europe/Berlin" },
  { id: "U0ADMIN", name: "admin", real_name: "Admin", tz: "Asia/Tokyo" },
  { id: "U0PAPERBOY", name: "paperboy", real_name: "Paperboy", is_bot: true, tz: "UTC" },
];
const channels = [
  { id: "C0GENERAL", name: "general", kind: "public", members: [] },
  { id: "C0READING", name: "reading-group", kind: "private", members: [] },
  { id: "D0READER", name: "", kind: "dm", members: ["U0READER", "U0PAPERBOY"] },
];

const stage = {};

/** Forgets everything that was drawn, asked and answered before. */
function reset() {
  stage.modals([]);
  for (const open of document.querySelectorAll("dialog")) open.remove();
  fill(host);
  Object.assign(stage, { actions: [], queries: [], submissions: [], closings: [], values: {}, options: [] });
  stage.refusal = null; // What actions and submissions are refused with.
  stage.answer = {}; // What a submission is answered with.
}

function refuse() {
  if (stage.refusal) throw new Error(stage.refusal);
}

function context(surface) {
  return {
    me: "U0READER",
    people: new Map(people.map((one) => [one.id, one])),
    channels: new Map(channels.map((one) => [one.id, one])),
    surface,
    values: stage.values,
    now: () => new Date(NOW * 1000),
    onAction: async (action, place) => {
      stage.actions.push({ action, ...structuredClone(place) });
      refuse();
    },
    onOptions: async (query) => {
      stage.queries.push(query);
      return { options: stage.options };
    },
  };
}

const main = el("main", null, el("h1", null, "Stage"));
const host = el("div", { id: "host" });
main.append(host);
document.body.append(main);

Object.assign(stage, {
  reset,
  blocks: (blocks) => fill(host, renderBlocks(blocks, context("message"))),
  attachments: (attachments) => fill(host, renderAttachments(attachments, context("message"))),
  home: (view) => fill(host, renderHome(view, context("home"))),
  mrkdwn: (text, options) => fill(host, mrkdwn(text, context("message"), options)).innerHTML,
  modals: (views) =>
    showModals(views, {
      contextOf: () => context("modal"),
      onSubmit: async (id, values) => {
        stage.submissions.push(structuredClone({ id, values }));
        refuse();
        return stage.answer;
      },
      onClose: async (id, clear) => stage.closings.push({ id, clear }),
    }),
});
reset();
window.stage = stage;
