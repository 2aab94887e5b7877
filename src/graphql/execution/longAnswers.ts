import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '../context.ts';
import { entriesListed } from './longLists.ts';
import { type DeferredValues, type Piece, piecesOfValue, withPlaceholders } from './writtenValues.ts';

/** Responses to cheaper operations are short, unless they have long lists. They are written in one step. */
const LONG_POINTS = 100;
const PIECE_CHARS = 65_536;

/** Yoga's hook for writing the result, after its errors have their visible form. */
type WithWriter = ExecutionResult & { readonly stringify?: (result: ExecutionResult) => string };

/** The text of an answer, which may have placeholders for values. */
export const textOfResult = (result: WithWriter): string => (result.stringify ?? JSON.stringify)(result);

/**
 * Writes the data of a possibly long response in pieces while sending. As one text it would block the event loop for
 * seconds, take hundreds of megabytes, and fail beyond 512 MiB.
 */
export function writtenIfLong(result: ExecutionResult, context: GraphqlContext): ExecutionResult {
  const { spent, written } = context;
  if (!result.data || (spent.points < LONG_POINTS && entriesListed(context) === 0)) return result;
  const data = withPlaceholders(written, jsonPieces(result.data, written));
  const answer: WithWriter = {
    ...result,
    stringify: ({ errors, extensions }) => JSON.stringify({ errors, data, extensions }),
  };
  return answer;
}

/** Does the same for responses of Yoga. */
export const longAnswersPlugin: Plugin<GraphqlContext> = {
  onExecute: ({ args: { contextValue } }) => ({
    onExecuteDone: ({ result, setResult }) => {
      if (!isAsyncIterable(result)) setResult(writtenIfLong(result, contextValue));
    },
  }),
};

/** Maximum bytes of a subscription's event. Events are written in one step and not charged. */
export const EVENT_BYTES_MAX = 1_048_576;

/** An event of a subscription, or an error if the event is too long. */
export function shortEvent(event: ExecutionResult): ExecutionResult {
  let bytes = 0;
  for (const piece of jsonPieces(event.data ?? null, new Map())) {
    bytes += piece instanceof Uint8Array ? piece.length : 0;
    if (bytes > EVENT_BYTES_MAX) return { errors: [tooLongEvent()] };
  }
  return event;
}

export const tooLongEvent = (): GraphQLError =>
  new GraphQLError(`An event is longer than ${EVENT_BYTES_MAX} bytes: select fewer fields, and query the rest`, {
    extensions: { code: 'QUERY_TOO_COMPLEX' },
  });

/**
 * The JSON text of a GraphQL result, in UTF-8. GraphQL's own objects have no prototype; other objects are values of
 * scalars.
 */
export function* jsonPieces(value: unknown, written: DeferredValues): Generator<Piece> {
  let text = '';
  for (const part of partsOf(value, written)) {
    const isText = typeof part === 'string';
    if (isText) text += part;
    if (isText && text.length < PIECE_CHARS) continue;
    yield Buffer.from(text);
    text = '';
    if (!isText) yield part;
  }
  yield Buffer.from(text);
}

/** Text, or an unchanged piece. */
type Part = string | Piece;

function* partsOf(value: unknown, written: DeferredValues): Generator<Part> {
  const apart = typeof value === 'string' ? written.get(value) : undefined;
  if (Array.isArray(value)) yield* partsOfList(value, written);
  else if (isSelection(value)) yield* partsOfSelection(value, written);
  else if (apart) yield* piecesOfValue(apart);
  else yield JSON.stringify(value) ?? 'null';
}

function* partsOfList(list: readonly unknown[], written: DeferredValues): Generator<Part> {
  let before = '[';
  for (const entry of list) {
    yield before;
    yield* partsOf(entry, written);
    before = ',';
  }
  yield list.length === 0 ? '[]' : ']';
}

function* partsOfSelection(selection: object, written: DeferredValues): Generator<Part> {
  let before = '{';
  for (const [name, value] of Object.entries(selection)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* partsOf(value, written);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

const isSelection = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
