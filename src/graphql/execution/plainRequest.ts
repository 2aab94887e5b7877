import { normalizedExecutor } from '@graphql-tools/executor';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { isAsyncIterable, processRegularResult, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { HttpDeps } from '../../wire/httpDeps.ts';
import type { GraphqlContext } from '../context.ts';
import { withOutcome } from '../outcome.ts';
import type { PlainRequest } from './body.ts';
import { settle, withCost } from './cost.ts';
import { textOfResult, writtenIfLong } from './longAnswers.ts';
import { maskError } from './mask.ts';
import { isOpenDocument } from './openAnswers.ts';
import { quotableVariables, withoutQuotedValues } from './quotedValues.ts';

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

/** The parts that execute plain requests. */
type Executing = { readonly edge: HttpDeps; readonly schema: GraphQLSchema; readonly yoga: Yoga };

/**
 * Executes plain requests without Yoga, whose `Request`, `Response` and hooks are most of a small operation's cost. A
 * document passes Yoga's plugins once while it is cached. A visitor's document passes them each time, because it is
 * validated differently. Returns null for subscriptions, mutations by `GET` and invalid documents, which Yoga answers.
 * `test/graphql/plainRequest.test.ts` compares both.
 */
export function createPlainExecutor({
  edge,
  schema,
  yoga,
}: Executing): (request: PlainRequest, accept: string, context: GraphqlContext) => Promise<PlainAnswer | null> {
  const known = createDocumentCache<DocumentNode>();
  const openness = new WeakMap<DocumentNode, boolean>();
  const documentOf = (query: string, context: GraphqlContext): DocumentNode | null => {
    const isVisitor = context.app.actor.kind === 'visitor';
    const cached = isVisitor ? undefined : known.get(query);
    if (cached) return cached;
    const document = readDocument(yoga.getEnveloped(context), query);
    if (document && !isVisitor) known.set(query, document);
    return document;
  };
  return async ({ query, variables: variableValues, operationName }, accept, contextValue) => {
    const document = documentOf(query, contextValue);
    if (document === null) return null;
    const operation = getOperationAST(document, operationName)?.operation;
    if (operation === undefined || operation === 'subscription') return null;
    if (operation === 'mutation' && contextValue.isReadOnly) return null;
    const result = await run(edge, { schema, document, contextValue, variableValues, operationName });
    await settle(contextValue);
    const answer = answerOf(yoga, result, accept, contextValue);
    if (answer.kind !== 'data') return answer;
    const isOpen = openness.get(document) ?? isOpenDocument(schema, document);
    openness.set(document, isOpen);
    return { ...answer, isOpen };
  };
}

type PlainArgs = ExecutionArgs & { readonly contextValue: GraphqlContext };

/** Executes an operation, then applies Yoga's plugins to its result in their order. */
async function run(edge: HttpDeps, args: PlainArgs): Promise<ExecutionResult> {
  const executed = await normalizedExecutor({ ...args, variableValues: quotableVariables(args) });
  if (isAsyncIterable(executed)) throw new Error('Only a subscription has events');
  const result = writtenIfLong(withOutcome(edge, args.contextValue, executed), args.contextValue);
  return result.errors ? { ...result, errors: result.errors.map((error) => maskError(edge, error)) } : result;
}

/** Parses and validates a document; null if either fails, and Yoga then reports the errors. */
function readDocument(
  { parse, validate, schema }: ReturnType<Yoga['getEnveloped']>,
  query: string,
): DocumentNode | null {
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
