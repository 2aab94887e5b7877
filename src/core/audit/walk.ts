import type { AuditChain, AuditEvent } from '../../generated/prisma/client.ts';
import { anchorMac, type Bytes, GENESIS_HASH, hashEvent, isSameHash } from '../kernel/audit/chain.ts';
import { noteEnvelopes, type RecordedEnvelopes } from '../kernel/audit/envelopes.ts';
import { findAuditKey } from '../kernel/audit/key.ts';
import type { Tx } from '../kernel/context.ts';
import type { Vault } from '../kernel/vault/vault.ts';
import { isRecord } from '../lib/json.ts';

/** The first invalid place of a chain, and the reason. */
export type BrokenChain = { readonly ok: false; readonly seq: number; readonly reason: string };
/** The fields of an event that the next event refers to. */
export type Link = { readonly seq: number; readonly hash: Bytes; readonly keyId: string | null };
/**
 * Finds the audit key for an event's master key; null for an unknown one. `abandoned`: the operator recorded that the
 * key is lost (`recovery/abandonKey.ts`), so the event can't be verified.
 */
type FindKey = (keyId: string, seq: number) => Promise<Uint8Array | 'abandoned' | null>;

/** State of a walk through a chain. */
export type Walk = {
  last: Link;
  /** The last event removed by age; null for a chain that starts at its first event. */
  readonly anchor: Link | null;
  firstAction: string | null;
  isTied: boolean;
  /** The number of events whose master key was lost. */
  unverified: number;
  readonly recorded: RecordedEnvelopes;
};

type Events = Pick<Tx, 'auditEvent'>;

/** Maximum events per read. */
export const EVENTS_PER_READ = 1_000;

/** The next events of a chain, oldest first: after `after`, or from the first existing event. */
export const readEvents = (db: Events, chain: string, after: number | null): Promise<AuditEvent[]> =>
  db.auditEvent.findMany({
    where: { chain, ...(after !== null && { seq: { gt: after } }) },
    orderBy: { seq: 'asc' },
    take: EVENTS_PER_READ,
  });

const GENESIS: Link = { seq: 0, hash: GENESIS_HASH, keyId: null };
/** Why a chain whose last event is not tied to the master key is broken. */
export const KEYLESS = 'the event was added without the master key';
const UNRECORDED_REMOVAL: BrokenChain = {
  ok: false,
  seq: 1,
  reason: 'the event is missing and was not removed by the service',
};

/** Caches keys: finding a key takes a query or a derivation, and most events have the same key. */
export function rememberedKeys(tx: Tx, vault: Vault, chain: string): FindKey {
  const known = new Map<string, Uint8Array | null>();
  let abandonedThrough: number | null = null;
  const findKey = async (keyId: string): Promise<Uint8Array | null> => {
    const key = known.get(keyId) ?? (await findAuditKey(tx, vault, keyId));
    known.set(keyId, key);
    return key;
  };
  return async (keyId, seq) => {
    const key = await findKey(keyId);
    if (key) return key;
    abandonedThrough ??= await lastAbandoned(tx, chain, findKey);
    return seq <= abandonedThrough ? 'abandoned' : null;
  };
}

/** The last event of the chain that can't be verified because its master key was lost; 0 for none. */
async function lastAbandoned(db: Events, chain: string, findKey: (keyId: string) => Promise<Uint8Array | null>) {
  const records = await db.auditEvent.findMany({
    where: { chain, action: 'vault.abandon_key' },
    orderBy: { seq: 'desc' },
    take: EVENTS_PER_READ,
  });
  for (const { details, keyId, ...event } of records) {
    const key = keyId === null ? null : await findKey(keyId);
    const through = isRecord(details) ? details['unverifiableThrough'] : null;
    if (typeof through !== 'number' || through >= event.seq || !key) continue;
    if (isSameHash(event.hash, hashEvent({ ...event, details, keyId }, key))) return through;
  }
  return 0;
}

/**
 * The start of a walk: at the anchor of the last removal if there is one, otherwise before the first event. Checks the
 * anchor and its event.
 */
export async function startWalk(db: Events, head: AuditChain | null, findKey: FindKey): Promise<Walk | BrokenChain> {
  const start = { firstAction: null, isTied: false, unverified: 0 };
  if (!head || head.prunedSeq === 0) return { ...start, last: GENESIS, anchor: null, recorded: new Map() };
  const anchor = await readAnchor(head, findKey);
  if (!anchor) return UNRECORDED_REMOVAL;
  const recorded = await readCarried(db, head.id, anchor, findKey);
  return 'ok' in recorded ? recorded : { ...start, last: anchor, anchor, recorded };
}

