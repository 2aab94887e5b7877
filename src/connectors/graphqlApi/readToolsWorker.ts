/** Entry point for the threads of `core/lib/workerPool.ts`. */
import type { DiscoveredTool } from '../../core/calls/connector.ts';
import { AppError } from '../../core/lib/errors.ts';
import { readTools } from './readTools.ts';

/** The tools, or the error as data, because error classes don't survive the transfer between threads. */
export type ReadAnswer = { readonly tools: readonly DiscoveredTool[] } | { readonly refusal: string };

type Answer = { readonly body: Uint8Array; readonly selections: Readonly<Record<string, string>> };

/** Reads the answer to an introspection query. */
export function read({ body, selections }: Answer): ReadAnswer {
  try {
    return { tools: readTools(parsed(new TextDecoder().decode(body)), selections) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    throw error;
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    throw new AppError('invalid_input', 'The answer is not JSON');
  }
}
