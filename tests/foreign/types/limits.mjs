// Reads the limits out of the sentences with which Slack's types describe their properties.

const CHARACTERS = [
  /\b(?:maximum|max)\b[^.\d]*([\d,]+) characters/i,
  /\blimit ([\d,]+) characters/i,
  /\bmust be less than ([\d,]+) characters/i,
];
const LEAST_CHARACTERS = /\bminimum length[^.\d]*(\d+)/i;
const ITEMS = /(?:\bmax(?:imum)?(?: of| number of [a-z ]+ is)?|\barray of up to) (\d+)/i;
const LEAST_ITEMS = /\bminimum (\d+),/i;
const ITEMS_OF_ITEMS = /^each row\b.*\bmax of (\d+)/i;
const NUMBER = {
  minimum: [/\bbetween (\d+) and/i, /\bmin(?:imum)?(?: number is| of)? (\d+)/i, /\bnumber from (\d+)/i],
  maximum: [/\bbetween \d+ and (\d+)/i, /\bmax(?:imum)?(?: value is| of)? (\d+)/i, /\bnumber from .* to (\d+)/i],
};

const number = (digits) => Number(digits.replaceAll(',', ''));

function first(patterns, sentence) {
  for (const pattern of patterns) {
    const found = pattern.exec(sentence);
    if (found) return number(found[1]);
  }
}

function sentences(description) {
  const plain = description.replace(/\{@link \S+ ?([^}]*)\}/g, '$1').replaceAll('`', '').replace(/\s+/g, ' ');
  return plain.split(/(?<=[.)]) /);
}

function defined(limits) {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

function ofText(sentence) {
  const most = first(CHARACTERS, sentence);
  const strictly = /\bless than\b/i.test(sentence) ? 1 : 0;
  return defined({
    minLength: first([LEAST_CHARACTERS], sentence),
    maxLength: most === undefined ? undefined : most - strictly,
  });
}

function ofArray(sentence, schema) {
  if (/\beach item\b/.test(sentence)) return { items: { properties: { text: ofText(sentence) } } };
  const inner = first([ITEMS_OF_ITEMS], sentence);
  if (inner !== undefined) return schema.items?.type === 'array' ? { items: { maxItems: inner } } : {};
  return defined({ minItems: first([LEAST_ITEMS], sentence), maxItems: first([ITEMS], sentence) });
}

function ofNumber(sentence) {
  return defined({ minimum: first(NUMBER.minimum, sentence), maximum: first(NUMBER.maximum, sentence) });
}

function limitsOf(sentence, schema) {
  if (schema.type === 'string') return ofText(sentence);
  if (schema.type === 'array') return ofArray(sentence, schema);
  if (schema.type === 'number') return ofNumber(sentence);
  const text = schema.$ref || schema.anyOf ? ofText(sentence) : {};
  return Object.keys(text).length ? { properties: { text } } : {};
}

/** What the description limits, as JSON Schema: `{maxLength: 75}`, or `{properties: {text: {maxLength: 75}}}`. */
export function limits(description, schema) {
  return Object.assign({}, ...sentences(description).map((sentence) => limitsOf(sentence, schema)));
}
