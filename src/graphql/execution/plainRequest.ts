import { type DocumentNode, type ExecutionResult, getOperationAST } from 'graphql';
import { processRegularResult, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { parsePlainJson } from '../../core/lib/exactNumber.ts';
import { isRecord } from '../../core/lib/json.ts';
import type { GraphqlContext } from '../context.ts';
import { withoutQuotedValues } from './quotedValues.ts';

type Yoga = YogaServerInstance<GraphqlContext, object>;

/** The answer: data alone as text with status 200, everything else as a Fetch `Response`. */
export type Answer =
  | { readonly kind: 'data'; readonly contentType: string; readonly text: string }
  | { readonly kind: 'response'; readonly response: Response };

/** A query or mutation with the other members of a `POST` body. */
type PlainRequest = {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
};

const DOCUMENTS_BYTES_MAX = 16 * 1_024 * 1_024;
// Bytes of a parsed document per character of its text: a token and its location for each word.
const BYTES_PER_CHARACTER = 40;

/** Parsed documents, or their errors, by text; bounded by memory, since a text may be as long as a body. */
export const createDocumentCache = <V extends object>(): LRUCache<string, V> =>
  new LRUCache<string, V>({
    maxSize: DOCUMENTS_BYTES_MAX,
    sizeCalculation: (_value, text) => 1 + text.length * BYTES_PER_CHARACTER,
  });

/**
 * Executes plain requests without building a `Request` and `Response`, which is most of what a small operation costs.
 * Documents pass the same plugins as in Yoga, once for as long as they are cached. Returns null for anything unusual,
 * including documents with errors, which Yoga then answers. `test/graphql/plainRequest.test.ts` compares both.
 */
export function createPlainExecutor(
  yoga: Yoga,
): (body: string, accept: string, context: GraphqlContext) => Promise<Answer | null> {
  const known = createDocumentCache<DocumentNode>();
  return async (body, accept, context) => {
    const request = readPlain(body);
    if (request === null) return null;
    const enveloped = yoga.getEnveloped(context);
    const document = known.get(request.query) ?? readDocument(enveloped, request.query);
    if (document === null) return null;
    known.set(request.query, document);
    const operation = getOperationAST(document, request.operationName);
    if (!operation || operation.operation === 'subscription') return null;
    const result: ExecutionResult = await enveloped.execute({
      schema: enveloped.schema,
      document,
      contextValue: await enveloped.contextFactory(),
      variableValues: request.variables,
      operationName: request.operationName,
    });
    return answerOf(yoga, result, accept);
  };
}

const EXPECTED = new Set(['query', 'variables', 'operationName']);

function readPlain(body: string): PlainRequest | null {
  const given = parse(body);
  if (!isRecord(given) || !Object.keys(given).every((name) => EXPECTED.has(name))) return null;
  const { query, variables = null, operationName = null } = given;
  if (typeof query !== 'string' || !(variables === null || isRecord(variables))) return null;
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null;
  return { query, variables: variables ?? undefined, operationName: operationName ?? undefined };
}

function parse(text: string): unknown {
  try {
    return parsePlainJson(text);
  } catch {
    return null;
  }
}

type Enveloped = ReturnType<Yoga['getEnveloped']>;

/** Null for a document that does not parse or validate: Yoga then reports the errors. */
function readDocument({ parse, validate, schema }: Enveloped, query: string): DocumentNode | null {
  try {
    const document: DocumentNode = parse(query);
    return validate(schema, document).length === 0 ? document : null;
  } catch {
    return null;
  }
}

function answerOf(yoga: Yoga, result: ExecutionResult, accept: string): Answer {
  const isPlain = result.errors === undefined && result.extensions === undefined;
  if (isPlain) return { kind: 'data', contentType: `${accept}; charset=utf-8`, text: JSON.stringify(result) };
  return { kind: 'response', response: processRegularResult(withoutQuotedValues(result), yoga.fetchAPI, accept) };
}
