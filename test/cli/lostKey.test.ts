import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openChatModel, updateChatModel } from '../../src/core/chat/model.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { createVault } from '../../src/core/kernel/vault/createVault.ts';
import { credentialProblems } from '../../src/core/stacks/credentialProblems.ts';
import { createWebhook, listWebhooks } from '../../src/core/webhooks/webhook.ts';
import { newNotesStack, saveNotes, storeContents } from '../core/callContents/kit.ts';
import { createEmptyDatabase } from '../harness/database.ts';
import { startWorld } from '../harness/world.ts';
import { run, runJson, startInstallation, temporaryDir } from './toolyard.ts';

const CREDENTIALS = { notes_key: 'secret', notes_user: 'ann' };

/** An installation with a row of each kind that the master key seals, and a backup of it. */
async function openBackedUp() {
  const at = await startInstallation();
  onTestFinished(() => at.close());
  const { ctx } = at.world.account;
  await saveNotes(at.world.operator, 'http://127.0.0.1:9');
  const stackId = await newNotesStack(ctx, 'notes', CREDENTIALS);
  const endpoint = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  await createWebhook(ctx, { name: 'pager', url: 'https://pager.test/hook' });
  await updateChatModel(ctx, { api: 'openai', url: 'https://models.test', model: 'm', key: 'sk-12345678' });
  await storeContents(ctx, stackId, 'input');
  const file = join(at.dir, 'one.backup');
  await runJson(['backup', file, '--unchecked'], at.operator);
  return { at, stackId, endpoint, file };
}

const listTools = async (url: string, clientId: string, token: string): Promise<number> =>
  (await fetch(`${url}/s/${clientId}/list_tools`, { headers: { authorization: `Bearer ${token}` } })).status;

it('an installation restored without its master key starts again once the key is given up', async () => {
  const { at, stackId, endpoint, file } = await openBackedUp();
  const [database, dir, key] = [await createEmptyDatabase(), temporaryDir(), randomBytes(32)];
  onTestFinished(() => database.close());
  onTestFinished(() => dir.remove());
  const own = { DATABASE_URL: database.url, TOOLYARD_MASTER_KEY: key.toString('base64'), TOOLYARD_DATA_DIR: dir.path };
  const env = { ...at.operator, ...own };
  await run(['restore', file], env);

  const lost = createVault({ current: Buffer.from(at.operator['TOOLYARD_MASTER_KEY'] ?? '', 'base64'), previous: [] });
  const refused = await run(['account', 'list'], env);
  expect(refused.err).toContain(`sealed with master key ${lost.currentKeyId}`);
  expect(refused.err).toContain('vault abandon-key');
  expect((await run(['vault', 'abandon-key', '0011223344556677', '--yes'], env)).err).toContain(lost.currentKeyId);
  const configured = { ...env, TOOLYARD_MASTER_KEY: at.operator['TOOLYARD_MASTER_KEY'] ?? '' };
  expect((await run(['vault', 'abandon-key', lost.currentKeyId, '--yes'], configured)).err).toContain('is configured');
  const no = await run(['vault', 'abandon-key', lost.currentKeyId], env, '', async () => 'n');
  expect(no.err).toContain('nothing was changed');

  expect(await runJson(['vault', 'abandon-key', lost.currentKeyId, '--yes'], env)).toEqual({
    key_id: lost.currentKeyId,
    credentials: 2,
    call_contents: 1,
    webhooks: 1,
    chat_models: 1,
    tokens: 1,
    signing_keys: 1,
    oauth_clients: 0,
    unverifiable_chains: 3,
  });
  const { chains } = (await runJson(['audit', 'verify'], env)) as { chains: { ok: boolean; unverified: number }[] };
  expect(chains.map(({ ok, unverified }) => ok && unverified > 0)).toEqual([true, true, true]);
  expect((await run(['vault', 'abandon-key', lost.currentKeyId, '--yes'], env)).err).toContain('No value is sealed');

  const world = await startWorld({
    databaseUrl: database.url,
    config: { masterKey: { from: 'value', key, previous: [] } },
  });
  onTestFinished(() => world.close());
  const { actor } = at.world.account.ctx;
  const ctx: Ctx = { ...world.operator, actor };
  expect((await credentialProblems(ctx)).problems.map(({ kind }) => kind)).toEqual(['missing', 'missing']);
  expect(await listWebhooks(ctx)).toEqual([
    expect.objectContaining({ disabledAt: expect.any(Date), problem: expect.stringContaining('lost') }),
  ]);
  await expect(openChatModel(ctx)).rejects.toThrow('Enter the model’s key again');
  expect(await listTools(world.url, endpoint.endpoint.clientId, endpoint.token)).toBe(401);

  const { token } = await createStackToken(ctx, { endpointId: endpoint.endpoint.id });
  expect(await listTools(world.url, endpoint.endpoint.clientId, token)).toBe(200);
  await setCredentials(ctx, stackId, toServerId('notes'), { credentials: CREDENTIALS });
  expect((await credentialProblems(ctx)).problems).toEqual([]);
  expect(await runJson(['audit', 'verify'], env)).toMatchObject({ ok: true });
});

it('an event of the lost key that is changed afterwards still breaks the chain if its link changes', async () => {
  const { at } = await openBackedUp();
  const { db } = at.world.operator;
  const chain: string = at.world.account.id;
  const lost = createVault({ current: Buffer.from(at.operator['TOOLYARD_MASTER_KEY'] ?? '', 'base64'), previous: [] });
  const env = { ...at.operator, TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64') };
  await runJson(['vault', 'abandon-key', lost.currentKeyId, '--yes'], env);
  await db.$executeRawUnsafe('ALTER TABLE audit_event DISABLE TRIGGER USER');
  await db.$executeRaw`DELETE FROM audit_event WHERE chain = ${chain} AND seq = 2`;
  expect((await run(['audit', 'verify', '--chain', chain], env)).out).toContain('the event is missing');
});
