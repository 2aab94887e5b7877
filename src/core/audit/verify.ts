import type { AuditChain, AuditEvent } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../context.ts';
import { toAccountId } from '../ids.ts';
import { requireOperator } from '../scope.ts';
import type { Vault } from '../vault/vault.ts';
import { isSigned, OPERATOR_CHAIN } from './audit.ts';
import { type Bytes, GENESIS_HASH, hashEvent, isSameHash } from './chain.ts';
import { findStray, noteEnvelopes, type Recorded } from './envelopes.ts';
import { findAuditKey } from './key.ts';

/**
 * Whether a chain and the credentials that it tells of are as they were written. `head` is the last event's hash in
 * hex: noted elsewhere, it also shows a database that was set back as a whole, which nothing inside it can.
 */
export type ChainCheck =
  | { readonly ok: true; readonly count: number; readonly head: string }
  | { readonly ok: false; readonly seq: number; readonly reason: string };

type Broken = Extract<ChainCheck, { ok: false }>;
type Link = { readonly seq: number; readonly hash: Bytes; readonly keyId: string | null };
type FindKey = (keyId: string) => Promise<Uint8Array | null>;
/** What is known of a chain after some of its events. */
type Walk = { last: Link; firstAction: string | null; isTied: boolean; readonly recorded: Recorded };
type Walked = { readonly verdict: ChainCheck; readonly walk: Walk };

const EVENTS_PER_READ = 1_000;
const VERIFY_TIMEOUT_MS = 10 * 60_000;

/**
 * Walks one chain (an account's id, or `operator`) and names the first event that does not fit, or a credential that is
 * not the one that was recorded. Torn down by `test/core/audit/attacks.test.ts`.
 */
export const verifyAuditChain = async (ctx: Pick<Ctx, 'db' | 'vault'>, chain: string): Promise<ChainCheck> =>
  (await walkChain(ctx, chain)).verdict;

function walkChain({ db, vault }: Pick<Ctx, 'db' | 'vault'>, chain: string): Promise<Walked> {
  // One snapshot: what is appended meanwhile must not look like an insertion.
  return db.$transaction((tx) => walkIn(tx, vault, chain), {
    isolationLevel: 'RepeatableRead',
    timeout: VERIFY_TIMEOUT_MS,
  });
}

async function walkIn(tx: Tx, vault: Vault, chain: string): Promise<Walked> {
  const findKey = rememberedKeys(tx, vault);
  const first: Link = { seq: 0, hash: GENESIS_HASH, keyId: null };
  const walk: Walk = { last: first, firstAction: null, isTied: false, recorded: new Map() };
  for (;;) {
    const events = await tx.auditEvent.findMany({
      // The first read has no lower bound: nothing may stand before the first event.
      where: { chain, ...(walk.last.seq > 0 && { seq: { gt: walk.last.seq } }) },
      orderBy: { seq: 'asc' },
      take: EVENTS_PER_READ,
    });
    const broken = await walkEvents(walk, events, findKey);
    if (broken) return { verdict: broken, walk };
    if (events.length < EVENTS_PER_READ) break;
  }
  const { last, recorded } = walk;
  const verdict = await checkHead(tx, vault, last, await tx.auditChain.findUnique({ where: { id: chain } }));
  return { verdict: verdict.ok ? ((await checkCredentials(tx, chain, last, recorded)) ?? verdict) : verdict, walk };
}

/** Up to the first event that does not fit, which is returned. */
async function walkEvents(walk: Walk, events: readonly AuditEvent[], findKey: FindKey): Promise<Broken | null> {
  for (const event of events) {
    const broken = checkLink(walk.last, event) ?? (await checkHash(walk.last, event, findKey));
    if (broken) return broken;
    walk.last = event;
    walk.firstAction ??= event.action;
    walk.isTied ||= event.action === 'audit.key';
    noteEnvelopes(walk.recorded, event);
  }
  return null;
}

/** Most events name the key of the one before, and each key is one query or derivation. */
function rememberedKeys(tx: Tx, vault: Vault): FindKey {
  const known = new Map<string, Uint8Array | null>();
  return async (keyId) => {
    const found = known.get(keyId) ?? (await findAuditKey(tx, vault, keyId));
    known.set(keyId, found);
    return found;
  };
}

