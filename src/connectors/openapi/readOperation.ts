import { withoutHidden } from '../../core/lib/hiddenText.ts';
import type { JsonObject } from '../../core/lib/json.ts';
import { ellipsized } from '../../core/lib/text.ts';
import { boundsProblem } from '../../core/schemas/bounds.ts';
import { schemaProblem } from '../../core/schemas/validate.ts';
import type { ToolDocument } from '../../core/servers/document.ts';
import { type BodyInput, readRequestBody } from './body.ts';
import { ABOUT_TOOL_CHARS_MAX } from './cutTexts.ts';
import { nodeAt, type OpenApiNode, textAt } from './document.ts';
import { annotationsOf } from './effects.ts';
import { acceptedExamples, composeExamples } from './inputExamples.ts';
import type { LostParts } from './lostParts.ts';
import { type InputProperty, readParameters } from './parameters.ts';
import { plainText } from './plainText.ts';
import { declaredHeaders, returnedBy } from './responses.ts';
import { type Budget, createSchemaWriter, DETAILS, type Detail, LEVELS_FULL, SchemaTooLarge } from './schema.ts';
import { ownServer, type ServerPlace } from './servers.ts';
import { extractServiceKey } from './serviceKeys.ts';

/** The methods whose operations become tools (OpenAPI 3.1, path item object). */
export const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'] as const;
/** An HTTP method in lower case, as the key of an operation in a path item. */
type Method = (typeof METHODS)[number];

/** An operation, with its place in the document. */
export type OperationNode = {
  readonly method: Method;
  readonly path: string;
  readonly operation: OpenApiNode;
  readonly pathItem: OpenApiNode;
};

/** An operation converted to a tool, or the reason why it can't be one. */
type ReadOperation =
  | { readonly tool: ToolDocument; readonly note: string | null; readonly lost: LostParts }
  | { readonly tool: null; readonly note: string };

const TITLE_CHARS_MAX = 200;

const descriptionOf = (document: OpenApiNode, { operation, pathItem }: OperationNode): string => {
  const texts = [operation, pathItem].find(
    (node) => textAt(node, 'summary') !== '' || textAt(node, 'description') !== '',
  );
  const [summary = '', description] = ['summary', 'description'].map((key) => plainText(textAt(texts ?? {}, key)));
  const returned = returnedBy(document, operation);
  const parts = [
    operation['deprecated'] === true ? 'Deprecated.' : '',
    summary,
    description === summary ? '' : description,
    description?.includes(returned.replace(/^Returns: /, '')) ? '' : returned,
  ];
  return ellipsized(parts.filter((part) => part !== '').join('\n\n'), ABOUT_TOOL_CHARS_MAX);
};

type InputRules = Pick<BodyInput, 'dependentRequired' | 'description'> & { readonly isOpen: boolean };

const inputSchemaOf = (
  properties: readonly InputProperty[],
  { isOpen, dependentRequired, description }: InputRules,
  defs: JsonObject,
): JsonObject => {
  const required = properties.filter((each) => each.isRequired).map((each) => each.property);
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(properties.map(({ property, schema }) => [property, schema])),
    ...(required.length > 0 ? { required } : {}),
    ...(dependentRequired && { dependentRequired }),
    additionalProperties: isOpen,
    ...(Object.keys(defs).length > 0 ? { $defs: defs } : {}),
  };
};

/** The document, and the remaining budget for expanding its schemas. */
type Source = { readonly document: OpenApiNode; readonly budget: Budget };

type Shape = {
  readonly inputSchema: JsonObject;
  readonly request: NonNullable<ToolDocument['request']>;
  readonly examples: readonly JsonObject[];
  /** Parts of the description that the tool ignores. */
  readonly unread: readonly string[];
  /** Parts that are left out, which one warning names for all tools. */
  readonly lost: LostParts;
};

