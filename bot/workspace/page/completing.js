// What can complete the word at the caret: commands and their first words, people, channels.

/**
 * Returns `{from, items, eager}`: each item has a `label`, a `detail` and the text to `insert` in the place of what
 * stands between `from` and the caret; `eager` means that Enter takes the first item. Null when nothing fits.
 */
export function completionsAt(text, caret, start) {
  const before = text.slice(0, caret);
  return commands(before, start) ?? firstWords(before, start) ?? mentions(before, start);
}

function allCommands(start) {
  return [...start.app.commands, ...start.builtin_commands];
}

/** The command that the text begins with, once there is a space behind it. */
export function commandOf(text, start) {
  const name = /^(\/\S+)\s/.exec(text)?.[1];
  return allCommands(start).find((one) => one.command === name) ?? null;
}

function commands(before, start) {
  if (!/^\/\S*$/.test(before)) return null;
  const fitting = allCommands(start).filter((one) => one.command.startsWith(before));
  const items = fitting.map((one) => ({
    label: one.command,
    hint: one.usage_hint,
    detail: one.description,
    insert: `${one.command} `,
  }));
  return found(0, items, fitting[0]?.command !== before);
}

function firstWords(before, start) {
  const command = commandOf(before, start);
  const word = command && before.slice(command.command.length).trimStart();
  if (!command || !/^[a-z-]*$/.test(word)) return null;
  const names = hintedWords(command.usage_hint).filter((name) => name.startsWith(word) && name !== word);
  const items = names.map((name) => ({ label: name, detail: command.command, insert: `${name} ` }));
  // Words may be words to look for: Enter sends them as they stand.
  return found(before.length - word.length, items, false);
}

/** The words that a usage hint offers: `words, or: show, help` has show and help, `[add|list]` has both. */
function hintedWords(hint) {
  const offered = hint.split(/\bor:/).at(-1).split(/[,|]/);
  const words = offered.map((part) => part.replace(/[[\]()]/g, "").trim());
  return words.length > 1 ? words.filter((word) => /^[a-z][a-z-]*$/.test(word)) : [];
}

function mentions(before, start) {
  const [, sign, word] = /(?:^|[\s(])([@#])([\w.-]*)$/.exec(before) ?? [];
  if (!sign) return null;
  const items = sign === "@" ? peopleItems(start) : channelItems(start);
  const begins = (text) => text.toLowerCase().startsWith(word.toLowerCase());
  const fits = (item) => begins(item.label.slice(1)) || begins(item.detail);
  const fitting = items.filter(fits);
  return found(before.length - word.length - 1, fitting, fitting[0]?.label !== sign + word);
}

function peopleItems(start) {
  const mentioned = start.people.filter((one) => one.id !== "USLACKBOT");
  return mentioned.map((one) => ({ label: `@${one.name}`, detail: one.real_name, insert: `@${one.name} ` }));
}

function channelItems(start) {
  const named = start.channels.filter((one) => one.kind !== "dm" && !one.archived);
  return named.map((one) => ({ label: `#${one.name}`, detail: one.kind, insert: `#${one.name} ` }));
}

function found(from, items, eager) {
  return items.length ? { from, items, eager } : null;
}
