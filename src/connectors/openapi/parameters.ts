import type { JsonObject } from '../../core/lib/json.ts';
import { ellipsized } from '../../core/lib/text.ts';
import { withoutEnds } from '../../core/lib/trim.ts';
import type { OperationRequest } from '../../core/servers/toolRequest.ts';
import { TEXT_CHARS_MAX } from './cutTexts.ts';
import { listAt, nodeAt, type OpenApiNode, resolved, textAt } from './document.ts';
import { examplesAt } from './inputExamples.ts';
import type { SchemaWriter } from './schema.ts';
import { requirementOf, schemesIn } from './security.ts';
import { ITEM_STYLES } from './swagger.ts';

/** One property of a tool's input. */
export type InputProperty = { readonly property: string; readonly schema: JsonObject; readonly isRequired: boolean };

/** A property of a tool's input that becomes a parameter. */
export type ParameterInput = InputProperty & {
  readonly parameter: OperationRequest['parameters'][number];
  /** The parameter's own examples, without those of its schema. */
  readonly examples: readonly unknown[];
};

type Place = OperationRequest['parameters'][number]['in'];

const PROPERTY_CHARS_MAX = 64;
const PLACES: readonly Place[] = ['path', 'query', 'header', 'cookie'];
// OpenAPI 3.1, section 4.8.12.2.1: parameters with these names are ignored, because other parts of the document set
// them.
const IGNORED_HEADERS = new Set(['accept', 'authorization', 'content-type']);

/**
 * A property name that every provider accepts and no other property has. A taken name gets `prefix`, so that the name
 * depends only on the operation.
 */
export const propertyName = (name: string, prefix: string, usedNames: Set<string>): string => {
  const isPlain = /^[a-zA-Z0-9_.-]{1,64}$/.test(name);
  const plain = isPlain ? name : withoutEnds(name.replace(/[^a-zA-Z0-9_.-]+/g, '_'), '_') || 'value';
  const candidates = [plain, `${prefix}_${plain}`].map((each) => each.slice(0, PROPERTY_CHARS_MAX));
  const free = candidates.find((each) => !usedNames.has(each));
  const property = free ?? `${prefix}_${usedNames.size}`;
  usedNames.add(property);
  return property;
};

/**
 * Whether a parameter duplicates the token of the operation's security scheme, as in Slack's description. The scheme
 * sends the credential, so no input should hold it.
 */
const isToken = (name: string, place: Place, { description }: OpenApiNode): boolean =>
  (place === 'query' || place === 'header') &&
  /^(access_)?token$/i.test(name) &&
  typeof description === 'string' &&
  /\bauthentication token\b/i.test(description);

/** A parameter's place and name. The case of header names doesn't matter. */
const placeAndName = (place: string, name: string): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;

/** The API keys that the operation's security schemes send. Many documents also declare them as parameters. */
function keysOf(document: OpenApiNode, operation: OpenApiNode): ReadonlySet<string> {
  const schemes = nodeAt(nodeAt(document, 'components'), 'securitySchemes');
  const sent = [...schemesIn(requirementOf(document, operation))].map((key) => resolved(document, schemes[key]) ?? {});
  const keys = sent.filter(({ type }) => type === 'apiKey');
  return new Set(keys.map((scheme) => placeAndName(textAt(scheme, 'in'), textAt(scheme, 'name'))));
}

type DeclaredParameter = { readonly name: string; readonly place: Place; readonly node: OpenApiNode };

const declaredIn = (document: OpenApiNode, node: OpenApiNode): DeclaredParameter[] =>
  listAt(node, 'parameters').flatMap((node) => {
    const parameter = resolved(document, node);
    const place = PLACES.find((each) => each === textAt(parameter ?? {}, 'in'));
    if (parameter === null || place === undefined) return [];
    const name = textAt(parameter, 'name');
    const isIgnored = name === '' || (place === 'header' && IGNORED_HEADERS.has(name.toLowerCase()));
    return isIgnored ? [] : [{ name, place, node: parameter }];
  });

