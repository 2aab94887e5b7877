import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { CONSENT_KEPT_MS } from '../limits/countedBounds.ts';
import { overdueSince } from '../reviews/overdueRemovals.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Unused links are kept this long after they expire, so that late visitors learn that the link has expired. */
const LINK_KEPT_MS = DAY_MS;

/** The current time, and the time before which a key or token must have ended for its row to be deleted. */
type Times = { readonly now: Date; readonly ended: Date };
type Sweep = {
  readonly table: string;
  /** Maximum rows deleted by one statement, with their dependent rows. */
  readonly rows: number;
  /** Conditions for rows that are no longer needed; one match is enough. */
  readonly over: (times: Times) => readonly Prisma.Sql[];
};

const expired = ({ now }: Times, keptMs = 0): Prisma.Sql =>
  Prisma.sql`expires_at < ${new Date(now.getTime() - keptMs)}`;

/** Rows with an expiry, by model. Each condition has an index, or the table is small. */
export const SWEEPS = {
  Session: { table: 'session', rows: 500, over: (times) => [expired(times)] },
  UsedChallenge: { table: 'used_challenge', rows: 500, over: (times) => [expired(times)] },
  Invitation: { table: 'invitation', rows: 500, over: (times) => [expired(times, LINK_KEPT_MS)] },
  ConnectLink: { table: 'connect_link', rows: 500, over: (times) => [expired(times, LINK_KEPT_MS)] },
  AuthorizationCode: { table: 'authorization_code', rows: 500, over: (times) => [expired(times, CONSENT_KEPT_MS)] },
  RefreshToken: { table: 'refresh_token', rows: 500, over: (times) => [expired(times)] },
  Approval: { table: 'approval', rows: 500, over: (times) => [expired(times)] },
  WebhookDelivery: { table: 'webhook_delivery', rows: 500, over: (times) => [expired(times)] },
  Alert: { table: 'alert', rows: 500, over: (times) => [expired(times)] },
  Mail: { table: 'mail', rows: 500, over: (times) => [expired(times)] },
  // Uses the database's clock; `store/changeLog.ts` looks back for an hour at most.
  ChangeLog: { table: 'change_log', rows: 500, over: () => [Prisma.sql`at < now() - interval '2 hours'`] },
  // Up to 128 KiB each.
  CallContent: { table: 'call_content', rows: 200, over: (times) => [expired(times)] },
  // Up to 4 MiB each.
  StoredResult: { table: 'stored_result', rows: 20, over: (times) => [expired(times)] },
  // Up to 32 MiB each, in parts that are deleted with it.
  Upload: { table: 'upload', rows: 20, over: (times) => [expired(times)] },
  KeptCreation: { table: 'kept_creation', rows: 500, over: (times) => [expired(times)] },
  IdempotentCall: { table: 'idempotent_call', rows: 20, over: (times) => [expired(times)] },
  // Once no stack has the tool (`settleOverdueRemovals`).
  Tool: {
    table: 'tool',
    rows: 100,
    over: ({ now }) => [
      Prisma.sql`removed_at < ${overdueSince(now)} AND NOT EXISTS (SELECT 1 FROM enabled_tool WHERE tool_key = tool.id)`,
    ],
  },
  ApiKey: {
    table: 'api_key',
    rows: 500,
    over: ({ ended }) => [Prisma.sql`revoked_at < ${ended}`, Prisma.sql`expires_at < ${ended}`],
  },
  // A client may still renew an expired token; up to a hundred refresh tokens are deleted with one.
  StackToken: {
    table: 'stack_token',
    rows: 50,
    over: ({ now, ended }) => [
      Prisma.sql`revoked_at < ${ended}`,
      Prisma.sql`expires_at < ${ended} AND NOT EXISTS (
        SELECT 1 FROM refresh_token WHERE token_id = stack_token.id AND used_at IS NULL AND refresh_token.expires_at > ${now})`,
    ],
  },
} as const satisfies Partial<Record<Prisma.ModelName, Sweep>>;

/** Number of deleted rows by table. */
type DeletedRows = Readonly<Record<string, number>>;

/**
 * Deletes ended rows of all accounts: keys and tokens `days` after revocation or expiry, others once they are no
 * longer useful. Works in small statements that skip locked rows. Ends early when `ctx.signal` aborts.
 */
export async function sweepEnded(ctx: Pick<Ctx, 'db' | 'now' | 'signal'>, days: number): Promise<DeletedRows> {
  const now = ctx.now();
  const times = { now, ended: new Date(now.getTime() - days * DAY_MS) };
  const swept: Record<string, number> = {};
  for (const sweep of Object.values<Sweep>(SWEEPS)) {
    for (const over of sweep.over(times)) {
      const deleted = await deleteOver(ctx, sweep, over);
      if (deleted > 0) swept[sweep.table] = (swept[sweep.table] ?? 0) + deleted;
    }
  }
  return swept;
}

type Deleting = Pick<Ctx, 'db' | 'signal'>;

async function deleteOver({ db, signal }: Deleting, { table, rows }: Sweep, over: Prisma.Sql): Promise<number> {
  const name = Prisma.raw(table);
  for (let total = 0; ; ) {
    // Locked rows are left for the next sweep.
    const deleted = signal.aborted
      ? 0
      : await db.$executeRaw`
          DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM ${name} WHERE ${over} LIMIT ${rows}::int FOR UPDATE SKIP LOCKED))`;
    total += deleted;
    if (deleted < rows) return total;
  }
}
