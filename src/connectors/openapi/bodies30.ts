import { isRecord } from '../../core/lib/json.ts';
import { pathOfRef, valueAtPath } from '../../core/lib/jsonPointer.ts';
import { isJsonType, mediaTypeOf } from '../../core/lib/mediaType.ts';
import { scalarText } from '../../core/lib/scalarText.ts';

type Node = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const MULTIPART = 'multipart/form-data';

const objectAt = (node: Readonly<Record<string, unknown>>, key: string): Node => {
  const value = node[key];
  return isRecord(value) ? value : {};
};

function isBase64(document: Node, node: unknown): boolean {
  const ref = isRecord(node) ? node['$ref'] : undefined;
  const path = typeof ref === 'string' ? pathOfRef(ref) : null;
  const schema = path === null ? node : valueAtPath(document, path);
  return isRecord(schema) && ['byte', 'base64'].includes(scalarText(schema['format']));
}

/**
 * Removes `style` and its related members, which apply only to `application/x-www-form-urlencoded` (OpenAPI 3.0,
 * encoding object).
 */
const withoutStyle = (encoding: unknown): unknown => {
  if (!isRecord(encoding)) return encoding;
  const { style: _style, explode: _explode, allowReserved: _allowReserved, ...rest } = encoding;
  return rest;
};

/** Restores details of a body's media type after its conversion. */
function keepMedia(node: Node, media: string, before: unknown, after: unknown): void {
  if (!isRecord(before) || !isRecord(after)) return;
  const type = mediaTypeOf(media);
  const encodings = Object.entries(objectAt(after, 'encoding'));
  if (type === MULTIPART && encodings.length > 0)
    Object.assign(after, { encoding: Object.fromEntries(encodings.map(([name, each]) => [name, withoutStyle(each)])) });
  if (type !== MULTIPART && !isJsonType(type) && isBase64(node, before['schema']))
    Object.assign(after, { schema: { type: 'string', contentEncoding: 'base64' } });
}

/**
 * Preserves rules for bodies that differ between OpenAPI 3.0 and 3.1, or that the conversion loses. Multipart parts
 * have no styles, and base64 content stays encoded ("considerations for file uploads"). Mutates `converted`.
 */
export function preserveBodies30(document: Node, converted: unknown): unknown {
  const shared = Object.keys(objectAt(objectAt(document, 'components'), 'requestBodies'));
  const own = Object.keys(objectAt(document, 'paths')).flatMap((path) =>
    METHODS.map((method) => ['paths', path, method, 'requestBody']),
  );
  for (const place of [...own, ...shared.map((name) => ['components', 'requestBodies', name])]) {
    const [before, after] = [document, converted].map((each) => valueAtPath(each, [...place, 'content']));
    if (!isRecord(before) || !isRecord(after)) continue;
    for (const media of Object.keys(before)) keepMedia(document, media, before[media], after[media]);
  }
  return converted;
}