const shapeOf = ({ document, budget }: Source, node: OperationNode, detail: Detail): Shape => {
  const writer = createSchemaWriter(document, detail, budget);
  const usedNames = new Set<string>();
  const { parameters, body, place } = extractServiceKey(METHOD_NAMES[node.method], node.operation, {
    parameters: readParameters(document, node.path, node, writer, usedNames),
    body: readRequestBody(document, node.operation, writer, usedNames),
  });
  countLostAround(node, writer.lost);
  const responseHeaders = declaredHeaders(document, node.operation);
  const properties = [...parameters, ...(body?.properties ?? [])];
  const from = body?.body.from;
  const isOpen = from !== undefined && 'others' in from && from.others === true;
  return {
    unread: body?.unread ?? [],
    lost: writer.lost,
    inputSchema: inputSchemaOf(properties, { ...body, isOpen }, writer.defs()),
    examples: composeExamples({ parameters, body }),
    request: {
      kind: 'operation',
      method: METHOD_NAMES[node.method],
      path: node.path,
      parameters: parameters.map((each) => each.parameter),
      ...(body === null ? {} : { body: body.body }),
      ...(place && { idempotencyKey: place }),
      ...(responseHeaders.length > 0 && { responseHeaders }),
    },
  };
};

const ABOUT = ['summary', 'description'];

/** Counts the parts of an operation and its path that a tool has no place for. */
function countLostAround({ operation, pathItem }: OperationNode, lost: LostParts): void {
  const isDescribed = (node: OpenApiNode): boolean => ABOUT.some((key) => textAt(node, key) !== '');
  if (textAt(nodeAt(operation, 'externalDocs'), 'url') !== '') lost.add('link');
  if (isDescribed(operation) && isDescribed(pathItem)) lost.add('path');
}

/** HTTP's spelling of each method. */
export const METHOD_NAMES = {
  get: 'GET',
  put: 'PUT',
  post: 'POST',
  delete: 'DELETE',
  patch: 'PATCH',
  head: 'HEAD',
  options: 'OPTIONS',
  trace: 'TRACE',
} as const satisfies Record<Method, string>;

type WrittenSchema = { readonly shape: Shape; readonly notes: readonly string[] };

const writeAt = (from: Source, node: OperationNode, detail: Detail): Shape | null => {
  try {
    const shape = shapeOf(from, node, detail);
    return boundsProblem(shape.inputSchema) === null ? shape : null;
  } catch (error) {
    if (error instanceof SchemaTooLarge) return null;
    throw error;
  }
};

/** The first level of detail whose schema stays within bounds; null when none does. */
const writeWithin = (from: Source, node: OperationNode): WrittenSchema | null => {
  for (const detail of DETAILS) {
    const shape = writeAt(from, node, detail);
    if (shape === null) continue;
    const isCut = detail.levelsMax < LEVELS_FULL;
    const cut = isCut ? [`its input schema is cut after ${detail.levelsMax} levels`] : [];
    return { shape, notes: [...cut, ...shape.unread] };
  }
  return null;
};

const ADDRESS_CHARS_MAX = 200;

/** Converts an operation to a tool called `name`, or returns the reason why it can't be one. */
export const readOperation = (
  from: Source,
  node: OperationNode,
  { name, ...place }: ServerPlace & { readonly name: string },
): ReadOperation => {
  if (!node.path.startsWith('/')) return { tool: null, note: 'its path does not begin with a slash' };
  const written = writeWithin(from, node);
  if (written === null) return { tool: null, note: 'its input schema is too large' };
  const { inputSchema, request, examples: composed, lost } = written.shape;
  const problem = schemaProblem(inputSchema);
  if (problem !== null) return { tool: null, note: problem };
  const title = ellipsized(plainText(textAt(node.operation, 'summary')), TITLE_CHARS_MAX);
  const { baseUrl, unusable } = ownServer([node.operation, node.pathItem], place);
  const examples = acceptedExamples(inputSchema, composed, from.budget);
  const tool: ToolDocument = {
    name,
    ...(title === '' ? {} : { title }),
    description: descriptionOf(from.document, node),
    inputSchema: examples.length > 0 ? { ...inputSchema, examples } : inputSchema,
    annotations: annotationsOf(node),
    request: { ...request, ...(baseUrl !== undefined && { baseUrl }) },
  };
  const address = withoutHidden(unusable ?? '').slice(0, ADDRESS_CHARS_MAX);
  const own = address === '' ? [] : [`it is called at the server's address, because ${address} is not a valid address`];
  lost.add('example', composed.length - examples.length);
  return { tool, note: [...written.notes, ...own].join('; ') || null, lost };
};
