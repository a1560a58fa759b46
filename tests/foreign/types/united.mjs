// Puts schemas made one by one into one document; what has the same name and differs gets a number.
import { walk } from './shape.mjs';

const REF = '#/definitions/';

/** The definition with everything it refers to in place, so that two of them can be compared. */
function spelled(name, definitions, above = []) {
  if (above.includes(name)) return { recursion: above.length - above.indexOf(name) };
  return walk(definitions[name], (part) => {
    return part.$ref ? spelled(part.$ref.slice(REF.length), definitions, [...above, name]) : part;
  });
}

class Names {
  #taken = new Map();

  /** A name for what the definition says: its own, unless another one has it. */
  name(wanted, definitions) {
    const content = JSON.stringify(spelled(wanted, definitions));
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      const there = this.#taken.get(name);
      if (there === undefined) this.#taken.set(name, content);
      if (there === undefined || there === content) return name;
    }
  }
}

/** `{definitions, properties}`: a property for each of the schemas, `[[name, schema]]`. */
export function united(schemas) {
  const names = new Names();
  const definitions = {};
  const properties = {};
  for (const [root, { definitions: own, $ref, $schema, ...inline }] of schemas) {
    const renamed = new Map(Object.keys(own).map((name) => [name, names.name(name, own)]));
    const moved = (schema) =>
      walk(schema, (part) => (part.$ref ? { ...part, $ref: REF + renamed.get(part.$ref.slice(REF.length)) } : part));
    for (const name of Object.keys(own)) definitions[renamed.get(name)] = moved(own[name]);
    properties[root] = $ref ? moved({ $ref }) : moved(inline);
  }
  return { definitions, properties };
}
