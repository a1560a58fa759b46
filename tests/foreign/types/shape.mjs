// Makes the generator's schema small and its errors readable, without changing what it says.
import { limits } from './limits.mjs';

const REF = '#/definitions/';

/** The schema with `change` applied to each of its parts, the innermost first. */
export function walk(schema, change) {
  if (Array.isArray(schema)) return schema.map((part) => walk(part, change));
  if (schema === null || typeof schema !== 'object') return schema;
  return change(Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, walk(part, change)])));
}

/** Property schemas say what their descriptions say; all prose goes. */
export function limited(schema) {
  return walk(schema, (part) => {
    // A property may itself be called "description"; prose is a string.
    const { description, examples, ...rest } = part;
    if (examples && !Array.isArray(examples)) rest.examples = examples;
    if (typeof description !== 'string') return description ? { ...rest, description } : rest;
    const said = limits(description, rest);
    if (!Object.keys(said).length) return rest;
    return rest.$ref || rest.anyOf || said.items ? { allOf: [rest, said] } : { ...rest, ...said };
  });
}

/** References to these definitions become any object with these required properties: they are checked elsewhere. */
export function cut({ definitions, ...schema }, names) {
  const cutOff = (part) => {
    const name = part.$ref?.slice(REF.length);
    return name in names ? { type: 'object', ...(names[name].length ? { required: names[name] } : {}) } : part;
  };
  return { definitions: walk(definitions, cutOff), ...walk(schema, cutOff) };
}

/** Definitions that only have a generated name, or only stand for another one, where they are used. */
export function named({ definitions, ...schema }) {
  const odd = (name) => /[^\w]/.test(name) || Object.keys(definitions[name]).join() === '$ref';
  const put = (part) => {
    const name = part.$ref?.slice(REF.length);
    return name !== undefined && odd(name) ? walk(definitions[name], put) : part;
  };
  return { definitions: walk(definitions, put), ...walk(schema, put) };
}

/** Unions without what appears in them twice, and without what is never allowed. */
export function tidied(schema) {
  return walk(schema, (part) => {
    if (!Array.isArray(part.anyOf)) return part;
    const { anyOf, ...rest } = part;
    const branches = [...new Map(anyOf.map((branch) => [JSON.stringify(branch), branch])).values()];
    const possible = branches.filter((branch) => JSON.stringify(branch) !== '{"not":{}}');
    if (possible.every((branch) => branch.type === 'boolean')) return { ...rest, type: 'boolean' };
    return possible.length === 1 ? { ...rest, ...possible[0] } : { ...rest, anyOf: possible };
  });
}

function branchesOf(branch, definitions) {
  const definition = branch.$ref && definitions[branch.$ref.slice(REF.length)];
  if (!definition?.anyOf || Object.keys(definition).length > 1) return [branch];
  return definition.anyOf.flatMap((inner) => branchesOf(inner, definitions));
}

function tag(branch, definitions, name) {
  const schema = branch.$ref ? definitions[branch.$ref.slice(REF.length)] : branch;
  return schema?.properties?.[name];
}

/** Unions of objects told apart by `type` or `subtype` say so (OpenAPI's `discriminator`): errors name one branch. */
export function discriminated(schema) {
  return walk(schema, (part) => {
    if (!Array.isArray(part.anyOf)) return part;
    const anyOf = part.anyOf.flatMap((branch) => branchesOf(branch, schema.definitions));
    for (const propertyName of ['type', 'subtype']) {
      const tags = anyOf.map((branch) => tag(branch, schema.definitions, propertyName));
      const known = tags.every((one) => one?.const !== undefined || one?.not);
      const different = new Set(tags.map((one) => JSON.stringify(one))).size > 1;
      if (known && different) return { ...part, anyOf, discriminator: { propertyName } };
    }
    return part;
  });
}

/** One object for the alternatives: each property that any of them has; required is what all of them require. */
export function merged(schema) {
  if (!schema.anyOf) return schema;
  const objects = schema.anyOf.map(merged);
  const names = [...new Set(objects.flatMap((one) => Object.keys(one.properties ?? {})))].sort();
  const either = (name) => ({ anyOf: objects.map((one) => one.properties?.[name] ?? { not: {} }) });
  const properties = names.map((name) => [name, either(name)]);
  const required = (objects[0].required ?? []).filter((name) => objects.every((one) => one.required?.includes(name)));
  return tidied({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    ...(required.length ? { required } : {}),
  });
}

function references(schema) {
  const found = new Set();
  walk(schema, (part) => (part.$ref && found.add(part.$ref.slice(REF.length)), part));
  return found;
}

/** Only the definitions that the roots reach, in the order of their names. */
export function pruned({ definitions, properties }) {
  const reached = new Set(references(properties));
  for (const name of reached) for (const next of references(definitions[name])) reached.add(next);
  const kept = [...reached].sort().map((name) => [name, definitions[name]]);
  return { definitions: Object.fromEntries(kept), properties };
}
