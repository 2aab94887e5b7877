import type { StackSnapshot } from './snapshot.ts';
import { VISIBLE_MAX } from './snapshot.ts';

/** Estimated bytes of a stack without tools, of a tool without schemas, and of one member or item of JSON. */
const STACK_BYTES = 4_096;
const TOOL_BYTES = 1_024;
const MEMBER_BYTES = 48;
/**
 * Memory of a tool's JSON with everything derived from it (compiled validator, lists, search index), as a multiple of
 * the JSON. A tool of the catalogue takes 2 KB on average, and 23 KB more once it was called.
 */
const COMPUTED_FACTOR = 8;

/** Memory of another set of visible tools, with its own lists and search index, as a share of the tools' memory. */
const VIEW_FACTOR = 0.5;

/** Estimated bytes of memory of a snapshot, once all of its tools have been listed, searched and called. */
export function snapshotBytes({
  tools,
  removed,
  servers,
  policies,
  skills,
}: Pick<StackSnapshot, 'tools' | 'removed' | 'servers' | 'policies' | 'skills'>): number {
  let bytes =
    STACK_BYTES +
    jsonBytes(skills) +
    jsonBytes(servers.map(({ connector, fields, instructions }) => [connector, fields, instructions]));
  for (const tool of [...tools.values(), ...removed.values()]) {
    const { description, inputSchema, outputSchema, annotations, forClients, asks, request } = tool;
    const json = [description, inputSchema, outputSchema, annotations, forClients, asks, request];
    bytes += TOOL_BYTES + COMPUTED_FACTOR * jsonBytes(json);
  }
  return policies?.mayHide ? bytes * (1 + VISIBLE_MAX * VIEW_FACTOR) : bytes;
}

/** Estimates the memory of a JSON value, whose depth is bounded where documents are read. */
function jsonBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = 0;
  for (const member of Object.values(value)) bytes += MEMBER_BYTES + jsonBytes(member);
  return bytes;
}
