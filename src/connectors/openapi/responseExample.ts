import { hasHiddenText } from '../../core/lib/hiddenText.ts';
import { isRecord, type JsonValue } from '../../core/lib/json.ts';
import { isJsonType } from '../../core/lib/mediaType.ts';
import { SHORT, sampleOf, WHOLE } from '../../core/rehearsal/sample.ts';
import { EXAMPLE_BYTES_MAX } from '../../core/servers/example.ts';
import { nodeAt, type OpenApiNode, resolved, resolveRef } from './document.ts';

/** Bytes above which an example is shortened. */
const WHOLE_BYTES_MAX = 8_192;

/**
 * An answer of an operation that succeeds, as its document describes it: its example as far as the schema accepts it,
 * completed from the schema. Undefined for an operation whose success has no JSON, and for a long example. The document
 * may be of any version.
 */
export function responseExample(document: OpenApiNode, operation: OpenApiNode): JsonValue | undefined {
  const described = jsonAnswer(document, operation);
  if (!described) return undefined;
  const { schema, example } = described;
  if (schema === undefined && example === undefined) return undefined;
  for (const detail of [WHOLE, { ...WHOLE, items: 1 }, SHORT]) {
    const given = detail === SHORT ? undefined : example;
    const sample = sampleOf(schema ?? {}, (ref) => resolveRef(document, ref), { given, detail });
    const text = JSON.stringify(sample);
    const bytesMax = detail === SHORT ? EXAMPLE_BYTES_MAX : WHOLE_BYTES_MAX;
    if (Buffer.byteLength(text) <= bytesMax) return hasHiddenText(text) ? undefined : sample;
  }
  return undefined;
}

type DescribedAnswer = { readonly schema: unknown; readonly example: unknown };

/** The JSON of the first successful response. */
function jsonAnswer(document: OpenApiNode, operation: OpenApiNode): DescribedAnswer | null {
  const responses = nodeAt(operation, 'responses');
  const statuses = Object.keys(responses)
    .filter((status) => /^2(?:\d\d|XX)$/i.test(status))
    .sort();
  for (const status of [...statuses, 'default']) {
    const response = resolved(document, responses[status]);
    if (!response) continue;
    const [media] = Object.entries(nodeAt(response, 'content')).filter(([type]) => isJsonType(type));
    if (media && isRecord(media[1])) return { schema: media[1]['schema'], example: exampleOf(document, media[1]) };
    const [example] = Object.entries(nodeAt(response, 'examples')).filter(([type]) => isJsonType(type));
    if (response['schema'] !== undefined) return { schema: response['schema'], example: example?.[1] };
  }
  return null;
}

function exampleOf(document: OpenApiNode, media: OpenApiNode): unknown {
  const [named] = Object.values(nodeAt(media, 'examples')).map((each) => resolved(document, each) ?? {});
  return media['example'] ?? named?.['dataValue'] ?? named?.['value'];
}
