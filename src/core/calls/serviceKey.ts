import { LRUCache } from 'lru-cache';
import type { Ctx } from '../context.ts';
import { canonicalDigest } from '../lib/canonicalDigest.ts';
import { isRecord, type JsonObject } from '../lib/json.ts';
import type { ServiceKeyPlace, ToolRequest } from '../marketplace/toolRequest.ts';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { callerOf } from './caller.ts';

/** An idempotency key for the service, and its place in the request. */
export type ServiceKey = Pick<ServiceKeyPlace, 'in' | 'name'> & { readonly value: string };

/** Where a tool's service expects an idempotency key; null if it doesn't support one. */
export function keyPlaceOf(
  request: ToolRequest | null,
  { connector }: Pick<SnapshotServer, 'connector'>,
): ServiceKeyPlace | null {
  if (request === null) return null;
  if (request.idempotencyKey) return request.idempotencyKey;
  const ofAll = 'idempotencyKey' in connector ? connector.idempotencyKey : undefined;
  return request.method === 'POST' ? (ofAll ?? null) : null;
}

/** The input without its idempotency key, and that key. */
export function extractKey(
  place: ServiceKeyPlace | null,
  input: unknown,
): { readonly input: unknown; readonly given: string | null } {
  const property = place?.property;
  if (property === undefined || !isRecord(input) || typeof input[property] !== 'string') return { input, given: null };
  const { [property]: given, ...rest } = input;
  return { input: rest, given: String(given) || null };
}

/** Without the caller's own key, identical calls within this time are the same call for the service. */
const WINDOW_MS = 5 * 60_000;

/** The window of the first identical call without a caller's own key, by call, so that repeats get the same key. */
const firstWindows = new LRUCache<string, number>({ max: 20_000, ttl: WINDOW_MS });

/** A call, and its caller's idempotency key, if any. */
export type KeyedCall = {
  readonly snapshot: StackSnapshot;
  readonly tool: SnapshotTool;
  readonly input: JsonObject;
  /** The caller's own key. */
  readonly callKey?: string | undefined;
};

/**
 * The service's idempotency key of a call: equal for repetitions of the call, and unique to it. Derived from the
 * caller's own key, otherwise from the caller, the tool and the input within a window.
 */
export async function serviceKeyOf(ctx: Ctx, { snapshot, tool, input, callKey }: KeyedCall): Promise<string> {
  const identity = [callerOf(ctx), snapshot.stackId, tool.toolId, input];
  if (callKey !== undefined) return uuidOf(ctx, ['key', callKey, ...identity]);
  const name = await uuidOf(ctx, identity);
  const now = ctx.now().getTime();
  // Other instances don't know when the call was first made. So windows start at fixed times.
  const since = firstWindows.get(name) ?? Math.floor(now / WINDOW_MS);
  if (!firstWindows.has(name)) firstWindows.set(name, since);
  return uuidOf(ctx, ['window', since, name]);
}

/** A digest in the form of a UUID of version 4, since some services refuse the version for digests (RFC 9562). */
async function uuidOf({ actor: { accountId }, signal }: Ctx, value: unknown): Promise<string> {
  const digest = await canonicalDigest(value, { accountId, signal });
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
