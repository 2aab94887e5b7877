import { withoutHidden } from '../../core/lib/hiddenText.ts';
import { isRecord } from '../../core/lib/json.ts';
import { scalarText } from '../../core/lib/scalarText.ts';
import { firstNames } from '../../core/lib/text.ts';
import type { ImportedServer } from '../../core/marketplace/discovered.ts';
import { listAt, nodeAt, type OpenApiNode, pathItemOf, resolved, textAt } from './document.ts';
import { slotsOf } from './parameters.ts';
import { METHODS, type OperationNode } from './readOperation.ts';

type Warning = ImportedServer['warnings'][number];

const WARNINGS_MAX = 200;
const SHOWN_CHARS_MAX = 200;
/** Maximum length of a path. A longer one is left out before anything else reads it. */
export const PATH_CHARS_MAX = 8_192;

const MEDIA_TYPE_CHARS_MAX = 255;
const LONG_MEDIA_TYPE = `left out: it has a media type of more than ${MEDIA_TYPE_CHARS_MAX} characters`;

const shown = (text: string): string => withoutHidden(text).slice(0, SHOWN_CHARS_MAX);

/** Members of a path item that aren't operations (OpenAPI 3.2, path item object). */
const OTHER_MEMBERS = new Set(['$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations']);

/** A reference to a part that the document lacks; null if the part exists, or nothing is referenced. */
function lostRef(document: OpenApiNode, value: unknown): string | null {
  const ref = isRecord(value) ? value['$ref'] : undefined;
  return typeof ref === 'string' && resolved(document, value) === null ? ref : null;
}

/** The parameters and the body of an operation. */
const partsOf = ({ operation, pathItem }: Pick<OperationNode, 'operation' | 'pathItem'>): readonly unknown[] => [
  ...listAt(operation, 'parameters'),
  ...listAt(pathItem, 'parameters'),
  operation['requestBody'],
];

/** Whether a media type is longer than any registered one can be (RFC 6838). A tool would carry it whole. */
export const hasLongMediaType = (document: OpenApiNode, node: Pick<OperationNode, 'operation' | 'pathItem'>): boolean =>
  partsOf(node).some((part) =>
    Object.keys(nodeAt(resolved(document, part) ?? {}, 'content')).some(({ length }) => length > MEDIA_TYPE_CHARS_MAX),
  );

/** The reference that prevents an operation from being called as intended; null if everything is present. */
export function lostPartOf(document: OpenApiNode, node: Pick<OperationNode, 'operation' | 'pathItem'>) {
  return (
    partsOf(node)
      .map((part) => lostRef(document, part))
      .find((ref) => ref !== null) ?? null
  );
}

const elsewhere = (tool: string, part: string, ref: string): Warning => ({
  tool,
  reason: `left out: its ${part} is in another file, ${shown(ref)}. Import the folder with all files of the document, or one file that holds them all`,
});

/**
 * Warnings about operations that are left out, because a part is missing or the method is not supported. Also warns of
 * parameters for which a tool has no input.
 */
export function omittedOperations(document: OpenApiNode): Warning[] {
  const warnings: Warning[] = [];
  for (const [path, node] of Object.entries(nodeAt(document, 'paths'))) {
    if (warnings.length >= WARNINGS_MAX) break;
    if (path.startsWith('x-')) continue;
    if (path.length > PATH_CHARS_MAX) {
      warnings.push({ tool: shown(path), reason: LONG_PATH });
      continue;
    }
    const ref = lostRef(document, node);
    const pathItem = pathItemOf(document, node);
    if (ref !== null) warnings.push(elsewhere(shown(path), 'path item', ref));
    else if (pathItem !== null) warnings.push(...leftOutOfPath(document, path, pathItem));
  }
  return [...warnings.slice(0, WARNINGS_MAX), ...otherPaths(document)];
}

/** Azure: paths that differ only in their query. */
function otherPaths(document: OpenApiNode): Warning[] {
  const paths = Object.keys(nodeAt(document, 'x-ms-paths'));
  if (paths.length === 0) return [];
  return [{ tool: '', reason: `left out: the paths of x-ms-paths, such as ${firstNames(paths.map(shown), 1)}` }];
}

function leftOutOfPath(document: OpenApiNode, path: string, pathItem: OpenApiNode): Warning[] {
  const shownPath = shown(path);
  const slots = slotsOf(path);
  const lost = METHODS.flatMap((method): Warning[] => {
    const node = pathItem[method];
    const label = `${method.toUpperCase()} ${shownPath}`;
    const ref = lostRef(document, node);
    if (ref !== null) return [elsewhere(label, 'operation', ref)];
    const operation = resolved(document, node);
    if (operation === null) return [];
    const part = lostPartOf(document, { operation, pathItem });
    if (part !== null) return [elsewhere(label, 'parameters or body', part)];
    if (hasLongMediaType(document, { operation, pathItem })) return [{ tool: label, reason: LONG_MEDIA_TYPE }];
    return [
      ...unreadParameters(document, { label, slots }, [operation, pathItem]),
      ...unreadBodies(document, label, [operation, pathItem]),
      ...unreadItems(document, label, operation),
    ];
  });
  const additional = Object.keys(nodeAt(pathItem, 'additionalOperations')).map((method) => notRead(method, shownPath));
  const unknown = Object.entries(pathItem).filter(
    ([key, member]) =>
      !OTHER_MEMBERS.has(key) &&
      (!key.startsWith('x-') || key === ANY_METHOD) &&
      !METHODS.some((method) => method === key) &&
      isRecord(member),
  );
  return [...lost, ...additional, ...unknown.map(([key]) => notRead(key, shownPath))];
}

