import type { AuditEvent } from '../../generated/prisma/client.ts';
import type { Ctx, Db, Tx } from '../context.ts';
import { requireOperator } from '../scope.ts';
import { type Bytes, GENESIS_HASH, hashEvent } from './chain.ts';

/**
 * Whether a chain is as it was written. `head` is the last event's hash in hex: noted elsewhere, it also shows a chain
 * that was rewritten as a whole, which nothing inside the database can.
 */
export type ChainCheck =
  | { readonly ok: true; readonly count: number; readonly head: string }
  | { readonly ok: false; readonly seq: number; readonly reason: string };

type Link = { readonly seq: number; readonly hash: Bytes };
type Broken = Extract<ChainCheck, { ok: false }>;

const EVENTS_PER_READ = 1_000;
const VERIFY_TIMEOUT_MS = 10 * 60_000;

/** Walks one chain (an account's id, or `operator`) and names the first event that does not fit. */
export function verifyAuditChain(db: Db, chain: string): Promise<ChainCheck> {
  // One snapshot: what is appended meanwhile must not look like an insertion.
  return db.$transaction((tx) => verifyIn(tx, chain), {
    isolationLevel: 'RepeatableRead',
    timeout: VERIFY_TIMEOUT_MS,
  });
}

async function verifyIn(tx: Tx, chain: string): Promise<ChainCheck> {
  let last: Link = { seq: 0, hash: GENESIS_HASH };
  for (;;) {
    const events = await tx.auditEvent.findMany({
      // The first read has no lower bound: nothing may stand before the first event.
      where: { chain, ...(last.seq > 0 && { seq: { gt: last.seq } }) },
      orderBy: { seq: 'asc' },
      take: EVENTS_PER_READ,
    });
    for (const event of events) {
      const broken = checkLink(last, event);
      if (broken) return broken;
      last = event;
    }
    if (events.length < EVENTS_PER_READ) break;
  }
  return checkHead(last, await tx.auditChain.findUnique({ where: { id: chain } }));
}

function checkLink(last: Link, event: AuditEvent): Broken | null {
  const seq = last.seq + 1;
  if (event.seq > seq) return { ok: false, seq, reason: 'the event is missing' };
  if (event.seq < seq) return { ok: false, seq: event.seq, reason: 'the event is not in the chain' };
  if (!isSame(event.prevHash, last.hash)) {
    return { ok: false, seq, reason: 'the event does not follow the one before it' };
  }
  if (!isSame(event.hash, hashEvent(event))) return { ok: false, seq, reason: 'the event was changed' };
  return null;
}

function checkHead(last: Link, head: Link | null): ChainCheck {
  const headSeq = head?.seq ?? 0;
  if (headSeq > last.seq) return { ok: false, seq: last.seq + 1, reason: 'the event is missing' };
  if (headSeq < last.seq) return { ok: false, seq: headSeq + 1, reason: 'the event is not in the chain' };
  if (!isSame(last.hash, head?.hash ?? GENESIS_HASH)) {
    return { ok: false, seq: last.seq, reason: 'the event is not the one that was appended' };
  }
  return { ok: true, count: last.seq, head: Buffer.from(last.hash).toString('hex') };
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

export type NamedChainCheck = { readonly chain: string; readonly verdict: ChainCheck };

/** Walks every chain there is, and every chain there must be: an account's starts when the account is made. @throws forbidden */
export async function verifyAllChains(ctx: Ctx): Promise<readonly NamedChainCheck[]> {
  requireOperator(ctx.actor);
  const accounts = new Set((await ctx.db.account.findMany({ select: { id: true } })).map(({ id }) => id));
  const heads = (await ctx.db.auditChain.findMany({ select: { id: true } })).map(({ id }) => id);
  const written = await ctx.db.auditEvent.findMany({ distinct: ['chain'], select: { chain: true } });
  const chains = new Set([...heads, ...written.map(({ chain }) => chain), ...accounts]);
  const verdicts: NamedChainCheck[] = [];
  for (const chain of [...chains].toSorted()) {
    ctx.signal.throwIfAborted();
    const verdict = await verifyAuditChain(ctx.db, chain);
    verdicts.push({ chain, verdict: verdict.ok && verdict.count === 0 && accounts.has(chain) ? GONE : verdict });
  }
  return verdicts;
}

const GONE: ChainCheck = { ok: false, seq: 1, reason: 'the event is missing' };
