import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { AuditChain, AuditEvent } from '../../../generated/prisma/client.ts';
import { canonicalJson } from '../../lib/json.ts';
import { type AccountId, toAccountId } from '../ids.ts';

/** Bytes as Prisma reads and writes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** An event as hashed: every column except the hash itself and `said`, which PostgreSQL derives from other columns. */
export type ChainedEvent = Omit<AuditEvent, 'hash' | 'said' | 'details' | 'envelopes'> & {
  readonly details: unknown;
  readonly envelopes: unknown;
};

/** The account of a chain, which has the account's id. For the operator's chain, an id that no account has. */
export const accountOfChain = (chain: string): AccountId => toAccountId(chain);

/** The last event of a chain. */
export type ChainHead = Pick<AuditChain, 'id' | 'seq' | 'hash'>;

/** The predecessor's hash of a chain's first event: 32 zero bytes. */
export const GENESIS_HASH: Bytes = new Uint8Array(32);

/**
 * Replaces the predecessor's hash when an event is appended to a head that the service did not write. No event has this
 * hash, so verification fails at that event.
 */
export const FORGED_HASH: Bytes = new Uint8Array(32).fill(0xff);

/** Versions of the encodings below. Change the version with its encoding, so that bytes never have two meanings. */
const UNKEYED = 'toolyard-audit-1';
const KEYED = 'toolyard-audit-2';
const HEAD = 'toolyard-audit-head-1';
const ANCHOR = 'toolyard-audit-anchor-1';

/**
 * HMAC-SHA-256 (RFC 2104) of all fields of an event and of its predecessor's hash, so that database access alone cannot
 * forge one. Without a key, SHA-256 as in events from before chains were keyed; it does not cover `envelopes`, which
 * those events lack. Attack tests: `test/core/audit/attacks.test.ts`.
 */
export function hashEvent(event: ChainedEvent, key: Uint8Array | null): Bytes {
  const parts = [
    event.id,
    event.chain,
    String(event.seq),
    event.at.toISOString(),
    event.actorKind,
    event.actorId,
    event.action,
    event.targetKind,
    event.targetId,
    event.stackId,
    canonicalJson(event.details),
    event.requestId,
    event.prevHash,
  ];
  if (key === null) return digestOf(createHash('sha256'), [UNKEYED, ...parts]);
  return digestOf(createHmac('sha256', key), [KEYED, event.keyId, canonicalJson(event.envelopes), ...parts]);
}

/** HMAC-SHA-256 of a head. Proves that its event is the last one, which the event's own hash does not. */
export const headMac = ({ id, seq, hash }: ChainHead, key: Uint8Array): Bytes =>
  digestOf(createHmac('sha256', key), [HEAD, id, String(seq), hash]);

/** HMAC-SHA-256 of the last event that was removed by age. Proves that the chain may begin after that event. */
export const anchorMac = ({ id, seq, hash }: ChainHead, key: Uint8Array): Bytes =>
  digestOf(createHmac('sha256', key), [ANCHOR, id, String(seq), hash]);

/** Compares two public hashes, so constant time isn't needed. */
export const isSameHash = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

function digestOf(hash: Hash | Hmac, parts: readonly (string | Uint8Array | null)[]): Bytes {
  for (const part of parts) {
    const bytes = part === null ? null : Buffer.from(part);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes === null ? NULL_LENGTH : bytes.length);
    hash.update(length);
    if (bytes) hash.update(bytes);
  }
  return new Uint8Array(hash.digest());
}

/**
 * The length of null, which no part can have. Each part is preceded by its length, so that `ab, c` differs from `a,
 * bc`, and null from an empty part.
 */
const NULL_LENGTH = 0xffff_ffff;
