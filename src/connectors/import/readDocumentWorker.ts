import { parentPort } from 'node:worker_threads';
import { AppError } from '../../core/errors.ts';
import { usableKeys } from '../../core/schemas/verdicts.ts';
import { type DocumentText, type ReadDocument, readDocument } from './readDocument.ts';
import type { ThreadAnswer } from './readDocumentThread.ts';

const usableIn = (read: ReadDocument): readonly string[] =>
  read.kind === 'openapi' ? usableKeys(read.imported.document.tools.map(({ inputSchema }) => inputSchema)) : [];

function answer(given: DocumentText): ThreadAnswer {
  try {
    const read = readDocument(given);
    return { read, usable: usableIn(read) };
  } catch (error) {
    // A class does not survive the way between threads.
    if (error instanceof AppError) return { refusal: { message: error.message, issues: error.details.issues ?? [] } };
    throw error;
  }
}

parentPort?.on('message', (given: DocumentText) => parentPort?.postMessage(answer(given)));
