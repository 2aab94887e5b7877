import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import type { Tx } from '../../../src/core/kernel/context.ts';
import { newUserId, type StackId, toServerId, type UserId } from '../../../src/core/kernel/ids.ts';
import { removeUser, updateUserRole } from '../../../src/core/people/user.ts';
import { eventually } from '../../harness/eventually.ts';
import { openBrowser } from './browser.ts';
import { linkIn, type MailStack, makeStack } from './kit.ts';
import { ask, type CallResponse, type MailWorld, startMailWorld } from './mail.ts';
import { type NotesWorld, startNotesWorld } from './notes.ts';

describe('the end user of a request', () => {
  let notes: NotesWorld;
  let stackId: StackId;

  beforeAll(async () => {
    notes = await startNotesWorld();
    stackId = await notes.newStack('work');
  });
  afterAll(() => notes.close());

  /** The ways to call, each with the key of its error. */
  const WAYS = {
    'the account’s invoke': async (headers: Record<string, string>) =>
      ask(`${notes.world.url}/v1/stacks/${stackId}/tools/notes_read/invoke`, notes.world.account.apiKey, {
        body: { tool_input: {} },
        headers,
      }),
    call_tool: (headers: Record<string, string>, endUser?: string) =>
      asAgent('call_tool', headers, endUser, { tool_name: 'notes_read', tool_input: {} }),
    list_tools: (headers: Record<string, string>, endUser?: string) => asAgent('list_tools', headers, endUser),
    MCP: (headers: Record<string, string>, endUser?: string) =>
      asAgent('mcp', { accept: 'application/json, text/event-stream', ...headers }, endUser, {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: {},
      }),
  };
  type Way = keyof typeof WAYS;

  async function asAgent(path: string, headers: Record<string, string>, endUser?: string, body?: unknown) {
    const { endpoint, token } = await createClientEndpoint(notes.ctx, { stackId, name: 'agent', endUser });
    return ask(`${notes.world.url}/s/${endpoint.clientId}/${path}`, token, { headers, ...(body ? { body } : {}) });
  }

  const ways: readonly Way[] = ['the account’s invoke', 'call_tool', 'list_tools', 'MCP'];
  const errorOf = ({ body }: CallResponse): unknown => body['error'] ?? body['detail'];

  it.each(ways.flatMap((way) => ['', 'two words', 'ünicode', 'x'.repeat(129)].map((header) => [way, header] as const)))(
    'with %s makes the header %j fail',
    async (way, header) => {
      const answer = await WAYS[way]({ 'x-end-user': Buffer.from(header).toString('latin1') });
      expect(answer.status).toBe(400);
      expect(errorOf(answer)).toBe('Invalid end user');
    },
  );

  it.each(['call_tool', 'list_tools', 'MCP'] as const)(
    'with %s makes a header fail that differs from the token',
    async (way) => {
      const answer = await WAYS[way]({ 'x-end-user': 'bob' }, 'ann');
      expect(answer.status).toBe(400);
      expect(errorOf(answer)).toBe('The token is for another end user');
      expect(errorOf(await WAYS[way]({ 'x-end-user': 'ann' }, 'ann'))).not.toBe('The token is for another end user');
    },
  );

  it('in a token is refused if invalid', async () => {
    const made = createClientEndpoint(notes.ctx, { stackId, name: 'agent', endUser: 'two words' });
    await expect(made).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('selects whose credentials the account API sets, shows and removes', async () => {
    const url = `${notes.world.url}/v1/stacks/${stackId}/servers/notes/credentials`;
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${notes.world.account.apiKey}`,
          'x-end-user': 'ann',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return response.json();
    };
    await send('PUT', '', { credentials: { key: 'ann’s' } });
    expect(await send('GET', '')).toMatchObject({ required_credentials: { key: 'added' } });
    const { db } = notes.world.edge.deps;
    expect(await db.credential.findMany({ select: { endUser: true, fieldId: true } })).toEqual([
      { endUser: 'ann', fieldId: 'key' },
    ]);
    await send('DELETE', '/key');
    expect(await db.credential.count()).toBe(0);
  });
});

describe('a sign-in of an end user', () => {
  let mail: MailWorld;
  let stack: MailStack;

  beforeAll(async () => {
    mail = await startMailWorld();
  });
  afterAll(() => mail.close());
  beforeEach(async () => {
    stack = await makeStack(mail);
    await stack.setMode('user');
  });

  it('serves only that user’s calls, through the stack’s own client', async () => {
    await stack.signIn('ann@mail', 'ann');
    await stack.signIn('bob@mail', 'bob');
    await stack.signIn('stack@mail');
    expect(await stack.call('ann')).toMatchObject({ status: 200, body: { result: { account: 'ann@mail' } } });
    expect(await stack.call('bob')).toMatchObject({ status: 200, body: { result: { account: 'bob@mail' } } });
    expect((await stack.call('cleo')).status).toBe(400);
    expect(await stack.status('ann')).toMatchObject({ oauthState: 'connected' });
    expect(await stack.status('cleo')).toMatchObject({ state: 'missing' });
  });

  it('is requested with a link for that user', async () => {
    mail.provider.signInAs = 'ann@mail';
    const callAsAnn = await stack.agent('ann');
    const failed = await callAsAnn();
    expect(failed).toMatchObject({ status: 400, body: { error: expect.stringContaining('missing credentials') } });
    expect((await openBrowser().open(linkIn(failed))).status).toBe(200);
    expect(await callAsAnn()).toMatchObject({ status: 200, body: { result: { account: 'ann@mail' } } });
    expect(await stack.status()).toMatchObject({ state: 'missing' });
  });

  it('is not requested in a call without a user', async () => {
    const failed = await stack.call();
    expect(failed).toMatchObject({
      status: 500,
      body: { detail: expect.stringContaining('does not name an end user') },
    });
    expect(linkIn(failed)).toBe('');
  });

  it('falls back to the stack’s only if enabled, and only for a user without one', async () => {
    await stack.signIn('stack@mail');
    expect((await stack.call('ann')).status).toBe(400);
    await stack.setMode('user_then_stack');
    expect(await stack.call('ann')).toMatchObject({ body: { result: { account: 'stack@mail' } } });
    await setCredentials(stack.ctx, stack.stackId, toServerId('mail'), {
      credentials: { mail_signature: 'A.' },
      endUser: 'ann',
    });
    expect((await stack.call('ann')).status).toBe(400);
  });

  it('cannot use its own client', async () => {
    const set = setCredentials(stack.ctx, stack.stackId, toServerId('mail'), {
      credentials: { mail_client_secret: 'mine' },
      endUser: 'ann',
    });
    await expect(set).rejects.toMatchObject({ code: 'invalid_input', message: 'Invalid credential format' });
  });

  const person = async (role: string): Promise<UserId> => {
    const data = {
      id: newUserId(),
      accountId: mail.account.id,
      role,
      email: `${role}@x.example`,
      createdAt: new Date(),
    };
    return (await mail.world.edge.deps.db.user.create({ data })).id;
  };

  it('outlives the person who created its link; links for the stack do not', async () => {
    const [gone] = [await person('developer'), await person('owner')];
    const [forAnn, forStack] = [await stack.link('ann'), await stack.link()];
    await updateUserRole(stack.ctx, gone, { role: 'auditor' });
    expect((await openBrowser().open(forStack)).status).toBe(400);
    expect((await openBrowser().open(forAnn)).status).toBe(200);

    // The provider has issued its tokens, and storing them waits for the stack while the person is removed.
    const [link, granted] = [await stack.link(), mail.provider.granted.length];
    const removing = async (tx: Tx) => {
      await tx.$queryRaw`SELECT 1 AS locked FROM stack WHERE id = ${stack.stackId} FOR UPDATE`;
      const finishing = openBrowser().open(link);
      await eventually('the tokens are given', () => mail.provider.granted.length > granted, 30_000);
      // As the operator, because changes of one account queue in this process.
      await removeUser(mail.world.operator, gone);
      return [finishing];
    };
    const [seen] = await mail.world.edge.deps.db.$transaction(removing, { timeout: 60_000 });
    expect(await seen).toMatchObject({ status: 404, text: expect.stringContaining('ask for a new one') });
    expect(await stack.status()).toMatchObject({ state: 'missing' });
  });
});
