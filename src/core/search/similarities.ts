import { setImmediate } from 'node:timers/promises';

/** An embedding and its Euclidean length. */
export type ToolVector = { readonly values: Float32Array | Int8Array; readonly length: number };

/** The share of a stack's tools that must have an embedding, because those without one would rank last. */
const KNOWN_SHARE_MIN = 0.9;
/** Multiplications before yielding to the event loop, which take less than a millisecond. */
const TURN_STEPS = 500_000;
const INT8_MAX = 127;

/**
 * By tool, how much closer the query is to it than to the average tool: 1 for the closest, 0 from the average down.
 * Relative, because each model has its own range of cosines. Null if too few tools can be compared.
 */
export async function similaritiesTo(
  query: ToolVector,
  tools: readonly (ToolVector | null)[],
): Promise<Float32Array | null> {
  const cosines = new Float32Array(tools.length);
  let [known, sum, highest, steps] = [0, 0, Number.NEGATIVE_INFINITY, 0];
  for (const [at, tool] of tools.entries()) {
    cosines[at] = Number.NEGATIVE_INFINITY;
    // Another length is that of a model that the endpoint has replaced.
    if (tool?.values.length !== query.values.length) continue;
    const cosine = product(query.values, tool.values) / (query.length * tool.length);
    cosines[at] = cosine;
    highest = Math.max(highest, cosine);
    sum += cosine;
    known += 1;
    steps += tool.values.length;
    if (steps < TURN_STEPS) continue;
    await setImmediate();
    steps = 0;
  }
  if (known === 0 || known < KNOWN_SHARE_MIN * tools.length) return null;
  const average = sum / known;
  const range = highest - average || 1;
  return cosines.map((cosine) => Math.max(0, (cosine - average) / range));
}

function product(one: ToolVector['values'], other: ToolVector['values']): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** An embedding in one byte per dimension, which changes cosines by less than a hundredth. */
export function toBytes(vector: Float32Array): Uint8Array<ArrayBuffer> {
  const highest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const bytes = new Uint8Array(vector.length);
  new Int8Array(bytes.buffer).set(vector.map((value) => Math.round((value / highest) * INT8_MAX)));
  return bytes;
}

export function fromBytes(bytes: Uint8Array): ToolVector {
  const values = Int8Array.from(bytes);
  return { values, length: Math.hypot(...values) };
}
