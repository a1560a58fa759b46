// Times as Slack writes them, in the reader's time zone: the tokens of `<!date^…>` and of rich text.

const UNITS = [[31557600, "year"], [2629800, "month"], [86400, "day"], [3600, "hour"], [60, "minute"], [0, "second"]];
const HALF_A_YEAR = 183 * 86400;
const TO_THE_MINUTE = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" };

/** The person's time zone, or the browser's. */
export function zoneOf(context) {
  return context.people?.get(context.me)?.tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The template with its tokens replaced; null when the timestamp is none. A token that Slack lacks stays as it is. */
export function formatDate(timestamp, template, { zone, now }) {
  const seconds = Number(timestamp);
  if (!template || Number.isNaN(new Date(seconds * 1000).getTime())) return null;
  const moment = momentOf(seconds, now / 1000, zone);
  return template.replace(/\{(\w+)\}/g, (token, name, at) => {
    const text = Object.hasOwn(TOKENS, name) ? TOKENS[name](moment) : token;
    return at === 0 ? text[0].toUpperCase() + text.slice(1) : text; // "Today", but "is due today"
  });
}

function momentOf(seconds, now, zone) {
  const fields = { year: "numeric", month: "long", day: "numeric", weekday: "long" };
  const { year, month, day, weekday } = parts(seconds, { ...fields, timeZone: zone });
  return { seconds, now, zone, year, month, day, weekday, near: nearDay(seconds, now, zone) };
}

const formatters = new Map();

/** One of each kind: making one takes a thousand times as long as using it. */
function formatter(language, options) {
  const kind = JSON.stringify([language, options]);
  if (!formatters.has(kind)) formatters.set(kind, new Intl.DateTimeFormat(language, options));
  return formatters.get(kind);
}

function parts(seconds, options) {
  const pieces = formatter("en-US", options).formatToParts(seconds * 1000);
  return Object.fromEntries(pieces.map(({ type, value }) => [type, value]));
}

const TOKENS = {
  date_num: ({ seconds, zone }) => local(seconds, zone).slice(0, 10),
  date_slash: (moment) => TOKENS.date_num(moment).split("-").reverse().join("/"),
  date: (moment) => `${moment.month} ${ordinal(moment.day)}${yearUnlessNear(moment)}`,
  date_short: (moment) => `${moment.month.slice(0, 3)} ${moment.day}${yearUnlessNear(moment)}`,
  date_long: (moment) => `${moment.weekday}, ${TOKENS.date(moment)}`,
  date_long_full: ({ month, day, year }) => `${month} ${day}, ${year}`,
  date_pretty: (moment) => moment.near ?? TOKENS.date(moment),
  date_short_pretty: (moment) => moment.near ?? TOKENS.date_short(moment),
  date_long_pretty: (moment) => moment.near ?? TOKENS.date_long(moment),
  day_divider_pretty: (moment) => moment.near ?? TOKENS.date_long(moment),
  time: (moment) => clock(moment, {}),
  time_secs: (moment) => clock(moment, { second: "2-digit" }),
  ago: ({ seconds, now }) => {
    const [size, unit] = UNITS.find(([length]) => Math.abs(seconds - now) >= length);
    return new Intl.RelativeTimeFormat("en-US").format(Math.trunc((seconds - now) / (size || 1)), unit);
  },
};

function ordinal(day) {
  const ending = { one: "st", two: "nd", few: "rd", other: "th" };
  return day + ending[new Intl.PluralRules("en-US", { type: "ordinal" }).select(Number(day))];
}

/** Slack leaves the year out of dates less than six months away. */
function yearUnlessNear({ seconds, now, year }) {
  return Math.abs(seconds - now) < HALF_A_YEAR ? "" : `, ${year}`;
}

/** "today", "yesterday" or "tomorrow" by the calendar of the zone, else null. */
function nearDay(seconds, now, zone) {
  const day = (when) => Date.parse(local(when, zone).slice(0, 10)) / 86400000;
  return { "-1": "yesterday", 0: "today", 1: "tomorrow" }[day(seconds) - day(now)] ?? null;
}

function clock({ seconds, zone }, more) {
  const fields = { timeZone: zone, hour: "numeric", minute: "2-digit", ...more };
  const { hour, minute, second, dayPeriod } = parts(seconds, fields);
  return `${[hour, minute, second].filter(Boolean).join(":")} ${dayPeriod}`;
}

/** What an input of a date with a time shows for the timestamp: `YYYY-MM-DDTHH:MM` by the zone's clock. */
export function local(timestamp, zone) {
  if (Number.isNaN(new Date(timestamp * 1000).getTime())) return "";
  return formatter("sv-SE", { ...TO_THE_MINUTE, timeZone: zone }).format(timestamp * 1000).replace(" ", "T");
}

/** The timestamp of such a text. Asked twice, since the first guess may lie on the other side of a clock change. */
export function fromLocal(text, zone) {
  const asUtc = Date.parse(`${text}Z`) / 1000;
  const ahead = (timestamp) => Date.parse(`${local(timestamp, zone)}Z`) / 1000 - timestamp;
  return asUtc - ahead(asUtc - ahead(asUtc));
}
