import { AppError } from '../../core/errors.ts';
import { parsePlainJson } from '../../core/lib/exactNumber.ts';
import { isRecord, isTooDeep } from '../../core/lib/json.ts';

/** A query or mutation with the other members of a `POST` body. */
export type PlainRequest = {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
};

/** A request's body, parsed once. */
export type GraphqlBody = {
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

/** Reads what the surface collected. @throws invalid_input for a body that is nested too deep */
export function readGraphqlBody(bytes: unknown): GraphqlBody {
  if (!Buffer.isBuffer(bytes)) return { text: '', parsed: null, query: null, plain: null };
  if (isTooDeep(bytes, JSON_LEVELS_MAX)) {
    throw new AppError('invalid_input', `The body nests deeper than ${JSON_LEVELS_MAX} levels`);
  }
  const text = bytes.toString('utf8');
  const given = parsed(text);
  const query = isRecord(given) && typeof given['query'] === 'string' ? given['query'] : null;
  return {
    text,
    parsed: typeof given === 'object' ? given : null,
    query,
    plain: isRecord(given) && query !== null ? plainIn(given, query) : null,
  };
}

/** Null for text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return parsePlainJson(text);
  } catch {
    return null;
  }
}

function plainIn(given: Readonly<Record<string, unknown>>, query: string): PlainRequest | null {
  if (!Object.keys(given).every((name) => EXPECTED.has(name))) return null;
  const { variables = null, operationName = null } = given;
  if (!(variables === null || isRecord(variables))) return null;
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null;
  return { query, variables: variables ?? undefined, operationName: operationName ?? undefined };
}
