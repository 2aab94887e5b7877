import { LRUCache } from 'lru-cache';
import { byIndex } from '../callRecords/totals.ts';
import type { Ctx } from '../kernel/context.ts';
import { type AccountId, noStackId } from '../kernel/ids.ts';
import { readHistory } from '../limits/heavyReads.ts';

/** By tool id: how often the account calls the tool, from 0 to 1 for its most called tool. */
export type ToolUse = ReadonlyMap<string, number>;

export const NOT_USED: ToolUse = new Map();

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
/** Tools called less often hardly differ from unused ones. */
const TOOLS_MAX = 500;
const ACCOUNTS_MAX = 1_000;
const KNOWN_MS = 10 * 60_000;

const known = new LRUCache<AccountId, ToolUse, Ctx>({
  max: ACCOUNTS_MAX,
  ttl: KNOWN_MS,
  fetchMethod: (accountId, _stale, { context }) => readUse(context, accountId),
});

/**
 * The use of each tool in the last 30 days, at most ten minutes old, from the calls that stacks record. Empty if the
 * database can't answer, because a search doesn't need it.
 */
export async function toolUseOf(ctx: Ctx): Promise<ToolUse> {
  const { accountId } = ctx.actor;
  if (accountId === null) return NOT_USED;
  try {
    return (await known.fetch(accountId, { context: ctx })) ?? NOT_USED;
  } catch (error) {
    ctx.log.warn({ accountId, error }, 'a search ranks without the use of its tools');
    return NOT_USED;
  }
}

async function readUse(ctx: Ctx, accountId: AccountId): Promise<ToolUse> {
  const since = new Date(ctx.now().getTime() - DAYS * DAY_MS);
  const rows = await readHistory(ctx, (tx) =>
    byIndex(tx, () =>
      tx.callDay.groupBy({
        by: ['toolId'],
        where: { accountId, stackId: noStackId(), day: { gte: since } },
        _sum: { calls: true },
        orderBy: { _sum: { calls: 'desc' } },
        take: TOOLS_MAX,
      }),
    ),
  );
  const callsOf = (row: (typeof rows)[number] | undefined): number => row?._sum.calls ?? 0;
  const highest = Math.log1p(callsOf(rows[0])) || 1;
  return new Map(rows.map((row) => [row.toolId, Math.log1p(callsOf(row)) / highest]));
}
