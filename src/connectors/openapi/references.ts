import { isRecord } from '../../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../core/lib/jsonPointer.ts';
import type { OpenApiNode } from './document.ts';

/** Where members are values of inputs, in which nothing is a reference. */
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);
/** Where members have names of their own. */
const NAMED: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
  ...['schemas', 'parameters', 'requestBodies', 'headers', 'paths', 'content', 'callbacks', 'webhooks', 'pathItems'],
]);

/** A part of a document in which there may be references; `isNames` where its members have names of their own. */
export type DocumentPart = { readonly value: unknown; readonly isNames: boolean };

/** The text at a key of a part; null for none, and where the key is a name. */
export const keywordIn = ({ value, isNames }: DocumentPart, key: string): string | null => {
  const text = isRecord(value) && !isNames ? value[key] : undefined;
  return typeof text === 'string' ? text : null;
};

/** The parts of a part, with their keys: neither plain values, nor what is a value of an input. */
export function partsWithin({ value, isNames }: DocumentPart): Array<readonly [key: string, part: DocumentPart]> {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key, member]) => typeof member === 'object' && member !== null && (isNames || !VALUES.has(key)))
    .map(([key, member]) => [key, { value: member, isNames: !isNames && NAMED.has(key) && isRecord(member) }]);
}

/** Parts that are still to be looked at, and those that are known. */
type Search = { readonly open: DocumentPart[]; readonly known: Set<unknown> };

/**
 * The references that the operations of a document, and what they refer to, make to nothing that is in it: what they
 * would ask of an input is not known. Each once.
 */
export function lostReferences(document: OpenApiNode): readonly string[] {
  const lost = new Set<string>();
  const search: Search = { open: [{ value: document['paths'], isNames: true }], known: new Set() };
  for (let part = search.open.pop(); part !== undefined; part = search.open.pop()) {
    if (search.known.has(part.value)) continue;
    search.known.add(part.value);
    search.open.push(...partsWithin(part).map(([, each]) => each));
    for (const reference of [follow(document, part, search), keywordIn(part, '$dynamicRef')])
      if (reference !== null) lost.add(reference);
  }
  return [...lost];
}

/** Goes on with what a part refers to; returns a reference to nothing: external, wrong, or to the whole. */
function follow(document: OpenApiNode, part: DocumentPart, { open }: Search): string | null {
  const reference = keywordIn(part, '$ref');
  if (reference === null) return null;
  const path = pathOfRef(reference) ?? [];
  const value = path.length === 0 ? undefined : valueAtPath(document, path);
  if (value === undefined) return reference;
  open.push({ value, isNames: false });
  return null;
}
