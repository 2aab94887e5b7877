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

/** A conversation with the account's model about one stack. It's lost when the page closes. */
export function useTalk(stackId: string, mode: ToolListMode) {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // A ref, because several calls may finish before the next render.
  const now = useRef<readonly Turn[]>([]);
  const put = (next: readonly Turn[]): void => {
    now.current = next;
    setTurns(next);
  };
  const ask = async (sent: readonly Turn[]): Promise<void> => {
    put(sent);
    setError(null);
    setIsBusy(true);
    const answer = await answerTo({ stackId, mode, turns: sent.flatMap(toInput) });
    // The person may have started over in the meantime.
    if (now.current !== sent) return;
    setIsBusy(false);
    if (answer instanceof Error) setError(answer);
    else put([...sent, { by: 'model', answer, results: [] }]);
  };
  /** Stores the result of a picked call; once all have results, asks the model again. */
  const give = (result: ToolAnswer): void => {
    const last = now.current.at(-1);
    if (last?.by !== 'model') return;
    const next = [...now.current.slice(0, -1), { ...last, results: [...last.results, result] }];
    if (last.results.length + 1 === last.answer.picks.length) void ask(next);
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
