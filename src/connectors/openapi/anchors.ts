import { isRecord } from '../../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../core/lib/jsonPointer.ts';
import type { OpenApiNode } from './document.ts';
import { type DocumentPart, keywordIn, partsWithin } from './references.ts';

/* References of OpenAPI 3.1 that are no JSON Pointers: schemas may have ids and anchors (JSON Schema, section 8.2). */

type Path = readonly string[];

/** What schemas of a document call themselves: absolute ids, and ids with the names of anchors. */
type Names = {
  readonly document: OpenApiNode;
  readonly base: string;
  readonly ids: Map<string, Path>;
  readonly anchors: Map<string, Path>;
  /** How often: a reference to one of several is to whichever schema was entered first, which nobody can write out. */
  readonly dynamic: Map<string, number>;
};

/** Stands for the address of a document that came without one. */
const NO_SOURCE = 'https://document.invalid/';
const NAMING = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'];

/** Whether a document has anything to do here, as few have. */
function mentionsNames(document: OpenApiNode): boolean {
  const open: DocumentPart[] = [{ value: document, isNames: false }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (isNaming(part)) return true;
    for (const [, each] of partsWithin(part)) open.push(each);
  }
  return false;
}

/** Also another document, as the source may be called. */
const isNaming = (part: DocumentPart): boolean =>
  NAMING.some((key) => keywordIn(part, key) !== null) || /^[^#]/.test(keywordIn(part, '$ref') ?? '');

/** An address without its fragment, and the fragment as it is. */
function splitAddress(reference: string, base: string): readonly [address: string, fragment: string] | null {
  const url = URL.parse(reference, base);
  if (url === null) return null;
  const fragment = url.hash.slice(1);
  url.hash = '';
  return [url.href.replace(/#$/, ''), fragment];
}

/** What references within a part are relative to. */
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
  if (dynamic !== null) names.dynamic.set(dynamic, (names.dynamic.get(dynamic) ?? 0) + 1);
  // In drafts before 2019-09 an id could be an anchor.
  const [, older = null] = /^#([^/].*)$/.exec(keywordIn(part, '$id') ?? '') ?? [];
  for (const name of [keywordIn(part, '$anchor'), dynamic, older]) {
    if (name !== null && !names.anchors.has(`${base}#${name}`)) names.anchors.set(`${base}#${name}`, path);
  }
}

/** A reference as a pointer; null for one that leads to nothing in this document, or to the whole. */
function pointerFor(reference: string | null, base: string, names: Names): string | null {
  const [address, fragment = ''] = (reference === null ? null : splitAddress(reference, base)) ?? [];
  const start = address === names.base ? [] : names.ids.get(address ?? '');
  if (start === undefined) return null;
  const within = fragment === '' ? [] : pathOfRef(`#${fragment}`);
  const path = within === null ? (names.anchors.get(`${address}#${fragment}`) ?? []) : [...start, ...within];
  const isSomething = path.length > 0 && valueAtPath(names.document, path) !== undefined;
  return isSomething ? `#${path.map((key) => `/${escaped(key)}`).join('')}` : null;
}

const escaped = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The keywords of a part that change: its references as pointers. Those that lead nowhere stay as they are. */
function changesOf(part: DocumentPart, base: string, names: Names): OpenApiNode {
  const target = pointerFor(keywordIn(part, '$ref'), base, names);
  const own = target === null ? {} : { $ref: target };
  const dynamic = keywordIn(part, '$dynamicRef');
  const isOneOfMany = (names.dynamic.get(dynamic?.split('#')[1] ?? '') ?? 0) > 1;
  const other = isOneOfMany ? null : pointerFor(dynamic, base, names);
  if (other === null) return own;
  const followed = { $dynamicRef: undefined, $ref: other };
  if (keywordIn(part, '$ref') === null) return followed;
  const all = isRecord(part.value) && Array.isArray(part.value['allOf']) ? part.value['allOf'] : [];
  return { ...own, $dynamicRef: undefined, allOf: [...all, { $ref: other }] };
}

/** A copy with pointers; parts that hold no references are shared. */
function rewrite(part: DocumentPart, base: string, names: Names): unknown {
  const own = baseWithin(part, base);
  const inner = new Map(partsWithin(part).map(([key, each]) => [key, rewrite(each, own, names)]));
  if (Array.isArray(part.value)) return part.value.map((item: unknown, at) => inner.get(String(at)) ?? item);
  if (!isRecord(part.value)) return part.value;
  const members = { ...part.value, ...Object.fromEntries(inner) };
  const changed = { ...members, ...changesOf({ value: members, isNames: part.isNames }, own, names) };
  return Object.fromEntries(Object.entries(changed).filter(([, member]) => member !== undefined));
}

/**
 * A document of OpenAPI 3.1 whose references by `$id`, `$anchor` and `$dynamicAnchor` are JSON Pointers, as all else
 * here follows them; any other document itself. Relative ones are of the document's address, `source`. Fetches nothing.
 * Bounded as the document is (`parseOpenApi`).
 */
export function withPointers(document: OpenApiNode, source: string | undefined): OpenApiNode {
  if (!/^3\.[1-9]/.test(String(document['openapi'])) || !mentionsNames(document)) return document;
  const base = splitAddress('', source ?? NO_SOURCE)?.[0] ?? NO_SOURCE;
  const names: Names = { document, base, ids: new Map(), anchors: new Map(), dynamic: new Map() };
  const whole = { value: document, isNames: false };
  collect(whole, [], base, names);
  const rewritten = rewrite(whole, base, names);
  return isRecord(rewritten) ? rewritten : document;
}
