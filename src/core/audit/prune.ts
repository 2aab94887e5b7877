import type { AuditChain } from '../../generated/prisma/client.ts';
import { EVENT_BYTES } from '../kernel/audit/audit.ts';
import { accountOfChain, anchorMac } from '../kernel/audit/chain.ts';
import { type Envelopes, presentEnvelopes } from '../kernel/audit/envelopes.ts';
import { currentAuditKey } from '../kernel/audit/key.ts';
import type { Ctx } from '../kernel/context.ts';
import { requireOperator } from '../kernel/scope.ts';
import { writeUnlessDone } from '../kernel/write.ts';
import { BEGINNING_MISSING, startsAtRoot, verifyAuditChain } from './verify.ts';
import { type BrokenChain, readEvents, rememberedKeys, startWalk, type Walk, walkEvents } from './walk.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Maximum events removed at once, to limit memory. Removing this many takes a few seconds. */
const EVENTS_PER_CUT = 50_000;
const EVENTS_PER_DELETE = 1_000;

/**
 * Removes audit events older than `days` from the start of each chain. A short transaction writes the `audit.prune`
 * event and the anchor at which `audit verify` begins. The event has the number of removed events and the digests of
 * existing credentials. Rows are deleted afterwards, in small statements. Skips a chain that does not verify, or whose
 * last removal cannot be proven. Stops early when `ctx.signal` aborts.
 * @returns the number of rows deleted
 * @throws forbidden for callers other than the operator
 */
export async function pruneAudit(ctx: Ctx, days: number): Promise<number> {
  requireOperator(ctx.actor);
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  let removed = 0;
  const olderThan = new Date(before.getTime() - DAY_MS);
  const old = await ctx.db.$queryRaw<ChainRow[]>`
    SELECT audit_chain.id FROM audit_chain JOIN audit_event ON chain = audit_chain.id AND audit_event.seq = pruned_seq + 1
    WHERE at < ${olderThan} ORDER BY 1`;
  for (const { id } of old) while (!ctx.signal.aborted && (await cutChain(ctx, id, before)) === EVENTS_PER_CUT);
  const leftovers = await ctx.db.$queryRaw<ChainRow[]>`
    SELECT id FROM audit_chain
    WHERE pruned_seq > 0 AND EXISTS (SELECT FROM audit_event WHERE chain = audit_chain.id AND seq <= pruned_seq)`;
  const heads = await ctx.db.auditChain.findMany({ where: { id: { in: leftovers.map(({ id }) => id) } } });
  for (const head of heads) {
    const broken = await checkRemoval(ctx, head);
    removed += broken ? await skipBrokenChain(ctx, head, broken) : await deleteEvents(ctx, head.id, head.prunedSeq);
  }
  return removed;
}

type ChainRow = { readonly id: string };

/** Old events of a chain: the walk through them, and whether they are worth removing. */
type OldEvents = {
  readonly from: number;
  readonly walk: Walk;
  readonly isWorthRemoving: boolean;
};

/** @returns the number of events that this cut removed from the chain */
async function cutChain(ctx: Ctx, chain: string, before: Date): Promise<number> {
  const head = await ctx.db.auditChain.findUniqueOrThrow({ where: { id: chain } });
  const part = await verifyOldEvents(ctx, head, before);
  if ('ok' in part) return skipBrokenChain(ctx, head, part);
  const { from, walk, isWorthRemoving } = part;
  // Don't cut before the event that keys an old chain: without it, unkeyed events prove nothing.
  if (!isWorthRemoving || walk.last.keyId === null) return 0;
  const isAccount = (await ctx.db.account.count({ where: { id: accountOfChain(chain) } })) > 0;
  const broken = startsAtRoot(chain, walk, isAccount) ? await checkRemoval(ctx, head) : BEGINNING_MISSING;
  if (broken) return skipBrokenChain(ctx, head, broken);
  const carried = await presentEnvelopes(ctx.db, walk.recorded);
  return (await cut(ctx, { chain, from, walk, carried, before })) ? walk.last.seq - from : 0;
}

/**
 * Logs that a chain is broken. Does nothing if another instance has pruned the chain since its head was read; the next
 * run then reports a real break.
 * @returns 0, the number of events removed
 */
