// Times as the acting person reads them, in the words that the blocks use too.

import { formatDate } from "./blocks/dates.js";

/** The time of a message, by Slack's tokens: `"{date_pretty} at {time}"`. */
export function timeOf(store, ts, template) {
  return formatDate(ts, template, { zone: store.person(store.me).tz, now: store.now() });
}

/** A length of time in its two largest units: `2 days, 3 hours`. */
export function span(seconds) {
  const parts = [];
  let left = Math.round(seconds / 60);
  for (const [name, minutes] of [["day", 1440], ["hour", 60], ["minute", 1]]) {
    const count = Math.floor(left / minutes);
    left -= count * minutes;
    if (count) parts.push(`${count} ${name}${count === 1 ? "" : "s"}`);
  }
  return parts.slice(0, 2).join(", ");
}
