import type { Ctx, Db } from '../../../src/core/kernel/context.ts';
import {
  type AccountId,
  type AlertId,
  newAlertId,
  newUserId,
  toSessionId,
  toToolId,
} from '../../../src/core/kernel/ids.ts';
import type { Role } from '../../../src/core/kernel/roles.ts';
import { callIn } from '../callRecords/kit.ts';
import type { TestAccount, World } from '../world.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Records this many calls of a tool of the account's stack now, by outcome. */
export async function record(
  world: World,
  { accountId, stackId }: Pick<TestAccount, 'accountId' | 'stackId'>,
  toolId: string,
  outcomes: Readonly<Record<string, number>>,
): Promise<void> {
  const options = { toolId: toToolId(toolId), at: world.clock.now };
  const data = Object.entries(outcomes).flatMap(([outcome, count]) =>
    Array.from({ length: count }, () => callIn({ accountId }, stackId, { ...options, outcome })),
  );
  await world.deps.db.callRecord.createMany({ data });
}

/** A signed-in person of the account. */
export async function personOf(
  world: World,
  { accountId }: Pick<TestAccount, 'accountId'>,
  email: string,
  role: Role = 'developer',
): Promise<Ctx> {
  const id = newUserId();
  await world.deps.db.user.create({ data: { id, accountId, email, role, createdAt: world.clock.now } });
  return world.as({ kind: 'user', accountId, userId: id, sessionId: toSessionId('session_1'), role, limits: {} });
}

/** An open alert of an account that no check evaluates. Returns its id. */
export async function makeAlert(db: Db, accountId: AccountId): Promise<AlertId> {
  const id = newAlertId();
  const details = { server_id: 'notes', server_name: 'Notes', tools: 1, instructions: false };
  const data = { id, accountId, kind: 'review', subject: id, details, startedAt: new Date() };
  await db.alert.create({ data });
  return id;
}
