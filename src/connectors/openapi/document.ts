import { upgrade } from '@scalar/openapi-parser';
import { hasExactNumber, isJsonNumber } from '../../core/lib/decimal.ts';
import { AppError } from '../../core/lib/errors.ts';
import { isRecord } from '../../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../core/lib/jsonPointer.ts';
import { scalarText } from '../../core/lib/scalarText.ts';
import { withoutStandIns, withStandIns } from '../../core/lib/standIns.ts';
import { parseDocument } from '../../core/marketplace/documentText.ts';
import { preserveBodies30 } from './bodies30.ts';
import { prepareSwagger, withStyles } from './swagger.ts';

/** An object of an OpenAPI document that is not validated yet. */
export type OpenApiNode = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 200;
const NODES_MAX = 4_000_000;
const REF_HOPS_MAX = 32;

const invalid = (message: string, cause?: unknown): AppError => new AppError('invalid_input', message, {}, cause);

const parseText = (text: string): unknown => {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return parseDocument(plain, { merge: true });
  } catch (error) {
    throw invalid('The OpenAPI document is neither JSON nor YAML', error);
  }
};

/**
 * Rejects a document that would overflow the stack of recursive code. A document that contains itself counts as too
 * deep.
 */
const requireBounds = (document: unknown): void => {
  const open: Array<readonly [unknown, number]> = [[document, 1]];
  let nodes = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    nodes += 1;
    if (depth > DEPTH_MAX) throw invalid(`The OpenAPI document is nested deeper than ${DEPTH_MAX} levels`);
    if (nodes > NODES_MAX) throw invalid('The OpenAPI document is too large');
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) open.push([member, depth + 1]);
  }
};

const isOpenApi = ({ swagger, openapi }: OpenApiNode): boolean =>
  scalarText(swagger) === '2.0' || swagger === 2 || /^3(\.|$)/.test(scalarText(openapi));

// YAML parses an unquoted version as a number.
const withTextVersion = (document: OpenApiNode): Record<string, unknown> => {
  const copy: Record<string, unknown> = { ...document };
  for (const key of ['swagger', 'openapi']) {
    const version = copy[key];
    if (isJsonNumber(version)) copy[key] = Number(version).toFixed(1);
  }
  return copy;
};

const upgraded = (document: OpenApiNode): unknown => {
  try {
    const copy = structuredClone(document);
    // Converts a copy, so that `document` keeps the original.
    if (scalarText(copy['openapi']).startsWith('3.0'))
      return preserveBodies30({ ...document }, upgrade(copy).specification);
    if (copy['swagger'] !== '2.0') return upgrade(copy).specification;
    const { prepared, styles } = prepareSwagger(copy);
    return withStyles(upgrade(prepared).specification, styles);
  } catch (error) {
    throw invalid('The OpenAPI document is invalid: its parts do not match its version', error);
  }
};

/** Converts with placeholders for exact numbers, because the library mistakes an exact number for an object. */
const upgradedExact = (document: OpenApiNode): unknown => {
  const { value, mark } = withStandIns(document);
  return withoutStandIns(upgraded(isRecord(value) ? value : document), mark);
};

/**
 * Parses OpenAPI 2.0, 3.0 or 3.1 from JSON, YAML or a parsed value, and returns it unchanged. Fetches nothing.
 * @throws AppError `invalid_input`
 */
export const parseOpenApi = (source: string | OpenApiNode): OpenApiNode => {
  const parsed = typeof source === 'string' ? parseText(source) : source;
  requireBounds(parsed);
  if (!isRecord(parsed) || !isOpenApi(parsed)) throw invalid('The document is not OpenAPI 2.0, 3.0 or 3.1');
  if (!isRecord(parsed['paths'])) throw invalid(isRecord(parsed['webhooks']) ? ONLY_WEBHOOKS : NO_PATHS);
  return parsed;
};

/**
 * Converts a document to the form of 3.1 without changing the input.
 * @throws AppError `invalid_input`
 */
export const toOpenApi31 = (parsed: OpenApiNode): OpenApiNode => {
  const versioned = withTextVersion(parsed);
  const document = hasExactNumber(versioned) ? upgradedExact(versioned) : upgraded(versioned);
  if (!isRecord(document) || !isRecord(document['paths'])) throw invalid(NO_PATHS);
  return document;
};

const NO_PATHS = 'The OpenAPI document has no paths';
/** An OpenAPI 3.1 document may describe only webhooks, which the API itself sends. */
export const ONLY_WEBHOOKS =
  'The OpenAPI document has only webhooks, which tools cannot call. Import the document of the API, which has paths';

/** Resolves a reference within the document (RFC 6901); undefined for a missing target or any other document. */
export const resolveRef = (document: OpenApiNode, ref: string): unknown => {
  const path = pathOfRef(ref);
  return path === null || path.length === 0 ? undefined : valueAtPath(document, path);
};

/** Follows references to the first value that is not a reference; null when that is not an object. */
export const resolved = (document: OpenApiNode, value: unknown): OpenApiNode | null => {
  let at = value;
  for (let hops = 0; hops < REF_HOPS_MAX; hops += 1) {
    if (!isRecord(at)) return null;
    const ref = at['$ref'];
    if (typeof ref !== 'string') return at;
    at = resolveRef(document, ref);
  }
  return null;
};

/** The text at a key, or an empty text. */
export const textAt = (node: OpenApiNode, key: string): string => {
  const value = node[key];
  return typeof value === 'string' ? value.trim() : '';
};

/** The object at a key, or an empty object. */
export const nodeAt = (node: OpenApiNode, key: string): OpenApiNode => {
  const value = node[key];
  return isRecord(value) ? value : {};
};

/** The list at a key, or an empty list. */
export const listAt = (node: OpenApiNode, key: string): readonly unknown[] => {
  const value = node[key];
  return Array.isArray(value) ? value : [];
};

/** A path item with the one that it refers to. Its own members come first (OpenAPI 3.0, path item object). */
export const pathItemOf = (document: OpenApiNode, node: unknown): OpenApiNode | null => {
  const target = resolved(document, node);
  if (target === null || !isRecord(node) || typeof node['$ref'] !== 'string') return target;
  const { $ref: _ref, ...own } = node;
  const parameters = [...listAt(own, 'parameters'), ...listAt(target, 'parameters')];
  return { ...target, ...own, ...(parameters.length > 0 && { parameters }) };
};
