import { createHash } from 'node:crypto';
import type { AuditEvent } from '../../generated/prisma/client.ts';
import { isRecord } from '../lib/json.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** An event as it is hashed: every column but the hash itself. */
export type ChainedEvent = Omit<AuditEvent, 'hash' | 'details'> & { readonly details: unknown };

/** What the first event of a chain follows. */
export const GENESIS_HASH: Bytes = new Uint8Array(32);

/** Changed together with the encoding below: the same bytes never mean two things. */
const ENCODING = 'toolyard-audit-1';

/** SHA-256 of all fields of an event and of its predecessor's hash. */
export function hashEvent(event: ChainedEvent): Bytes {
  const hash = createHash('sha256');
  const parts = [
    ENCODING,
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
  for (const part of parts) addPart(hash, part);
  return new Uint8Array(hash.digest());
}

/** A length before each part, and one that no part has for null: `ab, c` and `a, bc` differ, so do null and empty. */
const NULL_LENGTH = 0xffff_ffff;

function addPart(hash: ReturnType<typeof createHash>, part: string | Uint8Array | null): void {
  const bytes = part === null ? null : Buffer.from(part);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes === null ? NULL_LENGTH : bytes.length);
  hash.update(length);
  if (bytes) hash.update(bytes);
}

// The database keeps JSON objects without the order of their keys.
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
