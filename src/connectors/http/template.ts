import { isRecord } from '../../core/lib/json.ts';
import { createTemplates } from './slots.ts';
import { headerValue, pathSegment, percentEncode, queryPair, UnusableInput } from './wireRequest.ts';

// No white space inside: `{ id }` in a GraphQL document is not a slot.
const SLOT = /\{([A-Za-z0-9_$][A-Za-z0-9_$.-]*)\}/g;

type Slot = { readonly slot: string };

const piecesOf = createTemplates<Slot>(SLOT, ([, slot = '']) => ({ slot }));

/** The one slot that the template is, if it is nothing else. */
const wholeSlot = (template: string): string | undefined => {
  const [only, ...others] = piecesOf(template);
  return others.length === 0 && typeof only === 'object' ? only.slot : undefined;
};

/** A slot's value; undefined when the input was not given, or given as null. */
export type Lookup = (slot: string) => unknown;

/** Looks slots up in values by their names; null reads as absent. */
export const lookupIn =
  (values: Readonly<Record<string, unknown>>): Lookup =>
  (slot) =>
    Object.hasOwn(values, slot) ? (values[slot] ?? undefined) : undefined;

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Scalars as they read, everything else as JSON. */
export const textOf = (value: unknown): string => (isScalar(value) ? String(value) : JSON.stringify(value));

/** The template with its slots filled; undefined when one of them has no value. */
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
    if (!isScalar(value)) throw new UnusableInput(`Input "${piece.slot}" is needed for the path, as one value`);
    slots.push(piece.slot);
    filled += percentEncode(String(value));
  }
  return slots.length === 0 ? template : pathSegment(slots.join('", "'), filled);
};

/** Fills a path segment by segment: no value can add, remove or climb one. */
export const fillPath = (template: string, lookup: Lookup): string =>
  template
    .split('/')
    .map((segment) => fillSegment(segment, lookup))
    .join('/');

/** Encoded pairs; an entry without a value is left out, an array repeats its key. */
export const fillQuery = (templates: Readonly<Record<string, string>>, lookup: Lookup): string[] =>
  Object.entries(templates).flatMap(([key, template]) => {
    const slot = wholeSlot(template);
    const value = slot === undefined ? undefined : lookup(slot);
    if (Array.isArray(value)) return value.map((item) => queryPair(key, textOf(item)));
    const text = fillText(template, lookup);
    return text === undefined ? [] : [queryPair(key, text)];
  });

/** Fills the templates of headers. @throws UnusableInput for a value that no header can hold */
export const fillHeaders = (templates: Readonly<Record<string, string>>, lookup: Lookup): Record<string, string> =>
  Object.fromEntries(
    Object.entries(templates).flatMap(([name, template]) => {
      const text = fillText(template, lookup);
      return text === undefined ? [] : [[name, headerValue(name, text)]];
    }),
  );

/**
 * Fills the strings of a JSON value. One that is exactly a slot becomes the input itself, with its type; a member
 * or element without a value is left out.
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
