import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeCredential, setCredentials } from '../../../src/core/credentials/credential.ts';
import { updateApplicationSharing } from '../../../src/core/credentials/shareApplication.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import { lockStack } from '../../../src/core/credentials/store.ts';
import { type StackId, toServerId } from '../../../src/core/kernel/ids.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { patiently } from '../../harness/eventually.ts';
import { makeStack } from './kit.ts';
import { type MailWorld, mailDocument, STORED_CLIENT, startMailWorld } from './mail.ts';
import { CLIENT } from './provider.ts';

const MAIL = toServerId('mail');
const CLIENT_FIELDS = ['mail_client_id', 'mail_client_secret'];

let mail: MailWorld;
beforeAll(async () => {
  mail = await startMailWorld();
});
afterAll(() => mail.close());

/** Which client fields a stack has, and which of them it shares. */
async function applicationOf(stackId: StackId, ctx = mail.account.ctx) {
  const { fields } = await getCredentialStatus(ctx, stackId, MAIL);
  const client = fields.filter(({ fieldId }) => CLIENT_FIELDS.includes(fieldId));
  return client.map(({ state, isShared }) => (isShared ? `${state}, shared` : state)).join('; ');
}

const SHARED = 'added, shared; added, shared';
const OWN = 'added; added';
const NONE = 'missing; missing';

