import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue } from '../core/lib/json.ts';

const META_CHARS_MAX = 16_384;

/** Keys that concern one hop: `traceparent` is passed on with the next hop's value. */
const OF_ONE_HOP: ReadonlySet<string> = new Set(['progressToken', 'traceparent']);
/** Options for this service. */
const OURS = 'toolyard/';
/** Prefixes that the protocol reserves, such as `io.modelcontextprotocol/` (MCP, `_meta`). */
const RESERVED: ReadonlySet<string> = new Set(['modelcontextprotocol', 'mcp']);

// Compares labels: a pattern would take quadratic time on a long key.
function isReserved(key: string): boolean {
  const end = key.indexOf('/');
  if (end < 0) return false;
  const labels = key.slice(0, end).toLowerCase().split('.');
  return labels.some((label) => RESERVED.has(label)) && labels.every((label) => /^[a-z0-9-]+$/.test(label));
}

/**
 * A client's `_meta` for the server of a tool, resource or prompt; undefined if empty. @throws ProtocolError for more
 * than 16,384 characters
 */
export function passedMeta(meta: Readonly<Record<string, unknown>> | undefined): JsonObject | undefined {
  if (meta === undefined) return undefined;
  const passed = Object.entries(meta).filter(
    ([key]) => !OF_ONE_HOP.has(key) && !key.startsWith(OURS) && !isReserved(key),
  );
  if (passed.length === 0) return undefined;
  // Boundary: the value came from JSON.
  const object = Object.fromEntries(passed) as { [key: string]: JsonValue };
  if (JSON.stringify(object).length > META_CHARS_MAX)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `_meta has more than ${META_CHARS_MAX} characters`);
  return object;
}
