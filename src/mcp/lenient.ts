import type { IncomingHttpHeaders } from 'node:http';
import { inheritLossless, isJsonObject, isRecord, type JsonObject, type JsonValue } from '../core/lib/json.ts';

/** Members that may be null: the id of an error without a request, and any result. */
const MAY_BE_NULL: ReadonlySet<string> = new Set(['id', 'result']);
/** Members of `params` that are objects. Clients whose language uses one type for empty lists and objects send `[]`. */
const OBJECTS: ReadonlySet<string> = new Set(['arguments', '_meta', 'capabilities', 'clientInfo', 'context']);

/** Whether a member's value means "absent": several serializers write null for it. */
const isAbsent = (key: string, value: JsonValue | undefined): boolean =>
  value === null || (OBJECTS.has(key) && (value === '' || (Array.isArray(value) && value.length === 0)));

/** The object without its absent members; the same object if it has none. */
function withoutAbsent(object: JsonObject): JsonObject {
  let isWhole = true;
  for (const key in object) if (isAbsent(key, object[key])) isWhole = false;
  if (isWhole) return object;
  return inheritLossless(
    object,
    Object.fromEntries(Object.entries(object).filter(([key, value]) => !isAbsent(key, value))),
  );
}

/**
 * A message without invalid spellings of "absent": `"params": null` or `[]`, `"arguments": null`, `[]` or `""`,
 * `"capabilities": null`, `"error": null` with a result.
 */
export function withoutAbsentParts(body: JsonObject): JsonObject {
  let own = body;
  for (const key in body) {
    const value = body[key];
    const isNull = value === null && !MAY_BE_NULL.has(key);
    // A notification has no id.
    const isIdOfNotice = key === 'id' && value === null && isNotice(body);
    const isEmptyList = key === 'params' && Array.isArray(value) && value.length === 0;
    if (isNull || isIdOfNotice || isEmptyList) {
      const { [key]: _absent, ...rest } = own;
      own = inheritLossless(own, rest);
    }
  }
  const { params } = own;
  if (!isJsonObject(params)) return own;
  const plain = withoutAbsent(withPlainMembers(params, own['method'] === 'prompts/get' ? OF_PROMPTS : NESTED));
  return plain === params ? own : inheritLossless(own, { ...own, params: plain });
}

/** Members of `params` whose own null members count as absent. A tool's arguments may really be null. */
const NESTED: readonly string[] = ['_meta', 'context'];
/** `NESTED`, and for prompts also `arguments`, whose members are texts and never null. */
const OF_PROMPTS: readonly string[] = [...NESTED, 'arguments'];

function withPlainMembers(params: JsonObject, keys: readonly string[]): JsonObject {
  let own = params;
  for (const key of keys) {
    const value = own[key];
    const plain = isJsonObject(value) ? withoutAbsent(value) : value;
    if (plain !== undefined && plain !== value) own = inheritLossless(own, { ...own, [key]: plain });
  }
  return own;
}

/** Removes null members at any depth, for a client's information about itself. */
export function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, dropNulls(member)]));
}

/** A handshake's defaults. A client that omits them has no capabilities and no name. */
const HANDSHAKE = {
  protocolVersion: '2025-03-26',
  capabilities: {},
  clientInfo: { name: 'unknown', version: 'unknown' },
};

/** The params of `initialize`, with defaults. */
export function completeHandshake(params: JsonObject): JsonObject {
  const { clientInfo } = params;
  const named = isRecord(clientInfo) && { clientInfo: { ...HANDSHAKE.clientInfo, ...Object(dropNulls(clientInfo)) } };
  return inheritLossless(params, { ...HANDSHAKE, ...params, ...named });
}

/** The form of a response that a client can read. */
type ReadableForm = 'any' | 'json' | 'events';

/** Reads `Accept` (RFC 9110, section 12.5.1). A client that asks for neither form gets JSON. */
export function wantedForm({ accept = '' }: IncomingHttpHeaders): ReadableForm {
  if (accept === BOTH) return 'any';
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([type = '', ...parameters]) => type !== '' && !parameters.some((each) => /^q=0(\.0*)?$/.test(each)))
    .map(([type = '']) => type);
  const accepts = (...types: readonly string[]): boolean =>
    ranges.length === 0 || ranges.some((range) => types.includes(range));
  const acceptsEvents = accepts('*/*', 'text/*', 'text/event-stream');
  if (accepts('*/*', 'application/*', 'application/json')) return acceptsEvents ? 'any' : 'json';
  return acceptsEvents ? 'events' : 'json';
}

const BOTH = 'application/json, text/event-stream';

/** The response in the form that its client reads. */
export async function inWantedForm(form: ReadableForm, response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (form === 'json' && type.startsWith('text/event-stream')) {
    // The response is the last event. Each event is one line, because JSON text contains no line breaks.
    const events = await response.text();
    const at = events.lastIndexOf('\ndata: ');
    const data = at < 0 && events.startsWith('data: ') ? events.slice(6) : events.slice(at + 7);
    const text = data.split('\n', 1)[0] ?? '';
    return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } });
  }
  if (form === 'events' && type.startsWith('application/json') && response.ok) {
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(`event: message\ndata: ${await response.text()}\n\n`, { status: response.status, headers });
  }
  return response;
}

// The method may be any JSON value: even `String` throws for an object whose `toString` is null.
const isNotice = ({ method }: JsonObject): boolean => typeof method === 'string' && method.startsWith('notifications/');
