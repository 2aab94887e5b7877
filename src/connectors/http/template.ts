import { ExactNumber, isRecord } from '../../core/lib/json.ts';
import { createTemplates } from './templateCache.ts';
import { headerValue, pathSegment, percentEncode, queryPair, UnusableInput } from './wireRequest.ts';

// No white space inside: `{ id }` in a GraphQL document is not a slot.
const SLOT = /\{([A-Za-z0-9_$][A-Za-z0-9_$.-]*)\}/g;

type Slot = { readonly slot: string };

const piecesOf = createTemplates<Slot>(SLOT, ([, slot = '']) => ({ slot }));

/** The slot of a template that consists of one slot only; else undefined. */
const wholeSlot = (template: string): string | undefined => {
  const [only, ...others] = piecesOf(template);
  return others.length === 0 && typeof only === 'object' ? only.slot : undefined;
};

/** A slot's value; undefined when the input is absent or null. */
export type Lookup = (slot: string) => unknown;

/** A `Lookup` in named values. */
export const lookupIn =
  (values: Readonly<Record<string, unknown>>): Lookup =>
  (slot) =>
    Object.hasOwn(values, slot) ? (values[slot] ?? undefined) : undefined;

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Scalars as text, everything else as JSON. */
export const textOf = (value: unknown): string => (isScalar(value) ? String(value) : JSON.stringify(value));

/** Fills the slots of a template; undefined when one of them has no value. */
export const fillText = (template: string, lookup: Lookup): string | undefined => {
  let filled = '';
  for (const piece of piecesOf(template)) {
    const value = typeof piece === 'string' ? piece : lookup(piece.slot);
    if (value === undefined) return undefined;
    filled += textOf(value);
  }
  return filled;
};

const fillSegment = (template: string, lookup: Lookup): string => {
  const slots: string[] = [];
  let filled = '';
  for (const piece of piecesOf(template)) {
    if (typeof piece === 'string') {
      filled += piece;
      continue;
    }
    const value = lookup(piece.slot);
    if (!isScalar(value) && !(value instanceof ExactNumber))
      throw new UnusableInput(`Input "${piece.slot}" is needed for the path, as one value`, piece.slot);
    slots.push(piece.slot);
    filled += percentEncode(String(value));
  }
  return slots.length === 0 ? template : pathSegment(slots.join('", "'), filled, slots[0]);
};

/** Fills a path segment by segment, so that no value can add or remove segments. */
export const fillPath = (template: string, lookup: Lookup): string =>
  template
    .split('/')
    .map((segment) => fillSegment(segment, lookup))
    .join('/');

/** Encoded pairs; an entry without a value is dropped, an array repeats its key. */
export const fillQuery = (templates: Readonly<Record<string, string>>, lookup: Lookup): string[] =>
  Object.entries(templates).flatMap(([key, template]) => {
    const slot = wholeSlot(template);
    const value = slot === undefined ? undefined : lookup(slot);
    if (Array.isArray(value)) return value.map((item) => queryPair(key, textOf(item)));
    const text = fillText(template, lookup);
    return text === undefined ? [] : [queryPair(key, text)];
  });

const slotsIn = (template: string): readonly string[] =>
  piecesOf(template).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.slot]));

/** Fills header templates. @throws UnusableInput for a value that a header cannot hold */
export const fillHeaders = (templates: Readonly<Record<string, string>>, lookup: Lookup): Record<string, string> =>
  Object.fromEntries(
    Object.entries(templates).flatMap(([name, template]) => {
      const text = fillText(template, lookup);
      return text === undefined ? [] : [[name, headerValue(name, text, slotsIn(template)[0])]];
    }),
  );

/**
 * Fills the strings of a JSON value. A string that is exactly one slot becomes the input itself, with its type; members
 * and elements without a value are dropped.
 */
export const fillJson = (template: unknown, lookup: Lookup): unknown => {
  if (typeof template === 'string') {
    const slot = wholeSlot(template);
    return slot === undefined ? fillText(template, lookup) : lookup(slot);
  }
  if (Array.isArray(template)) {
    return template.map((item) => fillJson(item, lookup)).filter((item) => item !== undefined);
  }
  if (!isRecord(template)) return template;
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, value]) => [key, fillJson(value, lookup)] as const)
      .filter(([, value]) => value !== undefined),
  );
};
