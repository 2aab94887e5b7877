import { isRecord } from '../../../api/isRecord.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/**
 * How names of members end that hold secrets: they are in no link, no history and no example. What is left out by
 * mistake is typed again; what is kept by mistake lies in the browser.
 */
const SECRET_ENDS = [
  ...['password', 'passwd', 'passphrase', 'passcode', 'secret', 'token', 'apikey', 'authorization', 'cookie'],
  ...['privatekey', 'secretkey', 'accesskey', 'signingkey', 'credential', 'credentials', 'clientassertion'],
] as const;
const SECRET_NAMES: ReadonlySet<string> = new Set(['pwd', 'otp', 'pin']);

/** What stands for a value that the service has not kept. */
const REDACTED = '[redacted]';
/** Alternatives within alternatives that are looked through, of a schema that may refer to itself. */
const DEPTH_MAX = 4;

const plainName = (name: string): string => name.toLowerCase().replace(/[-_.\s]/g, '');

function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return SECRET_NAMES.has(plain) || SECRET_ENDS.some((end) => plain.endsWith(end));
}

/** An input without what may be a secret: by its name, by what the schema says, or since the service left it out. */
export function withoutSecrets(input: JsonObject, schema: unknown): JsonObject {
  return objectWithout(input, [schema], schema);
}

/** A schema with all that may take its place: alternatives, parts, and what a local reference leads to. */
function alternativesOf(schema: unknown, root: unknown, depth = 0): readonly JsonObjectSchema[] {
  if (!isRecord(schema) || depth > DEPTH_MAX) return [];
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
  const referred = typeof schema['$ref'] === 'string' ? [referredIn(root, schema['$ref'])] : [];
  return [schema, ...[...parts, ...referred].flatMap((each) => alternativesOf(each, root, depth + 1))];
}

type JsonObjectSchema = Readonly<Record<string, unknown>>;

/** What a JSON pointer within the schema leads to (RFC 6901). */
function referredIn(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((found, step) => (isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined), root);
}

/** The schemas of a member, of all alternatives of its object. */
const memberSchemas = (schemas: readonly JsonObjectSchema[], name: string): readonly unknown[] =>
  schemas.flatMap(({ properties, additionalProperties }) =>
    isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [additionalProperties],
  );

function objectWithout(value: JsonObject, given: readonly unknown[], root: unknown): JsonObject {
  const schemas = given.flatMap((each) => alternativesOf(each, root));
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const own = memberSchemas(schemas, name);
    if (isSecretName(name) || isSecret(own, root) || member === REDACTED) return [];
    return [[name, without(member, own, root)]];
  });
  return Object.fromEntries(members);
}

function without(value: JsonValue, given: readonly unknown[], root: unknown): JsonValue {
  if (isList(value)) {
    const items = given.flatMap((each) => alternativesOf(each, root)).map((each) => each['items']);
    if (isSecret(items, root)) return [];
    return value.filter((item) => item !== REDACTED).map((item) => without(item, items, root));
  }
  return isRecord(value) ? objectWithout(value, given, root) : value;
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

const isSecret = (schemas: readonly unknown[], root: unknown): boolean =>
  schemas
    .flatMap((each) => alternativesOf(each, root))
    .some((each) => each['format'] === 'password' || each['writeOnly'] === true);
