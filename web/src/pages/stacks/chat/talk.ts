import { useRef, useState } from 'react';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { AskModelInput, ChatTurnInput, StacksAskModelMutation, ToolListMode } from '../../../gql/graphql.ts';
import { STACKS_ASK_MODEL } from './operations.ts';

export type Answer = Extract<
  NonNullable<StacksAskModelMutation['askModel']>,
  { readonly __typename: 'AskModelPayload' }
>;
export type PickedTool = Answer['picks'][number];
export type ToolAnswer = { readonly ref: string; readonly text: string; readonly isError: boolean };

/** What was said, in order; an answer keeps what came of its picks. */
export type Turn =
  | { readonly by: 'person'; readonly text: string }
  | { readonly by: 'model'; readonly answer: Answer; readonly given: readonly ToolAnswer[] };

/** Characters of a result that the model is given; a page of text, and not a list of all there is. */
const RESULT_CHARS_MAX = 16_000;

export const shortened = (text: string): string =>
  text.length > RESULT_CHARS_MAX ? `${text.slice(0, RESULT_CHARS_MAX).toWellFormed()}… (cut)` : text;

/** A turn as the API takes it; an input that was no object cannot be repeated. */
const toInput = (turn: Turn): ChatTurnInput[] =>
  turn.by === 'person'
    ? [{ by: 'PERSON', text: turn.text }]
    : [
        {
          by: 'MODEL',
          text: turn.answer.text,
          picks: turn.answer.picks.map(({ ref, name, toolInput }) => ({ ref, name, toolInput: toolInput ?? {} })),
        },
        ...turn.given.map((each): ChatTurnInput => ({ by: 'TOOL', ...each })),
      ];

/** A conversation with the account's model about one stack; it is gone with the page. */
export function useTalk(stackId: string, mode: ToolListMode) {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Read from a ref, because several calls may end before the page renders again.
  const now = useRef<readonly Turn[]>([]);
  const put = (next: readonly Turn[]): void => {
    now.current = next;
    setTurns(next);
  };
  const ask = async (asked: readonly Turn[]): Promise<void> => {
    put(asked);
    setError(null);
    setIsBusy(true);
    const answer = await answerTo({ stackId, mode, turns: asked.flatMap(toInput) });
    // The person may have started over meanwhile.
    if (now.current !== asked) return;
    setIsBusy(false);
    if (answer instanceof Error) setError(answer);
    else put([...asked, { by: 'model', answer, given: [] }]);
  };
  /** What came of a pick; once all of them have come, the model is asked what it says to that. */
  const give = (given: ToolAnswer): void => {
    const last = now.current.at(-1);
    if (last?.by !== 'model') return;
    const next = [...now.current.slice(0, -1), { ...last, given: [...last.given, given] }];
    if (last.given.length + 1 === last.answer.picks.length) void ask(next);
    else put(next);
  };
  const clear = (): void => {
    put([]);
    setError(null);
    setIsBusy(false);
  };
  const say = (text: string): void => void ask([...turns, { by: 'person', text }]);
  return { turns, error, isBusy, say, give, clear, retry: () => void ask(turns) };
}

async function answerTo(input: AskModelInput): Promise<Answer | Error> {
  try {
    return payloadOf((await sendOperation(STACKS_ASK_MODEL, { input })).askModel);
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown));
  }
}
