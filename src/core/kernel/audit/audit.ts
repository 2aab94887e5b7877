import { type AuditChain, Prisma } from '../../../generated/prisma/client.ts';
import { AppError } from '../../lib/errors.ts';
import { type Actor, actorIdOf } from '../actor.ts';
import { boundOf, boundReached } from '../bounds.ts';
import { type Announcement, CHANGE_CHANNEL } from '../changes.ts';
import type { Ctx, Tx } from '../context.ts';
import { newAuditEventId, type StackId } from '../ids.ts';
import { LIVE_CHANNEL, livePayload } from '../liveFeed.ts';
import type { AuditAction, AuditTarget } from './action.ts';
import {
  type Bytes,
  type ChainedEvent,
  type ChainHead,
  FORGED_HASH,
  GENESIS_HASH,
  hashEvent,
  headMac,
} from './chain.ts';
import { type CredentialKey, ENVELOPES_PER_EVENT, type Envelopes, envelopesOf } from './envelopes.ts';
import { currentAuditKey, findAuditKey, isHeadSigned } from './key.ts';

/** A change to record. The context adds the actor, time and request. */
export type NewAuditEvent = {
  readonly action: AuditAction;
  readonly target: {
    readonly kind: AuditTarget;
    readonly id: string;
  };
  readonly stackId?: StackId;
  /** The chain, if it isn't the actor's own. For example, a new account starts its own chain. */
  readonly chain?: string;
  /** Names of what changed, never a value. */
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Credentials whose rows changed; their current digests are recorded. */
  readonly credentials?: readonly CredentialKey[];
  /** Digests of existing credentials, carried over from events that this change removes. */
  readonly carried?: Envelopes;
};

/** The chain of changes that belong to no account: marketplace and installation. */
export const OPERATOR_CHAIN = 'operator';

/** The chain that an actor's changes are written to and read from. */
export const chainOf = (actor: Actor): string => actor.accountId ?? OPERATOR_CHAIN;

/**
 * Appends events to the audit chain of the actor's account, or to the chain `operator` for changes of the marketplace.
 * Call it in the transaction of the change, after the change. The chain head stays locked until commit, which prevents
 * forks. The statement for the last event also sends the notification for other instances.
 */
export async function appendAudit(
  ctx: Ctx,
  tx: Tx,
  entry: NewAuditEvent,
  announcement: Announcement | null = null,
): Promise<void> {
  const { credentials = [], carried = {} } = entry;
  const carriedEntries = Object.entries(carried);
  // A change of many credentials is split into several events, so that event size stays bounded.
  for (let from = 0; from === 0 || from < credentials.length + carriedEntries.length; from += ENVELOPES_PER_EVENT) {
    const to = from + ENVELOPES_PER_EVENT;
    const part = {
      credentials: credentials.slice(from, to),
      carried: Object.fromEntries(carriedEntries.slice(from, to)),
    };
    const isLast = to >= credentials.length + carriedEntries.length;
    await appendEvent(ctx, tx, { ...entry, ...part }, isLast ? announcement : null);
  }
}

async function appendEvent(
  ctx: Ctx,
  tx: Tx,
  entry: NewAuditEvent & { readonly carried: Envelopes },
  announcement: Announcement | null,
): Promise<void> {
  const chain = entry.chain ?? chainOf(ctx.actor);
  const head = await lockHead(tx, chain);
  requireRoomInChain(ctx.actor, chain, head, entry.action);
  const event = {
    id: newAuditEventId(),
    chain,
    seq: head.seq + 1,
    at: ctx.now(),
    actorKind: ctx.actor.kind,
    actorId: actorIdOf(ctx.actor),
    action: entry.action,
    targetKind: entry.target.kind,
    targetId: entry.target.id,
    stackId: entry.stackId ?? null,
    details: { ...entry.details },
    requestId: ctx.requestId,
    envelopes: entry.credentials?.length
      ? await envelopesOf(tx, entry.credentials)
      : Object.keys(entry.carried).length > 0
        ? entry.carried
        : null,
    prevHash: await followedHash(ctx, tx, head, entry.action),
    keyId: ctx.vault.currentKeyId,
  };
  await insertEvent(tx, currentAuditKey(ctx.vault), event, announcement);
}

/** SQL for the variable size of an event; its other columns are ids. */
export const EVENT_BYTES = Prisma.sql`
  octet_length(details::text) + coalesce(octet_length(envelopes::text), 0) + octet_length(said)`;

/** Actions that remove or revoke. They stay possible at the bound, since they can only remove existing rows. */
const REMOVES = /\.(?:revoke(?:_attenuation)?|remove|remove_server|delete|deny|end(?:_logins)?|forget|unshare)$/;

/**
 * Rejects changes once the chain is full, since events are removed only by age. Allows events about refused requests,
 * which the service records at most once in ten minutes.
 * @throws invalid_input
 */