async function skipBrokenChain(
  { db, log }: Ctx,
  { id: chain, prunedSeq }: AuditChain,
  broken: BrokenChain,
): Promise<0> {
  if ((await db.auditChain.count({ where: { id: chain, prunedSeq } })) > 0)
    log.error({ chain, ...broken }, 'an audit chain was changed: none of its events are removed');
  return 0;
}

/**
 * Checks that the service itself made the last removal; null if so. The MAC of the anchor requires the current master
 * key. With a leaked old key, an attacker can forge an anchor and its event, but not one that fits the rest of the
 * chain.
 */
async function checkRemoval(ctx: Ctx, head: AuditChain): Promise<BrokenChain | null> {
  const { currentKeyId } = ctx.vault;
  const start = await startWalk(ctx.db, head, async (keyId) =>
    keyId === currentKeyId ? currentAuditKey(ctx.vault) : null,
  );
  if (!('ok' in start)) return null;
  const verdict = await verifyAuditChain(ctx, head.id);
  return verdict.ok ? null : verdict;
}

async function verifyOldEvents(ctx: Ctx, head: AuditChain, before: Date): Promise<OldEvents | BrokenChain> {
  const findKey = rememberedKeys(ctx.db, ctx.vault, head.id);
  const walk = await startWalk(ctx.db, head, findKey);
  if ('ok' in walk) return walk;
  const from = walk.last.seq;
  let isWorthRemoving = false;
  for (;;) {
    const events = ctx.signal.aborted ? [] : await readEvents(ctx.db, head.id, walk.last.seq);
    const end = events.findIndex(({ at }) => at >= before);
    const old = (end < 0 ? events : events.slice(0, end)).slice(0, EVENTS_PER_CUT - (walk.last.seq - from));
    // Removing only `audit.prune` events is not worth it, since that writes another one.
    isWorthRemoving ||= old.some(({ action }) => action !== 'audit.prune');
    const broken = await walkEvents(walk, old, findKey);
    if (broken) return broken;
    if (old.length < events.length || events.length === 0) return { from, walk, isWorthRemoving };
  }
}

type ChainCut = {
  readonly chain: string;
  readonly from: number;
  readonly walk: Walk;
  readonly carried: Envelopes;
  readonly before: Date;
};

/** Writes the `audit.prune` event and the anchor; false if another instance pruned first. */
async function cut(ctx: Ctx, { chain, from, walk, carried, before }: ChainCut): Promise<boolean> {
  const { seq, hash } = walk.last;
  const prunedMac = anchorMac({ id: chain, seq, hash }, currentAuditKey(ctx.vault));
  const anchor = { prunedSeq: seq, prunedHash: hash, prunedKeyId: ctx.vault.currentKeyId, prunedMac };
  const details = { events: seq - from, through: seq, before: before.toISOString() };
  const isDone = await writeUnlessDone(ctx, async (tx) => {
    const { count } = await tx.auditChain.updateMany({ where: { id: chain, prunedSeq: from }, data: anchor });
    // Subtracts the removed bytes from the chain's size. Not below 0, since events of old releases were not
    // counted.
    if (count > 0)
      await tx.$executeRaw`
  UPDATE audit_chain SET bytes = greatest(0, bytes - (
    SELECT coalesce(sum(${EVENT_BYTES}), 0) FROM audit_event
    WHERE chain = ${chain} AND seq > ${from} AND seq <= ${seq}))
  WHERE id = ${chain}`;
    const audit = { action: 'audit.prune', target: { kind: 'audit', id: chain }, chain, details, carried } as const;
    return count > 0 ? { value: true, audit } : null;
  });
  return isDone ?? false;
}

/** Deletes the rows of removed events, oldest first, so that the remaining ones always lead up to the anchor. */
async function deleteEvents({ db, signal }: Ctx, chain: string, through: number): Promise<number> {
  for (let total = 0; ; ) {
    if (signal.aborted) return total;
    const deleted = await db.$executeRaw`
      DELETE FROM audit_event WHERE chain = ${chain} AND seq IN (
        SELECT seq FROM audit_event WHERE chain = ${chain} AND seq <= ${through}
        ORDER BY seq LIMIT ${EVENTS_PER_DELETE}::int)`;
    total += deleted;
    if (deleted < EVENTS_PER_DELETE) return total;
  }
}
