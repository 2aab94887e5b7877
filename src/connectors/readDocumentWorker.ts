import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../core/errors.ts';
import { type DocumentText, readDocument } from './readDocument.ts';
import type { ThreadAnswer } from './readDocumentThread.ts';

function answer(given: DocumentText): ThreadAnswer {
  try {
    return { read: readDocument(given) };
  } catch (error) {
    // A class does not survive the way between threads.
    if (error instanceof AppError) return { refusal: { message: error.message, issues: error.details.issues ?? [] } };
    throw error;
  }
}

parentPort?.postMessage(answer(workerData));
