// Draws Block Kit: the blocks of messages, modals and the Home tab. Everything foreign enters as text, never as markup.

import { el, fragment, newId } from "../dom.js";
import { control } from "./elements.js";
import { link, safeAddress } from "./inline.js";
import { markdown } from "./markdown.js";
import { richText } from "./rich_text.js";
import { renderText, textOf } from "./text.js";

export { renderAttachments } from "./attachments.js";
export { renderText } from "./text.js";

/**
 * The blocks as nodes. The context tells of the reader (`me`, `people`, `channels`, `now()`) and of the place:
 * `surface` ("message", "modal" or "home"), `values` (its `state.values`, written here as the person fills things in),
 * `view_id` of a view, and what to call: `onAction(action, {view_id, values})` for every use of an element, and
 * `onOptions({view_id, block_id, action_id, value})` for what an external select offers.
 */
export function renderBlocks(blocks, context) {
  const place = { ...context, values: context.values ?? {} };
  return fragment(blocks.map((block) => drawnOrSaid(block, place)));
}

/** A block that nobody thought of takes neither its neighbours away nor the list or the window around it. */
function drawnOrSaid(block, place) {
  try {
    return drawn(block, place);
  } catch (error) {
    console.error("A block cannot be drawn.", error);
    return undrawn("This block cannot be drawn here.");
  }
}

function drawn(block, context) {
  const draw = BLOCKS[block.type];
  if (!draw) return undrawn(`A ${block.type} block is not drawn here.`);
  const node = draw(block, context);
  node.classList.add("b-block", `b-${block.type}`);
  return node;
}

function undrawn(sentence) {
  return el("p", { class: "b-block b-undrawn" }, sentence);
}

const BLOCKS = {
  actions: buttonRow,
  alert: (block, context) => el("div", { role: "note", dataset: { level: block.level } }, text(block.text, context)),
  context,
  context_actions: buttonRow,
  data_table: table,
  divider: () => el("hr"),
  // One level below what stands above it: the Home tab's own name, or the name of a channel's beginning or a window.
  header: (block, place) => el(place.surface === "home" ? "h2" : "h3", null, renderText(block.text, place)),
  image: imageBlock,
  input,
  markdown: (block) => markdown(block.text),
  rich_text: richText,
  section,
  table,
  video,
};

function text(object, place) {
  return el("div", { class: "b-text" }, renderText(object, place));
}

/** Where an element stands that acts as soon as it is used. A menu or picker needs a name of its own. */
function acting(element, blockId, place) {
  const name = textOf(element.placeholder, place) || element.type.replaceAll("_", " ");
  return { context: place, blockId, dispatches: true, required: true, props: { "aria-label": name } };
}

function buttonRow({ elements, block_id }, place) {
  return el(
    "div",
    { class: "b-row" },
    elements.map((one) => control(one, acting(one, block_id, place))),
  );
}

function section({ text: main, fields = [], accessory, block_id }, place) {
  const columns =
    fields.length > 0 &&
    el(
      "div",
      { class: "b-fields" },
      fields.map((field) => text(field, place)),
    );
  const beside = (one) => (one.type === "image" ? picture(one) : control(one, acting(one, block_id, place)));
  return el(
    "div",
    null,
    el("div", { class: "b-main" }, main && text(main, place), columns),
    accessory && el("div", null, beside(accessory)),
  );
}

function context({ elements }, place) {
  return el(
    "div",
    null,
    elements.map((one) => (one.type === "image" ? picture(one) : text(one, place))),
  );
}

/** A picture of this workspace. The page fetches nothing from elsewhere: there, a link with the name stands for it. */
function picture({ image_url, slack_file, alt_text: alt }, shown = "🖼") {
  const address = image_url ?? slack_file?.url ?? "";
  const own = URL.parse(address, location.href)?.origin === location.origin;
  if (own) return el("img", { src: address, alt });
  const props = { class: "b-picture", "aria-label": alt, title: alt };
  const href = safeAddress(address);
  return href
    ? el("a", { href, target: "_blank", rel: "noopener noreferrer", ...props }, shown)
    : el("span", { role: "img", ...props }, shown);
}

function imageBlock(block, place) {
  const title = block.title && el("figcaption", null, renderText(block.title, place));
  return el("figure", null, title, picture(block, `🖼 ${block.alt_text}`));
}

function video(block, place) {
  const title = renderText(block.title, place);
  const from = [block.author_name, block.provider_name].filter(Boolean).join(" · ");
  return el(
    "div",
    null,
    el("strong", null, "▶ ", link(block.title_url ?? block.video_url, title)),
    from && el("small", null, from),
    block.description && text(block.description, place),
  );
}

/** The first row is the head, as in Slack. */
function table({ rows, caption, column_settings: columns = [] }, place) {
  const contents = (cell) => (cell.type === "rich_text" ? richText(cell, place) : cell.text);
  const cells = (row, tag) =>
    row.map((cell, at) => el(tag, { style: { "text-align": columns[at]?.align ?? "" } }, contents(cell)));
  const [head, ...body] = rows;
  const lines = [el("tr", null, cells(head, "th")), body.map((row) => el("tr", null, cells(row, "td")))];
  return el("div", { tabindex: 0 }, el("table", null, caption && el("caption", null, caption), lines));
}

/** A labelled input, with room for what is wrong with it. */
function input({ element, label, hint, optional, dispatch_action, block_id }, place) {
  const [id, labelId, notesId] = [newId("b"), newId("b"), newId("b")];
  const props = {
    id,
    "aria-labelledby": labelId,
    "aria-describedby": notesId,
    "aria-required": optional ? null : "true",
    autofocus: element.focus_on_load && place.surface === "modal",
  };
  const site = { context: place, blockId: block_id, dispatches: dispatch_action, required: !optional, props };
  const mark = optional && el("small", null, " (optional)");
  const name = el("label", { id: labelId, for: id }, renderText(label, place), mark);
  const notes = [el("p", { class: "b-error" }), hint && el("p", { class: "b-hint" }, renderText(hint, place))];
  return el(
    "div",
    { dataset: { block: block_id } },
    name,
    control(element, site),
    el("div", { id: notesId }, notes, lengths(element)),
  );
}

function lengths({ min_length: least, max_length: most }) {
  if (!least && !most) return null;
  const bounds = [least && `at least ${least}`, most && `at most ${most}`].filter(Boolean).join(", ");
  return el("p", { class: "b-hint" }, `${bounds[0].toUpperCase()}${bounds.slice(1)} characters.`);
}
