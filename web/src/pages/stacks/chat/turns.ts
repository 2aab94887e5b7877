import type { ChatTurnInput, StacksAskModelMutation } from '../../../gql/graphql.ts';

export type Answer = Extract<
  NonNullable<StacksAskModelMutation['askModel']>,
  { readonly __typename: 'AskModelPayload' }
>;
export type PickedTool = Answer['picks'][number];
export type ToolAnswer = { readonly ref: string; readonly text: string; readonly isError: boolean };

/** The turns in order. An answer includes the results of the calls it picked. */
export type Turn =
  | { readonly by: 'person'; readonly text: string }
  | { readonly by: 'model'; readonly answer: Answer; readonly results: readonly ToolAnswer[] };

/** Characters of a result sent to the model. */
const RESULT_CHARS_MAX = 16_000;

export const shortened = (text: string): string =>
  text.length > RESULT_CHARS_MAX ? `${text.slice(0, RESULT_CHARS_MAX).toWellFormed()}… (cut)` : text;

/** A turn in the API's form. An input that isn't an object can't be sent again. */
const toInput = (turn: Turn): ChatTurnInput[] =>
  turn.by === 'person'
    ? [{ by: 'PERSON', text: turn.text }]
    : [
        {
          by: 'MODEL',
          text: turn.answer.text,
          picks: turn.answer.picks.map(({ ref, name, toolInput }) => ({ ref, name, toolInput: toolInput ?? {} })),
        },
        ...turn.results.map((each): ChatTurnInput => ({ by: 'TOOL', ...each })),
      ];

/** The conversation in the API's form. */
export const toInputs = (turns: readonly Turn[]): ChatTurnInput[] => turns.flatMap(toInput);

/** Adds the result of a call that the last answer picked. `isComplete` once each of its calls has a result. */
export function addResult(
  turns: readonly Turn[],
  result: ToolAnswer,
): { readonly turns: readonly Turn[]; readonly isComplete: boolean } {
  const last = turns.at(-1);
  if (last?.by !== 'model') return { turns, isComplete: false };
  const answered: Turn = { ...last, results: [...last.results, result] };
  return { turns: [...turns.slice(0, -1), answered], isComplete: answered.results.length === last.answer.picks.length };
}
