import type { Ctx } from '../kernel/context.ts';
import { canonicalDigest } from '../lib/canonicalDigest.ts';
import { isRecord, type JsonObject } from '../lib/json.ts';
import { callerOf } from '../limits/caller.ts';
import type { ServiceKeyPlace } from '../servers/toolRequest.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { findKeyed, firstCallAt } from './idempotentCall.ts';

/** An idempotency key for the service, and its place in the request. */
export type ServiceKey = Pick<ServiceKeyPlace, 'in' | 'name'> & { readonly value: string };

/** The input without its idempotency key, and that key. */
export function extractKey(
  place: ServiceKeyPlace | null,
  input: unknown,
): { readonly input: unknown; readonly callerKey: string | null } {
  const property = place?.property;
  if (property === undefined || !isRecord(input) || typeof input[property] !== 'string')
    return { input, callerKey: null };
  const { [property]: key, ...rest } = input;
  return { input: rest, callerKey: String(key) || null };
}

/** Without the caller's own key, identical calls within this time are the same call for the service. */
const WINDOW_MS = 5 * 60_000;

/** A job without a caller's key. It is created once, but may make its call again after its instance stopped. */
export type CallingJob = { readonly id: string; readonly createdAt: Date };

/** A call, and its caller's idempotency key, if any. */
export type KeyedCall = {
  readonly snapshot: StackSnapshot;
  readonly tool: SnapshotTool;
  readonly input: JsonObject;
  /** The caller's own key. */
  readonly callKey?: string | undefined;
  readonly job?: CallingJob | undefined;
  /** A dry run stores nothing, so it doesn't start a window. */
  readonly isDryRun?: boolean;
};

/**
 * The service's idempotency key of a call: equal for repetitions of the call, and unique to it. Derived from the
 * caller's own key, otherwise from the caller, the tool and the input within a window.
 */
export async function serviceKeyOf(ctx: Ctx, call: KeyedCall): Promise<string> {
  const { snapshot, tool, input, callKey } = call;
  const identity = [callerOf(ctx), snapshot.stackId, tool.toolId, input];
  if (callKey !== undefined) return uuidOf(ctx, ['key', callKey, ...identity]);
  const name = await uuidOf(ctx, identity);
  const startedAt = call.job?.createdAt ?? ctx.now();
  const first = await firstOf(ctx, call, { name, startedAt });
  return uuidOf(ctx, ['window', Math.floor(first.getTime() / WINDOW_MS), name]);
}

/**
 * When the first identical call within the window was made, by any instance. So a retry shortly after the boundary of a
 * fixed window gets the same key. Stored before the call is sent. Without the database, fixed windows remain.
 */
async function firstOf(
  ctx: Ctx,
  { snapshot: { stackId }, isDryRun }: KeyedCall,
  { name, startedAt }: { readonly name: string; readonly startedAt: Date },
): Promise<Date> {
  const expiresAt = new Date(startedAt.getTime() + WINDOW_MS);
  const caller = callerOf(ctx);
  // Callers' own keys contain no space.
  const key = `window ${name}`;
  try {
    if (isDryRun) return (await findKeyed(ctx, caller, key))?.startedAt ?? startedAt;
    return await firstCallAt(ctx, { stackId, caller, key, startedAt, expiresAt });
  } catch (error) {
    ctx.log.warn(
      { err: error },
      'the time of a call was not stored: a later retry may get another key for its service',
    );
    return startedAt;
  }
}

/** A digest in the form of a UUID of version 4, since some services refuse the version for digests (RFC 9562). */
async function uuidOf({ actor: { accountId }, signal }: Ctx, value: unknown): Promise<string> {
  const digest = await canonicalDigest(value, { accountId, signal });
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