/** Amazon API Gateway: the operation of all methods that the path item does not name. */
const ANY_METHOD = 'x-amazon-apigateway-any-method';

/** A warning for a method that tools don't support, or for an unknown key of a path item. */
function notRead(key: string, path: string): Warning {
  const isMisspelt = key !== key.toLowerCase() && METHODS.some((method) => method === key.toLowerCase());
  if (key === ANY_METHOD) return { tool: `ANY ${path}`, reason: `left out: ${ANY_METHOD} names no method` };
  const reason = isMisspelt
    ? `left out: ${shown(key)} is not an OpenAPI method; methods are lower case`
    : `left out: operations with the method ${shown(key).toUpperCase()} are not supported`;
  return { tool: `${shown(key).toUpperCase()} ${path}`, reason };
}

/** Locations of supported parameters; `body` and `formData` only in OpenAPI 2.0. */
const PLACES = new Set(['path', 'query', 'header', 'cookie']);
const PLACES_20 = new Set([...PLACES, 'body', 'formData']);

type Slots = ReturnType<typeof slotsOf>;

/** Parameters for which the tool has no input. */
function unreadParameters(
  document: OpenApiNode,
  { label, slots }: { readonly label: string; readonly slots: Slots },
  holders: readonly OpenApiNode[],
): Warning[] {
  const places = document['swagger'] === undefined ? PLACES : PLACES_20;
  return holders
    .flatMap((holder) => listAt(holder, 'parameters'))
    .flatMap((node) => {
      const parameter = resolved(document, node) ?? {};
      const [place, name] = [textAt(parameter, 'in'), textAt(parameter, 'name')];
      if (place === 'querystring')
        return [unread(label, 'its parameter in querystring (OpenAPI 3.2) is not supported')];
      if (!places.has(place))
        return [unread(label, `its parameter ${shown(name)} in ${shown(place) || 'no place'} is not read`)];
      if (name === '' && place !== 'body') return [unread(label, 'a parameter without a name is not read')];
      const isLost = place === 'path' && !slots.has(name);
      return isLost ? [unread(label, `its path has no placeholder for the parameter ${shown(name)}`)] : [];
    });
}

/** OpenAPI 2.0: an operation sends one body or one form. */
function unreadBodies(document: OpenApiNode, label: string, holders: readonly OpenApiNode[]): Warning[] {
  if (document['swagger'] === undefined) return [];
  const parameters = holders
    .flatMap((holder) => listAt(holder, 'parameters'))
    .map((each) => resolved(document, each) ?? {});
  const bodies = new Set(parameters.filter((each) => each['in'] === 'body').map((each) => textAt(each, 'name')));
  const hasForm = parameters.some((each) => each['in'] === 'formData');
  if (bodies.size > 0 && hasForm) return [unread(label, 'it has a body and a form, and only the form is sent')];
  return bodies.size > 1 ? [unread(label, 'it has several body parameters, and only the first is read')] : [];
}

/** OpenAPI 3.2: the schema of each item of a sequence, such as JSON Lines. */
function unreadItems(document: OpenApiNode, label: string, operation: OpenApiNode): Warning[] {
  const content = nodeAt(resolved(document, operation['requestBody']) ?? {}, 'content');
  const isLost = Object.values(content).some((node) => {
    const media = resolved(document, node) ?? {};
    return media['itemSchema'] !== undefined;
  });
  const reason = 'the itemSchema of its body (OpenAPI 3.2) is not supported: the input accepts any items';
  return isLost ? [{ tool: label, reason }] : [];
}

const unread = (tool: string, reason: string): Warning => ({
  tool,
  reason: `${reason}: the tool has no input for it`,
});

/** The newest supported minor version. */
const MINOR_MAX = 2;

/** A warning for a document of a version later than the supported ones. */
export function versionWarnings(document: OpenApiNode): Warning[] {
  const [, minor] = /^3\.(\d+)/.exec(scalarText(document['openapi'])) ?? [];
  const version = shown(scalarText(document['openapi']));
  const dialect = textAt(document, 'jsonSchemaDialect');
  const isOther = dialect !== '' && !/2020-12|\/oas\//.test(dialect);
  const reasons = [
    ...(Number(minor) > MINOR_MAX
      ? [`the document is OpenAPI ${version}: features newer than 3.${MINOR_MAX} are ignored`]
      : []),
    ...(isOther
      ? [`the document's schemas use the dialect ${shown(dialect)}: they are read as JSON Schema 2020-12`]
      : []),
  ];
  return reasons.map((reason) => ({ tool: '', reason }));
}

const LONG_PATH = `left out: its path is longer than ${PATH_CHARS_MAX} characters`;

/** Whether all parts of the document's paths are in other files. */
export const isAllElsewhere = (document: OpenApiNode): boolean => {
  if (lostRef(document, document['paths']) !== null) return true;
  const leftOut = omittedOperations(document);
  return leftOut.length > 0 && leftOut.every(({ reason }) => reason.includes('is in another file'));
};
