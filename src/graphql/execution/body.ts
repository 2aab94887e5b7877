import { AppError } from '../../core/lib/errors.ts';
import { isRecord, isTooDeep, readJson } from '../../core/lib/json.ts';
import type { Pause } from '../../core/lib/longJson.ts';
import { toPlainNumbers } from '../../core/lib/plainJson.ts';
import { type DocumentRefusal, documentIdIn, type TrustedDocuments } from './trustedDocuments.ts';

/** A query or mutation, with the other members of a `POST` body. */
export type PlainRequest = {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
};

/** A request's body, parsed once. */
type GraphqlBody = {
  /** Empty if the body isn't JSON. */
  readonly text: string;
  /** The parsed text, with its named document; null unless it's a JSON object or list. */
  readonly parsed: object | null;
  /** The document; null if the body has none, or none that may be executed. */
  readonly query: string | null;
  /** Why the document is not executed; null if it is. */
  readonly refusal: DocumentRefusal | null;
  /** Null for an unusual body, which Yoga answers or refuses. */
  readonly plain: PlainRequest | null;
};

const JSON_LEVELS_MAX = 32;
const EXPECTED = new Set(['query', 'variables', 'operationName']);

type JsonObject = Readonly<Record<string, unknown>>;

export type GraphqlRequest = Omit<GraphqlBody, 'text'>;

/**
 * Parses the collected body in parts, so that a large one doesn't block the event loop. @throws invalid_input for a
 * body nested too deep
 */
export async function readGraphqlBody(bytes: unknown, documents: TrustedDocuments, pause: Pause): Promise<GraphqlBody> {
  if (!Buffer.isBuffer(bytes)) return { text: '', ...requestIn(null, documents) };
  const json = await readGraphqlJson(bytes, pause);
  // If the body isn't JSON, the empty text prevents a second attempt to parse it.
  return { text: json === undefined ? '' : bytes.toString('utf8'), ...requestIn(json, documents) };
}

/** A JSON text's value, parsed in parts; undefined if invalid. @throws invalid_input for a text nested too deep */
export function readGraphqlJson(bytes: Buffer, pause: Pause): Promise<unknown> {
  if (isTooDeep(bytes, JSON_LEVELS_MAX)) {
    throw new AppError('invalid_input', `The body nests deeper than ${JSON_LEVELS_MAX} levels`);
  }
  return toPlainNumbers(readJson(bytes), pause);
}

/** Converts a JSON value to a request, replacing its document's name with the text. */
export function requestIn(json: unknown, documents: TrustedDocuments): GraphqlRequest {
  const none = { query: null, refusal: null, plain: null };
  if (!isRecord(json)) return { parsed: typeof json === 'object' ? json : null, ...none };
  const { query: sent = null, documentId, extensions, ...others } = json;
  // A value of another type is unchanged, so that it gets its own error message.
  if (sent !== null && typeof sent !== 'string') return { parsed: json, ...none };
  const { text: query, refusal } = documents.find({ id: documentIdIn(json), text: sent });
  const parsed = {
    ...others,
    ...(typeof documentId !== 'string' && documentId !== undefined && { documentId }),
    ...extensionsIn(extensions),
    // A refused document is replaced by an empty text, so that it is never parsed.
    query: refusal ? '' : query,
  };
  return {
    parsed,
    query,
    refusal,
    plain: query === null ? null : isExpected(parsed) ? operationIn(parsed, query) : null,
  };
}

/** Whether a request has no document and no document name, but no other problem. */
export const isEmptyQuery = ({ parsed, query, refusal }: GraphqlRequest): boolean =>
  query === null && refusal === null && isRecord(parsed) && (parsed['query'] ?? null) === null && isExpected(parsed);

const isExpected = (json: JsonObject): boolean => Object.keys(json).every((name) => EXPECTED.has(name));

function extensionsIn(extensions: unknown): JsonObject {
  if (extensions === undefined) return {};
  if (!isRecord(extensions)) return { extensions };
  const { persistedQuery: _name, ...others } = extensions;
  return Object.keys(others).length === 0 && _name !== undefined ? {} : { extensions: others };
}

/** A request's operation, ignoring other members; null if a member has the wrong type. */
export function operationIn(json: JsonObject, query: string): PlainRequest | null {
  const { variables = null, operationName = null } = json;
  if (!(variables === null || isRecord(variables))) return null;
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null;
  return { query, variables: variables ?? undefined, operationName: operationName ?? undefined };
}
