import { isRecord } from '../../core/lib/json.ts';
import type { UpstreamProblem } from '../../core/results/upstreamError.ts';

/** Content of a JSON error body: its own message and code, and each listed problem. */
export type ReadProblems = {
  readonly sentence: string | null;
  readonly code: string | null;
  readonly problems: readonly UpstreamProblem[];
};

const PROBLEMS_MAX = 20;
const DEPTH_MAX = 10;
const NODES_MAX = 2_000;
const FIELD_CHARS_MAX = 200;
// A truncated name could hold part of a secret, which the scrubber would not find.
const TOO_LONG = '…';

// Names are compared as `membersOf` writes them. The most specific comes first.
const MESSAGES = [
  ...['message', 'errordescription', 'detail', 'error', 'errors', 'title', 'reason', 'description', 'msg'],
  ...['errormessage', 'errorsummary', 'defaultmessage', 'diagnostics', 'issue', 'faultstring', 'phrase', 'usermessage'],
  ...['errortext', 'details', 'text', 'localizedmessage', 'fault', 'info', 'statusmessage', 'statustext', 'errmsg'],
];
const LISTS = new Set([
  ...['detail', 'details', 'error', 'errors', 'errormessages', 'violations', 'fieldviolations', 'fielderrors'],
  ...['invalidparams', 'issues', 'issue', 'causes', 'errorcauses', 'messages', 'message', 'validationerrors'],
  ...['validation', 'nonfielderrors', 'rootcause', 'constraintviolations', 'errordetails', 'failures', 'problems'],
  ...['errorchain', 'modelstate', 'errorlist', 'fault', 'faults', 'responsemetadata', 'invalidparameters'],
  ...['invalidfields', 'inputerrors', 'formerrors', 'elements', 'params'],
]);
/** Wrappers of lists of problems. Their other members may be the caller's own input. */
const HOLDERS = new Set(['data', 'embedded', 'innererror']);
const HOLDERS_DEPTH_MAX = 3;
const FIELDS = [
  ...['field', 'loc', 'path', 'pointer', 'param', 'parameter', 'property', 'propertyname', 'propertypath'],
  ...['instancepath', 'datapath', 'attribute', 'source', 'fieldname', 'fieldpath', 'target', 'fields', 'expression'],
  ...['in', 'key', 'argument', 'element', 'name', 'location', 'jsonpath', 'errorpath', 'propertyref', 'input'],
];
const CODES = [
  ...['code', 'errorcode', 'errcode', 'type', 'faultcode', 'keyword', 'name', 'error', 'status', 'reason', 'category'],
];
/** Wrapper objects around the error. */
const ENVELOPES = [
  ...['error', 'odata.error', 'fault', 'errors', 'response', 'exception', 'meta', 'status', 'result', 'data', 'body'],
];

type Members = ReadonlyMap<string, unknown>;

const membersOf = (value: Readonly<Record<string, unknown>>): Members => {
  const members = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value).slice(0, 200)) {
    // In lower case, without separators and signs, and without a prefix: `o:errorDetails`.
    const name = key.toLowerCase().replace(/[_$@-]|^\w:/g, '');
    if (!members.has(name)) members.set(name, member);
  }
  return members;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const textAmong = (members: Members): string | null => {
  // Some services send a message's detail in a separate member.
  const [message, detail] = [members.get('message'), members.get('detail') ?? members.get('details')];
  if (isText(message) && isText(detail) && !message.includes(detail)) return `${message}: ${detail}`;
  const messages = MESSAGES.map((name) => members.get(name));
  // OData before version 4: `message: { lang, value }`.
  return (
    messages.find(isText) ?? messages.flatMap((each) => (isRecord(each) ? [each['value']] : [])).find(isText) ?? null
  );
};

const scalarText = (value: unknown): string | null =>
  isText(value) || typeof value === 'number' ? String(value) : null;

const FIELD_DEPTH_MAX = 3;

