// The windows of an app: a stack of views of which the topmost is shown, in one dialog of the browser's.

import { el, fill, newId } from "../dom.js";
import { renderBlocks, renderText } from "./render.js";
import { problemsOf } from "./values.js";

const drafts = new Map(); // What the person filled in, by view, while the view is open.
let modal = null;

/**
 * Shows the last of the `views`, or nothing if there are none. `contextOf(view)` is the context for its blocks.
 * `onSubmit(view_id, values)` may give back `{errors}`, and rejects when the submission failed; `onClose(view_id,
 * clear)` is asked to close the view, or the whole stack. What becomes of the views arrives with the next call.
 */
export function showModals(views, handlers) {
  for (const id of drafts.keys()) if (!views.some((view) => view.id === id)) drafts.delete(id);
  if (!views.length) return modal?.dismiss();
  modal ??= new Modal();
  modal.show(views.at(-1), handlers);
}

class Modal {
  constructor() {
    const title = newId("modal");
    this._dialog = el("dialog", { class: "b-dialog", "aria-labelledby": title });
    this._title = el("h2", { id: title });
    this._dialog.addEventListener("cancel", (event) => {
      if (event.target !== this._dialog || !event.cancelable) return;
      event.preventDefault(); // The workspace decides: the app may be told of it.
      this._close(this._view.clear_on_close);
    });
    this._dialog.addEventListener("close", () => this._reopen());
    document.body.append(this._dialog);
  }

  dismiss() {
    modal = null;
    this._dialog.close();
    this._dialog.remove();
  }

  /** A second Escape closes a dialog whatever the page says, but the window stays until the workspace closes it. */
  _reopen() {
    if (modal !== this) return;
    this._dialog.showModal();
    this._close(this._view.clear_on_close);
  }

  show(view, handlers) {
    this._handlers = handlers;
    if (this._view?.id === view.id && this._view.hash === view.hash) return;
    const place = this._view?.id === view.id ? this._focusedPlace() : null;
    if (!drafts.has(view.id)) drafts.set(view.id, structuredClone(view.state?.values ?? {}));
    this._view = view;
    this._context = { ...handlers.contextOf(view), surface: "modal", view_id: view.id, values: drafts.get(view.id) };
    this._draw();
    if (!this._dialog.open) this._dialog.showModal();
    this._focus(place);
  }

  _draw() {
    const { title, blocks, submit, close } = this._view;
    const label = (object, otherwise) => (object ? renderText(object, this._context) : otherwise);
    const away = (clear) => () => this._close(clear);
    this._failure = el("p", { class: "b-error", role: "alert" });
    this._submit = submit && el("button", { class: "button primary" }, label(submit));
    this._body = el("div", { class: "b-body" }, renderBlocks(blocks, this._context));
    fill(this._title, label(title));
    const corner = { type: "button", class: "icon-button", "aria-label": "Close all", onclick: away(true) };
    const closing = { type: "button", class: "button", onclick: away(this._view.clear_on_close) };
    fill(
      this._dialog,
      el(
        "form",
        { novalidate: true, onsubmit: (event) => this._send(event) },
        el("header", null, this._title, el("button", corner, "✕")),
        this._body,
        el(
          "footer",
          null,
          this._failure,
          el("button", closing, label(close, submit ? "Cancel" : "Close")),
          this._submit,
        ),
      ),
    );
  }

  /** Which input has the focus, so that an update of the view leaves it there. */
  _focusedPlace() {
    const inputs = [...this._body.querySelectorAll("input, textarea, select, button")];
    return inputs.indexOf(document.activeElement);
  }

  _focus(place) {
    const inputs = [...this._body.querySelectorAll("input, textarea, select, button")];
    const first = this._body.querySelector("[autofocus]") ?? this._body.querySelector("input, textarea, select");
    (inputs[place] ?? first ?? this._submit ?? this._dialog.querySelector("footer button")).focus();
  }

  async _send(event) {
    event.preventDefault();
    if (this._dialog.ariaBusy || !this._view.submit) return;
    const problems = problemsOf(this._view.blocks, this._context);
    this._tell(problems);
    if (Object.keys(problems).length) return;
    await this._busy(async () => {
      const result = await this._handlers.onSubmit(this._view.id, this._context.values);
      this._tell(result?.errors ?? {});
    });
  }

  _close(clear = false) {
    return this._busy(() => this._handlers.onClose(this._view.id, clear));
  }

  async _busy(work) {
    this._dialog.ariaBusy = "true";
    fill(this._failure);
    try {
      await work();
    } catch (error) {
      fill(this._failure, error.message);
    } finally {
      this._dialog.ariaBusy = null;
    }
  }

  /** Writes what is wrong under the inputs, and goes to the first of them. */
  _tell(errors) {
    const wrong = [];
    for (const block of this._body.querySelectorAll(".b-input")) {
      const error = errors[block.dataset.block];
      const field = block.querySelector(".b-field, .b-choices");
      fill(block.querySelector(".b-error"), error);
      field.ariaInvalid = error ? "true" : null;
      if (error) wrong.push(field.matches(".b-field") ? field : field.querySelector("input"));
    }
    wrong[0]?.focus();
  }
}
