import type { JsonObject, JsonValue } from '../lib/json.ts';
import { pathOfRef, valueAtPath } from '../lib/jsonPointer.ts';
import { EXAMPLE_BYTES_MAX } from '../servers/example.ts';
import { SHORT, sampleOf, WHOLE } from './sample.ts';

/** A value that matches an output schema; null if even a short one is too large. */
export function sampleOutput(schema: JsonObject): JsonValue {
  const resolve = (ref: string): unknown => {
    const path = pathOfRef(ref);
    return path === null ? undefined : valueAtPath(schema, path);
  };
  for (const detail of [WHOLE, SHORT]) {
    const sample = sampleOf(schema, resolve, { detail });
    if (Buffer.byteLength(JSON.stringify(sample)) <= EXAMPLE_BYTES_MAX) return sample;
  }
  return null;
}
