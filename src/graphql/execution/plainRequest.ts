import { type DocumentNode, type ExecutionResult, getOperationAST } from 'graphql';
import { processRegularResult, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { GraphqlContext } from '../context.ts';
import type { PlainRequest } from './body.ts';
import { settle, withCost } from './cost.ts';
import { textOfResult } from './longAnswers.ts';
import { isOpenDocument } from './openAnswers.ts';
import { withoutQuotedValues } from './quotedValues.ts';

type Yoga = YogaServerInstance<GraphqlContext, object>;

/**
 * The response: data alone as text with status 200, everything else as a Fetch `Response`. `isOpen`: it contains no
 * secret.
 */
export type PlainAnswer =
  | { readonly kind: 'data'; readonly contentType: string; readonly text: string; readonly isOpen: boolean }
  | { readonly kind: 'response'; readonly response: Response };

const DOCUMENTS_BYTES_MAX = 16 * 1_024 * 1_024;
// Memory of a parsed document per character of its text: a token and its location for each word.
const BYTES_PER_CHARACTER = 40;

/** Parsed documents, or their errors, by text. Bounded by memory, because a text may be as long as a body. */
export const createDocumentCache = <V extends object>(): LRUCache<string, V> =>
  new LRUCache<string, V>({
    maxSize: DOCUMENTS_BYTES_MAX,
    sizeCalculation: (_value, text) => 1 + text.length * BYTES_PER_CHARACTER,
  });

/**
 * Executes plain requests without building a `Request` and `Response`, which are most of a small operation's cost. A
 * document passes Yoga's plugins once while it is cached. A visitor's document passes them each time, because it is
 * validated differently. Returns null for subscriptions and invalid documents, which Yoga answers.
 * `test/graphql/plainRequest.test.ts` compares both.
 */
export function createPlainExecutor(
  yoga: Yoga,
): (request: PlainRequest, accept: string, context: GraphqlContext) => Promise<PlainAnswer | null> {
  const known = createDocumentCache<DocumentNode>();
  const openness = new WeakMap<DocumentNode, boolean>();
  const documentOf = (enveloped: Enveloped, query: string, isVisitor: boolean): DocumentNode | null => {
    const cached = isVisitor ? undefined : known.get(query);
    if (cached) return cached;
    const document = readDocument(enveloped, query);
    if (document && !isVisitor) known.set(query, document);
    return document;
  };
  return async (request, accept, context) => {
    const enveloped = yoga.getEnveloped(context);
    const document = documentOf(enveloped, request.query, context.app.actor.kind === 'visitor');
    if (document === null) return null;
    const operation = getOperationAST(document, request.operationName);
    if (!operation || operation.operation === 'subscription') return null;
    const result: ExecutionResult = await enveloped.execute({
      schema: enveloped.schema,
      document,
      contextValue: await enveloped.contextFactory(),
      variableValues: request.variables,
      operationName: request.operationName,
    });
    await settle(context);
    const answer = answerOf(yoga, result, accept, context);
    if (answer.kind !== 'data') return answer;
    const isOpen = openness.get(document) ?? isOpenDocument(enveloped.schema, document);
    openness.set(document, isOpen);
    return { ...answer, isOpen };
  };
}

type Enveloped = ReturnType<Yoga['getEnveloped']>;

/** Parses and validates a document; null if either fails, and Yoga then reports the errors. */
function readDocument({ parse, validate, schema }: Enveloped, query: string): DocumentNode | null {
  try {
    const document: DocumentNode = parse(query);
    return validate(schema, document).length === 0 ? document : null;
  } catch {
    return null;
  }
}

function answerOf(yoga: Yoga, result: ExecutionResult, accept: string, context: GraphqlContext): PlainAnswer {
  const isPlain = result.errors === undefined && result.extensions === undefined;
  const withPoints = withCost(result, context);
  if (isPlain)
    return { kind: 'data', contentType: `${accept}; charset=utf-8`, text: textOfResult(withPoints), isOpen: false };
  return { kind: 'response', response: processRegularResult(withoutQuotedValues(withPoints), yoga.fetchAPI, accept) };
}
