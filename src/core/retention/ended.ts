import { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { CONSENT_KEPT_MS } from '../limits/countedBounds.ts';
import { overdueSince } from '../reviews/overdueRemovals.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long an unused link is kept after it expires, so that a late visitor learns that it has expired. */
const LINK_KEPT_MS = DAY_MS;
const EMBEDDING_KEPT_MS = 30 * DAY_MS;

/** The current time, and the time before which a key or token must have ended for its row to be deleted. */
type Times = { readonly now: Date; readonly ended: Date };
type Sweep = {
  readonly table: string;
  /** Maximum rows deleted by one statement, with their dependent rows. */
  readonly rows: number;
  /** Conditions that select rows to delete; a row needs to match only one. */
  readonly over: (times: Times) => readonly Prisma.Sql[];
};

const expired = ({ now }: Times, retentionMs = 0): Prisma.Sql =>
  Prisma.sql`expires_at < ${new Date(now.getTime() - retentionMs)}`;

/** Tables whose rows end, by model. Each condition has an index, or the table is small. */
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
  // Uses the database's clock. Two hours are enough: `store/changeLog.ts` reads at most the last hour.
  ChangeLog: { table: 'change_log', rows: 500, over: () => [Prisma.sql`at < now() - interval '2 hours'`] },
  // Up to 128 KiB each.
  CallContent: { table: 'call_content', rows: 200, over: (times) => [expired(times)] },
  // Results have up to 4 MiB each.
  StoredResult: { table: 'stored_result', rows: 20, over: (times) => [expired(times)] },
  StoredFile: { table: 'stored_file', rows: 500, over: (times) => [expired(times)] },
  // Uploads have up to 32 MiB each, in parts that are deleted with the upload.
  Upload: { table: 'upload', rows: 20, over: (times) => [expired(times)] },
  ToolEmbedding: {
    table: 'tool_embedding',
    rows: 500,
    over: ({ now }) => [Prisma.sql`used_at < ${new Date(now.getTime() - EMBEDDING_KEPT_MS)}`],
  },
  KeptCreation: { table: 'kept_creation', rows: 500, over: (times) => [expired(times)] },
  IdempotentCall: { table: 'idempotent_call', rows: 20, over: (times) => [expired(times)] },
  Job: { table: 'job', rows: 20, over: (times) => [expired(times)] },
  // Removed tools that no stack has enabled any more (`settleOverdueRemovals`).
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
  // A client may still renew an expired token. Up to a hundred refresh tokens are deleted with each token.
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
 * Deletes ended rows of all accounts: keys and tokens `days` after revocation or expiry, other rows once they have
 * expired. Uses small statements that skip locked rows. Ends early when `ctx.signal` aborts.
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
    // Leave locked rows for the next sweep.
    const deleted = signal.aborted
      ? 0
      : await db.$executeRaw`
          DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM ${name} WHERE ${over} LIMIT ${rows}::int FOR UPDATE SKIP LOCKED))`;
    total += deleted;
    if (deleted < rows) return total;
  }
}
