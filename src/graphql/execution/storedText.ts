import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { storedObject } from '../../core/lib/storedJson.ts';
import type { GraphqlContext } from '../context.ts';
import { EVENT_BYTES_MAX, tooLongEvent } from './longAnswers.ts';
import { answerOf } from './longLists.ts';
import { withPlaceholders } from './writtenValues.ts';

/** Shorter values are written directly; deferring them would take longer. */
const LONG_CHARS = 1_024;

/**
 * Maximum length of all long values in one response: as many as a page of a hundred tools has, so that aliases can't
 * multiply them.
 */
const ANSWER_CHARS_MAX = 16_777_216;

/** Characters of long values so far, per event or answer. */
const charsOf = new WeakMap<object, number>();

const tooMany = (): GraphQLError =>
  new GraphQLError(
    `These schemas, definitions and inputs are more than ${ANSWER_CHARS_MAX} characters in total: request fewer`,
    { extensions: { code: 'QUERY_TOO_COMPLEX' } },
  );

/** A value whose JSON text has about this many characters: the value itself, or its text. */
type LongValue = { readonly chars: number; read(): unknown; write(): string };

/**
 * A value, or a placeholder for a long one, whose text is written on sending. Parsed, 48 KB take up to 640 KB and four
 * milliseconds: a page of a hundred tools under fourteen aliases took a gigabyte and blocked for 1.5 seconds. Tested by
 * `test/graphql/storedText.test.ts`.
 * @throws GraphQLError for a response with too many characters, or an event over its byte limit
 */
export function writeDeferred(value: LongValue, context: GraphqlContext, info: GraphQLResolveInfo): unknown {
  const { chars } = value;
  if (chars < LONG_CHARS) return value.read();
  const answer = answerOf(context, info);
  const sum = (charsOf.get(answer) ?? 0) + chars;
  charsOf.set(answer, sum);
  if (!context.isStream) {
    if (sum > ANSWER_CHARS_MAX) throw tooMany();
    return withPlaceholders(context.written, piecesOf(value));
  }
  if (sum > EVENT_BYTES_MAX) throw tooLongEvent();
  return value.read();
}

/** Refuses to read more for a response that is already too long. @throws GraphQLError */
export function requireAnswerCapacity({ spent, isStream }: Pick<GraphqlContext, 'spent' | 'isStream'>): void {
  if (!isStream && (charsOf.get(spent) ?? 0) > ANSWER_CHARS_MAX) throw tooMany();
}

function* piecesOf(value: LongValue): Generator<Uint8Array> {
  yield Buffer.from(value.write());
}

/**
 * The stored object of a JSON column that is read as text.
 * @throws as `writeDeferred`
 */
export const storedText = (text: string, context: GraphqlContext, info: GraphQLResolveInfo): unknown =>
  writeDeferred({ chars: text.length, read: () => storedObject(text), write: () => text }, context, info);

/** As `storedText`, for a nullable column. @throws as `writeDeferred` */
export const storedTextOrNull = (text: string | null, context: GraphqlContext, info: GraphQLResolveInfo): unknown =>
  text === null ? null : storedText(text, context, info);
