import type { Random } from '../trust/random.ts';
import { contentOf, followed, type Operation, schemaOf, versionOf } from './operations.ts';
import type { ImportedTool } from './toolInput.ts';
import { keyOf, type Secret, type Trial } from './trial.ts';
import { Bytes, type Maker, type Value, valueFor } from './values.ts';
import { bareMedia } from './wire.ts';

const OPTIONAL = 0.6;
const PARAMETERS_MAX = 12;
const PLAIN_PLACES = ['header', 'cookie'];
const IGNORED = ['accept', 'authorization', 'content-type'];

/** The description's media type that the service sends. Several may match, and any of them is right. */
function mediaOf(operation: Operation, sent: string): { media: string; schema: unknown } | null {
  const contents = contentOf(operation);
  const [media, node] =
    contents.find(([each]) => each === sent) ??
    contents.find(([each]) => bareMedia(each) === bareMedia(sent)) ??
    contents.find(([each]) => each.includes('*')) ??
    [];
  return media === undefined ? null : { media: media.includes('*') ? sent : media, schema: node?.['schema'] };
}

function valuesOf({ document, parameters }: Operation, random: Random): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const parameter of parameters) {
    const { in: place, name, required } = parameter;
    if (place === 'body' || (place === 'header' && IGNORED.includes(String(name).toLowerCase()))) continue;
    const isIncluded =
      required === true || place === 'path' || (values.size < PARAMETERS_MAX && random.chance(OPTIONAL));
    if (!isIncluded) continue;
    const maker = { document, random, isPlain: PLAIN_PLACES.includes(String(place)) };
    values.set(keyOf(parameter), valueFor(maker, schemaOf(document, parameter)));
  }
  return values;
}

/** Makes values for an operation of the service's tool. The same seed makes the same values. */
export function makeTrial(
  operation: Operation,
  tool: ImportedTool,
  secrets: Readonly<Record<string, Secret>>,
  random: Random,
): Trial {
  const values = valuesOf(operation, random);
  const { document } = operation;
  const sent = tool.request.body?.contentType ?? '';
  const maker = { document, random, isPlain: false };
  if (versionOf(document) === '2.0') {
    const parameter = operation.parameters.find((each) => each['in'] === 'body');
    const body = parameter === undefined ? undefined : valueFor(maker, parameter['schema']);
    return { operation, values, body, media: sent, secrets };
  }
  const chosen = sent === '' ? null : mediaOf(operation, sent);
  if (chosen === null) return { operation, values, body: undefined, media: '', secrets };
  return { operation, values, body: bodyFor(maker, chosen), media: chosen.media, secrets };
}

/** A text or bytes, for a media type that a value's description doesn't cover, such as XML. */
function bodyFor(maker: Maker, { media, schema }: { readonly media: string; readonly schema: unknown }): Value {
  const kind = bareMedia(media);
  if (/[/+]json$/.test(kind) || ['application/x-www-form-urlencoded', 'multipart/form-data'].includes(kind))
    return valueFor(maker, schema);
  const { format, contentEncoding, type } = followed(maker.document, schema) ?? {};
  if (isTextual(kind)) return type === 'string' ? valueFor(maker, { type }) : '<a>1 &amp; 2</a>';
  // Base64 in the description is plain text in the request.
  return format === 'byte' || contentEncoding === 'base64' ? 'AQID' : new Bytes('/wECAw==');
}

const isTextual = (media: string): boolean =>
  media.startsWith('text/') ||
  /[/+](xml|ya?ml|x-yaml|(x-)?ndjson|jsonl|json-seq|csv|javascript|graphql|sql|toml)$/.test(media);
