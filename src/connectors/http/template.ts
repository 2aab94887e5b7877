import { ExactNumber, isRecord } from '../../core/lib/json.ts';
import { charsIn } from '../../core/lib/jsonSize.ts';
import { RequestBytes } from './requestBytes.ts';
import { createTemplates } from './templateCache.ts';
import { headerValue, pathSegment, percentEncode, queryPair, UnusableInput } from './wireRequest.ts';

// No white space inside: `{ id }` in a GraphQL document is not a slot.
const SLOT = /\{([A-Za-z0-9_$][A-Za-z0-9_$.-]*)\}/g;

type Slot = { readonly slot: string };

const piecesOf = createTemplates<Slot>(SLOT, ([, slot = '']) => ({ slot }));

/** The slot of a template that consists of one slot only; otherwise undefined. */
const wholeSlot = (template: string): string | undefined => {
  const [only, ...others] = piecesOf(template);
  return others.length === 0 && typeof only === 'object' ? only.slot : undefined;
};

/** A slot's value; undefined when the input is absent or null. */
type Lookup = (slot: string) => unknown;

/** A `Lookup` in named values. */
export const lookupIn =
  (values: Readonly<Record<string, unknown>>): Lookup =>
  (slot) =>
    Object.hasOwn(values, slot) ? (values[slot] ?? undefined) : undefined;

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Scalars as text, everything else as JSON. */
export const textOf = (value: unknown): string => (isScalar(value) ? String(value) : JSON.stringify(value));

/**
 * As `textOf`, for a value that a template may repeat: its length is counted before it is written. @throws
 * RequestTooLarge
 */
const countedText = (value: unknown, bytes: RequestBytes): string => {
  bytes.consume(charsIn(value, bytes.left));
  return textOf(value);
};

/** Fills the slots of a template; undefined when one of them has no value. @throws RequestTooLarge */
export const fillText = (template: string, lookup: Lookup, bytes = new RequestBytes()): string | undefined => {
  let filled = '';
  for (const piece of piecesOf(template)) {
    const value = typeof piece === 'string' ? piece : lookup(piece.slot);
    if (value === undefined) return undefined;
    filled += countedText(value, bytes);
  }
  return filled;
};

const fillSegment = (template: string, lookup: Lookup, bytes: RequestBytes): string => {
  const slots: string[] = [];
  let filled = '';
  for (const piece of piecesOf(template)) {
    if (typeof piece === 'string') {
      filled += piece;
      continue;
    }
    const value = lookup(piece.slot);
    if (!isScalar(value) && !(value instanceof ExactNumber))
      throw new UnusableInput(`Input "${piece.slot}" is required for the path, as a single value`, piece.slot);
    slots.push(piece.slot);
    filled += percentEncode(bytes.text(String(value)));
  }
  return slots.length === 0 ? template : pathSegment(slots.join('", "'), filled, slots[0]);
};

/** Fills a path segment by segment, so that no value can add or remove segments. */
export const fillPath = (template: string, lookup: Lookup, bytes = new RequestBytes()): string =>
  template
    .split('/')
    .map((segment) => fillSegment(segment, lookup, bytes))
    .join('/');

/** Encoded pairs; an entry without a value is dropped, an array repeats its key. */
export const fillQuery = (
  templates: Readonly<Record<string, string>>,
  lookup: Lookup,
  bytes = new RequestBytes(),
): string[] =>
  Object.entries(templates).flatMap(([key, template]) => {
    const slot = wholeSlot(template);
    const value = slot === undefined ? undefined : lookup(slot);
    if (Array.isArray(value)) return value.map((item) => queryPair(bytes.text(key), countedText(item, bytes)));
    const text = fillText(template, lookup, bytes);
    return text === undefined ? [] : [queryPair(key, text)];
  });

/** Fills header templates. @throws UnusableInput for a value that a header cannot hold */
export const fillHeaders = (
  templates: Readonly<Record<string, string>>,
  lookup: Lookup,
  bytes = new RequestBytes(),
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(templates).flatMap(([name, template]) => {
      const text = fillText(template, lookup, bytes);
      if (text === undefined) return [];
      const [slot] = piecesOf(template).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.slot]));
      return [[name, headerValue(name, text, slot)]];
    }),
  );

/**
 * Fills the strings of a JSON value. A string that is exactly one slot becomes the input itself, with its type; members
 * and elements without a value are dropped.
 */
export const fillJson = (template: unknown, lookup: Lookup, bytes = new RequestBytes()): unknown => {
  if (typeof template === 'string') {
    const slot = wholeSlot(template);
    if (slot === undefined) return fillText(template, lookup, bytes);
    const value = lookup(slot);
    bytes.consume(charsIn(value, bytes.left));
    return value;
  }
  if (Array.isArray(template)) {
    return template.map((item) => fillJson(item, lookup, bytes)).filter((item) => item !== undefined);
  }
  if (!isRecord(template)) return template;
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, value]) => [key, fillJson(value, lookup, bytes)] as const)
      .filter(([, value]) => value !== undefined),
  );
};
