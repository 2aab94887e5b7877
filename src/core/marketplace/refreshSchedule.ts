import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { getStackServer } from '../kernel/findStackServer.ts';
import type { AccountId, ServerId, ServerKey, StackId } from '../kernel/ids.ts';
import { requireRight } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { getPrivateServer } from '../servers/server.ts';
import { isRefreshable, refreshServerTools } from './refreshTools.ts';

const REFRESH_WHEN = ['off', 'notified', 'hourly', 'daily'] as const;
/**
 * When a server's tools are refreshed automatically. `notified`: after its change notifications. `hourly` and `daily`:
 * after its notifications and on a schedule.
 */
export type RefreshWhen = (typeof REFRESH_WHEN)[number];

/** Parses a stored setting. One written by a newer version counts as `off`. */
export const toRefreshWhen = (text: string): RefreshWhen => REFRESH_WHEN.find((each) => each === text) ?? 'off';

const scheduleInput = z.object({ when: z.enum(REFRESH_WHEN).nullish() });

/** Input `{ when, stackId? }`, with a branded stack id. */
type ScheduleInput = { readonly stackId?: StackId | null | undefined; readonly [name: string]: unknown };

const PERIOD_SECONDS: Readonly<Record<RefreshWhen, number | null>> = {
  off: null,
  notified: null,
  hourly: 3_600,
  daily: 86_400,
};
/** This share of the period is random, so that servers created together are not contacted together. */
const JITTER = 0.1;
/** After this time, the instance that contacts a server counts as dead, and another instance may contact it. */
const LEASE_SECONDS = 15 * 60;
/**
 * Time limit for reading and saving together. Shorter than `NOTICED_EVERY_SECONDS`, after which a notice can start
 * another refresh.
 */
const TIMEOUT_MS = 4 * 60_000;
const PROBLEM_CHARS_MAX = 500;

/**
 * Sets when the tools of a private MCP server are refreshed automatically. The input is `{ when, stackId? }`. `stackId`
 * is the stack whose credentials are used, by default the same as before.
 * @throws not_found; forbidden for a server of the marketplace; invalid_input
 */
export async function updateServerRefresh(ctx: Ctx, slug: ServerId, input: ScheduleInput): Promise<Server> {
  requireRight(ctx.actor, 'write');
  const { stackId: requestedStackId } = input;
  const { when: requested } = parseInput(scheduleInput, input, 'Invalid request parameters');
  const existing = await getPrivateServer(ctx, slug);
  if (requested === undefined && requestedStackId === undefined) return existing;
  if (!isRefreshable(ctx, existing)) throw refused('/when', `Server ${slug} cannot list its tools`);
  const when = requested === undefined ? toRefreshWhen(existing.refresh) : (requested ?? 'notified');
  const stackId = requestedStackId === undefined ? existing.refreshStackId : requestedStackId;
  if (typeof requestedStackId === 'string') {
    const { server } = await getStackServer(ctx, requestedStackId, existing.slug);
    if (server.id !== existing.id) throw refused('/stackId', 'The stack has a different server with this id');
  }
  const period = PERIOD_SECONDS[when];
  if (period !== null && stackId === null) throw refused('/stackId', 'Specify the stack with the credentials');
  // The first refresh is at a random time, also to spread the load.
  const refreshDueAt = period === null ? null : new Date(ctx.now().getTime() + Math.random() * period * 1_000);
  return write(ctx, async (tx) => ({
    value: await tx.server.update({
      where: { id: existing.id },
      data: {
        refresh: when,
        refreshStackId: stackId,
        refreshDueAt,
        refreshProblem: null,
        updatedAt: existing.updatedAt,
      },
    }),
    audit: { action: 'server.schedule', target: { kind: 'server', id: slug }, details: { when } },
  }));
}

const refused = (path: string, message: string): AppError =>
  new AppError('invalid_input', message, { issues: [{ path, message }] });

type Claimed = {
  readonly id: ServerKey;
  readonly slug: ServerId;
  readonly owner: AccountId;
  readonly stackId: StackId;
  readonly lease: Date;
};

/** Settings of a sweep: concurrent servers, and the interval between checks for more. */
type Sweep = { readonly atOnceMax?: number; readonly pollMs?: number };

/**
 * Refreshes every due server until none is due: `atOnceMax` at a time, at most one per account. Accounts take turns. A
 * server that becomes due in the meantime does not wait for slow ones. Several instances may sweep concurrently; only
 * one of them contacts each server. Resolves or rejects when all refreshes have ended.
 * @returns the number of contacted servers
 */
