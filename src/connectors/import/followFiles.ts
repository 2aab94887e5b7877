import type { DocumentFile } from '../openapi/files.ts';

/** Maximum number of files of one document, and their total size. */
const FILES_MAX = 2_000;
const FILES_BYTES_MAX = 32 * 1_048_576;
const ROUNDS_MAX = 16;
const AT_ONCE = 8;

/** Reads a file by its address; null for one that cannot be read. */
export type ReadFile = (address: string) => Promise<string | Uint8Array | null>;

/** Returned when a document refers to files that must be read first. */
export type Needs = { readonly kind: 'needs'; readonly addresses: readonly string[] };

/** Reads a document and the files that it refers to, one round at a time, until none is missing. */
export async function followFiles<T extends { readonly kind: string }>(
  attempt: (files: readonly DocumentFile[], mayNeed: boolean) => Promise<T | Needs>,
  read: ReadFile,
): Promise<T> {
  const files: DocumentFile[] = [];
  let bytes = 0;
  for (let round = 0; ; round += 1) {
    const result = await attempt(files, round < ROUNDS_MAX && files.length < FILES_MAX && bytes < FILES_BYTES_MAX);
    if (!isNeeds(result)) return result;
    const next = result.addresses.slice(0, FILES_MAX - files.length);
    for (let at = 0; at < next.length && bytes < FILES_BYTES_MAX; at += AT_ONCE) {
      const batch = next.slice(at, at + AT_ONCE);
      const texts = await Promise.all(batch.map(read));
      files.push(...batch.map((address, each) => ({ address, text: texts[each] ?? null })));
      for (const text of texts) bytes += text?.length ?? 0;
    }
  }
}

const isNeeds = (result: { readonly kind: string }): result is Needs => result.kind === 'needs';
