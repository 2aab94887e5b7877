import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyAuditChain } from '../../../../src/core/audit/verify.ts';
import { createClientEndpoint } from '../../../../src/core/endpoints/clientEndpoint.ts';
import { getSigner } from '../../../../src/core/endpoints/signingKey.ts';
import type { Ctx, Db } from '../../../../src/core/kernel/context.ts';
import {
  type CredentialId,
  newCredentialId,
  newServerKey,
  newStackServerId,
  type StackServerId,
  toCallId,
  toServerId,
  toWebhookId,
} from '../../../../src/core/kernel/ids.ts';
import { createVault } from '../../../../src/core/kernel/vault/createVault.ts';
import { ensureKeyCheck, KeyCheckError } from '../../../../src/core/kernel/vault/keyCheck.ts';
import { rotateVault } from '../../../../src/core/kernel/vault/rotate.ts';
import type { Binding, Vault } from '../../../../src/core/kernel/vault/vault.ts';
import { patiently } from '../../../harness/eventually.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../../world.ts';
import { countWaiting, knownKeys } from './kit.ts';

const OLD_KEY = randomBytes(32);
const NEW_KEY = randomBytes(32);
const old = createVault({ current: OLD_KEY, previous: [] });
const both = createVault({ current: NEW_KEY, previous: [OLD_KEY] });
const fresh = createVault({ current: NEW_KEY, previous: [] });

let world: World;
let db: Db;
let alice: TestAccount;
let stackServerId: StackServerId;

beforeEach(async () => {
  world = await createWorld(OLD_KEY);
  db = world.database.db;
  alice = await createTestAccount(world, 'Alice');
  const server = {
    id: newServerKey(),
    owner: 'marketplace',
    slug: toServerId('gmail'),
    name: 'Gmail',
    description: '',
  };
  await db.server.create({ data: { ...server, verified: false, toolPrefix: true, connector: {}, digest: '' } });
  stackServerId = newStackServerId();
  await db.stackServer.create({ data: { id: stackServerId, stackId: alice.stackId, serverId: server.id } });
});
afterEach(() => world.database.close());

const bindingOf = (fieldId: string, revision = 1): Binding => ({
  accountId: alice.accountId,
  stackId: alice.stackId,
  serverId: 'server_1',
  endUser: '',
  fieldId,
  revision,
  destination: 'there',
});

/** Stores a value in each field. Returns the ids of the rows, in the order of the fields. */
async function store(vault: Vault, ...fields: string[]): Promise<CredentialId[]> {
  const rows = fields.map((fieldId) => {
    const { bytes: sealed, keyId } = vault.seal(`value of ${fieldId}`, bindingOf(fieldId));
    return { id: newCredentialId(), stackServerId, fieldId, sealed, keyId, revision: 1 };
  });
  await db.credential.createMany({ data: rows });
  return rows.map((row) => row.id);
}

async function openAll(vault: Vault): Promise<string[]> {
  const rows = await db.credential.findMany({ orderBy: { id: 'asc' } });
  return rows.map((row) => vault.open(row.sealed, bindingOf(row.fieldId, row.revision)));
}

const operatorWith = (vault: Vault): Ctx => ({ ...world.as(), vault });

