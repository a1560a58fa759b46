// Where people type: a growing text box that sends with Enter, completes words, and keeps what was not sent yet.

import { CannotDo } from "./api.js";
import { commandOf } from "./completing.js";
import { Completion } from "./completion.js";
import { el, fill, newId } from "./dom.js";
import { iconButton } from "./icons.js";
import { openMenu } from "./menu.js";
import { readTyped } from "./typed.js";

/** The files as they travel: their names, and what they hold in base64. */
function contents(files) {
  const read = (file) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve({ name: file.name, content: reader.result.slice(reader.result.indexOf(",") + 1) });
      reader.onerror = () => reject(new CannotDo(`${file.name} cannot be read.`));
      reader.readAsDataURL(file);
    });
  return Promise.all(files.map(read));
}

/**
 * `place` gives `{channel, thread}`; `onSend` is called when something goes out, `onEditLast` by the up arrow in an
 * empty box.
 */
export class Composer {
  constructor(store, { place, onSend, onEditLast }) {
    this.store = store;
    this._place = place;
    this._onSend = onSend;
    this._onEditLast = onEditLast;
    this._drafts = new Map();
    this._key = null;
    this._build();
  }

  _build() {
    const hint = newId("hint");
    this.box = el("textarea", { rows: 1, "aria-describedby": hint, spellcheck: true });
    this.completion = new Completion(this.box, () => this.store.start);
    this.hint = el("p", { class: "composer-hint", id: hint });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.shortcuts = iconButton("bolt", "Shortcuts", () => this._openShortcuts(), { "aria-haspopup": "menu" });
    this.files = [];
    this.picker = el("input", { type: "file", multiple: true, hidden: true, onchange: () => this._attach() });
    const clip = iconButton("clip", "Attach files", () => this.picker.click());
    this.attached = el("ul", { class: "attached", "aria-label": "Files to be sent" });
    const send = iconButton("send", "Send", null, { type: "submit" });
    this.form = el(
      "form",
      { class: "composer", onsubmit: (event) => this._submit(event) },
      this.completion.list,
      this.trouble,
      this.attached,
      this.picker,
      el("div", { class: "composer-box" }, this.shortcuts, clip, this.box, send),
      this.hint,
    );
    this.box.addEventListener("keydown", (event) => this._press(event));
    this.box.addEventListener("input", () => this._changed());
  }

  /** Turns to another conversation: its draft, its name, and whether anything can be said. */
  turnTo(label, closed = null) {
    const { channel, thread } = this._place();
    const key = `${this.store.me} ${channel} ${thread}`;
    if (key !== this._key) this._setFiles([]);
    this._key = key;
    this.box.value = this._drafts.get(this._key) ?? "";
    this.box.placeholder = closed ?? label;
    this.box.setAttribute("aria-label", label);
    for (const control of this.form.querySelectorAll("textarea, button")) control.disabled = Boolean(closed);
    this.shortcuts.hidden = Boolean(thread) || !this._globalShortcuts().length;
    this._changed();
    this.completion.close();
  }

  focus() {
    this.box.focus();
  }

  /** Types `text` and sends it, as a person would. */
  type(text) {
    this.box.value = text;
    this.form.requestSubmit();
  }

  _press(event) {
    if (this.completion.takeKey(event) || event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.form.requestSubmit();
    } else if (event.key === "ArrowUp" && !this.box.value) {
      event.preventDefault();
      this._onEditLast();
    }
  }

  _changed() {
    this._drafts.set(this._key, this.box.value);
    this.box.rows = this.box.value.split("\n").length;
    this._tell("");
    const command = commandOf(this.box.value, this.store.start);
    this.hint.textContent = command ? `${command.command} ${command.usage_hint}` : "";
  }

  async _submit(event) {
    event.preventDefault();
    const typed = this.box.value;
    const files = this.files;
    if ((!typed.trim() && !files.length) || this.box.disabled) return;
    const key = this._key;
    this._setFiles([]);
    this.box.value = "";
    this._changed();
    this.completion.close();
    this._onSend();
    try {
      await this._send(files.length ? { verb: "upload", text: typed, files: await contents(files) } : readTyped(typed));
    } catch (error) {
      if (key === this._key) this._setFiles(files);
      this._giveBack(key, typed, error.message);
    }
  }

  async _send({ verb, ...fields }) {
    const { channel, thread } = this._place();
    if (verb === "command" && thread) throw new CannotDo(`${fields.command} works in channels, and in no thread.`);
    const inThread = thread ? { thread_ts: thread } : {};
    await this.store.do(verb, { channel, ...fields, ...inThread });
    if (verb !== "command" && !thread) this.store.markRead(channel);
  }

  _attach() {
    this._setFiles([...this.files, ...this.picker.files]);
    this.picker.value = "";
    this.box.focus();
  }

  /** The files that go out with the next message. */
  _setFiles(files) {
    this.files = files;
    const without = (file) => () => this._setFiles(files.filter((one) => one !== file));
    const entry = (file) => el("li", {}, file.name, iconButton("close", `Leave out ${file.name}`, without(file)));
    fill(this.attached, files.map(entry));
  }

  /** What could not be sent is typed again, unless something else has been typed meanwhile. */
  _giveBack(key, typed, sentence) {
    if (key !== this._key) return this.store.notify(sentence);
    if (!this.box.value) this.box.value = typed;
    this._changed();
    this._tell(sentence);
  }

  _tell(sentence) {
    this.trouble.textContent = sentence;
  }

  _globalShortcuts() {
    return this.store.start.app.shortcuts.filter((one) => one.type === "global");
  }

  _openShortcuts() {
    const { channel } = this._place();
    const entry = ({ name, description, callback_id }) => ({
      label: name,
      detail: description,
      run: () => this.store.attempt("shortcut", { callback_id, channel }),
    });
    openMenu(this.shortcuts, "Shortcuts", [this.store.start.app.name, ...this._globalShortcuts().map(entry)]);
  }
}
