import type { JsonObject, JsonValue } from '../json.ts';
import { ofItem, ofMember, shapesOf } from './shapes.ts';

/**
 * Suffixes of member names that hold secrets, such as `github_token` or `newPassword`. Links, history and examples omit
 * their values. Includes every name that the server never stores.
 */
const SECRET_ENDS = [
  ...['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'otp', 'secret', 'token', 'credential', 'credentials'],
  ...['apikey', 'privatekey', 'secretkey', 'accesskey', 'signingkey', 'encryptionkey'],
  ...['authorization', 'cookie', 'clientassertion'],
];

/** The server's placeholder for removed values. */
const REDACTED = '[redacted]';
/** Deeper values are removed without being examined. */
const DEPTH_MAX = 100;

/** Ignores case, punctuation and trailing digits: `API-Key`, `api_key`, `apiKey` and `API key 2` are the same. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\d{1,3}$/, '');

function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return plain === 'pin' || SECRET_ENDS.some((end) => plain.endsWith(end));
}

type At = { readonly schemas: readonly unknown[]; readonly root: unknown; readonly depth: number };

/**
 * Removes possible secrets from an input, by name, by schema or because the server redacted them. Members with
 * unsupported schemas are also removed.
 */
export function withoutSecrets(input: JsonObject, schema: unknown): JsonObject {
  const shapes = shapesOf([schema], schema);
  return shapes === null || shapes.some(isSecret) ? {} : objectWithout(input, shapes, { root: schema, depth: 0 });
}

type Shapes = NonNullable<ReturnType<typeof shapesOf>>;

function objectWithout(value: JsonObject, shapes: Shapes, at: Omit<At, 'schemas'>): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    if (isSecretName(name)) return [];
    const cleaned = withoutSecretsIn(member, { ...at, schemas: ofMember(shapes, name) });
    return cleaned === undefined ? [] : [[name, cleaned]];
  });
  return Object.fromEntries(members);
}

/** A value without its secrets; undefined if removed entirely. */
function withoutSecretsIn(value: JsonValue, { schemas, root, depth }: At): JsonValue | undefined {
  if (value === REDACTED || depth >= DEPTH_MAX) return undefined;
  const shapes = shapesOf(schemas, root);
  if (shapes === null || shapes.some(isSecret)) return undefined;
  const within = { root, depth: depth + 1 };
  if (isList(value)) {
    const items = value.map((item) => withoutSecretsIn(item, { ...within, schemas: ofItem(shapes) }));
    return items.filter((item) => item !== undefined);
  }
  return isObject(value) ? objectWithout(value, shapes, within) : value;
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value);

const isSecret = (shape: Shapes[number]): boolean => shape['format'] === 'password' || shape['writeOnly'] === true;
