import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import type { DefinitionChange } from './change.ts';
import { isSameJson } from './definition.ts';

/** Inputs that only one of two definitions has. A difference in how requests use these is not reported again. */
type InputChanges = { readonly added: ReadonlySet<string>; readonly gone: ReadonlySet<string> };

type Request = JsonObject | null;

/**
 * The changes of a request template or operation. Ignores where requests send new and removed inputs, since the changed
 * input schema is already reported.
 */
export function requestChanges(before: Request, after: Request, inputs: InputChanges): DefinitionChange[] {
  if (isSameJson(before, after)) return [];
  const [old, now] = [before ?? {}, after ?? {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) => {
    if (isSameJson(old[key], now[key])) return [];
    const path = `/request/${key}`;
    switch (key) {
      case 'kind':
      case 'method':
      case 'path':
      case 'baseUrl':
        return [{ kind: 'widening', path, difference: 'calls a different operation' }];
      case 'failure':
        return [{ kind: 'compatible', path, difference: 'detects failures in another part of the response' }];
      case 'credentials':
        return [{ kind: 'widening', path, difference: 'uses different credentials' }];
      case 'sends':
        return [sentChange(old[key], now[key], path)];
      case 'parameters':
        return partChanges(parametersOf(old[key]), parametersOf(now[key]), path, inputs);
      case 'body':
        return bodyChanges(old, now, inputs);
      default:
        return [{ kind: 'widening', path, difference: 'sends a different request' }];
    }
  });
}

/** Without a list, all credentials may be sent, so a new list can only remove some. */
function sentChange(before: JsonValue | undefined, after: JsonValue | undefined, path: string): DefinitionChange {
  const were = Array.isArray(before) ? new Set(before) : null;
  const isFewer = Array.isArray(after) && (were === null || after.every((id) => were.has(id)));
  return isFewer
    ? { kind: 'compatible', path, difference: 'sends fewer credentials' }
    : { kind: 'widening', path, difference: 'sends different credentials' };
}

type Parts = ReadonlyMap<string, JsonValue>;

/** An operation's parameters by input: one input may be sent in several places. */
function parametersOf(value: JsonValue | undefined): Parts {
  const parameters = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return Map.groupBy(parameters, (parameter) => String(parameter['property']));
}

/** Compares the request parts for each input, except new and removed inputs. */
function partChanges(before: Parts, after: Parts, path: string, { added, gone }: InputChanges): DefinitionChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name): DefinitionChange[] => {
    if (isSameJson(before.get(name), after.get(name)) || added.has(name) || gone.has(name)) return [];
    return [{ kind: 'widening', path: `${path}/${name}`, difference: 'sends an input in a different place or format' }];
  });
}

function bodyChanges(
  { body: before }: JsonObject,
  { body: after }: JsonObject,
  inputs: InputChanges,
): DefinitionChange[] {
  const path = '/request/body';
  if (after === undefined) return [{ kind: 'breaking', path, difference: 'sends no body' }];
  const another: DefinitionChange = { kind: 'widening', path, difference: 'sends a different body' };
  if (!(isOperationBody(before) && isOperationBody(after))) return [another];
  const { from: oldFrom, required: wasRequired, ...old } = before;
  const { from: nowFrom, required: isRequired, ...now } = after;
  const isSame = isSameJson(old, now) && isSameJson(framesOf(oldFrom), framesOf(nowFrom));
  const needed: DefinitionChange = {
    kind: isRequired ? 'breaking' : 'widening',
    path,
    difference: 'is sent under a different condition',
  };
  return [
    ...(isSame ? [] : [another]),
    ...partChanges(liftedOf(oldFrom), liftedOf(nowFrom), `${path}/from/properties`, inputs),
    ...(wasRequired === isRequired ? [] : [needed]),
  ];
}

const isOperationBody = (body: JsonValue | undefined): body is JsonObject =>
  isJsonObject(body) && isJsonObject(body['from']);

/** The body members that are separate inputs of the tool. */
function liftedOf(from: JsonValue | undefined): Parts {
  const lifted = isJsonObject(from) ? from['properties'] : undefined;
  return new Map(isJsonObject(lifted) ? Object.entries(lifted) : []);
}

/** A body's description without the members that `liftedOf` returns. */
function framesOf(from: JsonValue | undefined): JsonValue {
  if (!isJsonObject(from)) return null;
  const { properties, ...rest } = from;
  return [properties !== undefined, rest];
}

/**
 * Reports a difference that no other comparison has found, with the impact `widening`, since it is unknown. Ignores the
 * order of lists: where it matters, another comparison reports it.
 */
export function unknownChanges(before: Request, after: Request): DefinitionChange[] {
  if (isSameJson(unordered(before), unordered(after))) return [];
  return [{ kind: 'widening', path: '/request', difference: 'sends a different request' }];
}

function unordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => canonicalJson(unordered(item))).sort();
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unordered(member)]));
}