/** The slots of a path by name, and whether their values keep reserved characters (RFC 6570, section 3.2.3). */
export const slotsOf = (path: string): ReadonlyMap<string, boolean> =>
  new Map(Array.from(path.matchAll(/\{(\+?)([^{}/]+)\}/g), ([, plus, name = '']) => [name, plus === '+']));

type Style = { style?: string; explode?: boolean; allowReserved?: boolean; itemStyles?: string[] };

/** The style of a parameter, if the document gives one. */
export const styleOf = ({ style, explode, allowReserved, [ITEM_STYLES]: nested }: OpenApiNode): Style => ({
  ...(typeof style === 'string' ? { style } : {}),
  ...(typeof explode === 'boolean' ? { explode } : {}),
  ...(allowReserved === true ? { allowReserved } : {}),
  ...(Array.isArray(nested) ? { itemStyles: nested.filter((each) => typeof each === 'string') } : {}),
});

// A slash outside a character class, as in `^projects/[^/]+$`: resource names that are paths themselves.
const hasSlash = (pattern: unknown): boolean =>
  typeof pattern === 'string' && pattern.replace(/\[(?:\\.|[^\]\\])*(?:\]|\\?$)/gs, '').includes('/');

const toInput = (
  document: OpenApiNode,
  declared: DeclaredParameter,
  writer: SchemaWriter,
  usedNames: Set<string>,
): ParameterInput => {
  const { name, place, node } = declared;
  const property = propertyName(name, place, usedNames);
  // OpenAPI 3.2: a media type may be a reference.
  const [media] = Object.values(nodeAt(node, 'content'));
  const written = writer.write((resolved(document, media) ?? node)['schema']);
  const own = writer.write({ description: node['description'], deprecated: node['deprecated'] });
  const texts = [own, written].map(({ description }) => description).filter((text) => typeof text === 'string');
  const description = ellipsized([...new Set(texts)].join('\n\n'), TEXT_CHARS_MAX);
  const [contentType] = Object.keys(nodeAt(node, 'content'));
  return {
    property,
    schema: { ...own, ...written, ...(description !== '' && { description }) },
    isRequired: place === 'path' || node['required'] === true,
    parameter: { property, name, in: place, ...(contentType === undefined ? styleOf(node) : { contentType }) },
    examples: examplesAt(document, resolved(document, media) ?? node, writer.lost),
  };
};

/**
 * The parameters of an operation and of its path, the operation's own first, in the order path, query, header, cookie.
 */
export const readParameters = (
  document: OpenApiNode,
  path: string,
  nodes: { readonly operation: OpenApiNode; readonly pathItem: OpenApiNode },
  writer: SchemaWriter,
  usedNames: Set<string>,
): ParameterInput[] => {
  const declared = [...declaredIn(document, nodes.operation), ...declaredIn(document, nodes.pathItem)];
  const keys = keysOf(document, nodes.operation);
  const isSecured = listAt('security' in nodes.operation ? nodes.operation : document, 'security').length > 0;
  const all = isSecured
    ? declared.filter(({ name, place, node }) => !isToken(name, place, node) && !keys.has(placeAndName(place, name)))
    : declared;
  const distinct = all.filter(
    (each, at) => all.findIndex((other) => other.name === each.name && other.place === each.place) === at,
  );
  const slots = slotsOf(path);
  const used = distinct.filter((each) => each.place !== 'path' || slots.has(each.name));
  // Slots of the path that no parameter declares must be filled anyway.
  const undeclared = [...slots.keys()]
    .filter((name) => !used.some((each) => each.place === 'path' && each.name === name))
    .map((name): DeclaredParameter => ({ name, place: 'path', node: { schema: { type: 'string' } } }));
  const complete = [...undeclared, ...used];
  return PLACES.flatMap((place) => complete.filter((each) => each.place === place)).map((each) => {
    const input = toInput(document, each, writer, usedNames);
    const isPath = each.place === 'path' && (slots.get(each.name) === true || hasSlash(input.schema['pattern']));
    return isPath ? { ...input, parameter: { ...input.parameter, allowReserved: true } } : input;
  });
};
