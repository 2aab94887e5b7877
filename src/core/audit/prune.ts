import type { AuditEvent } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../context.ts';
import { requireOperator } from '../scope.ts';
import { write } from '../write.ts';
import { accountOfChain, anchorMac } from './chain.ts';
import { type Envelopes, presentEnvelopes } from './envelopes.ts';
import { currentAuditKey } from './key.ts';
import { startsAsItMust } from './verify.ts';
import { type Broken, readEvents, rememberedKeys, startWalk, type Walk, walkEvents } from './walk.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Events that go with one cut at most: one that keeps a bounded part of a chain in memory, and few seconds. */
const EVENTS_PER_CUT = 50_000;
const EVENTS_PER_DELETE = 1_000;

/**
 * Removes audit events older than `days`, a day's worth of a chain at a time, from its oldest end. A cut is one short
 * transaction: the event `audit.prune`, which says how many went and repeats what they said of credentials that are
 * still there, and the anchor, from which `audit verify` begins. The rows go afterwards, in small statements. A chain
 * that is not as it was written is left alone. Ends early when `ctx.signal` aborts.
 * @returns how many rows went; @throws forbidden for anybody but the operator
 */
export async function pruneAudit(ctx: Ctx, days: number): Promise<number> {
  requireOperator(ctx.actor);
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  let removed = 0;
  for (const chain of await chainsOlderThan(ctx, new Date(before.getTime() - DAY_MS))) {
    while (!ctx.signal.aborted && (await cutChain(ctx, chain, before)) === EVENTS_PER_CUT);
  }
  for (const { id, prunedSeq } of await chainsWithLeftovers(ctx)) removed += await deleteEvents(ctx, id, prunedSeq);
  return removed;
}

type Named = { readonly id: string };

const chainsOlderThan = async ({ db }: Ctx, at: Date): Promise<readonly string[]> => {
  const chains = await db.$queryRaw<Named[]>`
    SELECT audit_chain.id FROM audit_chain JOIN audit_event ON chain = audit_chain.id AND audit_event.seq = pruned_seq + 1
    WHERE at < ${at} ORDER BY 1`;
  return chains.map(({ id }) => id);
};

/** The part of a chain that is old: where it was walked to, and what kept it from being walked on. */
type OldPart = {
  readonly from: number;
  readonly walk: Walk;
  readonly broken: Broken | null;
  readonly isWorth: boolean;
};

/** @returns how many events are behind the anchor now that were before it */
async function cutChain(ctx: Ctx, chain: string, before: Date): Promise<number> {
  const part = await walkOld(ctx, chain, before);
  const isAccount = (await ctx.db.account.count({ where: { id: accountOfChain(chain) } })) > 0;
  if (part === null || part.broken !== null || !startsAsItMust(chain, part.walk, isAccount)) {
    ctx.log.error({ chain, ...part?.broken }, 'an audit chain is not as it was written: nothing of it is removed');
    return 0;
  }
  const { from, walk, isWorth } = part;
  // The beginning of a chain from before keys proves something only together with what ties it to the key.
  if (!isWorth || walk.last.keyId === null) return 0;
  const carried = await presentEnvelopes(ctx.db, walk.recorded);
  return (await cut(ctx, { chain, from, walk, carried, before })) ? walk.last.seq - from : 0;
}

async function walkOld(ctx: Ctx, chain: string, before: Date): Promise<OldPart | null> {
  const findKey = rememberedKeys(ctx.db, ctx.vault);
  const head = await ctx.db.auditChain.findUnique({ where: { id: chain } });
  const walk = await startWalk(ctx.db, head, findKey);
  if ('ok' in walk) return null;
  const from = walk.last.seq;
  let isWorth = false;
  for (;;) {
    const events = ctx.signal.aborted ? [] : await readEvents(ctx.db, chain, walk.last.seq);
    const old = takeOld(events, before).slice(0, EVENTS_PER_CUT - (walk.last.seq - from));
    // Of nothing but earlier removals, another one would remain.
    isWorth ||= old.some(({ action }) => action !== 'audit.prune');
    const broken = await walkEvents(walk, old, findKey);
    if (broken || old.length < events.length || events.length === 0) return { from, walk, broken, isWorth };
  }
}

function takeOld(events: readonly AuditEvent[], before: Date): readonly AuditEvent[] {
  const end = events.findIndex(({ at }) => at >= before);
  return end < 0 ? events : events.slice(0, end);
}

type Cut = {
  readonly chain: string;
  readonly from: number;
  readonly walk: Walk;
  readonly carried: Envelopes;
  readonly before: Date;
};

/** False where another instance was first. */
async function cut(ctx: Ctx, { chain, from, walk, carried, before }: Cut): Promise<boolean> {
  const { seq, hash } = walk.last;
  const prunedMac = anchorMac({ id: chain, seq, hash }, currentAuditKey(ctx.vault));
  const anchor = { prunedSeq: seq, prunedHash: hash, prunedKeyId: ctx.vault.currentKeyId, prunedMac };
  const details = { events: seq - from, through: seq, before: before.toISOString() };
  const wasFirst = new Error('another instance was first');
  try {
    await write(ctx, async (tx) => {
      const { count } = await tx.auditChain.updateMany({ where: { id: chain, prunedSeq: from }, data: anchor });
      if (count === 0) throw wasFirst;
      return {
        value: undefined,
        audit: { action: 'audit.prune', target: { kind: 'audit', id: chain }, chain, details, carried },
      };
    });
    return true;
  } catch (error) {
    if (error === wasFirst) return false;
    throw error;
  }
}

const chainsWithLeftovers = ({ db }: Ctx): Promise<readonly { readonly id: string; readonly prunedSeq: number }[]> =>
  db.$queryRaw`
    SELECT id, pruned_seq AS "prunedSeq" FROM audit_chain
    WHERE pruned_seq > 0 AND EXISTS (SELECT FROM audit_event WHERE chain = audit_chain.id AND seq <= pruned_seq)`;

/** From the oldest on, so that what is left still leads to the anchor. */
async function deleteEvents({ db, signal }: Ctx, chain: string, through: number): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = signal.aborted ? 0 : await deleteOldest(db, chain, through);
    total += deleted;
    if (deleted < EVENTS_PER_DELETE) return total;
  }
}

const deleteOldest = (db: Pick<Tx, '$executeRaw'>, chain: string, through: number): Promise<number> => db.$executeRaw`
  DELETE FROM audit_event WHERE chain = ${chain} AND seq IN (
    SELECT seq FROM audit_event WHERE chain = ${chain} AND seq <= ${through}
    ORDER BY seq LIMIT ${EVENTS_PER_DELETE}::int)`;
