import type { Client } from 'pg';
import { type Bytes, type ChainedEvent, GENESIS_HASH, hashEvent, headMac } from '../../src/core/kernel/audit/chain.ts';
import { currentAuditKey } from '../../src/core/kernel/audit/key.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { newAuditEventId } from '../../src/core/kernel/ids.ts';

const ROWS_AT_ONCE = 5_000;
const SECOND_MS = 1_000;
const ACTIONS = [
  'stack.create',
  'stack.update_tools',
  'credentials.set',
  'token.create',
  'server.import',
  'session.create',
];

/** Appends `count` verifiable events to an account's chain, a few seconds apart; the last one is now. */
export async function seedAuditEvents(db: Client, ctx: Ctx, chain: string, count: number): Promise<void> {
  const key = currentAuditKey(ctx.vault);
  const { rows } = await db.query<{ seq: number; hash: Bytes }>('SELECT seq, hash FROM audit_chain WHERE id = $1', [
    chain,
  ]);
  const { seq: before, hash } = rows[0] ?? { seq: 0, hash: GENESIS_HASH };
  let prevHash: Bytes = new Uint8Array(hash);
  for (let from = 1; from <= count; from += ROWS_AT_ONCE) {
    const events: (ChainedEvent & { readonly hash: Bytes })[] = [];
    for (let n = from; n < from + ROWS_AT_ONCE && n <= count; n++) {
      const event = eventOf(ctx, chain, before + n, { n, left: count - n, prevHash });
      const own = hashEvent(event, key);
      events.push({ ...event, hash: own });
      prevHash = own;
    }
    await insert(db, events);
  }
  const head = { id: chain, seq: before + count, hash: prevHash };
  await db.query('UPDATE audit_chain SET seq = $2, hash = $3, key_id = $4, mac = $5 WHERE id = $1', [
    chain,
    head.seq,
    Buffer.from(head.hash),
    ctx.vault.currentKeyId,
    Buffer.from(headMac(head, key)),
  ]);
}

type Place = { readonly n: number; readonly left: number; readonly prevHash: Bytes };

const eventOf = (ctx: Ctx, chain: string, seq: number, { n, left, prevHash }: Place): ChainedEvent => ({
  id: newAuditEventId(),
  chain,
  seq,
  at: new Date(ctx.now().getTime() - left * SECOND_MS),
  actorKind: 'user',
  actorId: `user_${n % 50}`,
  action: ACTIONS[n % ACTIONS.length] ?? '',
  targetKind: 'stack',
  targetId: `stack_${n % 1_000}`,
  stackId: null,
  details: { name: `Number ${n}`, serverId: `server${n % 5}` },
  requestId: `req_${n}`,
  envelopes: null,
  prevHash,
  keyId: ctx.vault.currentKeyId,
});

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

const insert = (db: Client, events: readonly (ChainedEvent & { readonly hash: Bytes })[]) =>
  db.query(
    `INSERT INTO audit_event (id, chain, seq, at, actor_kind, actor_id, action, target_kind, target_id, details, request_id,
       prev_hash, key_id, hash)
     SELECT id, chain, seq, at, "actorKind", "actorId", action, "targetKind", "targetId", details, "requestId",
       "prevHash"::bytea, "keyId", hash::bytea
     FROM json_to_recordset($1::json) AS row(id text, chain text, seq int, at timestamptz, "actorKind" text, "actorId" text,
       action text, "targetKind" text, "targetId" text, details jsonb, "requestId" text, "prevHash" text, "keyId" text, hash text)`,
    [JSON.stringify(events.map((event) => ({ ...event, prevHash: hex(event.prevHash), hash: hex(event.hash) })))],
  );
