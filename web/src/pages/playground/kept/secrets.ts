import { isRecord } from '../../../api/isRecord.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/** Names of members that hold secrets: they are in no link, no history and no example. As the service's redaction. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...['password', 'passwd', 'passphrase', 'secret', 'token', 'apikey', 'authorization', 'cookie', 'setcookie'],
  ...['accesstoken', 'refreshtoken', 'idtoken', 'authtoken', 'clientsecret', 'privatekey', 'credentials'],
  ...['xapikey', 'xauthtoken', 'privatetoken', 'sessiontoken', 'bearertoken', 'secretkey', 'accesskey'],
  ...['secretaccesskey', 'signingkey', 'clientassertion', 'proxyauthorization', 'passcode', 'pwd', 'otp'],
]);

/** What stands for a value that the service has not kept. */
const REDACTED = '[redacted]';

const plainName = (name: string): string => name.toLowerCase().replace(/[-_.\s]/g, '');

/** An input without what may be a secret: by its name, by what the schema says, or since the service left it out. */
export function withoutSecrets(input: JsonObject, schema: unknown): JsonObject {
  return objectWithout(input, schema);
}

function objectWithout(value: JsonObject, schema: unknown): JsonObject {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (SECRET_NAMES.has(plainName(name)) || isSecret(own) || member === REDACTED) return [];
    return [[name, without(member, own)]];
  });
  return Object.fromEntries(members);
}

function without(value: JsonValue, schema: unknown): JsonValue {
  if (isList(value)) {
    const items = isRecord(schema) ? schema['items'] : undefined;
    return value.filter((item) => item !== REDACTED).map((item) => without(item, items));
  }
  return isRecord(value) ? objectWithout(value, schema) : value;
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

const isSecret = (schema: unknown): boolean =>
  isRecord(schema) && (schema['format'] === 'password' || schema['writeOnly'] === true);
