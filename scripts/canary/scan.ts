import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Canary, type Encoding, type Needle, needlesOf } from './secrets.ts';

/** One collected text: a file, a response, or a command's output. */
export type Piece = { readonly name: string; readonly bytes: Buffer };

export type Hit = {
  readonly place: string;
  readonly piece: string;
  readonly canary: string;
  readonly encoding: Encoding;
  /** The text around the match. */
  readonly excerpt: string;
};

const EXCERPT_BYTES = 100;

export const piece = (name: string, content: string | Buffer): Piece => ({ name, bytes: Buffer.from(content) });

/** Every occurrence of a canary in any spelling; only the first one in each piece. */
export function findHits(place: string, pieces: Iterable<Piece>, needles: readonly Needle[]): readonly Hit[] {
  const hits: Hit[] = [];
  for (const { name, bytes } of pieces) {
    for (const needle of needles) {
      const at = bytes.indexOf(needle.bytes);
      if (at === -1) continue;
      const excerpt = bytes.toString('latin1', Math.max(0, at - EXCERPT_BYTES), at + EXCERPT_BYTES);
      hits.push({ place, piece: name, canary: needle.canary, encoding: needle.encoding, excerpt });
    }
  }
  return hits;
}

/** Every file below a directory, one at a time: memory can't hold a whole database cluster twice. */
export function* filesBelow(directory: string): Generator<Piece> {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readIfThere(path);
    if (bytes !== null) yield { name: path, bytes };
  }
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    // A running database may have removed the file meanwhile.
    return null;
  }
}

/** Tests each canary in every spelling, in the middle of other bytes. @throws if the scan would miss one */
export function checkScan(canaries: readonly Canary[]): void {
  const needles = needlesOf(canaries);
  for (const needle of needles) {
    const text = Buffer.concat([Buffer.from('{"before":"'), needle.bytes, Buffer.from('"}')]);
    const detected = findHits('self-check', [{ name: 'text', bytes: text }], needles);
    if (!detected.some(({ canary, encoding }) => canary === needle.canary && encoding === needle.encoding)) {
      throw new Error(`The scan does not find ${needle.canary} as ${needle.encoding}`);
    }
  }
}
