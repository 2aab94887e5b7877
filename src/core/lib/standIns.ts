import { randomUUID } from 'node:crypto';
import { ExactNumber, holdsExactNumber, markExact } from './json.ts';

/** A copy with placeholder texts for exact numbers, and the prefix of those texts. */
type WithStandIns = { readonly value: unknown; readonly mark: string };

/**
 * Replaces exact numbers with placeholder texts, for code that copies JSON values but does not support exact numbers,
 * such as structured cloning. Preserves object identity. Recursive, so use it only for values of bounded depth.
 */
export function withStandIns(value: unknown): WithStandIns {
  const mark = `number-${randomUUID()}:`;
  return { value: mapped(value, (part) => (part instanceof ExactNumber ? `${mark}${part}` : part)), mark };
}

/** Replaces the placeholder texts with exact numbers again. */
export const withoutStandIns = (value: unknown, mark: string): unknown =>
  mapped(value, (part) =>
    typeof part === 'string' && part.startsWith(mark) ? new ExactNumber(part.slice(mark.length)) : part,
  );

function mapped(value: unknown, map: (part: unknown) => unknown): unknown {
  const copies = new Map<object, object>();
  const copyOf = (part: object): object => {
    const known = copies.get(part);
    if (known) return known;
    const copy = Array.isArray(part)
      ? part.map(read)
      : Object.fromEntries(Object.entries(part).map(([key, member]) => [key, read(member)]));
    copies.set(part, copy);
    return Object.values(copy).some((part) => part instanceof ExactNumber || holdsExactNumber(part))
      ? markExact(copy)
      : copy;
  };
  const read = (part: unknown): unknown => {
    const made = map(part);
    return typeof made === 'object' && made !== null && !(made instanceof ExactNumber) ? copyOf(made) : made;
  };
  return read(value);
}