/** The value itself, or the first text or number within an object. */
const firstScalar = (value: unknown, depth = 0): string | null => {
  if (!isRecord(value)) return scalarText(value);
  if (depth > FIELD_DEPTH_MAX) return null;
  const parts = Object.values(value).slice(0, 10);
  return parts.map((part) => firstScalar(part, depth + 1)).find((part) => part !== null) ?? null;
};

const fieldText = (name: string, value: unknown): string | null => {
  if (Array.isArray(value)) {
    const parts = value.map(scalarText).filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join(name === 'fields' || name === 'expression' ? ', ' : '.');
  }
  return firstScalar(value);
};

const fieldAmong = (members: Members): string | null => {
  for (const name of FIELDS) {
    const text = members.has(name) ? fieldText(name, members.get(name)) : null;
    if (text !== null) return text.length > FIELD_CHARS_MAX ? TOO_LONG : text;
  }
  return null;
};

/** A code is a single word; text with spaces is a sentence. */
const codeAmong = (members: Members, text: string | null): string | null => {
  for (const name of CODES) {
    const value = scalarText(members.get(name));
    if (value !== null && value !== text && value !== 'about:blank' && /^\S{1,200}$/.test(value)) return value;
  }
  return null;
};

const nestedIn = (members: Members, depth = 0): readonly unknown[] =>
  [...members].flatMap(([name, value]) => {
    // A list of `fields` names them; an object has their problems.
    if (name === 'fields') return isRecord(value) ? [value] : [];
    if (HOLDERS.has(name)) return heldIn(value, depth);
    const isNested = Array.isArray(value) || isRecord(value);
    // OData before version 4: `{"lang": "en", "value": "…"}`.
    const isTextInLanguage = isRecord(value) && isText(value['value']) && 'lang' in value;
    return LISTS.has(name) && isNested && !isTextInLanguage ? [value] : [];
  });

/** The problems in a wrapper, or the wrapper itself if it is one. */
function heldIn(value: unknown, depth: number): readonly unknown[] {
  if (!isRecord(value) || depth > HOLDERS_DEPTH_MAX) return [];
  const held = membersOf(value);
  const isProblem = fieldAmong(held) !== null && MESSAGES.some((each) => isText(held.get(each)));
  return isProblem ? [[value]] : nestedIn(held, depth + 1);
}

/** Whether an object maps field names to texts, as in `{"email": ["has already been taken"]}`. */
const isFieldMap = (value: Readonly<Record<string, unknown>>, members: Members): boolean =>
  Object.values(value).length > 0 &&
  Object.values(value).every(
    (texts) => isText(texts) || (Array.isArray(texts) && texts.length > 0 && texts.every(isText)),
  ) &&
  !members.has('message') &&
  !members.has('msg') &&
  !(members.has('text') && members.size === 1);

type Collected = { readonly problems: UpstreamProblem[]; nodes: number };

const add = ({ problems }: Collected, field: string | null, message: string, code: string | null): void => {
  const isKnown = problems.some((each) => each.message === message && (each.field ?? null) === field);
  if (isKnown || problems.length >= PROBLEMS_MAX) return;
  problems.push({ ...(field !== null && { field }), message, ...(code !== null && { code }) });
};

function collect(into: Collected, value: unknown, field: string | null, depth: number): void {
  into.nodes += 1;
  if (depth > DEPTH_MAX || into.nodes > NODES_MAX) return;
  if (isText(value)) add(into, field, value, null);
  else if (Array.isArray(value)) {
    for (const item of value) {
      if (isRecord(item)) collectObject(into, item, field, depth + 1);
      else collect(into, item, field, depth + 1);
    }
  } else if (isRecord(value)) {
    if (isFieldMap(value, membersOf(value))) collectMap(into, value, field, depth);
    else collectObject(into, value, field, depth);
  }
}

const collectMap = (into: Collected, value: object, field: string | null, depth: number): void => {
  for (const [key, member] of Object.entries(value)) {
    // Django and other frameworks list errors that concern no field under a reserved key.
    const isOfNone = /^(?:non_field_errors|__all__|base|_schema)$/.test(key);
    const path = field === null ? key : `${field}.${key}`;
    collect(into, member, isOfNone ? field : path.length > FIELD_CHARS_MAX ? TOO_LONG : path, depth + 1);
  }
};

