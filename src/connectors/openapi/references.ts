import { isRecord } from '../../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../core/lib/jsonPointer.ts';
import type { OpenApiNode } from './document.ts';

/** Keywords whose values are literal data, in which nothing is a reference. */
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples']);
/** Keywords whose members have arbitrary names. */
const NAMED: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
  ...['schemas', 'parameters', 'requestBodies', 'headers', 'paths', 'content', 'callbacks', 'webhooks', 'pathItems'],
]);

/** A part of a document that may contain references. `isNames`: its members have arbitrary names. */
export type DocumentPart = { readonly value: unknown; readonly isNames: boolean };

/** The text at a key of a part; null if absent, or if the key is an arbitrary name. */
export const keywordIn = ({ value, isNames }: DocumentPart, key: string): string | null => {
  const text = isRecord(value) && !isNames ? value[key] : undefined;
  return typeof text === 'string' ? text : null;
};

/** The child parts of a part, with their keys. Excludes primitive values and literal data. */
export function partsWithin({ value, isNames }: DocumentPart): Array<readonly [key: string, part: DocumentPart]> {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key, member]) => typeof member === 'object' && member !== null && (isNames || !VALUES.has(key)))
    .map(([key, member]) => [key, { value: member, isNames: !isNames && NAMED.has(key) && isRecord(member) }]);
}

/** Parts still to visit, and visited parts. */
type Search = { readonly open: DocumentPart[]; readonly known: Set<unknown> };

/**
 * Distinct unresolved references of a document's operations, including indirect ones. Their constraints on an input are
 * unknown.
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

/**
 * Queues the target of a part's reference. Returns the reference if it is unusable: external, invalid, or to the whole
 * document.
 */
function follow(document: OpenApiNode, part: DocumentPart, { open }: Search): string | null {
  const reference = keywordIn(part, '$ref');
  if (reference === null) return null;
  const path = pathOfRef(reference) ?? [];
  const value = path.length === 0 ? undefined : valueAtPath(document, path);
  if (value === undefined) return reference;
  open.push({ value, isNames: false });
  return null;
}
