import { AppError, type Issue } from '../../core/errors.ts';
import type { Asking } from '../../core/lib/fairQueue.ts';
import { createThreadPool, ThreadLimit } from '../../core/lib/threadPool.ts';
import { rememberUsable } from '../../core/schemas/verdicts.ts';
import type { DocumentText, ReadDocument } from './readDocument.ts';

/** What the thread says. */
export type ThreadAnswer =
  | { readonly read: ReadDocument; readonly usable: readonly string[] }
  | { readonly refusal: { readonly message: string; readonly issues: readonly Issue[] } };

export type DocumentReader = {
  /** @throws AppError invalid_input for what cannot be read within bounds of time and memory; as `FairQueue` */
  read(given: DocumentText, asking: Asking): Promise<ReadDocument>;
  close(): Promise<void>;
};

const THREADS_MAX = 2;
const HEAP_MIB_MAX = 512;
const TIME_MS_MAX = 15_000;

/** Reads documents in threads: even a short one can describe more than anybody else's requests may wait for. */
export function createDocumentReader(): DocumentReader {
  const threads = createThreadPool<DocumentText, ThreadAnswer>({
    script: new URL('./readDocumentWorker.ts', import.meta.url),
    threadsMax: THREADS_MAX,
    heapMibMax: HEAP_MIB_MAX,
    answerMsMax: TIME_MS_MAX,
  });
  return {
    read: async (given, asking) => {
      const answer = await threads.ask(given, asking).catch((error: unknown) => {
        throw error instanceof ThreadLimit ? tooMuch(error) : error;
      });
      if ('refusal' in answer) {
        const { message, issues } = answer.refusal;
        throw new AppError('invalid_input', message, { issues });
      }
      rememberUsable(answer.usable);
      return answer.read;
    },
    close: () => threads.close(),
  };
}

const tooMuch = (cause: unknown): AppError =>
  new AppError('invalid_input', 'The document is too large to be read here: import it on the command line', {}, cause);
