// The workspace's time, and moving it forward to see what the bot does later.

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { span, timeOf } from "./times.js";

const HOUR = 3600;

/** A button that shows the time and opens a menu that moves it. */
export function clockButton(store) {
  const time = el("span", {});
  const ahead = el("small", {});
  const props = { type: "button", class: "control clock", "aria-haspopup": "menu" };
  const button = el("button", props, icon("clock"), time, ahead);
  const draw = () => {
    if (!store.start) return;
    const seconds = store.start.clock.ahead_seconds;
    fill(time, timeOf(store, store.now() / 1000, "{date_short}, {time}"));
    fill(ahead, seconds >= 60 ? `${span(seconds)} ahead` : "");
  };
  button.addEventListener("click", () => openMenu(button, "Move the workspace's time", entries(store)));
  store.on("start", draw);
  setInterval(draw, 5000);
  return button;
}

function entries(store) {
  const due = store.start.clock.next_due;
  const planned = due && timeOf(store, new Date(due) / 1000, "{date_short_pretty}, {time}");
  const move = (step) => () => store.attempt("move_clock", step);
  return [
    "Move the time forward",
    { label: "An hour", run: move({ seconds: HOUR }) },
    { label: "A day", run: move({ seconds: 24 * HOUR }) },
    due && { label: "To what comes next", detail: planned, run: move({ to: "next_due" }) },
  ];
}
