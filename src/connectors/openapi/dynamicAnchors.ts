import { isRecord } from '../../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../core/lib/jsonPointer.ts';
import type { OpenApiNode } from './document.ts';
import { type DocumentPart, keywordIn, partsWithin } from './references.ts';
import { type BoundNames, type Copies, createCopies, type Path, TooManyPaths } from './schemaCopies.ts';

/*
 * Dynamic references to a name that several schemas declare (JSON Schema 2020-12 Core, section 8.2.3.2). The target
 * depends on the path of schemas to the reference, so a schema is written once per path.
 */

/** The names of dynamic anchors, by the address of the schema that declares them. */
export type DynamicNames = Map<string, Map<string, Path | null>>;

/** How parts of a document are addressed. */
type Addresses = {
  /** The document's own base URI. */
  readonly base: string;
  /** Base URI of references within a part. */
  baseWithin(part: DocumentPart, base: string): string;
  /** The target path of a reference; null if it is not in this document. */
  pathFor(reference: string | null, base: string): Path | null;
  pointerTo(path: Path): string;
};

/**
 * The keywords of a part that refer to other schemas, with their new references. A null argument leaves its keyword
 * unchanged.
 */
export function followedKeywords(part: DocumentPart, target: string | null, dynamic: string | null): OpenApiNode {
  const own = target === null ? {} : { $ref: target };
  if (dynamic === null) return own;
  if (keywordIn(part, '$ref') === null) return { $dynamicRef: undefined, $ref: dynamic };
  const all = isRecord(part.value) && Array.isArray(part.value['allOf']) ? part.value['allOf'] : [];
  return { ...own, $dynamicRef: undefined, allOf: [...all, { $ref: dynamic }] };
}

type Following = {
  readonly document: OpenApiNode;
  readonly names: DynamicNames;
  readonly addresses: Addresses;
  /** The parts whose meaning depends on the path to them. */
  readonly changing: ReadonlySet<unknown>;
  readonly copies: Copies;
  /** Already resolved places, by path. */
  readonly places: Map<string, Place>;
};

/** The base URI of a place, and the bindings of names there. */
type Place = { readonly base: string; readonly bound: BoundNames };

/** Bindings after a schema's address is entered; the outermost schema that declares a name wins. */
function bind(names: DynamicNames, bound: BoundNames, address: string): BoundNames {
  const own = names.get(address);
  if (own === undefined) return bound;
  const known = bindings.get(bound) ?? new Map<string, BoundNames>();
  const made = known.get(address) ?? new Map([...own, ...bound]);
  bindings.set(bound, known.set(address, made));
  return made;
}

/** Caches of earlier bindings and their keys, which are equal for equal bindings. Each reference needs both. */
const bindings = new WeakMap<BoundNames, Map<string, BoundNames>>();
const keys = new WeakMap<BoundNames, string>();

function keyOf(bound: BoundNames): string {
  const key = keys.get(bound) ?? JSON.stringify([...bound].sort(([a], [b]) => (a < b ? -1 : 1)));
  keys.set(bound, key);
  return key;
}

function entered({ names, addresses }: Following, place: Place, part: DocumentPart): Place {
  const base = addresses.baseWithin(part, place.base);
  return base === place.base ? place : { base, bound: bind(names, place.bound, base) };
}

/** The place of the document's root. */
const outermost = ({ names, addresses: { base } }: Following): Place => ({ base, bound: bind(names, new Map(), base) });

/** The place at a path, reached through the document itself. */
function placeAt(following: Following, path: Path): Place {
  const pointer = following.addresses.pointerTo(path);
  const known = following.places.get(pointer);
  if (known) return known;
  let place = outermost(following);
  let value: unknown = following.document;
  for (const key of path) {
    value = valueAtPath(value, [key]);
    place = entered(following, place, { value, isNames: false });
  }
  following.places.set(pointer, place);
  return place;
}

/**
 * The reference to the schema at a path, with the bindings of the current path.
 * @throws TooManyPaths
 */
function follow(following: Following, path: Path, way: BoundNames): string {
  const { document, names, addresses, changing, copies } = following;
  if (!changing.has(valueAtPath(document, path))) return addresses.pointerTo(path);
  const { base, bound } = placeAt(following, path);
  const anchors = bind(names, way, base);
  const key = keyOf(anchors);
  return addresses.pointerTo(key === keyOf(bound) ? path : copies.pathOf({ path, bound: anchors }, key));
}

