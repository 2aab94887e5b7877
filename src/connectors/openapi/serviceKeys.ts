import type { JsonObject } from '../../core/lib/json.ts';
import { compilePattern } from '../../core/schemas/patterns.ts';
import type { OperationRequest, ServiceKeyPlace } from '../../core/servers/toolRequest.ts';
import type { BodyInput } from './body.ts';
import { type OpenApiNode, textAt } from './document.ts';
import type { InputProperty, ParameterInput } from './parameters.ts';

/** Unambiguous names of idempotency keys. */
const KEY_NAME = /idempoten(?:cy|ce|t)|^paypal-request-id$/i;
/** Names that may mean an idempotency key if a description confirms it. */
const MAYBE_NAME =
  /(?:request|client|transaction|operation|message|correlation|creation)[-_]?(?:request|order|reference)?[-_]?(?:id|token|key|uuid|reference)$|caller[-_]?reference$|dedup|nonce/i;
/** Phrases in descriptions that say that repeated requests with the same key take effect once. */
const CONFIRMED =
  /idempoten|already been (?:completed|processed)|without the risk of|retry safely|safely retr|safe to retry|prevents? (?:accidental )?(?:double|duplicate)|(?:duplicate|repeated|retried) requests? (?:is|are|will be) (?:ignored|detected|deduplicated)|(?:processed|executed|performed) (?:only|exactly|at most) once/i;
/** Phrases in descriptions that say that the service ignores the key. */
const DENIED = /(?:isn['’]t|is not|not) (?:currently |yet )*(?:supported|implemented|idempotent)/i;
/** A generated key in the format of `serviceKeyOf`. */
const EXAMPLE = '6f1c3a52-9d0b-4e7a-8c21-5b3e7f9a0d14';
/** RFC 9110, section 9.2.1: these methods change nothing and need no key. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether generated keys are valid for a schema. */
const isFree = ({ type, enum: values, const: only, pattern, maxLength, minLength }: JsonObject): boolean =>
  (type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'))) &&
  values === undefined &&
  only === undefined &&
  (typeof pattern !== 'string' || compilePattern(pattern)(EXAMPLE)) &&
  (typeof maxLength !== 'number' || maxLength >= EXAMPLE.length) &&
  (typeof minLength !== 'number' || minLength <= EXAMPLE.length);

/** Whether an input is an idempotency key, by its name, its own description, and the sentences that name it. */
const isKey = (name: string, { schema }: InputProperty, sentences: readonly string[]): boolean => {
  const own = textAt(schema, 'description');
  const about = [own, ...sentences.filter((each) => each.includes(name.toLowerCase()))];
  const isConfirmed = KEY_NAME.test(name) || (MAYBE_NAME.test(name) && about.some((each) => CONFIRMED.test(each)));
  return isConfirmed && !about.some((each) => DENIED.test(each)) && isFree(schema);
};

type Inputs = { readonly parameters: readonly ParameterInput[]; readonly body: BodyInput | null };
type Keyed = Inputs & { readonly place: ServiceKeyPlace };

const inParameters = ({ parameters, body }: Inputs, sentences: readonly string[]): Keyed | null => {
  const match = parameters.find(
    ({ parameter: { name, in: place }, ...each }) => place !== 'path' && isKey(name, each, sentences),
  );
  if (match === undefined) return null;
  const { property, parameter } = match;
  if (parameter.in !== 'header' && parameter.in !== 'query') return null;
  const place = { in: parameter.in, name: parameter.name, property };
  return { parameters: parameters.filter((each) => each !== match), body, place };
};

const inBody = ({ parameters, body }: Inputs, sentences: readonly string[]): Keyed | null => {
  const from = body?.body.from;
  if (!body || from === undefined || !('properties' in from)) return null;
  const property = body.properties.find((each) => isKey(from.properties[each.property] ?? '', each, sentences));
  if (property === undefined) return null;
  const { [property.property]: name = '', ...properties } = from.properties;
  const others = body.properties.filter((each) => each !== property);
  const place: ServiceKeyPlace = { in: 'body', name, property: property.property };
  return { parameters, body: { properties: others, body: { ...body.body, from: { ...from, properties } } }, place };
};

/**
 * Removes an operation's idempotency key from its inputs. Models invent a new one for each attempt, so the service
 * derives the key from the call.
 */
export function extractServiceKey(
  method: OperationRequest['method'],
  operation: OpenApiNode,
  inputs: Inputs,
): Inputs & { readonly place?: ServiceKeyPlace } {
  if (SAFE.has(method)) return inputs;
  const sentences = textAt(operation, 'description')
    .toLowerCase()
    .split(/\.\s|\n\s*\n/);
  return inParameters(inputs, sentences) ?? inBody(inputs, sentences) ?? inputs;
}
