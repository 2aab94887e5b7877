import { isRecord } from '../../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../core/lib/jsonPointer.ts';
import type { OpenApiNode } from './document.ts';
import { FILES_KEY } from './files.ts';
import { METHODS, type OperationNode } from './readOperation.ts';
import { usedResponses } from './responses.ts';

/** Members of an operation that no tool needs; of its responses, only some parts. */
const UNUSED = new Set(['responses', 'callbacks', 'x-code-samples', 'x-codeSamples']);
/** Sections of shared parts: section and name in OpenAPI 3, only the name in 2.0. */
const SHARED = new Map([
  ['components', 2],
  ['definitions', 1],
  ['parameters', 1],
  [FILES_KEY, 1],
]);

type SharedPart = { readonly path: readonly string[]; readonly value: unknown };

/** All references within values, without duplicates. */
function refsIn(values: readonly unknown[]): ReadonlySet<string> {
  const names = new Set<string>();
  const open = values.filter(isObject);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('$ref' in next && typeof next.$ref === 'string') names.add(next.$ref);
    for (const member of Object.values(next)) if (isObject(member)) open.push(member);
  }
  return names;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

type RefTarget = SharedPart | 'nothing' | 'elsewhere';

/** The shared part that a reference points into. Null for another document, which no tool follows. */
function reachedBy(document: OpenApiNode, ref: string): RefTarget {
  const path = pathOfRef(ref);
  if (path === null || valueAtPath(document, path) === undefined) return 'nothing';
  const depth = SHARED.get(path[0] ?? '');
  if (depth === undefined) return 'elsewhere';
  const place = path.slice(0, depth + 1);
  return { path: place, value: valueAtPath(document, place) };
}

/** All parts reachable through references; null if a reference points outside the shared parts. */
function reachableFrom(document: OpenApiNode, roots: readonly unknown[]): SharedPart[] | null {
  const reachable = new Map<string, SharedPart>();
  for (let open = roots; open.length > 0; ) {
    const reached = [...refsIn(open)].map((ref) => reachedBy(document, ref));
    if (reached.includes('elsewhere')) return null;
    const parts = reached.filter((each) => typeof each !== 'string');
    const fresh = new Map(
      parts.map((each) => [each.path.join('\n'), each] as const).filter(([key]) => !reachable.has(key)),
    );
    for (const [key, each] of fresh) reachable.set(key, each);
    open = [...fresh.values()].map(({ value }) => value);
  }
  return [...reachable.values()];
}

const without = (node: OpenApiNode, isLeftOut: (key: string) => boolean): OpenApiNode =>
  Object.fromEntries(Object.entries(node).filter(([key]) => !isLeftOut(key)));

function pathsOf(document: OpenApiNode, operations: readonly OperationNode[]): OpenApiNode {
  const paths = new Map<string, Record<string, unknown>>();
  const isMethod = (key: string): boolean => METHODS.some((method) => method === key);
  for (const { path, method, operation, pathItem } of operations) {
    const item = paths.get(path) ?? { ...without(pathItem, isMethod) };
    item[method] = { ...without(operation, (key) => UNUSED.has(key)), responses: usedResponses(document, operation) };
    paths.set(path, item);
  }
  return Object.fromEntries(paths);
}

/** The named sections of `components`, or of the document itself in OpenAPI 2.0. */
function sharedOf(document: OpenApiNode, parts: readonly SharedPart[]): OpenApiNode {
  const whole: Record<string, Record<string, unknown>> = {};
  const components: Record<string, Record<string, unknown>> = {};
  for (const { path, value } of parts) {
    const [first = '', second = '', third] = path;
    if (first === 'components') components[second] = { ...components[second], [third ?? '']: value };
    else whole[first] = { ...whole[first], [second]: value };
  }
  const declared = isRecord(document['components']) ? document['components'] : {};
  const { securitySchemes } = declared;
  return {
    ...whole,
    ...(isRecord(document['components']) && {
      components: { ...components, ...(securitySchemes !== undefined && { securitySchemes }) },
    }),
  };
}

/**
 * Reduces a document to the given operations and their references, without most of their responses, so that other parts
 * cost no time or memory later. Returns the same document if a reference points outside the shared parts.
 */
export function withOperations(document: OpenApiNode, operations: readonly OperationNode[]): OpenApiNode {
  const paths = pathsOf(document, operations);
  const components = document['components'];
  const schemes = isRecord(components) ? components['securitySchemes'] : undefined;
  const reachable = reachableFrom(
    document,
    [paths, schemes].filter((each) => each !== undefined),
  );
  if (reachable === null) return document;
  const rest = without(document, (key) => SHARED.has(key) || key === 'paths' || key === 'responses');
  return { ...rest, ...sharedOf(document, reachable), paths };
}