function checkLink(last: Link, event: AuditEvent): Broken | null {
  const seq = last.seq + 1;
  if (event.seq > seq) return { ok: false, seq, reason: 'the event is missing' };
  if (event.seq < seq) return { ok: false, seq: event.seq, reason: 'the event is not in the chain' };
  if (!isSameHash(event.prevHash, last.hash)) {
    return { ok: false, seq, reason: 'the event does not follow the one before it' };
  }
  return null;
}

const KEYLESS = 'the event was added without the master key';

async function checkHash(last: Link, event: AuditEvent, findKey: FindKey): Promise<Broken | null> {
  const { seq, keyId } = event;
  if (keyId === null && (last.keyId !== null || event.envelopes !== null)) return { ok: false, seq, reason: KEYLESS };
  // Only what ties an old chain to the key follows events without one: any others were put there since.
  if (keyId !== null && last.keyId === null && last.seq > 0 && event.action !== 'audit.key') {
    return { ok: false, seq: last.seq, reason: KEYLESS };
  }
  const key = keyId === null ? null : await findKey(keyId);
  if (keyId !== null && key === null) {
    return { ok: false, seq, reason: `the event is of master key ${keyId}, unknown here` };
  }
  return isSameHash(event.hash, hashEvent(event, key)) ? null : { ok: false, seq, reason: 'the event was changed' };
}

async function checkHead(tx: Tx, vault: Vault, last: Link, head: AuditChain | null): Promise<ChainCheck> {
  const headSeq = head?.seq ?? 0;
  if (headSeq > last.seq) return { ok: false, seq: last.seq + 1, reason: 'the event is missing' };
  if (headSeq < last.seq) return { ok: false, seq: headSeq + 1, reason: 'the event is not in the chain' };
  if (!isSameHash(last.hash, head?.hash ?? GENESIS_HASH)) {
    return { ok: false, seq: last.seq, reason: 'the event is not the one that was appended' };
  }
  if (last.seq > 0 && last.keyId === null) return { ok: false, seq: last.seq, reason: KEYLESS };
  if (head && last.seq > 0 && !(await isSigned(tx, vault, head))) {
    return { ok: false, seq: last.seq + 1, reason: 'the event is missing: the chain was cut here' };
  }
  return { ok: true, count: last.seq, head: Buffer.from(last.hash).toString('hex') };
}

async function checkCredentials(tx: Tx, chain: string, last: Link, recorded: Recorded): Promise<Broken | null> {
  const stray = await findStray(tx, toAccountId(chain), recorded);
  if (!stray) return null;
  const { seq, fieldId, what } = stray;
  if (seq === null) return { ok: false, seq: last.seq, reason: `a credential ${fieldId} was added without a record` };
  return { ok: false, seq, reason: `the credential ${fieldId} was ${what} since, without a record` };
}

/** The check of one chain, with the chain's name. */
export type NamedChainCheck = { readonly chain: string; readonly verdict: ChainCheck };

/**
 * Walks every chain there is and every chain there must be, or the one that is named: an account's starts when the
 * account is made, and the operator's says when chains were tied to the master key. @throws forbidden
 */
export async function verifyAllChains(ctx: Ctx, only?: string): Promise<readonly NamedChainCheck[]> {
  requireOperator(ctx.actor);
  const accounts = new Set<string>((await ctx.db.account.findMany({ select: { id: true } })).map(({ id }) => id));
  const heads = (await ctx.db.auditChain.findMany({ select: { id: true } })).map(({ id }) => id);
  const written = await ctx.db.auditEvent.findMany({ distinct: ['chain'], select: { chain: true } });
  const chains = new Set([...heads, ...written.map(({ chain }) => chain), ...accounts, OPERATOR_CHAIN]);
  const verdicts: NamedChainCheck[] = [];
  for (const chain of only === undefined ? [...chains].toSorted() : [only]) {
    ctx.signal.throwIfAborted();
    const { verdict, walk } = await walkChain(ctx, chain);
    verdicts.push({ chain, verdict: verdict.ok && !startsAsItMust(chain, walk, accounts) ? GONE : verdict });
  }
  return verdicts;
}

function startsAsItMust(chain: string, walk: Walk, accounts: ReadonlySet<string>): boolean {
  if (chain === OPERATOR_CHAIN) return walk.isTied;
  return !accounts.has(chain) || walk.firstAction === 'account.create';
}

const GONE: ChainCheck = { ok: false, seq: 1, reason: 'the event is missing' };
