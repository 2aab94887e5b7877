/** Indexes tools in the threads of `core/lib/workerPool.ts`. */
import { indexOf, type SearchIndex } from './searchIndex.ts';

/** Builds an index in shared memory. Each part is the JSON text of an array of entries, in UTF-8. */
export function index(parts: readonly Uint8Array[]): SearchIndex {
  // Copies the part, since TextDecoder does not accept shared memory.
  return indexOf(parts.flatMap((part) => JSON.parse(Buffer.from(Uint8Array.from(part)).toString())));
}
