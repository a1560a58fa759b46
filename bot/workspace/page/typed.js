// Between what people type and what Slack keeps.

/** A typed line as the page API wants it: `{verb: "command", command, text}` or `{verb: "say", text}`. */
export function readTyped(typed) {
  const text = typed.trim();
  const slash = /^(\/[^\s/]+)(?:\s+([\s\S]*))?$/.exec(text);
  return slash ? { verb: "command", command: slash[1], text: slash[2] ?? "" } : { verb: "say", text };
}

/** Kept text as the person would type it again, for editing. */
export function asTyped(store, text) {
  return text
    .replace(/<@(\w+)(?:\|[^>]*)?>/g, (_, id) => `@${store.person(id)?.name ?? id}`)
    .replace(/<#(\w+)(?:\|([^>]*))?>/g, (_, id, name) => `#${name || store.channel(id)?.name || id}`)
    .replace(/<!(\w+)[^>]*>/g, "@$1")
    .replace(/<([^>|]+)(?:\|[^>]*)?>/g, "$1")
    .replace(/&(lt|gt|amp);/g, (_, name) => ({ lt: "<", gt: ">", amp: "&" })[name]);
}
