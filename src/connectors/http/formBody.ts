import { isRecord } from '../../core/lib/json.ts';
import type { OperationRequest } from '../../core/servers/toolRequest.ts';
import { bracketPairs, queryParameter } from '../openapi/parameterStyle.ts';
import { RequestBytes } from './requestBytes.ts';
import { UnusableInput } from './wireRequest.ts';

/** The document's description of a tool's body. */
export type BodyDocument = NonNullable<OperationRequest['body']>;
/** How each property of a form is encoded, by name (OpenAPI 3.1, encoding object). */
export type BodyEncoding = NonNullable<BodyDocument['encoding']>;
/** An encoded body and its `Content-Type`. */
export type EncodedBody = { readonly contentType: string; readonly body: string | Uint8Array };

/** Decodes base64 in either alphabet (RFC 4648). @throws UnusableInput */
export const bytesOf = (name: string, value: unknown): Uint8Array => {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) {
    throw new UnusableInput(`Input "${name}" must be base64`, name);
  }
  return Buffer.from(value, 'base64');
};

const formPairs = (
  name: string,
  value: unknown,
  encoding: BodyEncoding[string] | undefined,
  bytes: RequestBytes,
): string[] => {
  if (encoding?.contentType !== undefined) {
    return queryParameter({ property: name, name, in: 'query', contentType: encoding.contentType }, value, bytes);
  }
  if (encoding?.style === 'deepObject') return bracketPairs(name, value, true, bytes);
  if (encoding?.style === undefined && isRecord(value)) return bracketPairs(name, value, true, bytes);
  return queryParameter({ property: name, name, in: 'query', ...encoding }, value, bytes);
};

/** Encodes `application/x-www-form-urlencoded`; nested objects use brackets, unless the document says otherwise. */
export const encodeForm = (
  members: Readonly<Record<string, unknown>>,
  encoding: BodyEncoding,
  bytes = new RequestBytes(),
): string =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => formPairs(name, value, encoding[name], bytes))
    .join('&');
