/** Entry points for the threads of `core/lib/workerPool.ts`. */
import type { PassedAnswer, ToolFailure, ToolOutcome } from '../../core/calls/connector.ts';
import { toLarge } from '../../core/results/largeOutput.ts';
import { transferOutcome } from '../../core/results/transferOutcome.ts';
import { READERS, type ReaderName, type ToolsPage } from './readers.ts';
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
}: LargeMessage): ToolOutcome | PassedAnswer | ToolsPage | ToolFailure | null {
  const text = typeof message === 'string' ? message : Buffer.from(message).toString();
  const parsed = readMessage(text);
  if (reader === 'tools') return outcomeIn(parsed, id, READERS.tools.read);
  if (reader === 'pass') {
    const answer = outcomeIn(parsed, id, READERS.pass.read);
    const isTooMany = answer?.kind === 'ok' && 'result' in answer && countValues(answer.result) > VALUES_MAX;
    return isTooMany ? badAnswer(`answered with more than ${VALUES_MAX} values`) : answer;
  }
  const outcome = outcomeIn(parsed, id, READERS.call.read);
  if (outcome === null) return null;
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
