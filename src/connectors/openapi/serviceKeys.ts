import { isRecord, type JsonObject } from '../../core/lib/json.ts';
import type { OperationRequest, ServiceKeyPlace } from '../../core/marketplace/toolRequest.ts';
import type { BodyInput } from './body.ts';
import type { InputProperty, ParameterInput } from './parameters.ts';

/** Unambiguous names of idempotency keys. */
const KEY_NAME = /idempoten(?:cy|ce|t)|^paypal-request-id$/i;
/** Names that may mean an idempotency key if the description confirms it. */
const MAYBE_NAME =
  /(?:request|client|transaction|operation|message)[-_]?(?:request)?[-_]?(?:id|token|key|uuid)$|dedup|nonce/i;
/** Length of the generated keys. */
const KEY_CHARS = 36;
/** RFC 9110, section 9.2.1: these methods change nothing and need no key. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

const isFree = ({ type, enum: values, pattern, maxLength, format }: JsonObject): boolean =>
  (type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'))) &&
  values === undefined &&
  (pattern === undefined || format === 'uuid') &&
  (typeof maxLength !== 'number' || maxLength >= KEY_CHARS);

const isKey = (name: string, { schema }: InputProperty): boolean => {
  const { description } = schema;
  const isMentioned = typeof description === 'string' && /idempoten/i.test(description);
  return (KEY_NAME.test(name) || (MAYBE_NAME.test(name) && isMentioned)) && isFree(schema);
};

type Inputs = { readonly parameters: readonly ParameterInput[]; readonly body: BodyInput | null };

const inParameters = ({ parameters, body }: Inputs): (Inputs & { readonly place: ServiceKeyPlace }) | null => {
  const found = parameters.find((each) => each.parameter.in !== 'path' && isKey(each.parameter.name, each));
  if (found === undefined) return null;
  const { property, parameter } = found;
  if (parameter.in !== 'header' && parameter.in !== 'query') return null;
  const place = { in: parameter.in, name: parameter.name, property };
  return { parameters: parameters.filter((each) => each !== found), body, place };
};

const inBody = ({ parameters, body }: Inputs): (Inputs & { readonly place: ServiceKeyPlace }) | null => {
  const from = body?.body.from;
  if (!body || from === undefined || !('properties' in from)) return null;
  const found = body.properties.find((each) => isKey(from.properties[each.property] ?? '', each));
  if (found === undefined) return null;
  const { [found.property]: name = '', ...properties } = from.properties;
  const others = body.properties.filter((each) => each !== found);
  const place: ServiceKeyPlace = { in: 'body', name, property: found.property };
  return { parameters, body: { properties: others, body: { ...body.body, from: { ...from, properties } } }, place };
};

/**
 * Removes an operation's idempotency key from its inputs. Models invent a new one for each attempt, so the service
 * derives the key from the call.
 */
export function extractServiceKey(
  method: OperationRequest['method'],
  inputs: Inputs,
): Inputs & { readonly place?: ServiceKeyPlace } {
  if (SAFE.has(method)) return inputs;
  return inParameters(inputs) ?? inBody(inputs) ?? inputs;
}

const SUCCESS = /^(?:2..|default)$/i;

/** The response headers that an operation declares for successful responses, in lower case. */
export function declaredHeaders(
  operation: Readonly<Record<string, unknown>>,
  resolve: (node: unknown) => unknown,
): string[] {
  const responses = operation['responses'];
  if (!isRecord(responses)) return [];
  const names = Object.entries(responses).flatMap(([status, given]) => {
    const response = SUCCESS.test(status) ? resolve(given) : null;
    const headers = isRecord(response) ? response['headers'] : null;
    return isRecord(headers) ? Object.keys(headers) : [];
  });
  const lower = names.map((name) => name.toLowerCase());
  const wanted = lower.filter(
    (name) => /^[a-z0-9_-]{1,128}$/.test(name) && !/^(?:set-cookie|content-type)$/.test(name),
  );
  return [...new Set(wanted)].slice(0, 32);
}
