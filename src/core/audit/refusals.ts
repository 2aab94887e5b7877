import { OPERATOR_CHAIN } from '../kernel/audit/audit.ts';
import type { Ctx, Db } from '../kernel/context.ts';
import type { AccountId } from '../kernel/ids.ts';
import { write } from '../kernel/write.ts';

/**
 * Reason for a refused request: a rate limit; an invalid or revoked key or token; an expired token; a token used from
 * another network; a failed sign-in.
 */
export type RefusalReason =
  | 'rate_limited'
  | 'wrong_credential'
  | 'revoked_credential'
  | 'expired_credential'
  | 'wrong_network'
  | 'sign_in_failed';

/** The refused caller: an id or a network address, and the account if known. */
type RefusedRequest = {
  readonly reason: RefusalReason;
  readonly subject: string;
  readonly accountId?: AccountId | null;
};

/** Counts refusals until they are recorded. A flood uses no more memory and rows than a few refusals. */
export type Refusals = {
  note(refusal: RefusedRequest): void;
  /** Returns and resets the counts. */
  drain(): readonly CountedRefusal[];
};

/** A refusal with its count; `accountId` is null if the account is unknown. */
type CountedRefusal = Required<RefusedRequest> & { readonly count: number };

/** Maximum subjects with separate counts between two records. Refusals of further subjects are counted by reason. */
export const SUBJECTS_MAX = 1_000;
const SUBJECTS_PER_EVENT = 10;
const SUBJECT_LENGTH_MAX = 64;
const OTHERS = 'others';

/** Creates the counters, once per process. Attack tests: `test/core/audit/refusals.test.ts`. */
export function createRefusals(): Refusals {
  let counted = new Map<string, CountedRefusal>();
  return {
    note({ reason, subject, accountId = null }) {
      // Truncate the subject, so that a caller cannot choose how much memory it uses.
      const short = subject.slice(0, SUBJECT_LENGTH_MAX);
      const full = JSON.stringify([reason, accountId, short]);
      const isRoom = counted.has(full) || counted.size < SUBJECTS_MAX;
      const key = isRoom ? full : JSON.stringify([reason]);
      const known = counted.get(key);
      const fresh = isRoom ? { reason, subject: short, accountId } : { reason, subject: OTHERS, accountId: null };
      counted.set(key, { ...fresh, count: (known?.count ?? 0) + 1 });
    },
    drain() {
      const refusals = [...counted.values()];
      counted = new Map();
      return refusals;
    },
  };
}

/**
 * Records the counted refusals: one event per reason in the chain of each affected account, and the rest in the
 * operator's chain. An event names at most ten subjects, and never contains data that was sent.
 * @returns the number of events
 */
export async function recordRefusals(ctx: Ctx): Promise<number> {
  const counted = ctx.refusals.drain();
  if (counted.length === 0) return 0;
  const accounts = await accountsOf(ctx.db, counted);
  const chains = Map.groupBy(counted, ({ reason, subject, accountId }) =>
    [accountId ?? accounts.get(subject) ?? OPERATOR_CHAIN, reason].join(' '),
  );
  for (const [key, refusals] of chains) {
    const [chain = OPERATOR_CHAIN, reason = ''] = key.split(' ');
    const details = {
      reason,
      count: refusals.reduce((sum, { count }) => sum + count, 0),
      subjects: refusals.slice(0, SUBJECTS_PER_EVENT).map(({ subject }) => subject),
    };
    await write(ctx, async () => ({
      value: undefined,
      audit: { action: 'access.refuse', target: { kind: 'account', id: chain }, chain, details },
    }));
  }
  return chains.size;
}

/** The accounts of refused subjects: accounts, client ids of endpoints, or people. */
async function accountsOf(db: Db, counted: readonly CountedRefusal[]): Promise<ReadonlyMap<string, AccountId>> {
  const subjects = counted.filter(({ accountId }) => accountId === null).map(({ subject }) => subject);
  const [accounts, endpoints, users] = await Promise.all([
    db.$queryRaw<SubjectAccount[]>`SELECT id AS subject, id AS account FROM account WHERE id = ANY(${subjects})`,
    db.$queryRaw<SubjectAccount[]>`SELECT e.client_id AS subject, s.account_id AS account FROM client_endpoint e
      JOIN stack s ON s.id = e.stack_id WHERE e.client_id = ANY(${subjects})`,
    db.$queryRaw<
      SubjectAccount[]
    >`SELECT id AS subject, account_id AS account FROM app_user WHERE id = ANY(${subjects})`,
  ]);
  return new Map([...accounts, ...endpoints, ...users].map(({ subject, account }) => [subject, account]));
}

type SubjectAccount = { readonly subject: string; readonly account: AccountId };
