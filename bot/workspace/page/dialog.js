// Small questions in a window: are you sure, and what shall it be called.

import { el, newId } from "./dom.js";

/**
 * Asks and resolves to the form's fields, or to null when the person does not want to. `contents` are nodes between the
 * title and the buttons, `agree` and `refuse` what the buttons say; without `agree` there is only one that closes.
 */
export function question(title, contents, agree, { danger = false, refuse = agree ? "Cancel" : "Close" } = {}) {
  const heading = newId("dialog");
  const form = el(
    "form",
    { method: "dialog" },
    el("h2", { id: heading }, title),
    contents,
    el(
      "div",
      { class: "dialog-buttons" },
      el("button", { type: "submit", class: "button", value: "no", formnovalidate: true }, refuse),
      agree && el("button", { type: "submit", class: `button ${danger ? "danger" : "primary"}`, value: "yes" }, agree),
    ),
  );
  const dialog = el("dialog", { class: "question", "aria-labelledby": heading }, form);
  form.addEventListener("keydown", (event) => submitOnEnter(form, event));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "yes" ? Object.fromEntries(new FormData(form)) : null);
      dialog.remove();
    });
  });
}

// The first button of the form is the one that cancels, and Enter would press that.
function submitOnEnter(form, event) {
  const agrees = form.querySelector("button[value=yes]");
  if (event.key !== "Enter" || event.target.tagName !== "INPUT" || !agrees) return;
  event.preventDefault();
  agrees.click();
}