async function readAnchor(head: AuditChain, findKey: FindKey): Promise<Link | null> {
  const { id, prunedSeq: seq, prunedHash, prunedKeyId: keyId, prunedMac } = head;
  if (prunedHash === null || prunedMac === null || keyId === null) return null;
  const key = await findKey(keyId, seq);
  if (key === null || key === 'abandoned' || !isSameHash(prunedMac, anchorMac({ id, seq, hash: prunedHash }, key)))
    return null;
  return { seq, hash: new Uint8Array(prunedHash), keyId };
}

const REMOVALS_PER_READ = 50;

/**
 * Reads the digests of removed events, which the `audit.prune` events of the last removal repeat. Verifies each of
 * these events by its own hash. They are written together with the anchor, so an anchor without them was forged with an
 * old master key.
 */
async function readCarried(
  db: Events,
  chain: string,
  anchor: Link,
  findKey: FindKey,
): Promise<RecordedEnvelopes | BrokenChain> {
  const recorded: RecordedEnvelopes = new Map();
  let isRecorded = false;
  for await (const event of removalsBackwards(db, chain, anchor.seq)) {
    const broken = await checkHash({ ...event, seq: event.seq - 1 }, event, findKey);
    if (broken) return broken;
    if (!isRecord(event.details) || event.details['through'] !== anchor.seq) break;
    isRecorded = true;
    noteEnvelopes(recorded, event);
  }
  return isRecorded ? recorded : UNRECORDED_REMOVAL;
}

async function* removalsBackwards(db: Events, chain: string, after: number): AsyncGenerator<AuditEvent> {
  for (let seq: { readonly gt: number; readonly lt?: number } | null = { gt: after }; seq; ) {
    const events: AuditEvent[] = await db.auditEvent.findMany({
      where: { chain, action: 'audit.prune', seq },
      orderBy: { seq: 'desc' },
      take: REMOVALS_PER_READ,
    });
    yield* events;
    const last = events.at(-1);
    seq = last && events.length === REMOVALS_PER_READ ? { gt: after, lt: last.seq } : null;
  }
}

/** Walks further events in order. Returns the first invalid one, or null. */
export async function walkEvents(
  walk: Walk,
  events: readonly AuditEvent[],
  findKey: FindKey,
): Promise<BrokenChain | null> {
  for (const event of events) {
    // A removal in progress deletes rows up to the anchor, oldest first, so the first rows that remain may have no
    // predecessor.
    const isLeftover = walk.anchor !== null && walk.last === walk.anchor && event.seq <= walk.anchor.seq;
    const last = isLeftover
      ? { seq: event.seq - 1, hash: new Uint8Array(event.prevHash), keyId: event.keyId }
      : walk.last;
    const broken = checkLink(last, event) ?? (await checkHash(last, event, findKey));
    if (broken) return broken;
    walk.last = event;
    if (event.keyId !== null && (await findKey(event.keyId, event.seq)) === 'abandoned') walk.unverified += 1;
    if (walk.anchor && event.seq <= walk.anchor.seq) continue;
    walk.firstAction ??= event.action;
    walk.isTied ||= event.action === 'audit.key';
    // Skip digests that removals repeat: they are already known or outdated.
    if (event.action !== 'audit.prune') noteEnvelopes(walk.recorded, event);
  }
  return null;
}

function checkLink(last: Link, event: AuditEvent): BrokenChain | null {
  const seq = last.seq + 1;
  if (event.seq > seq) return { ok: false, seq, reason: 'the event is missing' };
  if (event.seq < seq) return { ok: false, seq: event.seq, reason: 'the event is not in the chain' };
  if (!isSameHash(event.prevHash, last.hash)) {
    return { ok: false, seq, reason: 'the event does not follow the one before it' };
  }
  return null;
}

async function checkHash(last: Link, event: AuditEvent, findKey: FindKey): Promise<BrokenChain | null> {
  const { seq, keyId } = event;
  if (keyId === null && (last.keyId !== null || event.envelopes !== null)) return { ok: false, seq, reason: KEYLESS };
  // Only the event that keys an old chain may follow an unkeyed event. Any other event was inserted later.
  if (keyId !== null && last.keyId === null && last.seq > 0 && event.action !== 'audit.key') {
    return { ok: false, seq: last.seq, reason: KEYLESS };
  }
  const key = keyId === null ? null : await findKey(keyId, seq);
  if (key === 'abandoned') return null;
  if (keyId !== null && key === null) {
    return { ok: false, seq, reason: `the event uses the master key ${keyId}, which is not configured` };
  }
  return isSameHash(event.hash, hashEvent(event, key)) ? null : { ok: false, seq, reason: 'the event was changed' };
}
