import type { Tenant } from '../lib/fairQueue.ts';
import { parseJson, textOf } from '../lib/json.ts';
import { shortWork } from '../lib/workerPool.ts';
import type { ToolOutcome, ToolOutput } from './outcome.ts';
import { toResult } from './result.ts';
import { createScrubber } from './scrub.ts';

/** Answers of at least this many bytes are processed in a worker thread. */
export const LARGE_BYTES = 131_072;

/**
 * An output that is too large for the event loop. `json` is the JSON text of another output, in UTF-8. It is already
 * scrubbed, since only `toLarge` creates it.
 */
export type LargeOutput = { readonly type: 'large'; readonly json: Uint8Array };

/** An output that can be processed on the event loop. */
export type SmallOutput = Exclude<ToolOutput, LargeOutput>;

/** In a thread: scrubs the secrets from the outcome's output and serializes it, to be transferred to the event loop. */
export function toLarge(outcome: ToolOutcome, secrets: readonly string[]): ToolOutcome {
  const clean = createScrubber(secrets).outcomeAtOnce(outcome);
  if (!('output' in clean) || !clean.output || clean.output.type === 'large') return clean;
  return { ...clean, output: { type: 'large', json: Buffer.from(JSON.stringify(clean.output)) } };
}

const WORKER = new URL('./worker.ts', import.meta.url);

/**
 * Runs a function of `worker.ts` in a worker thread, when the account's turn comes. `transferred` lists input buffers
 * to transfer, which must not be read afterwards.
 * @throws as `WorkerPool`
 */
export const inThread = <Output>(
  name: string,
  input: unknown,
  requester: Tenant,
  transferred: readonly Uint8Array[] = [],
): Promise<Output> => shortWork.run<Output>({ module: WORKER, name, input, transferred }, requester);

// Start and end of the JSON text of an output that is an object.
const [HEAD, TAIL] = [Buffer.from('{"type":"json","value":'), Buffer.from('}')];
const OPEN = 0x7b;

/**
 * The JSON text of an output's result (`toResult`) in UTF-8. Uses a worker thread if a large text must be rewritten.
 */
export async function resultJson(output: ToolOutput, requester: Tenant): Promise<Uint8Array> {
  if (output.type !== 'large') return Buffer.from(JSON.stringify(toResult(output)));
  const { json } = output;
  const isObject = HEAD.equals(json.subarray(0, HEAD.length)) && json[HEAD.length] === OPEN;
  // Usually the output is an object, which is the result unchanged.
  return isObject ? json.subarray(HEAD.length, -TAIL.length) : inThread('result', json, requester);
}

/** The output whose result has this JSON text. */
export const jsonOutput = (json: Uint8Array): ToolOutput =>
  json.length < LARGE_BYTES
    ? { type: 'json', value: parseJson(textOf(json)) }
    : { type: 'large', json: Buffer.concat([HEAD, json, TAIL]) };

/** The JSON text of an outcome in UTF-8 pieces. The text of a large output is one of them, without a copy. */
export function outcomePieces(outcome: ToolOutcome): readonly Uint8Array[] {
  if (!('output' in outcome) || outcome.output?.type !== 'large') return [Buffer.from(JSON.stringify(outcome))];
  const { output, ...rest } = outcome;
  return [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"output":`), output.json, TAIL];
}

/** Parses the text of `outcomePieces`. The text must not be read afterwards. */
export async function readOutcome(json: Uint8Array, requester: Tenant): Promise<ToolOutcome> {
  if (json.length >= LARGE_BYTES) {
    return inThread('outcome', json, requester, [json]);
  }
  // Safe cast: the text was encrypted right after it was written.
  return parseJson(textOf(json)) as unknown as ToolOutcome;
}
