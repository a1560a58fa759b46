// Draws a message's attachments: link previews made of blocks, and the older kind with a title and fields.

import { el, fragment } from "../dom.js";
import { formatDate, zoneOf } from "./dates.js";
import { decode, link } from "./inline.js";
import { mrkdwn } from "./mrkdwn.js";
import { renderBlocks } from "./render.js";

const COLOURS = { good: "#2eb67d", warning: "#ecb22e", danger: "#e01e5a" };

export function renderAttachments(attachments, context) {
  return fragment(attachments.map((one) => attachment(one, context)));
}

function attachment(one, context) {
  const colour = COLOURS[one.color] ?? (one.color && `#${one.color.replace("#", "")}`);
  const contents = one.blocks?.length ? renderBlocks(one.blocks, context) : older(one, context);
  const body = el("div", { class: "b-attachment", style: { "border-color": colour ?? "" } }, contents);
  return [one.pretext && text(one.pretext, context), body];
}

function older(one, context) {
  const titled = one.title && el("strong", null, named(one.title, one.title_link));
  const fields = (one.fields ?? []).map(({ title, value }) => text(`*${title}*\n${value}`, context));
  const when = one.ts && formatDate(one.ts, "{date_short_pretty}", { zone: zoneOf(context), now: context.now() });
  return [
    one.author_name && el("small", null, named(one.author_name, one.author_link)),
    titled,
    one.text && text(one.text, context),
    fields.length > 0 && el("div", { class: "b-fields" }, fields),
    (one.image_url ?? one.thumb_url) && link(one.image_url ?? one.thumb_url, "🖼 Picture"),
    !titled && !one.text && decode(one.fallback ?? ""),
    (one.footer || when) && el("small", null, [one.footer, when].filter(Boolean).join(" · ")),
  ];
}

function named(name, address) {
  return address ? link(address, decode(name)) : decode(name);
}

function text(source, context) {
  return el("div", { class: "b-text" }, mrkdwn(source, context));
}