export async function refreshDueServers(
  operator: Ctx,
  { atOnceMax = 4, pollMs = 15_000 }: Sweep = {},
): Promise<number> {
  const underWay = new Map<AccountId, Promise<void>>();
  const turns = new Set<AccountId>();
  const start = (claimed: Claimed): void => {
    const { owner } = claimed;
    noteTurn(turns, owner);
    // A server whose refresh could not be saved is due again when its lease expires.
    const work = refreshClaimed(operator, claimed).catch((err: unknown) =>
      operator.log.error({ err, server: claimed.slug, account: owner }, 'a refresh could not be saved'),
    );
    underWay.set(
      owner,
      work.finally(() => underWay.delete(owner)),
    );
  };
  const claimExcept = (busy: readonly AccountId[]): Promise<Claimed | null> | null =>
    busy.length < atOnceMax && !operator.signal.aborted ? claim(operator, busy, [...turns]) : null;
  try {
    // Servers are claimed one after the other, since a claim depends on which accounts are busy.
    for (let contacted = 0; ; ) {
      const busy = [...underWay.keys()];
      const claimed = await claimExcept(busy);
      if (claimed) {
        start(claimed);
        contacted += 1;
      } else if (busy.length === 0) return contacted;
      // An account whose server finished during the query may have another server that is due.
      else if (underWay.size === busy.length) await firstOf([...underWay.values()], pollMs);
    }
  } finally {
    await Promise.all(underWay.values());
  }
}

/** Maximum accounts whose last turn a sweep remembers. Others count as accounts without a turn. */
const TURNS_MAX = 256;

/** Moves an account to the end of the order. */
function noteTurn(turns: Set<AccountId>, owner: AccountId): void {
  turns.delete(owner);
  turns.add(owner);
  for (const oldest of turns) {
    if (turns.size <= TURNS_MAX) return;
    turns.delete(oldest);
  }
}

/** Waits until one of the promises settles, or until the timeout. */
async function firstOf(works: readonly Promise<void>[], ms: number): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([...works, setTimeout(ms, undefined, { signal: timer.signal, ref: false })]);
  } finally {
    timer.abort();
  }
}

/**
 * Claims a due server of an account that is not busy: first accounts without a turn yet, then the least recently
 * served.
 */
async function claim(
  { db, now }: Ctx,
  busy: readonly AccountId[],
  turns: readonly AccountId[],
): Promise<Claimed | null> {
  const lease = new Date(now().getTime() + LEASE_SECONDS * 1_000);
  const [row] = await db.$queryRaw<readonly Omit<Claimed, 'lease'>[]>`
    UPDATE server SET refresh_due_at = ${lease}, refreshed_at = ${now()}
    WHERE id = (
      SELECT id FROM server WHERE refresh_due_at <= ${now()} AND refresh_stack_id IS NOT NULL
        AND NOT owner = ANY(${[...busy]}::text[])
      ORDER BY array_position(${[...turns]}::text[], owner) NULLS FIRST, refresh_due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, slug, owner, refresh_stack_id AS "stackId"`;
  return row ? { ...row, lease } : null;
}

async function refreshClaimed(operator: Ctx, { id, slug, owner, stackId, lease }: Claimed): Promise<void> {
  const signal = AbortSignal.any([operator.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const ctx: Ctx = { ...operator, actor: { kind: 'operator', accountId: owner }, signal };
  const problem = await refreshServerTools(ctx, stackId, slug).then(
    () => null,
    (error) => {
      const text = error instanceof AppError ? error.message : 'The refresh failed';
      return text.slice(0, PROBLEM_CHARS_MAX);
    },
  );
  if (problem !== null) operator.log.info({ server: slug, account: owner, problem }, 'a server was not refreshed');
  const row = await operator.db.server.findUnique({ where: { id }, select: { refresh: true } });
  const period = PERIOD_SECONDS[toRefreshWhen(row?.refresh ?? 'off')];
  const seconds = period === null ? null : period * (1 - JITTER + 2 * JITTER * Math.random());
  const next = seconds === null ? null : new Date(operator.now().getTime() + seconds * 1_000);
  // Keep the time if a notice has changed it in the meantime.
  await operator.db.$executeRaw`
    UPDATE server SET refresh_problem = ${problem},
      refresh_due_at = CASE WHEN refresh_due_at = ${lease} THEN ${next} ELSE refresh_due_at END
    WHERE id = ${id}`;
}