describe('an OAuth application shared by stacks', () => {
  it('serves sign-ins in existing and new stacks', async () => {
    const [from, before] = [await makeStack(mail), await makeStack(mail, {})];
    expect(await applicationOf(before.stackId)).toBe(NONE);
    expect(await before.call()).toMatchObject({ status: 500 });
    const share = () => updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    expect(await share()).toMatchObject({ serverId: 'mail', isShared: true });
    const after = await makeStack(mail, {});
    for (const stack of [from, before, after]) {
      expect(await applicationOf(stack.stackId)).toBe(SHARED);
      expect(await stack.signIn('bob')).toMatchObject({ status: 200 });
      expect(await stack.call()).toEqual({ status: 200, body: { result: { account: 'bob' } } });
    }
    // Sharing again writes no copy, because all of them are up to date.
    const { db } = mail.account.ctx;
    const revisions = () =>
      db.credential.findMany({ where: { isShared: true }, select: { revision: true }, orderBy: { id: 'asc' } });
    const known = await revisions();
    await share();
    expect(await revisions()).toEqual(known);
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, false);
  });

  it('leaves a stack’s own client, end users and other accounts unchanged', async () => {
    const [from, own, foreign] = [await makeStack(mail), await makeStack(mail), mail.world.otherAccount.ctx];
    const stack = await createStack(foreign, { name: 'theirs' });
    await addServerToStack(foreign, stack.id, { serverId: 'mail' });
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    expect(await applicationOf(own.stackId)).toBe(OWN);
    expect(await applicationOf(stack.id, foreign)).toBe(NONE);
    await expect(updateApplicationSharing(foreign, from.stackId, MAIL, true)).rejects.toMatchObject({
      code: 'not_found',
    });
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, false);
  });

  it('is updated everywhere when shared again; changing one part makes it a stack’s own', async () => {
    const [from, other] = [await makeStack(mail), await makeStack(mail, {})];
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    expect(await applicationOf(other.stackId)).toBe(SHARED);
    await setCredentials(other.ctx, other.stackId, MAIL, { credentials: { mail_client_secret: 'its own' } });
    expect(await applicationOf(other.stackId)).toBe(OWN);
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    expect(await applicationOf(other.stackId)).toBe(OWN);
    // A new secret reaches the stacks that share the old one.
    const third = await makeStack(mail, {});
    const store = (mail_client_secret: string) =>
      setCredentials(from.ctx, from.stackId, MAIL, { credentials: { mail_client_secret } });
    await store('not known yet');
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    expect(await third.signIn('ann')).toMatchObject({ status: 502 });
    await store(CLIENT.secret);
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    expect(await third.signIn('ann')).toMatchObject({ status: 200 });
    await removeCredential(other.ctx, other.stackId, MAIL, 'mail_client_secret');
    expect(await applicationOf(other.stackId)).toBe('added; missing');
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    expect(await applicationOf(other.stackId)).toBe('added; missing');
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, false);
  });

  it('is shared again without waiting for a stack that has it', async () => {
    const [from, other] = [await makeStack(mail), await makeStack(mail, {})];
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    expect(await applicationOf(other.stackId)).toBe(SHARED);
    await patiently(mail.account.ctx.db, async (tx) => {
      await lockStack(tx, other.stackId);
      await updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    });
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, false);
  });

  it.each([
    [
      'after one another',
      async (shares: readonly (() => Promise<unknown>)[]) => {
        for (const share of shares) await share();
      },
    ],
    ['at once', (shares: readonly (() => Promise<unknown>)[]) => Promise.all(shares.map((share) => share()))],
  ])('stays with its stack when two are shared %s, and all others have one of them', async (_how, run) => {
    const wrong = { ...STORED_CLIENT, mail_client_secret: 'of another client' };
    const [good, bad, third] = [await makeStack(mail), await makeStack(mail, wrong), await makeStack(mail, {})];
    await run([good, bad].map((stack) => () => updateApplicationSharing(stack.ctx, stack.stackId, MAIL, true)));
    expect(await good.signIn('ann')).toMatchObject({ status: 200 });
    expect(await bad.signIn('ann')).toMatchObject({ status: 502 });
    expect([await applicationOf(good.stackId), await applicationOf(bad.stackId)].toSorted()).toEqual([SHARED, OWN]);
    const isGood = (await applicationOf(good.stackId)) === SHARED;
    expect(await third.signIn('ann')).toMatchObject({ status: isGood ? 200 : 502 });
    expect(await applicationOf(third.stackId)).toBe(SHARED);
    await updateApplicationSharing(good.ctx, good.stackId, MAIL, false);
  });

  it('stays where it is when sharing ends, and no new stack gets it', async () => {
    const [from, other] = [await makeStack(mail), await makeStack(mail, {})];
    await updateApplicationSharing(from.ctx, from.stackId, MAIL, true);
    expect(await updateApplicationSharing(from.ctx, from.stackId, MAIL, false)).toEqual({
      serverId: 'mail',
      isShared: false,
      stackCount: 0,
    });
    expect(await applicationOf(other.stackId)).toBe(OWN);
    expect(await applicationOf((await makeStack(mail, {})).stackId)).toBe(NONE);
  });

  it('can be unshared even at max_audit_events, and repeating that records no event', async () => {
    const { ctx, stackId } = await makeStack(mail);
    await updateApplicationSharing(ctx, stackId, MAIL, true);
    const full = { ...ctx, actor: { ...ctx.actor, limits: { max_audit_events: 1 } } as typeof ctx.actor };
    await expect(updateApplicationSharing(full, stackId, MAIL, true)).rejects.toMatchObject({ code: 'invalid_input' });
    const events = () => ctx.db.auditEvent.count();
    const before = await events();
    for (const _again of [1, 2])
      expect(await updateApplicationSharing(full, stackId, MAIL, false)).toMatchObject({ stackCount: 0 });
    expect(await events()).toBe(before + 1);
  });

  it('is not shared if nothing is stored, or by a user of that stack only', async () => {
    const stack = await makeStack(mail, {});
    await expect(updateApplicationSharing(stack.ctx, stack.stackId, MAIL, true)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('Store the id and secret'),
    });
    const { actor } = stack.ctx;
    const held = {
      ...stack.ctx,
      actor: { ...actor, role: 'member', stackRoles: new Map([[stack.stackId, 'developer']]) },
    };
    await expect(updateApplicationSharing(held as typeof stack.ctx, stack.stackId, MAIL, true)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  const PLACED = { kind: 'http', baseUrl: 'https://{placed_site}.example.com' };
  const SITE = { id: 'placed_site', name: 'Site', required: true, secret: false };
  const TOOL = {
    name: 'send',
    inputSchema: { type: 'object', properties: {} },
    request: { kind: 'template', method: 'GET', path: '/x', headers: { 'x-app': '{mail_client_id}' } },
  };
  const HEADER = { in: 'header', name: 'x-app' };

  // Document changes that would send the client's secret to an address from the stack's settings.
  it.each<[string, { document?: object; oauth2?: object; field?: object }]>([
    ['secret follows', { oauth2: { grant: 'client_credentials', authorizationUrl: undefined } }],
    ['secret has a placement', { field: { placement: HEADER } }],
    [
      'id is in a header of the server',
      { document: { connector: { ...PLACED, headers: { 'x-app': '{mail_client_id}' } } } },
    ],
    ['id is in a request of a tool', { document: { tools: [TOOL] } }],
  ])('is not shared if each stack enters the address and its %s', async (_how, { document = {}, oauth2, field }) => {
    const { credentials, ...rest } = mailDocument(mail.provider, oauth2) as { credentials: { id: string }[] };
    const fields = credentials.map((each) => (each.id === 'mail_client_secret' ? { ...each, ...field } : each));
    await mail.world.saveServer({
      ...rest,
      id: 'placed',
      connector: PLACED,
      credentials: [...fields, SITE],
      ...document,
    });
    const stack = await makeStack(mail);
    await addServerToStack(stack.ctx, stack.stackId, { serverId: 'placed' });
    await setCredentials(stack.ctx, stack.stackId, toServerId('placed'), {
      credentials: { ...STORED_CLIENT, placed_site: 'ours' },
    });
    await expect(updateApplicationSharing(stack.ctx, stack.stackId, toServerId('placed'), true)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('no OAuth application'),
    });
  });

  it('is shared if each stack enters the address and no request contains it', async () => {
    const { credentials, ...rest } = mailDocument(mail.provider) as { credentials: object[] };
    await mail.world.saveServer({ ...rest, id: 'placed', connector: PLACED, credentials: [...credentials, SITE] });
    const stack = await makeStack(mail);
    await addServerToStack(stack.ctx, stack.stackId, { serverId: 'placed' });
    await setCredentials(stack.ctx, stack.stackId, toServerId('placed'), { credentials: STORED_CLIENT });
    expect(await updateApplicationSharing(stack.ctx, stack.stackId, toServerId('placed'), true)).toMatchObject({
      isShared: true,
    });
  });
});
