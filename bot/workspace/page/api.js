// The page's side of the workspace's server: questions, acts, and the stream of changes.

/** Something the workspace would not do; the message is a sentence for people. */
export class CannotDo extends Error {}

const GONE = "The workspace does not answer. Is it still running?";

async function json(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new CannotDo(GONE);
  }
  const body = await response.json().catch(() => ({ ok: false }));
  if (!response.ok) throw new CannotDo(body.sentence ?? `The workspace answered with status ${response.status}.`);
  return body;
}

/** What `/page-api/<what>` says to the person `as`, with further parameters. */
export function ask(what, as, parameters = {}) {
  return json(`/page-api/${what}?${new URLSearchParams({ as, ...parameters })}`);
}

/** Lets the person `as` do something. Rejects with CannotDo when the workspace refuses. */
export function act(verb, as, fields = {}) {
  return json(`/page-api/do/${verb}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ as, ...fields }),
  });
}

/**
 * Calls `onChange` with every change that `as` may see, and `onState` with true whenever the stream (re)opens and false
 * when it breaks. The result closes the stream.
 */
export function listen(as, onChange, onState) {
  const stream = new EventSource(`/page-api/changes?${new URLSearchParams({ as })}`);
  stream.onopen = () => onState(true);
  stream.onerror = () => onState(false);
  stream.onmessage = (event) => onChange(JSON.parse(event.data));
  return () => stream.close();
}
