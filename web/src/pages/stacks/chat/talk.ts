import { useRef, useState } from 'react';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { AskModelInput, ToolListMode } from '../../../gql/graphql.ts';
import { STACKS_ASK_MODEL } from './operations.ts';
import { type Answer, addResult, type ToolAnswer, type Turn, toInputs } from './turns.ts';

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
    const answer = await answerTo({ stackId, mode, turns: toInputs(sent) });
    // The person may have started over in the meantime.
    if (now.current !== sent) return;
    setIsBusy(false);
    if (answer instanceof Error) setError(answer);
    else put([...sent, { by: 'model', answer, results: [] }]);
  };
  /** Stores the result of a picked call; once all have results, asks the model again. */
  const give = (result: ToolAnswer): void => {
    const next = addResult(now.current, result);
    if (next.isComplete) void ask(next.turns);
    else put(next.turns);
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
