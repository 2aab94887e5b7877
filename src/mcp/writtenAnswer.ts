import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { inheritLossless, isJsonObject, type JsonObject, textOf, withPlainNumbers } from '../core/lib/json.ts';
import { NAME_PREFIX, withNamedNumbers, withoutNames } from '../core/lib/namedNumbers.ts';
import { completeHandshake, dropNulls } from './lenient.ts';

/**
 * Lets the SDK answer a message. Strings replace ids that it does not support, and the response gets the original ids.
 */
export async function answerLossless(
  body: JsonObject,
  answer: (message: unknown) => Promise<Response>,
): Promise<Response> {
  const plain = withPlainParts(body);
  const message = withNamedNumbers(plain);
  // A notification gets no response, and its numbers aren't used.
  if (body['id'] === undefined) return answer(withPlainNumbers(message));
  const response = await answer(message);
  const isWritten = message === plain && !MAY_FAIL.has(body['method']);
  if (isWritten || response.body === null) return response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(response.body.pipeThrough(numbersInLines()), { status: response.status, headers });
}

/** Requests that a server can answer with its own error. */
const MAY_FAIL: ReadonlySet<unknown> = new Set([
  'tools/call',
  'resources/read',
  'resources/subscribe',
  'prompts/get',
  'completion/complete',
]);

/** Error codes that the SDK replaces: for an unknown resource, and for an address to open first. */
const REPLACED: ReadonlySet<number> = new Set([-32_002, -32_042]);
/** A prefix that no server sends. */
const CODE = `code:${randomUUID()}:`;
const CODED = new RegExp(`"code":${ProtocolErrorCode.InternalError},"message":"${CODE}(-\\d+):`, 'g');

/** Fails with an error whose code is preserved in the response. */
export async function keepingCode<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProtocolError) || !REPLACED.has(error.code)) throw error;
    const { code, message, data } = error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${CODE}${code}:${message}`, data);
  }
}

/** Parts of a message whose values the SDK checks. We don't use their numbers. */
const CHECKED = ['capabilities', 'clientInfo', CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY];

function withPlainParts(body: JsonObject): JsonObject {
  const { method, params: sent = {} } = body;
  if (!isJsonObject(sent)) return body;
  const params = method === 'initialize' ? completeHandshake(sent) : sent;
  const { _meta: meta } = params;
  const own = withPlainMembers(params);
  const ownMeta = isJsonObject(meta) ? withPlainMembers(meta) : meta;
  if (own === sent && ownMeta === meta) return body;
  return inheritLossless(body, {
    ...body,
    params: ownMeta === undefined || ownMeta === meta ? own : inheritLossless(own, { ...own, _meta: ownMeta }),
  });
}

function withPlainMembers(object: JsonObject): JsonObject {
  const checked = CHECKED.filter((key) => key in object);
  if (checked.length === 0) return object;
  const plain = checked.map((key) => [key, dropNulls(withPlainNumbers(object[key]))]);
  return inheritLossless(object, { ...object, ...Object.fromEntries(plain) });
}

const NEWLINE = 0x0a;

/**
 * Replaces placeholders with their numbers, line by line. JSON text contains no line breaks, so no placeholder spans
 * two lines.
 */
function numbersInLines(): TransformStream<Uint8Array, Uint8Array> {
  let rest: Uint8Array[] = [];
  const written = (parts: readonly Uint8Array[]): Buffer => {
    const bytes = Buffer.concat(parts);
    // A long result without placeholders is not decoded.
    if (!bytes.includes(CODE) && !bytes.includes(NAME_PREFIX)) return bytes;
    return Buffer.from(withoutNames(textOf(bytes)).replaceAll(CODED, '"code":$1,"message":"'));
  };
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > 0) {
        controller.enqueue(written([...rest, chunk.subarray(0, end)]));
        rest = [];
      }
      if (end < chunk.length) rest.push(chunk.subarray(end));
    },
    flush(controller) {
      if (rest.length > 0) controller.enqueue(written(rest));
    },
  });
}
