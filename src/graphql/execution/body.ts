import { AppError } from '../../core/errors.ts';
import { isRecord, isTooDeep, readJson } from '../../core/lib/json.ts';
import type { Pause } from '../../core/lib/longJson.ts';
import { withWrittenNumbers } from '../../core/lib/plainJson.ts';

/** A query or mutation with the other members of a `POST` body. */
export type PlainRequest = {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
};

/** A request's body, parsed once. */
export type GraphqlBody = {
  /** Empty for what is no JSON. */
  readonly text: string;
  /** What the text says; null where it is no JSON object or list. */
  readonly parsed: object | null;
  /** The document; null where the body has none. */
  readonly query: string | null;
  /** Null for a body with anything unusual in it, which Yoga answers or refuses. */
  readonly plain: PlainRequest | null;
};

const JSON_LEVELS_MAX = 32;
const EXPECTED = new Set(['query', 'variables', 'operationName']);

/** Reads what the surface collected, a part at a time. @throws invalid_input for a body that is nested too deep */
export async function readGraphqlBody(bytes: unknown, pause: Pause): Promise<GraphqlBody> {
  if (!Buffer.isBuffer(bytes)) return { text: '', parsed: null, query: null, plain: null };
  if (isTooDeep(bytes, JSON_LEVELS_MAX)) {
    throw new AppError('invalid_input', `The body nests deeper than ${JSON_LEVELS_MAX} levels`);
  }
  const given = await withWrittenNumbers(readJson(bytes), pause);
  const query = isRecord(given) && typeof given['query'] === 'string' ? given['query'] : null;
  return {
    // What is no JSON is not read a second time.
    text: given === undefined ? '' : bytes.toString('utf8'),
    parsed: typeof given === 'object' ? given : null,
    query,
    plain: isRecord(given) && query !== null ? plainIn(given, query) : null,
  };
}

function plainIn(given: Readonly<Record<string, unknown>>, query: string): PlainRequest | null {
  if (!Object.keys(given).every((name) => EXPECTED.has(name))) return null;
  const { variables = null, operationName = null } = given;
  if (!(variables === null || isRecord(variables))) return null;
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null;
  return { query, variables: variables ?? undefined, operationName: operationName ?? undefined };
}
