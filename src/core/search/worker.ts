/** Indexes tools in the threads of `core/lib/workerPool.ts`. */
import type { SearchEntry } from './collectTerms.ts';
import { indexOf, type SearchIndex } from './searchIndex.ts';

/** Builds an index in shared memory. Each part is the JSON text of an array of entries, in UTF-8. */
export function index(parts: readonly Uint8Array[]): SearchIndex {
  return indexOf(parts.flatMap(readPart));
}

// Copies the part, since TextDecoder does not accept shared memory.
const readPart = (part: Uint8Array): readonly SearchEntry[] =>
  JSON.parse(Buffer.from(Uint8Array.from(part)).toString());
