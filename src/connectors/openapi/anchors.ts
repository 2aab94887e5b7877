import { isRecord } from '../../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../core/lib/jsonPointer.ts';
import { scalarText } from '../../core/lib/scalarText.ts';
import { type OpenApiNode, textAt } from './document.ts';
import { type DynamicNames, followedKeywords, withDynamicTargets } from './dynamicAnchors.ts';
import { type DocumentPart, keywordIn, partsWithin } from './references.ts';
import type { Path } from './schemaCopies.ts';

/* References of OpenAPI 3.1 that aren't JSON Pointers: schemas may have ids and anchors (JSON Schema, section 8.2). */

/** Names that schemas of a document declare: absolute ids, and ids with anchors. */
type Names = {
  readonly document: OpenApiNode;
  readonly base: string;
  readonly ids: Map<string, Path>;
  readonly anchors: Map<string, Path>;
  readonly dynamic: DynamicNames;
  /**
   * Number of schemas per dynamic anchor. A reference to an anchor of several schemas resolves to the schema entered
   * first.
   */
  readonly counts: Map<string, number>;
};

/** The placeholder address of a document without one. */
const NO_SOURCE = 'https://document.invalid/';
/** Maximum names that several dynamic anchors share. If there are more, none is resolved. */
const SHARED_MAX = 32;
const NAMING = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'];

/** Whether a document has any ids or anchors, as few do. */
function mentionsNames(document: OpenApiNode): boolean {
  const open: DocumentPart[] = [{ value: document, isNames: false }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (isNaming(part)) return true;
    for (const [, each] of partsWithin(part)) open.push(each);
  }
  return false;
}

/** Whether a part has an id or an anchor, or a reference that may name this document's own address. */
const isNaming = (part: DocumentPart): boolean =>
  NAMING.some((key) => keywordIn(part, key) !== null) || /^[^#]/.test(keywordIn(part, '$ref') ?? '');

/** An address without its fragment, and the unchanged fragment. */
function splitAddress(reference: string, base: string): readonly [address: string, fragment: string] | null {
  const url = URL.parse(reference, base);
  if (url === null) return null;
  const fragment = url.hash.slice(1);
  url.hash = '';
  return [url.href.replace(/#$/, ''), fragment];
}

function baseWithin(part: DocumentPart, base: string): string {
  const id = keywordIn(part, '$id');
  return id === null ? base : (splitAddress(id, base)?.[0] ?? base);
}

function collect(part: DocumentPart, path: Path, base: string, names: Names): void {
  const own = baseWithin(part, base);
  if (own !== base && !names.ids.has(own)) names.ids.set(own, path);
  collectAnchors(part, path, own, names);
  for (const [key, each] of partsWithin(part)) collect(each, [...path, key], own, names);
}

function collectAnchors(part: DocumentPart, path: Path, base: string, names: Names): void {
  const dynamic = keywordIn(part, '$dynamicAnchor');
  if (dynamic !== null) {
    names.counts.set(dynamic, (names.counts.get(dynamic) ?? 0) + 1);
    const own = names.dynamic.get(base) ?? new Map<string, Path | null>();
    own.set(dynamic, own.has(dynamic) ? null : path);
    names.dynamic.set(base, own);
  }
  // In drafts before 2019-09 an id could be an anchor.
  const [, older = null] = /^#([^/].*)$/.exec(keywordIn(part, '$id') ?? '') ?? [];
  for (const name of [keywordIn(part, '$anchor'), dynamic, older]) {
    if (name !== null && !names.anchors.has(`${base}#${name}`)) names.anchors.set(`${base}#${name}`, path);
  }
}

/** The target of a reference. Null for a target outside this document, and for the whole document. */
function pathFor(reference: string | null, base: string, names: Names): Path | null {
  const [address, fragment = ''] = (reference === null ? null : splitAddress(reference, base)) ?? [];
  const start = address === names.base ? [] : names.ids.get(address ?? '');
  if (start === undefined) return null;
  const within = fragment === '' ? [] : pathOfRef(`#${fragment}`);
  const path = within === null ? (names.anchors.get(`${address}#${fragment}`) ?? []) : [...start, ...within];
  return path.length > 0 && valueAtPath(names.document, path) !== undefined ? path : null;
}

const pointerTo = (path: Path): string =>
  `#${path.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;

/** The target as a JSON Pointer. */
function pointerFor(reference: string | null, base: string, names: Names): string | null {
  const path = pathFor(reference, base, names);
  return path && pointerTo(path);
}

const isOneOfMany = ({ counts }: Names, name: string): boolean => (counts.get(name) ?? 0) > 1;

/** A copy of a part in which all references are JSON Pointers. */
function rewrite(part: DocumentPart, base: string, names: Names): unknown {
  const own = baseWithin(part, base);
  const inner = new Map(partsWithin(part).map(([key, each]) => [key, rewrite(each, own, names)]));
  if (Array.isArray(part.value)) return part.value.map((item: unknown, at) => inner.get(String(at)) ?? item);
  if (!isRecord(part.value)) return part.value;
  const members = { ...part.value, ...Object.fromEntries(inner) };
  const whole = { value: members, isNames: part.isNames };
  const target = pointerFor(keywordIn(whole, '$ref'), own, names);
  const dynamic = keywordIn(whole, '$dynamicRef');
  const isShared = isOneOfMany(names, dynamic?.split('#')[1] ?? '');
  // Dangling references are unchanged.
  const changes = followedKeywords(whole, target, isShared ? null : pointerFor(dynamic, own, names));
  const changed = { ...members, ...changes };
  return Object.fromEntries(Object.entries(changed).filter(([, member]) => member !== undefined));
}

/**
 * Converts references by `$id`, `$anchor` and `$dynamicAnchor` in an OpenAPI 3.1 document to JSON Pointers, which all
 * other code follows. Returns any other document unchanged. Relative references are resolved against the document's
 * address, `$self` or `source`. Fetches nothing. Bounded like the document (`parseOpenApi`).
 */
export function withPointers(document: OpenApiNode, source: string | undefined): OpenApiNode {
  if (!/^3\.[1-9]/.test(scalarText(document['openapi'])) || !mentionsNames(document)) return document;
  const retrieved = splitAddress('', source ?? NO_SOURCE)?.[0] ?? NO_SOURCE;
  // OpenAPI 3.2: a document may name its own address.
  const base = splitAddress(textAt(document, '$self'), retrieved)?.[0] ?? retrieved;
  const ids = new Map<string, Path>(base === retrieved ? [] : [[retrieved, []]]);
  const names: Names = { document, base, ids, anchors: new Map(), dynamic: new Map(), counts: new Map() };
  const whole = { value: document, isNames: false };
  collect(whole, [], base, names);
  const rewritten = rewrite(whole, base, names);
  if (!isRecord(rewritten)) return document;
  const shared = new Map(
    [...names.dynamic]
      .map(([address, own]) => [address, new Map([...own].filter(([name]) => isOneOfMany(names, name)))] as const)
      .filter(([, own]) => own.size > 0),
  );
  const count = new Set([...shared.values()].flatMap((own) => [...own.keys()])).size;
  if (count === 0 || count > SHARED_MAX) return rewritten;
  return withDynamicTargets(rewritten, shared, {
    ...{ base, baseWithin, pointerTo },
    pathFor: (reference, within) => pathFor(reference, within, names),
  });
}
