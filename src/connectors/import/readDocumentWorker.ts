/** Entry points for the threads of `core/lib/workerPool.ts`. */
import { AppError } from '../../core/lib/errors.ts';
import type { Weigh } from '../../core/marketplace/toolWeights.ts';
import { usableKeys } from '../../core/schemas/schemaChecks.ts';
import {
  type DocumentText,
  type OperationsRead,
  type ReadDocument,
  readDocument,
  readOperations,
} from './readDocument.ts';
import type { ThreadAnswer } from './readInWorker.ts';
import { forEventLoop } from './readNumbers.ts';

/** `readDocument` within a thread; a refusal is returned as a value. */
export const read = (source: DocumentText): Promise<ThreadAnswer<ReadDocument>> =>
  answerOf(async () => {
    const document = readDocument(source);
    return {
      ...forEventLoop(document),
      usable:
        document.kind === 'openapi'
          ? usableKeys(document.imported.document.tools.map(({ inputSchema }) => inputSchema))
          : [],
    };
  });

/** `readOperations` within a thread. */
export async function list(source: DocumentText): Promise<ThreadAnswer<OperationsRead>> {
  const weigh = await weigherAt(source.weigher ?? null);
  return answerOf(async () => ({ ...forEventLoop(await readOperations(source, weigh)), usable: [] }));
}

// Boundary: the module is ours. `compose.ts` passes its address, because connectors must not import `formats/`.
async function weigherAt(address: string | null): Promise<Weigh | null> {
  if (address === null) return null;
  const { weigh } = (await import(address)) as { readonly weigh: Weigh };
  return weigh;
}

async function answerOf<T>(work: () => Promise<ThreadAnswer<T>>): Promise<ThreadAnswer<T>> {
  try {
    return await work();
  } catch (error) {
    // Error classes don't survive the transfer between threads.
    if (error instanceof AppError) return { refusal: { message: error.message, issues: error.details.issues ?? [] } };
    throw error;
  }
}