describe('rotation', () => {
  const FIELDS = Array.from({ length: 250 }, (_, index) => `field_${index}`);

  test('rewraps every value with the new key and drops the old one', async () => {
    await ensureKeyCheck(db, old);
    await store(old, ...FIELDS);
    const { kid } = await getSigner({ ...alice.ctx, vault: old });
    const values = await openAll(old);
    expect(await rotateVault(operatorWith(both))).toEqual({
      keyId: fresh.currentKeyId,
      rewrapped: FIELDS.length + 1,
      unreadable: 0,
      droppedKeyIds: [old.currentKeyId],
      keptKeyIds: [],
    });
    expect(await openAll(fresh)).toEqual(values);
    expect((await getSigner({ ...alice.ctx, vault: fresh })).kid).toBe(kid);
    expect(await knownKeys(db)).toEqual([fresh.currentKeyId]);
    await ensureKeyCheck(db, fresh);
    const events = await db.auditEvent.findMany({ where: { chain: 'operator', action: 'vault.rotate' } });
    expect(events.length).toBeGreaterThanOrEqual(3);
    expect(await verifyAuditChain(operatorWith(fresh), 'operator')).toMatchObject({ ok: true });
    expect(await rotateVault(operatorWith(both))).toMatchObject({ rewrapped: 0, unreadable: 0, droppedKeyIds: [] });
  });

  test('records what it rewrapped, by kind, and the keys that it dropped', async () => {
    await ensureKeyCheck(db, old);
    await store(old, 'one', 'two');
    await getSigner({ ...alice.ctx, vault: old });
    await rotateVault(operatorWith(both));
    const events = await db.auditEvent.findMany({
      where: { chain: 'operator', action: 'vault.rotate', targetKind: 'vault', targetId: fresh.currentKeyId },
      orderBy: { seq: 'asc' },
    });
    const batch = (rows: string, rewrapped: number) => ({ rows, rewrapped, unreadable: 0 });
    expect(events.map(({ details }) => details)).toEqual([
      batch('credentials', 2),
      batch('signing_keys', 1),
      batch('oauth_clients', 0),
      batch('audit_keys', expect.any(Number)),
      batch('call_contents', 0),
      batch('webhooks', 0),
      batch('chat_models', 0),
      { droppedKeyIds: [old.currentKeyId] },
    ]);
  });

  test('keeps every sealed row bound to its own row: clients, audit, signatures, call contents, webhooks, models', async () => {
    const { serverId } = await db.stackServer.findUniqueOrThrow({ where: { id: stackServerId } });
    const names = ['one', 'two'];
    for (const name of names) {
      const { bytes: sealed, keyId } = old.seal(name, bindingOf(name));
      const client = { id: `client-${name}`, serverId, issuer: name, redirectUri: '', createdAt: world.clock.now };
      await db.oAuthRegistration.create({ data: { ...client, sealed, keyId } });
      await db.auditKey.create({ data: { id: `key-${name}`, sealed, keyId } });
      await db.signingKey.create({ data: { kid: `signing-${name}`, publicJwk: {}, sealed, keyId } });
      const content = {
        accountId: alice.accountId,
        stackId: alice.stackId,
        bytes: sealed.length,
        expiresAt: world.clock.now,
      };
      const webhook = { accountId: alice.accountId, name, url: '', hasInput: false, createdAt: world.clock.now };
      await db.webhook.create({ data: { id: toWebhookId(`webhook-${name}`), ...webhook, sealed, keyId } });
      await db.callContent.create({ data: { id: toCallId(`call-${name}`), ...content, sealed, keyId } });
      const { accountId } = await createTestAccount(world, `with a model, ${name}`);
      const model = { accountId, api: 'openai', url: 'https://models.test', model: name, needsKey: true };
      await db.chatModel.create({ data: { ...model, updatedAt: world.clock.now, sealed, keyId } });
    }
    expect(await rotateVault(operatorWith(both))).toMatchObject({ rewrapped: 12, unreadable: 0 });
    const models = await db.chatModel.findMany({ orderBy: { accountId: 'asc' } });
    const rows = [
      await db.oAuthRegistration.findMany({ orderBy: { id: 'asc' } }),
      await db.auditKey.findMany({ where: { id: { startsWith: 'key-' } }, orderBy: { id: 'asc' } }),
      await db.signingKey.findMany({ orderBy: { kid: 'asc' } }),
      await db.webhook.findMany({ orderBy: { id: 'asc' } }),
      await db.callContent.findMany({ orderBy: { id: 'asc' } }),
      models.flatMap(({ sealed, keyId }) => (sealed && keyId ? [{ sealed, keyId }] : [])),
    ];
    for (const each of rows) {
      expect(each.map(({ sealed }, at) => fresh.open(sealed, bindingOf(names[at] ?? '')))).toEqual(names);
      expect(each.map(({ keyId }) => keyId)).toEqual([fresh.currentKeyId, fresh.currentKeyId]);
    }
  });

  test('resumes after an interruption', async () => {
    await ensureKeyCheck(db, old);
    await store(old, ...FIELDS);
    const stop = new AbortController();
    const changedOnce = { ...operatorWith(both), signal: stop.signal };
    const changes = { ...world.changes, publishLocally: () => stop.abort() };
    await expect(rotateVault({ ...changedOnce, changes })).rejects.toThrow();
    const left = await db.credential.count({ where: { keyId: old.currentKeyId } });
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(FIELDS.length);
    expect(await openAll(both)).toHaveLength(FIELDS.length);
    expect(await rotateVault(operatorWith(both))).toMatchObject({ rewrapped: left, droppedKeyIds: [old.currentKeyId] });
  });

  test('runs once when started twice concurrently', async () => {
    await ensureKeyCheck(db, old);
    await store(old, ...FIELDS.slice(0, 20));
    const rotations = await Promise.all([rotateVault(operatorWith(both)), rotateVault(operatorWith(both))]);
    expect(rotations.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBe(20);
    expect(await openAll(fresh)).toHaveLength(20);
  });

  test('keeps the old key while a damaged row names it, and rewraps all others', async () => {
    await ensureKeyCheck(db, old);
    const [, bad = newCredentialId()] = await store(old, 'good', 'bad', 'fine');
    await db.credential.update({ where: { id: bad }, data: { sealed: new Uint8Array(200) } });
    const first = await rotateVault(operatorWith(both));
    expect(first).toMatchObject({ rewrapped: 2, unreadable: 1, droppedKeyIds: [], keptKeyIds: [old.currentKeyId] });
    await db.credential.delete({ where: { id: bad } });
    const second = await rotateVault(operatorWith(both));
    expect(second).toMatchObject({ rewrapped: 0, unreadable: 0, droppedKeyIds: [old.currentKeyId] });
  });

  test('does not overwrite a value that its owner stores meanwhile', async () => {
    await ensureKeyCheck(db, old);
    const [id = newCredentialId()] = await store(old, 'token');
    const { bytes, keyId } = both.seal('newer', bindingOf('token', 2));
    let rotation: Promise<unknown> = Promise.resolve();
    await patiently(db, async (owner) => {
      await owner.credential.update({ where: { id }, data: { sealed: bytes, keyId, revision: 2 } });
      rotation = rotateVault(operatorWith(both));
      await expect.poll(() => countWaiting(db)).toBe(1);
    });
    await rotation;
    expect(await openAll(fresh)).toEqual(['newer']);
  });

  test('is available only to the operator, with keys that open everything', async () => {
    await ensureKeyCheck(db, old);
    await expect(rotateVault({ ...alice.ctx, vault: both })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(rotateVault(operatorWith(fresh))).rejects.toThrow(KeyCheckError);
  });

  test('keeps tokens valid', async () => {
    await createClientEndpoint({ ...alice.ctx, vault: old }, { stackId: alice.stackId, name: 'agent' });
    await rotateVault(operatorWith(both));
    expect(await db.signingKey.count({ where: { keyId: fresh.currentKeyId } })).toBe(1);
  });
});
