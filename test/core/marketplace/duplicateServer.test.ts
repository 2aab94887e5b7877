import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { duplicateServer } from '../../../src/core/marketplace/duplicateServer.ts';
import { exportServer } from '../../../src/core/marketplace/exportServer.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let account: TestAccount;
let other: TestAccount;
const CHAT = toServerId('chat');

beforeAll(async () => {
  world = await createWorld();
  [account, other] = [await createTestAccount(world, 'Ours'), await createTestAccount(world, 'Theirs')];
  const tools = ['post', 'read'];
  const credentials = [
    {
      id: 'token',
      name: 'Token',
      description: 'A token.',
      required: true,
      placement: { in: 'header', name: 'X-Token' },
    },
  ];
  await saveServer(world.as(), { ...serverDocument('chat', { tools }), credentials, verified: true });
  await saveServer(world.as(), { ...serverDocument('bare', { tools }), toolPrefix: false });
  await saveServer(world.as(), serverDocument('taken', { tools }));
});
afterAll(() => world.database.close());

describe('a duplicated server', () => {
  it('has its own id, tool names and credentials, also in the same stack', async () => {
    const { server } = await duplicateServer(account.ctx, CHAT, { id: 'chat-work', name: 'Chat (work)' });
    expect(server).toMatchObject({
      slug: 'chat-work',
      name: 'Chat (work)',
      verified: false,
      owner: account.ctx.actor.accountId,
    });
    const { id: _id, name: _name, verified: _verified, ...of } = await exportServer(account.ctx, CHAT);
    expect(await exportServer(account.ctx, toServerId('chat-work'))).toMatchObject({ ...of, id: 'chat-work' });
    for (const serverId of ['chat', 'chat-work']) {
      await addServerToStack(account.ctx, account.stackId, { serverId, enableAllTools: true });
    }
    await setCredentials(account.ctx, account.stackId, toServerId('chat'), { credentials: { token: 'private' } });
    const rows = await world.database.db.enabledTool.findMany({
      where: { stackServer: { stackId: account.stackId } },
      select: { tool: { select: { toolId: true } } },
    });
    const names = rows.map(({ tool }) => tool.toolId).toSorted();
    expect(names).toEqual(['chat-work_post', 'chat-work_read', 'chat_post', 'chat_read']);
    const stored = await world.database.db.credential.findMany({
      where: { stackServer: { stackId: account.stackId } },
      select: { stackServer: { select: { server: { select: { slug: true } } } } },
    });
    expect(stored.map(({ stackServer }) => stackServer.server.slug)).toEqual(['chat']);
  });

  it('prefixes its tools with its id, even if the original does not', async () => {
    await duplicateServer(account.ctx, toServerId('bare'), { id: 'bare-two' });
    expect(await exportServer(account.ctx, toServerId('bare-two'))).toMatchObject({
      name: 'The bare',
      toolPrefix: true,
    });
  });

  it('is reused on a repeated request, and never takes another server’s id', async () => {
    const make = (id: string, name: string) => duplicateServer(account.ctx, CHAT, { id, name });
    expect(await make('again', 'A')).toMatchObject({ isChanged: true });
    expect(await make('again', 'A')).toMatchObject({ isChanged: false });
    for (const id of ['again', 'taken', 'chat']) {
      await expect(make(id, 'Another')).rejects.toMatchObject({ code: 'already_exists' });
    }
    const made = await Promise.allSettled(['A', 'B', 'C'].map((name) => make('at-once', name)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('needs an original that the caller can see, and is otherwise not found', async () => {
    await saveServer(other.ctx, serverDocument('secret', { tools: ['x'] }));
    const answers = ['secret', 'nothing'].map((slug) =>
      duplicateServer(account.ctx, toServerId(slug), { id: 'mine' }).catch(({ code, message }) => [
        code,
        message.replaceAll(slug, '…'),
      ]),
    );
    const [foreign, absent] = await Promise.all(answers);
    expect(foreign).toEqual(absent);
    expect(absent).toEqual(['not_found', 'Server … not found']);
  });

  it.each(['', 'Chat', 'chat work', '-chat', 'ch\u0000at'])('has no id such as %j', async (id) => {
    await expect(duplicateServer(account.ctx, CHAT, { id })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
