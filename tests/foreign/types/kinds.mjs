// What each kind of schema leaves out, and where Slack is known to take or send more than its types say.
import { cut, merged, walk } from './shape.mjs';

const REF = '#/definitions/';
const TYPED = ['type'];
const DRAWN = { AnyBlock: TYPED, Block: TYPED, KnownBlock: TYPED, RichTextBlock: TYPED, MessageAttachment: [] };
const VIEWS = { HomeView: TYPED, ModalView: TYPED, View: TYPED, WorkflowStepView: TYPED };
// In answers, drawn things and files inside messages have types of their own, guessed from samples and incomplete.
const SAMPLES = /Attachment|Block|Element$|FieldMessage|File$|^(Accessory|List|Room|SchemaOptions)$/;

function changed(schema, name, change) {
  const definition = schema.definitions[name];
  if (!definition) throw new Error(`The types have no ${name} any more.`);
  return { ...schema, definitions: { ...schema.definitions, [name]: change(definition) } };
}

function property(schema, name, key, change) {
  return changed(schema, name, (one) => {
    if (!one.properties[key]) throw new Error(`The types have no ${name}.${key} any more.`);
    return { ...one, properties: { ...one.properties, [key]: change(one.properties[key]) } };
  });
}

function relaxBlocks(schema) {
  // Unknown blocks are refused by Slack; the type only lets new ones through.
  let relaxed = changed(schema, 'AnyBlock', () => ({ $ref: `${REF}KnownBlock` }));
  for (const option of ['MrkdwnOption', 'PlainTextOption']) {
    // 150 in the reference on docs.slack.dev and in slack_sdk; the sentence in the types is older.
    relaxed = property(relaxed, option, 'value', (value) => ({ ...value, maxLength: 150 }));
  }
  const description = (one) => ({ allOf: [{ $ref: `${REF}TextObject` }, one.allOf[1]] });
  relaxed = property(relaxed, 'MrkdwnOption', 'description', description);
  // A longer footer is cut off, not refused.
  return property(relaxed, 'MessageAttachment', 'footer', () => ({ type: 'string' }));
}

function requestOf(schema) {
  const { definitions, $ref, ...root } = cut(schema, { ...DRAWN, ...VIEWS, EntityMetadata: [] });
  const request = $ref ? definitions[$ref.slice(REF.length)] : root;
  return { definitions, ...merged(request) };
}

function answerOf(schema) {
  const keep = schema.$ref.endsWith('/FilesInfoResponse') ? ['File', 'MessageElement'] : ['MessageElement'];
  const names = Object.keys(schema.definitions).filter((name) => SAMPLES.test(name) && !keep.includes(name));
  return cut(schema, Object.fromEntries(names.map((name) => [name, []])));
}

function added(schema, name, properties) {
  return changed(schema, name, (one) => ({ ...one, properties: { ...one.properties, ...properties } }));
}

function withUsername(user) {
  return { ...user, properties: { ...user.properties, username: { type: 'string' } } };
}

/** Views and people as Slack sends them: the types of answers have these, the package of the payloads forgot them. */
function relaxSent(part) {
  const { enterprise, user, previous_view_id: view } = part.properties ?? {};
  const properties = {
    ...part.properties,
    // Outside Enterprise Grid, Slack sends null.
    ...(enterprise?.type === 'object' ? { enterprise: { anyOf: [enterprise, { type: 'null' }] } } : {}),
    ...(user?.properties ? { user: withUsername(user) } : {}),
    ...(view ? { submit_disabled: { type: 'boolean' } } : {}),
  };
  return part.properties ? { ...part, properties } : part;
}

function relaxInteractions(schema) {
  const relaxed = walk(schema, relaxSent);
  // What is pressed in a view has no response URL.
  const press = relaxed.properties.block_actions;
  const required = press.required.filter((name) => name !== 'response_url');
  return { ...relaxed, properties: { ...relaxed.properties, block_actions: { ...press, required } } };
}