function requireRoomInChain(actor: Actor, chain: string, head: AuditChain, action: AuditAction): void {
  if (actor.kind === 'operator' || chain !== actor.accountId) return;
  if (action === 'access.refuse' || REMOVES.test(action)) return;
  const used = { max_audit_events: head.seq - head.prunedSeq, max_audit_bytes: Number(head.bytes) } as const;
  for (const name of ['max_audit_events', 'max_audit_bytes'] as const) {
    const max = boundOf(actor, name);
    if (used[name] >= max) throw boundReached(name, max);
  }
}

/**
 * The predecessor's hash for the next event: the head's hash if its MAC is valid. Otherwise `FORGED_HASH`, with which
 * the chain never verifies again. Only the event that keys an old chain may follow a head without a MAC
 * (`keyChains.ts`). Only the event that reports a lost master key may follow a head of that key (`abandonKey.ts`).
 */
async function followedHash(ctx: Ctx, tx: Tx, head: AuditChain, action: AuditAction): Promise<Bytes> {
  const isUnkeyed = head.keyId === null && head.mac === null;
  const isOurs = isUnkeyed ? head.seq === 0 || action === 'audit.key' : await isHeadSigned(tx, ctx.vault, head);
  const isOfLostKey =
    action === 'vault.abandon_key' && head.keyId !== null && (await findAuditKey(tx, ctx.vault, head.keyId)) === null;
  if (isOurs || isOfLostKey) return new Uint8Array(head.hash);
  ctx.log.error({ chain: head.id, seq: head.seq }, 'the head of an audit chain does not match the last write');
  return FORGED_HASH;
}

// Uses one statement, because other changes wait while the chain is locked. PostgreSQL delivers notifications at
// commit, so receivers find the event. Instances that do not listen read the change log. A notification is one row
// regardless of the number of stacks, to stay within the transaction's time limit.
async function insertEvent(
  tx: Tx,
  key: Uint8Array,
  event: ChainedEvent,
  announcement: Announcement | null,
): Promise<void> {
  const { id, chain, seq, keyId } = event;
  const hash = hashEvent(event, key);
  const head: ChainHead = { id: chain, seq, hash };
  const envelopes = event.envelopes === null ? null : JSON.stringify(event.envelopes);
  const { stackId, action, targetId } = event;
  const payload = livePayload({ kind: 'auditEvent', chain, id, stackId, action, targetId });
  await tx.$queryRaw`
    WITH event AS (
      INSERT INTO audit_event (id, chain, seq, at, actor_kind, actor_id, action, target_kind, target_id, stack_id, details,
        request_id, envelopes, prev_hash, key_id, hash)
      VALUES (${id}, ${chain}, ${seq}, ${event.at}, ${event.actorKind}, ${event.actorId}, ${event.action},
        ${event.targetKind}, ${event.targetId}, ${event.stackId}, ${JSON.stringify(event.details)}::jsonb,
        ${event.requestId}, ${envelopes}::jsonb, ${event.prevHash}, ${keyId}, ${hash})
      RETURNING ${EVENT_BYTES} AS bytes
    ), head AS (
      UPDATE audit_chain SET seq = ${seq}, hash = ${hash}, key_id = ${keyId}, mac = ${headMac(head, key)},
        bytes = audit_chain.bytes + event.bytes
      FROM event WHERE audit_chain.id = ${chain}
    ), logged AS (
      INSERT INTO change_log (channel, payloads) VALUES (${LIVE_CHANNEL}, ARRAY[${payload}])
    ), told AS (
      INSERT INTO change_log (id, channel, payloads)
      SELECT ${announcement?.id ?? null}::uuid, ${CHANGE_CHANNEL}, ${announcement?.payloads ?? []}::text[] WHERE ${announcement !== null}
      RETURNING payloads
    )
    SELECT pg_notify(${LIVE_CHANNEL}, ${payload})::text
    UNION ALL SELECT pg_notify(${CHANGE_CHANNEL}, change)::text FROM told, unnest(payloads) AS change`;
}

// Locks the row and reads its latest state in one statement, an update that changes nothing.
async function lockHead(tx: Tx, chain: string): Promise<AuditChain> {
  const [head] = await tx.$queryRaw<AuditChain[]>`
    INSERT INTO audit_chain (id, seq, hash) VALUES (${chain}, 0, ${GENESIS_HASH})
    ON CONFLICT (id) DO UPDATE SET seq = audit_chain.seq
    RETURNING id, seq, hash, key_id AS "keyId", mac, bytes, pruned_seq AS "prunedSeq", pruned_hash AS "prunedHash",
      pruned_key_id AS "prunedKeyId", pruned_mac AS "prunedMac"`;
  if (!head) throw new AppError('internal', 'Internal error', {}, new Error('audit chain has no head'));
  return head;
}
