// Makes bot/workspace/schemas/*.json out of Slack's TypeScript packages: node types/generate.mjs [FOLDER]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';
import { KINDS } from './kinds.mjs';
import { discriminated, limited, named, pruned, tidied } from './shape.mjs';
import { united } from './united.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGES = ['@slack/types', '@slack/web-api', '@slack/bolt'];

const CONFIG = { ...DEFAULT_CONFIG, type: '*', encodeRefs: false, functions: 'hide' };
const KIND_NAMES = Object.keys(KINDS);

function entry(kind) {
  return join(HERE, `${kind}.ts`);
}

const program = ts.createProgram(KIND_NAMES.map(entry), {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  types: [],
});
const generator = new SchemaGenerator(program, createParser(program, CONFIG), createFormatter(CONFIG), CONFIG);

/** One schema for each member of the entry's interface `Schemas`: together they would mix types of the same name. */
function roots(kind) {
  const declarations = program.getSourceFile(entry(kind)).statements.filter(ts.isInterfaceDeclaration);
  const { members } = declarations.find((declaration) => declaration.name.text === 'Schemas');
  return members.map((member) => [member.name.text, generator.createSchemaFromNodes([member.type])]);
}

function version(name) {
  const file = join(HERE, '..', 'node_modules', name, 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

function made(kind) {
  const { prepare, relax } = KINDS[kind];
  const prepared = roots(kind).map(([name, schema]) => [name, prepare(named(tidied(limited(schema))))]);
  const schema = pruned(discriminated(pruned(relax(united(prepared)))));
  const packages = Object.fromEntries(PACKAGES.map((name) => [name, version(name)]));
  return { $schema: 'http://json-schema.org/draft-07/schema#', $comment: JSON.stringify(packages), ...schema };
}

const folder = process.argv[2] ?? join(HERE, '..', '..', '..', 'bot', 'workspace', 'schemas');
mkdirSync(folder, { recursive: true });
for (const kind of KIND_NAMES) {
  writeFileSync(join(folder, `${kind}.json`), `${JSON.stringify(made(kind))}\n`);
}
