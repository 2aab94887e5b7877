import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import { pathOfRef, valueAtPath } from '../../lib/jsonPointer.ts';
import { type Dialect, findMetaSchema } from '../dialect.ts';

/** A schema or a part of one. */
export type Schema = JsonObject | boolean;

/** A schema with its own address (JSON Schema 2020-12 Core, section 4.3.5), and the targets of its fragments. */
export type Resource = {
  /** The absolute address, without a fragment. */
  readonly uri: string;
  readonly root: Schema;
  readonly anchors: Map<string, Target>;
  readonly dynamicAnchors: Map<string, Target>;
};

/** The target schema of a reference, and the resource that the target's own references are relative to. */
export type Target = { readonly schema: Schema; readonly resource: Resource };

const ONE = ['additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'] as const;
const LATER_ONE = ['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const MAPS = ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas', 'dependencies'] as const;

export const isSchema = (value: unknown): value is Schema => typeof value === 'boolean' || isJsonObject(value);

function partsOf(schema: JsonObject): readonly Schema[] {
  const single = [...ONE, ...LATER_ONE, 'items', 'additionalItems'].map((keyword) => schema[keyword]);
  const lists = [...LISTS, 'items'].map((keyword) => schema[keyword]).filter((value) => Array.isArray(value));
  const maps = MAPS.map((keyword) => schema[keyword]).filter(isJsonObject);
  return [...single, ...lists.flat(), ...maps.flatMap((map) => Object.values(map))].filter(isSchema);
}

// The address of a document that declares none. No external document can have this address.
const NO_ADDRESS = 'schema://document/';

const isOld = (dialect: Dialect): boolean => dialect.startsWith('draft-');

type Address = { readonly uri: string; readonly fragment: string };

// Also handles bases such as `urn:example:a`, to which a relative address cannot be joined.
function addressOf(ref: string, base: string): Address {
  if (ref === '') return { uri: base, fragment: '' };
  const url = URL.parse(ref, base) ?? URL.parse(ref);
  const [uri = '', fragment = ''] = (url?.href ?? ref).split(/#(.*)/s);
  return { uri, fragment };
}

/** The address that a schema declares; empty if it declares none. */
function idOf(schema: JsonObject, dialect: Dialect): string {
  // Up to draft-07 a reference replaces its siblings.
  if (isOld(dialect) && typeof schema['$ref'] === 'string') return '';
  const id = schema[dialect === 'draft-04' ? 'id' : '$id'];
  return typeof id === 'string' ? id : '';
}

/** The addresses and anchors of a document, and of the meta-schemas that it refers to. */
export type Resources = {
  readonly dialect: Dialect;
  readonly byUri: Map<string, Resource>;
  readonly owners: Map<JsonObject, Resource>;
};

/** Reads a document's addresses and anchors. */
export function readResources(document: Schema, dialect: Dialect): Resources & { readonly root: Target } {
  const resources: Resources = { dialect, byUri: new Map(), owners: new Map() };
  return { ...resources, root: { schema: document, resource: index(resources, document, null) } };
}

/** The resource that a schema belongs to. `outer` is the enclosing schema's resource. */
export const resourceOf = (resources: Resources, schema: Schema, outer: Resource): Resource =>
  typeof schema === 'boolean' ? outer : (resources.owners.get(schema) ?? index(resources, schema, outer));

function index(resources: Resources, schema: Schema, outer: Resource | null): Resource {
  if (typeof schema === 'boolean') return outer ?? addResource(resources, NO_ADDRESS, schema);
  const resource = enter(resources, schema, outer);
  resources.owners.set(schema, resource);
  for (const part of partsOf(schema))
    if (typeof part !== 'boolean' && !resources.owners.has(part)) index(resources, part, resource);
  return resource;
}

function enter(resources: Resources, schema: JsonObject, outer: Resource | null): Resource {
  const { dialect } = resources;
  const { uri, fragment } = addressOf(idOf(schema, dialect), outer?.uri ?? NO_ADDRESS);
  const resource = outer?.uri === uri ? outer : addResource(resources, uri, schema);
  const target = { schema, resource };
  if (isOld(dialect) && fragment !== '') resource.anchors.set(fragment, target);
  const { $anchor: anchor, $dynamicAnchor: dynamicAnchor } = schema;
  if (typeof anchor === 'string') resource.anchors.set(anchor, target);
  if (typeof dynamicAnchor !== 'string') return resource;
  resource.anchors.set(dynamicAnchor, target);
  resource.dynamicAnchors.set(dynamicAnchor, target);
  return resource;
}

function addResource({ byUri }: Resources, uri: string, root: Schema): Resource {
  const resource = { uri, root, anchors: new Map(), dynamicAnchors: new Map() };
  // If several parts declare the same address, the first one wins.
  if (!byUri.has(uri)) byUri.set(uri, resource);
  return resource;
}

/**
 * Resolves a reference.
 * @throws Error for a reference without a target, or to another document
 */
export function resolve(resources: Resources, ref: string, from: Resource): Target {
  const { uri, fragment } = addressOf(ref, from.uri);
  const resource = uri === from.uri ? from : findResource(resources, uri);
  if (!resource) throw new Error(`can't resolve reference ${ref}: it refers to another document`);
  const target = targetIn(resources, resource, fragment);
  if (!target) throw new Error(`can't resolve reference ${ref}`);
  return target;
}

function findResource(resources: Resources, uri: string): Resource | null {
  const known = resources.byUri.get(uri);
  if (known) return known;
  const meta = findMetaSchema(uri);
  return meta && index(resources, meta, null);
}

function targetIn(resources: Resources, resource: Resource, fragment: string): Target | null {
  const path = fragment === '' ? [] : pathOfRef(`#${fragment}`);
  if (path === null) return resource.anchors.get(fragment) ?? null;
  let value: unknown = resource.root;
  let owner = resource;
  for (const part of path) {
    value = valueAtPath(value, [part]);
    owner = (isJsonObject(value) && resources.owners.get(value)) || owner;
  }
  return isSchema(value) ? { schema: value, resource: resourceOf(resources, value, owner) } : null;
}