/** The target of a dynamic reference; null for no target, or for a name that one schema declares twice. */
function dynamicTarget(following: Following, reference: string, place: Place): Path | null {
  const first = following.addresses.pathFor(reference, place.base);
  if (first === null) return null;
  const [, name = ''] = reference.split('#');
  const part = { value: valueAtPath(following.document, first), isNames: false };
  if (keywordIn(part, '$dynamicAnchor') !== name) return first;
  const own = following.names.get(placeAt(following, first).base)?.get(name);
  return place.bound.has(name) ? (place.bound.get(name) ?? null) : (own ?? null);
}

/** Copies a part with its references resolved for the path taken; unchanged parts are shared. */
function rewrite(following: Following, part: DocumentPart, around: Place, isCopy: boolean): unknown {
  if (!following.changing.has(part.value)) return part.value;
  if (isCopy) following.copies.spend();
  const place = entered(following, around, part);
  const inner = new Map(
    partsWithin(part).map(([key, each]) => [key, rewrite(following, each, place, isCopy)] as const),
  );
  if (Array.isArray(part.value)) return part.value.map((item: unknown, at) => inner.get(String(at)) ?? item);
  if (!isRecord(part.value)) return part.value;
  const members = { ...part.value, ...Object.fromEntries(inner) };
  const reference = keywordIn(part, '$dynamicRef');
  const dynamic = reference === null ? null : dynamicTarget(following, reference, place);
  const plain = pathOfRef(keywordIn(part, '$ref') ?? '') ?? [];
  const [target, other] = [plain.length > 0 ? plain : null, dynamic].map((path) =>
    path === null || valueAtPath(following.document, path) === undefined ? null : follow(following, path, place.bound),
  );
  const changed = { ...members, ...followedKeywords({ ...part, value: members }, target ?? null, other ?? null) };
  return Object.fromEntries(Object.entries(changed).filter(([, member]) => member !== undefined));
}

/**
 * Maps each part of a document to the parts that contain or reference it, and lists the parts with a dynamic
 * reference.
 */
function usesIn(document: OpenApiNode): { readonly uses: Map<unknown, unknown[]>; readonly dynamic: unknown[] } {
  const uses = new Map<unknown, unknown[]>();
  const dynamic: unknown[] = [];
  const open: DocumentPart[] = [{ value: document, isNames: false }];
  const note = (value: unknown, by: unknown): void => {
    if (!uses.get(value)?.push(by)) uses.set(value, [by]);
  };
  const seen = new Set<unknown>();
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value } = part;
    if (seen.has(value)) continue;
    seen.add(value);
    if (keywordIn(part, '$dynamicRef') !== null) dynamic.push(value);
    note(valueAtPath(document, pathOfRef(keywordIn(part, '$ref') ?? '') ?? ['']), value);
    const within = partsWithin(part).map(([, each]) => each);
    for (const each of within) note(each.value, value);
    open.push(...within);
  }
  return { uses, dynamic };
}

/** Parts that contain a dynamic reference, directly or through references. */
function changingParts(document: OpenApiNode): ReadonlySet<unknown> {
  const { uses, dynamic } = usesIn(document);
  const changing = new Set<unknown>();
  for (let value = dynamic.pop(); value !== undefined; value = dynamic.pop()) {
    if (changing.has(value)) continue;
    changing.add(value);
    dynamic.push(...(uses.get(value) ?? []));
  }
  return changing;
}

/**
 * Resolves a document's dynamic references along each path from its operations. Its other references are JSON Pointers
 * already. Returns the document itself if too many paths lead to its schemas.
 */
export function withDynamicTargets(document: OpenApiNode, names: DynamicNames, addresses: Addresses): OpenApiNode {
  const copies = createCopies(document);
  const following = { document, names, addresses, changing: changingParts(document), copies, places: new Map() };
  try {
    const whole = rewrite(following, { value: document, isNames: false }, outermost(following), false);
    const written: Record<string, unknown> = {};
    for (let copy = copies.next(); copy !== undefined; copy = copies.next()) {
      const part = { value: valueAtPath(document, copy.path), isNames: false };
      const { base } = placeAt(following, copy.path.slice(0, -1));
      written[copy.name] = rewrite(following, part, { base, bound: copy.bound }, true);
    }
    return isRecord(whole) ? withSchemas(whole, written) : document;
  } catch (error) {
    if (!(error instanceof TooManyPaths)) throw error;
    return document;
  }
}

function withSchemas(document: OpenApiNode, more: OpenApiNode): OpenApiNode {
  if (Object.keys(more).length === 0) return document;
  const components = isRecord(document['components']) ? document['components'] : {};
  const schemas = isRecord(components['schemas']) ? components['schemas'] : {};
  return { ...document, components: { ...components, schemas: { ...schemas, ...more } } };
}
