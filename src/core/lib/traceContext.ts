import { randomBytes } from 'node:crypto';

/**
 * A request’s position in a distributed trace: a validated `traceparent` header (W3C Trace Context, section 3.2) from
 * its caller.
 */
export type TraceContext = string;

// Version 00. Version ff is invalid; fields that later versions append after a dash are ignored (section 3.2.4).
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/;
const CHARS_MAX = 256;
const LENGTH = 55;

/** Reads a `traceparent`; null if absent or invalid, which starts no trace. */
export function readTraceparent(input: unknown): TraceContext | null {
  if (typeof input !== 'string' || input.length < LENGTH || input.length > CHARS_MAX) return null;
  const isValid = TRACEPARENT.test(input) && (input.length === LENGTH || !input.startsWith('00'));
  return isValid ? `00${input.slice(2, LENGTH)}` : null;
}

/** The trace's id: 32 hexadecimal digits. */
export const traceIdOf = (trace: TraceContext): string => trace.slice(3, 35);

const SAMPLED = 1;

/**
 * The `traceparent` for an outgoing request: the same trace, a new span, and only the flag that version 00 defines
 * (section 3.2.2.5).
 */
export function nextHop(trace: TraceContext): TraceContext {
  const isSampled = (Number.parseInt(trace.slice(53), 16) & SAMPLED) === SAMPLED;
  return `${trace.slice(0, 36)}${randomBytes(8).toString('hex')}-0${isSampled ? 1 : 0}`;
}
