// Things that go wrong on demand, to see what the bot makes of them.

import { el, fill, newId } from "./dom.js";

const seconds = { name: "seconds", label: "Seconds", type: "number", value: 5 };

/**
 * Each with the words for it, the one thing that can be said about it (false where not even how often), and whether it
 * happens to calls of a method.
 */
const KINDS = {
  ratelimited: ["Too many requests (429)", { ...seconds, name: "retry_after", label: "Seconds to wait" }, true],
  status: ["A server error with an HTML page", { ...seconds, name: "status", label: "HTTP status", value: 503 }, true],
  redirect: ["Sent to another address", { name: "location", label: "Address", value: "/" }, true],
  error: ["An error of Slack's", { name: "code", label: "Code", value: "internal_error" }, true],
  empty: ["An empty answer", null, true],
  html: ["HTML in the place of JSON", null, true],
  garbled: ["JSON that is not Slack's", { name: "text", label: "The answer", value: "[]" }, true],
  hang: ["No answer for a while", seconds, true],
  drop: ["The call is lost", null, true],
  accept_then_drop: ["The call is carried out, its answer lost", null, true],
  history_lag: ["Histories lack the newest messages", seconds, true],
  duplicate: ["Events are delivered twice"],
  late: ["Events are delivered late", seconds],
  cut: ["The socket is cut", false],
  refresh: ["The socket is refreshed", false],
  silence: ["The socket falls silent", false],
};
const METHODS = [
  "*", "response_url", "auth.test", "chat.postMessage", "chat.update", "chat.unfurl",
  "conversations.history", "users.info", "views.open", "views.update", "views.publish",
];

/** A form that plans a fault. */
export function faultForm(store) {
  const kind = el("select", { id: newId("kind"), name: "kind" }, Object.keys(KINDS).map(option));
  const details = el("div", { class: "faults" });
  const said = el("p", { role: "status", class: "soft" }, waiting(store.faults));
  const draw = () => fill(details, detailFields(kind.value));
  kind.addEventListener("input", draw);
  draw();
  const plan = async (event) => {
    event.preventDefault();
    if (!(await store.attempt("fault", read(event.target)))) return;
    await store.refreshExchanges();
    fill(said, waiting(store.faults));
  };
  return el(
    "form",
    { class: "faults", onsubmit: plan },
    el("h3", {}, "Let something go wrong"),
    el("div", { class: "field" }, el("label", { for: kind.id }, "What"), kind),
    details,
    el("button", { type: "submit", class: "button primary" }, "Plan it"),
    said,
  );
}

/** What is planned and has not happened yet. */
function waiting(faults) {
  const one = ({ method, kind, count }) => `${[method, kind].filter(Boolean).join(" ")} × ${count}`;
  return faults.length ? `Still to happen: ${faults.map(one).join(", ")}.` : "Nothing is planned.";
}

function option(kind) {
  return el("option", { value: kind }, KINDS[kind][0]);
}

function detailFields(kind) {
  const [, detail, ofCalls] = KINDS[kind];
  const list = newId("methods");
  const label = "Method (* is any, response_url an answer through one)";
  return [
    ofCalls && field({ label, name: "method", value: "*", list }),
    ofCalls && el("datalist", { id: list }, METHODS.map((method) => el("option", { value: method }))),
    detail !== false && field({ label: "How often", name: "count", type: "number", min: 1, max: 1000, value: 1 }),
    detail && field(detail),
  ];
}

function field({ label, ...props }) {
  const id = newId("field");
  const input = el("input", { id, autocomplete: "off", required: true, ...props });
  return el("div", { class: "field" }, el("label", { for: id }, label), input);
}

/** The form's fields, with numbers where they are numbers. */
function read(form) {
  const fields = [...form.elements].filter((one) => one.name);
  return Object.fromEntries(fields.map((one) => [one.name, one.type === "number" ? one.valueAsNumber : one.value]));
}
