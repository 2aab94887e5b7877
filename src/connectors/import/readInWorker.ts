import { AppError, type Issue } from '../../core/lib/errors.ts';
import type { Tenant } from '../../core/lib/fairQueue.ts';
import { longWork, WorkerLimit } from '../../core/lib/workerPool.ts';
import { keepUsable } from '../../core/schemas/schemaChecks.ts';
import type { DocumentText, OperationsRead, ReadDocument } from './readDocument.ts';
import { type FromThread, withNumbers } from './readNumbers.ts';

export type ThreadAnswer<T> =
  | (FromThread<T> & { readonly usable: readonly string[] })
  | { readonly refusal: { readonly message: string; readonly issues: readonly Issue[] } };

const WORKER = new URL('./readDocumentWorker.ts', import.meta.url);

/**
 * Reads a document in a worker, because even a short one can take long enough to block other requests.
 * @throws AppError invalid_input for a document that exceeds the time or memory limit; as `FairQueue`
 */
export const readInWorker = (source: DocumentText, requester: Tenant): Promise<ReadDocument> =>
  inWorker<ReadDocument>('read', source, requester);

/** Lists a document's operations in a worker. @throws as `readInWorker` */
export const listInWorker = (source: DocumentText, requester: Tenant): Promise<OperationsRead> =>
  inWorker<OperationsRead>('list', source, requester);

async function inWorker<T>(name: 'read' | 'list', source: DocumentText, requester: Tenant): Promise<T> {
  const task = { module: WORKER, name, input: source };
  const answer = await longWork.run<ThreadAnswer<T>>(task, requester).catch((error: unknown) => {
    if (!(error instanceof WorkerLimit)) throw error;
    throw new AppError('invalid_input', `The document could not be read. ${error.message}`, {}, error);
  });
  if ('refusal' in answer) {
    const { message, issues } = answer.refusal;
    throw new AppError('invalid_input', message, { issues });
  }
  keepUsable(answer.usable);
  return withNumbers(answer);
}
