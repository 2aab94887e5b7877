/** Entry points for the threads of `core/lib/workerPool.ts`. */
import type { PassedAnswer } from '../../core/calls/connector.ts';
import { toLarge } from '../../core/results/largeOutput.ts';
import type { ToolOutcome } from '../../core/results/outcome.ts';
import { transferOutcome } from '../../core/results/transferOutcome.ts';
import { type EndedTask, READERS, type ReaderName, type ToolsPage, type WorkingTask } from './readers.ts';
import { badAnswer, outcomeIn, readMessage } from './result.ts';

/** A message too large for the event loop, with the pending request and its secrets. */
export type LargeMessage = {
  readonly message: Uint8Array | string;
  readonly id: number;
  readonly reader: ReaderName;
  readonly secrets: readonly string[];
};

/** Maximum values of a passed-through result that go to the event loop; their texts may be long. */
const VALUES_MAX = 20_000;
/** Maximum characters of a failure's message; callers see fewer. */
const MESSAGE_CHARS_MAX = 4_000;

/** Reads a large message for the request; null if it is not the response to it. */
export function read({
  message,
  id,
  reader,
  secrets,
}: LargeMessage): ToolOutcome | WorkingTask | EndedTask | PassedAnswer | ToolsPage | null {
  const text = typeof message === 'string' ? message : Buffer.from(message).toString();
  const parsed = readMessage(text);
  if (reader === 'tools') return outcomeIn(parsed, id, READERS.tools.read);
  if (reader === 'pass') {
    const answer = outcomeIn(parsed, id, READERS.pass.read);
    const isTooMany = answer?.kind === 'ok' && 'result' in answer && countValues(answer.result) > VALUES_MAX;
    return isTooMany ? badAnswer(`answered with more than ${VALUES_MAX} values`) : answer;
  }
  const answer = outcomeIn<ToolOutcome | WorkingTask | EndedTask>(parsed, id, READERS[reader].read);
  if (answer?.kind === 'ended') return { kind: 'ended', outcome: shrink(answer.outcome, secrets) };
  return answer === null || answer.kind === 'task' ? answer : shrink(answer, secrets);
}

function shrink(outcome: ToolOutcome, secrets: readonly string[]): ToolOutcome {
  const large = toLarge(outcome, secrets);
  return transferOutcome('message' in large ? { ...large, message: large.message.slice(0, MESSAGE_CHARS_MAX) } : large);
}

function countValues(root: unknown): number {
  let count = 0;
  for (const waiting = [root]; waiting.length > 0 && count <= VALUES_MAX; count += 1) {
    const value = waiting.pop();
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) waiting.push(member);
  }
  return count;
}
