import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { keyChains } from '../../../src/core/audit/keyChains.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { type Bytes, GENESIS_HASH, hashEvent } from '../../../src/core/kernel/audit/chain.ts';
import { newRowId, newServerKey, newStackServerId, toServerId } from '../../../src/core/kernel/ids.ts';
import { ensureKeyCheck } from '../../../src/core/kernel/vault/keyCheck.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

const SERVER = newServerKey();

/** The victim, another account, and the database. */
export type Scene = { readonly world: World; readonly alice: TestAccount; readonly bob: TestAccount };

/** A database with one server and another account. */
export async function openScene(masterKey: Buffer): Promise<Scene> {
  const world = await createWorld(masterKey);
  const { db } = world.database;
  await ensureKeyCheck(db, world.deps.vault);
  await keyChains(world.as());
  const server = { id: SERVER, owner: 'marketplace', slug: toServerId('mail'), name: 'Mail', description: '' };
  const connector = { kind: 'http', baseUrl: 'https://mail.test' };
  await db.server.create({ data: { ...server, verified: false, toolPrefix: true, connector, digest: '' } });
  const field = { serverId: SERVER, fieldId: 'token', name: 'Token', description: '', required: true, position: 0 };
  await db.credentialField.create({ data: { id: newRowId(), ...field, secret: true, uses: [] } });
  const bob = await openTestAccount(world, 'Bob');
  return { world, alice: bob, bob };
}

/** An account with seven recorded changes, an account credential and an end user's credential. */
export async function openTestAccount(world: World, name: string): Promise<TestAccount> {
  const account = await createTestAccount(world, name);
  await world.database.db.stackServer.create({
    data: { id: newStackServerId(), stackId: account.stackId, serverId: SERVER },
  });
  await enter(account, 'first');
  await enter(account, 'a secret');
  await enter(account, 'a secret', 'ann');
  await createApiKey(account.ctx, { name: 'one more' });
  return account;
}

export const enter = (
  { ctx, stackId }: Pick<TestAccount, 'ctx' | 'stackId'>,
  token: string,
  endUser: string | null = null,
) => setCredentials(ctx, stackId, toServerId('mail'), { credentials: { token }, endUser });

/** SQL of an attacker who owns the database; bypasses triggers and the service. */
export async function tamper({ world }: Scene, ...statements: string[]): Promise<void> {
  const { db } = world.database;
  await db.$transaction([
    db.$executeRawUnsafe('ALTER TABLE audit_event DISABLE TRIGGER USER'),
    ...statements.map((sql) => db.$executeRawUnsafe(sql)),
    db.$executeRawUnsafe('ALTER TABLE audit_event ENABLE ALWAYS TRIGGER audit_event_append_only'),
    db.$executeRawUnsafe('ALTER TABLE audit_event ENABLE ALWAYS TRIGGER audit_event_keep'),
  ]);
}

export const eventsOf = ({ world }: Pick<Scene, 'world'>, chain: string) =>
  world.database.db.auditEvent.findMany({ where: { chain }, orderBy: { seq: 'asc' } });
const hex = (bytes: Uint8Array): string => `'\\x${Buffer.from(bytes).toString('hex')}'`;
export const at = ({ alice }: Scene, seq: number): string => `WHERE chain = '${alice.accountId}' AND seq = ${seq}`;
export const ownRow = ({ alice }: Scene): string => `FROM stack_server AS place WHERE place.id = stack_server_id AND
  place.stack_id = '${alice.stackId}' AND end_user = ''`;

/**
 * Rehashes all events from `from` on without a key, as anyone can with SHA-256, and updates the head; `isMarked`
 * pretends that they are keyed.
 */
export async function rehash(scene: Scene, from: number, isMarked: boolean): Promise<void> {
  const chain = scene.alice.accountId;
  const unmarked = `UPDATE audit_event SET key_id = NULL, envelopes = NULL WHERE chain = '${chain}' AND seq >= ${from}`;
  await tamper(scene, ...(isMarked ? [] : [unmarked]));
  let prevHash: Bytes = GENESIS_HASH;
  const statements: string[] = [];
  for (const event of await eventsOf(scene, chain)) {
    const hash = event.seq < from ? new Uint8Array(event.hash) : hashEvent({ ...event, prevHash }, null);
    statements.push(`UPDATE audit_event SET prev_hash = ${hex(prevHash)}, hash = ${hex(hash)} ${at(scene, event.seq)}`);
    prevHash = hash;
  }
  const head = `seq = ${statements.length}, hash = ${hex(prevHash)}${isMarked ? '' : ', key_id = NULL, mac = NULL'}`;
  await tamper(scene, ...statements, `UPDATE audit_chain SET ${head} WHERE id = '${chain}'`);
}

export async function cutTo(scene: Scene, seq: number): Promise<void> {
  const chain = scene.alice.accountId;
  const last = (await eventsOf(scene, chain)).find((event) => event.seq === seq);
  await tamper(
    scene,
    `DELETE FROM audit_event WHERE chain = '${chain}' AND seq > ${seq}`,
    `UPDATE audit_chain SET seq = ${seq}, hash = ${hex(last?.hash ?? GENESIS_HASH)} WHERE id = '${chain}'`,
  );
}

/** Copies columns of one of Alice's credentials to another row, like a backup and restore with `SELECT … INTO`. */
export const restore = ({ alice }: Scene, columns: readonly string[]): string =>
  `UPDATE credential SET ${columns.map((name) => `${name} = old.${name}`).join(', ')} FROM backup AS old,
   stack_server AS place WHERE place.id = credential.stack_server_id AND place.stack_id = '${alice.stackId}'
   AND credential.end_user = '' AND old.id = credential.id`;

export const ROW = ['sealed', 'key_id', 'revision', 'state', 'destination', 'updated_at'];

/** A backup, then the owner's later changes, then the attack. */
export async function afterBackup(scene: Scene, since: () => Promise<unknown>, ...attack: string[]): Promise<void> {
  const { db } = scene.world.database;
  await db.$executeRawUnsafe('DROP TABLE IF EXISTS backup');
  await db.$executeRawUnsafe('CREATE TABLE backup AS SELECT * FROM credential');
  await since();
  await tamper(scene, ...attack);
}