const NULL_IN_VIEWS = ['app_id', 'close', 'previous_view_id', 'root_view_id', 'submit'];

/** The types of answers come from samples, which leaves out what may be null and what happened to be empty. */
function relaxAnswer(part) {
  if (part.additionalProperties === false && !part.properties) return { type: 'object' };
  if (part.properties?.is_im) return { ...part, properties: { ...part.properties, user: { type: 'string' } } };
  if (!part.properties?.previous_view_id) return part;
  const nullable = NULL_IN_VIEWS.map((name) => [name, { anyOf: [part.properties[name], { type: 'null' }] }]);
  return { ...part, properties: { ...part.properties, ...Object.fromEntries(nullable) } };
}

/** A message may have what a message has in any answer. */
function messagesAlike(schema) {
  const isMessage = ([, one]) => one.properties?.bot_profile && one.properties?.text;
  const messages = new Map(Object.entries(schema.definitions).filter(isMessage));
  const properties = Object.assign({}, ...[...messages.values()].map((one) => one.properties));
  // What an app put into its metadata is the app's.
  const all = { ...properties, metadata: { type: 'object' } };
  const message = { type: 'object', additionalProperties: false, properties: all };
  const definitions = { ...schema.definitions, AnyMessage: message };
  return walk({ ...schema, definitions }, (part) => {
    return messages.has(part.$ref?.slice(REF.length)) ? { $ref: `${REF}AnyMessage` } : part;
  });
}

function relaxAnswers(schema) {
  // The same in nearly every answer: said once.
  let common;
  const shared = walk(walk(messagesAlike(schema), relaxAnswer), (part) => {
    const metadata = part.properties?.response_metadata;
    if (metadata?.type !== 'object') return part;
    common ??= metadata;
    if (JSON.stringify(metadata) !== JSON.stringify(common)) return part;
    return { ...part, properties: { ...part.properties, response_metadata: { $ref: `${REF}CommonMetadata` } } };
  });
  return { ...shared, definitions: { ...shared.definitions, CommonMetadata: common } };
}

function relaxEvents(schema) {
  // Messages of apps carry these; files and who posted are only partly typed.
  const unlisted = { app_id: { type: 'string' }, metadata: { type: 'object' } };
  let relaxed = added(walk(schema, relaxSent), 'GenericMessageEvent', unlisted);
  relaxed = added(relaxed, 'AppMentionEvent', unlisted);
  relaxed = added(relaxed, 'BotProfile', { user_id: { type: 'string' } });
  for (const name of ['GenericMessageEvent', 'FileShareMessageEvent', 'AppMentionEvent']) {
    relaxed = property(relaxed, name, 'files', () => ({ type: 'array', items: { type: 'object' } }));
  }
  // A message inside an event is as it is kept: without channel, and a deleted one with replies is a "tombstone".
  const kept = () => ({ type: 'object', required: ['type', 'ts'], properties: { ts: { type: 'string' } } });
  relaxed = property(relaxed, 'MessageChangedEvent', 'message', kept);
  for (const name of ['MessageChangedEvent', 'MessageDeletedEvent']) {
    relaxed = property(relaxed, name, 'previous_message', kept);
  }
  relaxed = property(relaxed, 'ThreadBroadcastMessageEvent', 'root', () => ({ type: 'object' }));
  // Who joins without being invited has no inviter.
  return changed(relaxed, 'ChannelJoinMessageEvent', (one) => {
    return { ...one, required: one.required.filter((name) => name !== 'inviter') };
  });
}

const leave = (schema) => schema;
const withoutDrawn = (schema) => cut(schema, { ...DRAWN, UploadedFile: [], File: [] });

export const KINDS = {
  blocks: { prepare: leave, relax: relaxBlocks },
  requests: { prepare: requestOf, relax: leave },
  responses: { prepare: answerOf, relax: relaxAnswers },
  interactions: { prepare: withoutDrawn, relax: relaxInteractions },
  events: { prepare: withoutDrawn, relax: relaxEvents },
};
