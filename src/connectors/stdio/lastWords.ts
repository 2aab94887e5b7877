const BYTES_MAX = 8 * 1_024;

/** The end of what a program wrote to its standard error, 8 KiB; may hold secrets. */
export type LastWords = { hear(chunk: Buffer): void; tell(): string };

/** Keeps the end of what it hears. */
export function createLastWords(): LastWords {
  let tail = Buffer.alloc(0);
  return {
    hear(chunk) {
      tail = Buffer.concat([tail, chunk]).subarray(-BYTES_MAX);
    },
    tell: () => tail.toString('utf8'),
  };
}
