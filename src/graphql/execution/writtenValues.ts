import { randomUUID } from 'node:crypto';

/** Values that are JSON text already, in UTF-8, by the text that stands for each of them in an answer. */
export type WrittenValues = Map<string, Uint8Array>;

/** What a resolver returns for a value that is JSON text: nobody else can write it. */
export function withPlaceholders(written: WrittenValues, json: Uint8Array): string {
  const name = `written:${randomUUID()}`;
  written.set(name, json);
  return name;
}

const NAMES = /"(written:[0-9a-f-]{36})"/;

/** The answer with every value where its stand-in was. */
export function withWrittenValues(answer: string, written: WrittenValues): Buffer {
  // Names are at odd places, between the texts around them.
  const parts = answer.split(NAMES).map((part, at) => {
    if (at % 2 === 0) return Buffer.from(part);
    return written.get(part) ?? Buffer.from(JSON.stringify(part));
  });
  return Buffer.concat(parts);
}