function collectObject(
  into: Collected,
  value: Readonly<Record<string, unknown>>,
  field: string | null,
  depth: number,
): void {
  into.nodes += 1;
  if (depth > DEPTH_MAX || into.nodes > NODES_MAX) return;
  const members = membersOf(value);
  const text = textAmong(members);
  const nested = nestedIn(members);
  const own = text !== null || nested.length === 0 ? fieldAmong(members) : null;
  const code = codeAmong(members, text);
  const message = text ?? (nested.length === 0 && own !== null ? code : null);
  const before = into.problems.length;
  for (const each of nested) collect(into, each, own ?? field, depth + 1);
  // A message that only introduces nested problems is not a problem itself.
  const hasBelow = into.problems.length > before;
  if (message !== null && (!hasBelow || own !== null)) add(into, own ?? field, message, code);
  else if (message === null && nested.length === 0) collectMap(into, value, field, depth);
}

/** The error object without its wrapper objects. */
const unwrapped = (value: Readonly<Record<string, unknown>>, depth = 0): Readonly<Record<string, unknown>> => {
  const members = membersOf(value);
  if (depth > 3) return value;
  const inner = ENVELOPES.map((name) => members.get(name)).find(isRecord);
  if (inner === undefined || textAmong(members) !== null) return value;
  const members2 = membersOf(inner);
  return isFieldMap(inner, members2) || (textAmong(members2) === null && nestedIn(members2).length === 0)
    ? value
    : unwrapped(inner, depth + 1);
};

/** The first text in any member, for a body without known names. */
const anyText = (value: unknown, depth: number): string | null => {
  if (isText(value)) return value;
  if (depth > 4 || typeof value !== 'object' || value === null) return null;
  for (const member of Object.values(value).slice(0, 50)) {
    const text = anyText(member, depth + 1);
    if (text !== null) return text;
  }
  return null;
};

const fromObject = (body: Readonly<Record<string, unknown>>): ReadProblems => {
  const error = unwrapped(body);
  const members = membersOf(error);
  const into: Collected = { problems: [], nodes: 0 };
  if (error === body && isFieldMap(body, members) && Object.values(body).some(Array.isArray)) {
    collectMap(into, body, null, 0);
    return { sentence: null, code: null, problems: into.problems };
  }
  const sentence = textAmong(members);
  const field = sentence === null ? null : paramAmong(members);
  if (sentence !== null && field !== null) add(into, field, sentence, codeAmong(members, sentence));
  for (const each of nestedIn(members)) collect(into, each, null, 1);
  // The response may use the API's own member names, such as `{"user": {"zip": ["is bad"]}}`.
  if (sentence === null && into.problems.length === 0) collectMap(into, body, null, 0);
  const code = codeAmong(members, sentence) ?? (error === body ? null : codeAmong(membersOf(body), sentence));
  return {
    sentence: sentence ?? (into.problems.length === 0 ? anyText(body, 0) : null),
    code,
    problems: into.problems,
  };
};

/** The field that the whole error is about. Only unambiguous names count: `path` may be the request's. */
const paramAmong = (members: Members): string | null =>
  ['field', 'param', 'parameter', 'target', 'argument', 'fieldname']
    .map((name) => scalarText(members.get(name)))
    .find((text) => text !== null) ?? null;

/** Reads a JSON error body in the forms that APIs use. `test/connectors/http/errorBodies.test.ts` lists them. */
export function readProblems(body: unknown): ReadProblems {
  if (isRecord(body)) return fromObject(body);
  if (isText(body)) return { sentence: body, code: null, problems: [] };
  if (!Array.isArray(body)) return { sentence: null, code: null, problems: [] };
  const into: Collected = { problems: [], nodes: 0 };
  collect(into, body, null, 0);
  const [first] = into.problems;
  return { sentence: null, code: first?.code ?? null, problems: into.problems };
}
