// A message of one's own, opened for a change in its place.

import { el } from "./dom.js";
import { asTyped } from "./typed.js";

/** A form that changes what the person said in `row`; `done` is called when it is closed. */
export function editForm(store, channel, message, done) {
  const box = el("textarea", { rows: 2, "aria-label": "Edit the message" });
  box.value = asTyped(store, message.text ?? "");
  const save = async (event) => {
    event.preventDefault();
    if (await store.attempt("edit", { channel, ts: message.ts, text: box.value.trim() })) done();
  };
  const onKey = (event) => {
    if (event.key === "Escape") done();
    else if (event.key === "Enter" && !event.shiftKey) save(event);
    else return;
    event.stopPropagation();
  };
  box.addEventListener("keydown", onKey);
  const cancel = el("button", { type: "button", class: "button", onclick: done }, "Cancel");
  const agree = el("button", { type: "submit", class: "button primary" }, "Save");
  return el("form", { class: "edit", onsubmit: save }, box, el("div", { class: "dialog-buttons" }, cancel, agree));
}
