import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { storedObject } from '../../core/lib/storedJson.ts';
import type { GraphqlContext } from '../context.ts';
import { EVENT_BYTES_MAX, tooLongEvent } from './longAnswers.ts';
import { answerOf } from './longLists.ts';
import { withPlaceholders } from './writtenValues.ts';

/** Shorter values are made at once: to write them apart would take longer. */
const LONG_CHARS = 1_024;

/** Of all long values in one answer: what a page of a hundred tools may have, so that aliases multiply nothing. */
const ANSWER_CHARS_MAX = 16_777_216;

/** Characters of long values so far, by the event or answer that has them. */
const charsOf = new WeakMap<object, number>();

const tooMany = (): GraphQLError =>
  new GraphQLError(
    `These schemas, definitions and inputs are more than ${ANSWER_CHARS_MAX} characters together: ask for fewer`,
    { extensions: { code: 'QUERY_TOO_COMPLEX' } },
  );

/** A value whose JSON text has about so many characters: the value itself, or its text. */
type LongValue = { readonly chars: number; read(): unknown; write(): string };

/**
 * A value, or where it is long a placeholder, for which its text is made when it is sent. Read, what 48 KB say takes up
 * to 640 KB and four milliseconds: of a page of a hundred tools under fourteen names that was a gigabyte, and a second
 * and a half in which nobody was answered. Torn down in `test/graphql/storedText.test.ts`.
 * @throws GraphQLError where an answer has more of them than it may, or an event, in which nothing is written apart,
 * than it may have bytes
 */
export function writtenLate(value: LongValue, context: GraphqlContext, info: GraphQLResolveInfo): unknown {
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

/** Nothing more is read for an answer that has too much already. @throws GraphQLError */
export function requireAnswerRoom({ spent, isStream }: Pick<GraphqlContext, 'spent' | 'isStream'>): void {
  if (!isStream && (charsOf.get(spent) ?? 0) > ANSWER_CHARS_MAX) throw tooMany();
}

function* piecesOf(value: LongValue): Generator<Uint8Array> {
  yield Buffer.from(value.write());
}

/** The object of a column of JSON that is read as text, as it is stored. @throws as `writtenLate` */
export const storedText = (text: string, context: GraphqlContext, info: GraphQLResolveInfo): unknown =>
  writtenLate({ chars: text.length, read: () => storedObject(text), write: () => text }, context, info);

/** As `storedText`, of a column that may hold nothing. @throws as `writtenLate` */
export const storedTextOrNull = (text: string | null, context: GraphqlContext, info: GraphQLResolveInfo): unknown =>
  text === null ? null : storedText(text, context, info);
