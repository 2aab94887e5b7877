import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError, type Issue } from '../core/errors.ts';
import { type DocumentText, type ReadDocument, readDocument } from './readDocument.ts';

/** What the thread says. */
export type ThreadAnswer =
  | { readonly read: ReadDocument }
  | { readonly refusal: { readonly message: string; readonly issues: readonly Issue[] } };

const HERE_CHARS_MAX = 32_768;
const HEAP_MIB_MAX = 512;
const TIME_MS_MAX = 15_000;

/**
 * Reads documents, large ones in a thread of their own and one at a time, so that nobody else's requests wait for them.
 * The function throws AppError invalid_input for what cannot be read within bounds of time and memory.
 */
export function createDocumentReader(): (given: DocumentText, signal: AbortSignal) => Promise<ReadDocument> {
  let last: Promise<unknown> = Promise.resolve();
  return async (given, signal) => {
    if (given.text.length <= HERE_CHARS_MAX) return readDocument(given);
    const mine = last.then(() => readInThread(given, signal));
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function readInThread(workerData: DocumentText, signal: AbortSignal): Promise<ReadDocument> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS_MAX)]);
  if (until.aborted) throw tooMuch(until.reason);
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB_MAX };
  const worker = new Worker(new URL('./readDocumentWorker.ts', import.meta.url), { workerData, resourceLimits });
  try {
    const answer = await answerOf(worker, until);
    if ('read' in answer) return answer.read;
    const { message, issues } = answer.refusal;
    throw new AppError('invalid_input', message, { issues });
  } finally {
    await worker.terminate();
  }
}

async function answerOf(worker: Worker, signal: AbortSignal): Promise<ThreadAnswer> {
  try {
    const [answer]: ThreadAnswer[] = await once(worker, 'message', { signal });
    if (answer) return answer;
  } catch (error) {
    throw signal.aborted || isOutOfMemory(error) ? tooMuch(error) : error;
  }
  throw new Error('The thread that reads documents said nothing');
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooMuch = (cause: unknown): AppError =>
  new AppError('invalid_input', 'The document is too large to be read here: import it on the command line', {}, cause);
