import { followed, type Node, versionOf } from './operations.ts';
import {
  encoded,
  isJson,
  isList,
  isMembers,
  joined,
  membersOf,
  plain,
  queryTexts,
  SEPARATORS,
  styleOf,
  textOf,
} from './styles.ts';
import { keyOf, type Trial } from './trial.ts';
import { Bytes, type Value } from './values.ts';
import { bareMedia, bodyOf, pairsOf, partText, sorted, type WireBody } from './wire.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

function formTexts(name: string, value: Value, encoding: Node): string[] {
  // OpenAPI 3.1, encoding object: with a style, a part is encoded like a query; otherwise by media type, JSON for
  // objects.
  if (typeof encoding['contentType'] === 'string' && isJson(encoding['contentType']))
    return [`${encoded(name)}=${encoded(JSON.stringify(plain(value)))}`];
  return queryTexts(name, value, styleOf('query', encoding, false));
}

function partTexts(name: string, value: Value): string[] {
  if (isList(value)) return value.flatMap((each) => partTexts(name, each));
  if (value instanceof Bytes) return [partText(name, Buffer.from(value.base64, 'base64').toString('latin1'))];
  return [partText(name, textOf(value))];
}

/**
 * OpenAPI 3.1, encoding object: a style also applies to multipart. In 3.0 it applies only to
 * `application/x-www-form-urlencoded`.
 */
function styledParts(name: string, value: Value, encoding: Node, version: string): string[] {
  if (version === '3.0' || typeof encoding['style'] !== 'string' || value instanceof Bytes)
    return partTexts(name, value);
  const { style, explode } = styleOf('query', encoding, false);
  if (style === 'deepObject' && isMembers(value))
    return membersOf(value).flatMap(([key, each]) => partTexts(`${name}[${key}]`, each));
  if (explode)
    return isMembers(value) ? membersOf(value).flatMap(([key, each]) => partTexts(key, each)) : partTexts(name, value);
  return [
    partText(
      name,
      joined(value, decodeURIComponent(SEPARATORS[style] ?? ','), false, (text) => text),
    ),
  ];
}

export function bodyFor({ body, media, operation }: Trial, encoding: Node): WireBody {
  if (body === undefined) return { kind: 'none' };
  if (isJson(media)) return { kind: 'json', value: sorted(plain(body)) };
  const kind = bareMedia(media);
  if (kind === FORM && isMembers(body))
    return {
      kind: 'form',
      pairs: pairsOf(
        membersOf(body)
          .flatMap(([name, each]) => formTexts(name, each, followed({}, encoding[name]) ?? {}))
          .join('&'),
      ),
    };
  if (kind === MULTIPART && isMembers(body))
    return {
      kind: 'parts',
      parts: membersOf(body).flatMap(([name, each]) =>
        styledParts(name, each, followed({}, encoding[name]) ?? {}, versionOf(operation.document)),
      ),
    };
  if (kind === MULTIPART) return { kind: 'parts', parts: partTexts('file', body) };
  return body instanceof Bytes
    ? { kind: 'bytes', text: Buffer.from(body.base64, 'base64').toString('latin1') }
    : bodyOf(media, textOf(body));
}

/** OpenAPI 2.0 describes a body only with `body` and `formData` parameters. */
export function swaggerBody(trial: Trial): WireBody {
  const { operation, values, media } = trial;
  const fields = operation.parameters.filter((each) => each['in'] === 'formData' && values.has(keyOf(each)));
  if (fields.length === 0) return bodyFor(trial, {});
  const sent = fields.map(
    (each) => [String(each['name']), values.get(keyOf(each)) ?? null, styleOf('query', each, true)] as const,
  );
  if (bareMedia(media) === FORM)
    return {
      kind: 'form',
      pairs: pairsOf(sent.flatMap(([name, value, style]) => queryTexts(name, value, style)).join('&')),
    };
  const parts = sent.flatMap(([name, value, { style, explode }]) =>
    isList(value) && !explode
      ? [partText(name, value.map(textOf).join(decodeURIComponent(SEPARATORS[style] ?? ',')))]
      : partTexts(name, value),
  );
  return { kind: 'parts', parts };
}
