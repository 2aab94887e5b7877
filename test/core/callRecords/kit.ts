import { createAccount } from '../../../src/core/accounts/account.ts';
import { newCallId, toServerId, toToolId } from '../../../src/core/ids.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import type { World } from '../world.ts';

/** When the calls of these tests begin. */
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

export type Given = {
  readonly seconds: number;
  readonly outcome?: string;
  readonly latencyMs?: number;
  readonly toolId?: string;
};

/** What calls have that an instance of an earlier release recorded. */
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
} as const;

/** A call of an owner's first stack, or of another. */
export const row = (
  owner: Owner,
  { seconds, outcome = 'ok', latencyMs = 10, toolId = 'a_find' }: Given,
  stackId = owner.stackId,
) => ({
  id: newCallId(),
  accountId: owner.accountId,
  stackId,
  serverId: toServerId(toolId.charAt(0)),
  toolId: toToolId(toolId),
  endpointId: null,
  outcome,
  latencyMs,
  inputBytes: 2,
  outputBytes: 3,
  at: at(seconds),
  ...OF_EARLIER_RELEASE,
});

/** Stores calls. */
export async function insert(world: World, rows: ReturnType<typeof row>[]) {
  await world.deps.db.callRecord.createMany({ data: rows });
  return rows;
}
