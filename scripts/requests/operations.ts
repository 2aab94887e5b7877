import { isRecord } from '../../src/core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../src/core/lib/jsonPointer.ts';

/** A JSON object of a description. */
export type Node = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];
const HOPS_MAX = 10;

/** An operation of a description. Its parameters have no references and include those of its path. */
export type Operation = {
  readonly document: Node;
  readonly method: string;
  readonly path: string;
  readonly node: Node;
  readonly parameters: readonly Node[];
  /** The schema without a reference at the top; null if there is none. */
  readonly requestBody: Node | null;
};

/** A value with its document's references resolved; null unless it's an object. */
export function followed(document: Node, value: unknown): Node | null {
  let at = value;
  for (let hops = 0; hops < HOPS_MAX && isRecord(at); hops++) {
    const ref = at['$ref'];
    if (typeof ref !== 'string') return at;
    const path = pathOfRef(ref);
    at = path === null ? null : valueAtPath(document, path);
  }
  return null;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Node => (isRecord(value) ? value : {});

function parametersOf(document: Node, node: Node, item: Node): Node[] {
  const all = [...listOf(node['parameters']), ...listOf(item['parameters'])]
    .map((each) => followed(document, each))
    .filter((each) => each !== null);
  return all.filter(
    ({ name, in: place }, at) => all.findIndex((other) => other['name'] === name && other['in'] === place) === at,
  );
}

/** The operations of a description. */
export function operationsOf(document: Node): Operation[] {
  return Object.entries(objectOf(document['paths'])).flatMap(([path, value]) => {
    const item = followed(document, value);
    if (item === null || !path.startsWith('/')) return [];
    return METHODS.flatMap((method) => {
      const node = item[method];
      if (!isRecord(node)) return [];
      const requestBody = followed(document, node['requestBody']);
      return [{ document, method, path, node, parameters: parametersOf(document, node, item), requestBody }];
    });
  });
}

/** The OpenAPI version of a description, such as `3.0`. */
export const versionOf = (document: Node): string => String(document['openapi'] ?? document['swagger']).slice(0, 3);

/** A body's media types and their descriptions. */
export const contentOf = ({ requestBody }: Operation): ReadonlyArray<readonly [string, Node]> =>
  Object.entries(objectOf(requestBody?.['content'])).map(([media, node]) => [media, objectOf(node)]);

/** The schema of a parameter, wherever its OpenAPI version puts it. */
export function schemaOf(document: Node, parameter: Node): Node {
  const [media] = Object.values(objectOf(parameter['content']));
  const source = isRecord(media) ? media['schema'] : (parameter['schema'] ?? parameter);
  return followed(document, source) ?? {};
}

/** The kind of value that a schema describes, as far as it affects the request. */
export function typeOf(document: Node, node: unknown): string {
  const schema = followed(document, node) ?? {};
  const type = Array.isArray(schema['type']) ? schema['type'].find((each) => each !== 'null') : schema['type'];
  if (typeof type === 'string') return type;
  const [first] = [...listOf(schema['allOf']), ...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];
  if (first !== undefined) return typeOf(document, first);
  return isRecord(schema['properties']) ? 'object' : 'any';
}

const serialisationOf = (document: Node, parameter: Node): string => {
  const { style, explode, collectionFormat, content, allowReserved } = parameter;
  const [media] = Object.keys(objectOf(content));
  const keywords = [style ?? collectionFormat, explode === undefined ? undefined : `explode ${explode}`, media];
  return [
    parameter['in'],
    ...keywords.filter((each) => each !== undefined),
    ...(allowReserved === true ? ['allowReserved'] : []),
    typeOf(document, schemaOf(document, parameter)),
  ].join(' ');
};

const securityOf = ({ document, node }: Operation): string[] => {
  const schemes = objectOf(objectOf(document['components'])['securitySchemes'] ?? document['securityDefinitions']);
  const named = listOf(node['security'] ?? document['security']).flatMap((each) => Object.keys(objectOf(each)));
  return named.map((key) => {
    const { type, in: place, scheme } = followed(document, schemes[key]) ?? {};
    return ['security', type, place, scheme].filter((each) => typeof each === 'string').join(' ');
  });
};

/** An operation's special features, for sampling and counting. */
export function strataOf(operation: Operation): string[] {
  const { document, parameters } = operation;
  const bodies = contentOf(operation).map(([media, node]) => `body ${media} ${typeOf(document, node['schema'])}`);
  const constructs = [
    ...parameters.map((each) => serialisationOf(document, each)),
    ...bodies,
    ...(parameters.length === 0 && bodies.length === 0 ? ['nothing'] : []),
    ...securityOf(operation),
  ];
  return [`OpenAPI ${versionOf(document)}`, ...new Set(constructs)];
}
