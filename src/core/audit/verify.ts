import type { AuditChain } from '../../generated/prisma/client.ts';
import { OPERATOR_CHAIN } from '../kernel/audit/audit.ts';
import { accountOfChain, GENESIS_HASH, isSameHash } from '../kernel/audit/chain.ts';
import { findUnrecorded, type RecordedEnvelopes } from '../kernel/audit/envelopes.ts';
import { isHeadSigned } from '../kernel/audit/key.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { requireOperator } from '../kernel/scope.ts';
import type { Vault } from '../kernel/vault/vault.ts';
import {
  type BrokenChain,
  EVENTS_PER_READ,
  KEYLESS,
  type Link,
  readEvents,
  rememberedKeys,
  startWalk,
  type Walk,
  walkEvents,
} from './walk.ts';

/**
 * Whether a chain and its recorded credentials are unmodified. `head` is the hash of the last event, in hex. If you
 * store it elsewhere, it also reveals a rollback of the whole database. `removed` is the number of events removed by
 * age; `unverified`, of those whose master key was lost and given up.
 */
export type ChainCheck =
  | {
      readonly ok: true;
      readonly count: number;
      readonly removed: number;
      readonly unverified: number;
      readonly head: string;
    }
  | BrokenChain;

type CheckedChain = { readonly verdict: ChainCheck; readonly walk: Walk | null };

const VERIFY_TIMEOUT_MS = 10 * 60_000;

/**
 * Verifies one chain (an account id, or `operator`) and names the first invalid event or mismatched credential. Tested
 * by `test/core/audit/attacks.test.ts`.
 */
export const verifyAuditChain = async (ctx: Pick<Ctx, 'db' | 'vault'>, chain: string): Promise<ChainCheck> =>
  (await walkChain(ctx, chain)).verdict;

function walkChain({ db, vault }: Pick<Ctx, 'db' | 'vault'>, chain: string): Promise<CheckedChain> {
  // Read from one database snapshot, so that concurrent appends do not look like insertions.
  const options = { isolationLevel: 'RepeatableRead', timeout: VERIFY_TIMEOUT_MS } as const;
  return db.$transaction(async (tx) => {
    const findKey = rememberedKeys(tx, vault, chain);
    const head = await tx.auditChain.findUnique({ where: { id: chain } });
    const walk = await startWalk(tx, head, findKey);
    if ('ok' in walk) return { verdict: walk, walk: null };
    // The first read has no lower bound, so that an event inserted before the first one is found.
    for (let after: number | null = null; ; after = walk.last.seq) {
      const events = await readEvents(tx, chain, after);
      const broken = await walkEvents(walk, events, findKey);
      if (broken) return { verdict: broken, walk };
      if (events.length < EVENTS_PER_READ) break;
    }
    const { last, recorded } = walk;
    const verdict = await checkHead(tx, vault, walk, head);
    return { verdict: verdict.ok ? ((await checkCredentials(tx, chain, last, recorded)) ?? verdict) : verdict, walk };
  }, options);
}

async function checkHead(
  tx: Tx,
  vault: Vault,
  { last, anchor, unverified }: Walk,
  head: AuditChain | null,
): Promise<ChainCheck> {
  const headSeq = head?.seq ?? 0;
  if (headSeq > last.seq) return { ok: false, seq: last.seq + 1, reason: 'the event is missing' };
  if (headSeq < last.seq) return { ok: false, seq: headSeq + 1, reason: 'the event is not in the chain' };
  if (!isSameHash(last.hash, head?.hash ?? GENESIS_HASH)) {
    return { ok: false, seq: last.seq, reason: 'the event is not the one that was appended' };
  }
  if (last.seq > 0 && last.keyId === null) return { ok: false, seq: last.seq, reason: KEYLESS };
  if (head && last.seq > 0 && !(await isHeadSigned(tx, vault, head))) {
    return { ok: false, seq: last.seq + 1, reason: 'the event is missing: the chain was cut here' };
  }
  const removed = anchor?.seq ?? 0;
  return { ok: true, count: last.seq - removed, removed, unverified, head: Buffer.from(last.hash).toString('hex') };
}

async function checkCredentials(
  tx: Tx,
  chain: string,
  last: Link,
  recorded: RecordedEnvelopes,
): Promise<BrokenChain | null> {
  const stray = await findUnrecorded(tx, accountOfChain(chain), recorded);
  if (!stray) return null;
  const { seq, fieldId, change } = stray;
  if (seq === null)
    return { ok: false, seq: last.seq, reason: `a credential ${fieldId} was added without an audit event` };
  return { ok: false, seq, reason: `the credential ${fieldId} was ${change} since, without a record` };
}

/** The chains that have events. Jumps from one chain to the next, since reading all events would take too long. */
async function writtenChains({ db }: Ctx): Promise<readonly string[]> {
  const rows = await db.$queryRaw<{ readonly chain: string }[]>`
    WITH RECURSIVE written AS (
      SELECT min(chain) AS chain FROM audit_event
      UNION ALL
      SELECT (SELECT min(chain) FROM audit_event WHERE audit_event.chain > written.chain) FROM written
      WHERE written.chain IS NOT NULL)
    SELECT chain FROM written WHERE chain IS NOT NULL`;
  return rows.map(({ chain }) => chain);
}

/** The result for one chain, with the chain's name. */
export type NamedChainCheck = { readonly chain: string; readonly verdict: ChainCheck };

/**
 * Verifies all chains, or the named one. Each account must have a chain. So must the operator, whose chain records when
 * chains were keyed to the master key.
 * @throws forbidden
 */
export async function verifyAllChains(ctx: Ctx, only?: string): Promise<readonly NamedChainCheck[]> {
  requireOperator(ctx.actor);
  const accounts = new Set<string>((await ctx.db.account.findMany({ select: { id: true } })).map(({ id }) => id));
  const heads = (await ctx.db.auditChain.findMany({ select: { id: true } })).map(({ id }) => id);
  const written = await writtenChains(ctx);
  const chains = new Set([...heads, ...written, ...accounts, OPERATOR_CHAIN]);
  const verdicts: NamedChainCheck[] = [];
  for (const chain of only === undefined ? [...chains].toSorted() : [only]) {
    ctx.signal.throwIfAborted();
    const { verdict, walk } = await walkChain(ctx, chain);
    const isWhole = walk !== null && startsAtRoot(chain, walk, accounts.has(chain));
    verdicts.push({ chain, verdict: verdict.ok && !isWhole ? BEGINNING_MISSING : verdict });
  }
  return verdicts;
}

/** Whether a chain starts with its first event, or right after events that the service removed (`prune.ts`). */
export function startsAtRoot(chain: string, walk: Walk, isAccount: boolean): boolean {
  if (walk.anchor) return true;
  if (chain === OPERATOR_CHAIN) return walk.isTied;
  return !isAccount || walk.firstAction === 'account.create';
}

/** The result for a chain whose required beginning is missing. */
export const BEGINNING_MISSING: BrokenChain = { ok: false, seq: 1, reason: 'the event is missing' };
