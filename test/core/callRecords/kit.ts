import { createAccount } from '../../../src/core/accounts/account.ts';
import { newCallId, type StackId, toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import type { CallRecord } from '../../../src/generated/prisma/client.ts';
import type { World } from '../world.ts';

/** The start time of the calls in these tests. */
export const START = new Date('2026-11-21T09:00:00.000Z');
export const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);

export type Owner = Awaited<ReturnType<typeof createOwner>>;

/** An account with two stacks. */
export async function createOwner(world: World, name: string) {
  const { account, apiKey } = await createAccount(world.as(), { name });
  const accountId = account.id;
  const ctx = world.as({ kind: 'apiKey', accountId, keyId: apiKey.id, role: 'developer', limits: {} });
  const stackId = (await createStack(ctx, { name: 'one' })).id;
  const otherId = (await createStack(ctx, { name: 'two' })).id;
  return { ctx, stackId, otherId, accountId };
}

export type CallOptions = {
  readonly seconds: number;
  readonly outcome?: string;
  readonly latencyMs?: number;
  readonly toolId?: string;
};

/** The fields of calls recorded by an earlier release. */
export const OF_EARLIER_RELEASE = {
  surface: null,
  callerKind: null,
  callerId: null,
  endUser: null,
  requestId: null,
  traceId: null,
  decision: null,
  approvalId: null,
  upstreamStatus: null,
  queueMs: null,
  ownMs: null,
  upstreamMs: null,
  error: null,
  contents: null,
  stackVersion: null,
} as const;

/** A call in an account's stack. */
export const callIn = (
  { accountId }: Pick<Owner, 'accountId'>,
  stackId: StackId,
  options: Partial<CallRecord> = {},
): CallRecord => ({
  id: newCallId(),
  accountId,
  stackId,
  serverId: toServerId('a'),
  toolId: toToolId('a_find'),
  endpointId: null,
  outcome: 'ok',
  latencyMs: 10,
  inputBytes: 2,
  outputBytes: 3,
  at: START,
  ...OF_EARLIER_RELEASE,
  ...options,
});

/** A call of an owner's first stack, or of another. */
export const row = (
  owner: Owner,
  { seconds, toolId = 'a_find', ...options }: CallOptions,
  stackId = owner.stackId,
): CallRecord =>
  callIn(owner, stackId, {
    ...options,
    serverId: toServerId(toolId.charAt(0)),
    toolId: toToolId(toolId),
    at: at(seconds),
  });

/** Stores calls. */
export async function insert(world: World, rows: ReturnType<typeof row>[]) {
  await world.deps.db.callRecord.createMany({ data: rows });
  return rows;
}
