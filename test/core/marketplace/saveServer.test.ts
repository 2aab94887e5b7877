import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStackServer } from '../../../src/core/kernel/findStackServer.ts';
import {
  newStackId,
  toClientId,
  toEndpointId,
  toServerId,
  toStackId,
  toTokenId,
} from '../../../src/core/kernel/ids.ts';
import { write } from '../../../src/core/kernel/write.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { findServer, getServer, listServers } from '../../../src/core/servers/server.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../../src/core/stacks/stackServer.ts';
import { createChanges } from '../../../src/store/changes.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { waitingForLocks } from '../../harness/database.ts';
import { eventually } from '../../harness/eventually.ts';
import { silentLog } from '../../harness/log.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let account: TestAccount;
beforeAll(async () => {
  world = await createWorld();
  account = await createTestAccount(world, 'Ours');
});
afterAll(() => world.database.close());

const tools = ['find', 'buy'];

/** Resolves when a transaction of this database waits for another one's lock. */
const untilBlocked = () => eventually('a transaction waits', async () => (await waitingForLocks(world.database)) > 0);

describe('saving a server', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'https://a:b@example.com', '//example.com'])(
    'stores no destination in %s',
    async (homepage) => {
      const saving = saveServer(world.as(), { ...serverDocument('shop', { tools }), homepage });
      await expect(saving).rejects.toMatchObject({
        code: 'invalid_input',
        details: { issues: [{ path: '/homepage' }] },
      });
    },
  );

  it('keeps a tool that is being enabled concurrently', async () => {
    await saveServer(world.as(), serverDocument('shop', { tools }));
    await addServerToStack(account.ctx, account.stackId, { serverId: 'shop', enabledTools: ['shop_find'] });
    const client = await world.database.pool.connect();
    await client.query('BEGIN');
    // `updateServerTools`, stopped before its commit.
    await client.query('UPDATE stack SET version = version + 1 WHERE id = $1', [account.stackId]);
    await client.query(
      `INSERT INTO enabled_tool (stack_server_id, tool_key)
       SELECT placed.id, tool.id FROM stack_server placed JOIN tool USING (server_id)
       WHERE placed.stack_id = $1 AND tool.tool_id = 'shop_buy'`,
      [account.stackId],
    );
    const saving = saveServer(world.as(), { ...serverDocument('shop', { tools }), description: 'New' });
    await untilBlocked();
    await client.query('COMMIT');
    client.release();
    await saving;
    const enabled = await world.deps.db.enabledTool.count({ where: { stackServer: { stackId: account.stackId } } });
    expect(enabled).toBe(2);
  });

  it('locks its stacks in id order, so that two servers never deadlock', async () => {
    await saveServer(world.as(), serverDocument('ordered'));
    const [first, second] = [toStackId('stack_order_a'), toStackId('stack_order_b')];
    const data = [second, first].map((id) => ({ id, name: id, accountId: account.accountId }));
    await world.deps.db.stack.createMany({ data });
    for (const { id } of data) await addServerToStack(account.ctx, id, { serverId: 'ordered' });
    const client = await world.database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT id FROM stack WHERE id = $1 FOR UPDATE', [first]);
    const saving = saveServer(world.as(), { ...serverDocument('ordered'), description: 'New' });
    await untilBlocked();
    const free = await client.query('SELECT id FROM stack WHERE id = $1 FOR UPDATE SKIP LOCKED', [second]);
    await client.query('COMMIT');
    client.release();
    await saving;
    expect(free.rows).toEqual([{ id: second }]);
  });

  const tool = { name: 'x', inputSchema: { type: 'object', default: '\u0000' } };
  it.each([
    ['half a character in its description', { description: '\ud800' }, ''],
    [
      'NUL in the description of a field',
      { credentials: [{ id: 'key', name: 'Key', required: true, description: '\u0000' }] },
      '/credentials/0',
    ],
    ['NUL in the description of a tool', { tools: [tool, { ...tool, name: 'y', description: '\u0000' }] }, '/tools/1'],
  ])('refuses %s, which the database cannot store', async (_name, change, path) => {
    await expect(saveServer(account.ctx, { ...serverDocument('odd'), ...change })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path, message: 'must be well-formed Unicode without NUL' }] },
    });
  });

  it('keeps the values of a schema unchanged', async () => {
    await saveServer(account.ctx, { ...serverDocument('kept'), tools: [tool] });
    expect(await getServer(account.ctx, toServerId('kept'))).toMatchObject({
      tools: [{ inputSchema: JSON.stringify(tool.inputSchema) }],
    });
  });
});

describe('two servers with one id', () => {
  it('never share a stack', async () => {
    await saveServer(world.as(), serverDocument('twin'));
    const { id } = await createStack(account.ctx, { name: 'twins' });
    await addServerToStack(account.ctx, id, { serverId: 'twin' });
    await saveServer(account.ctx, serverDocument('twin'));
    await expect(addServerToStack(account.ctx, id, { serverId: 'twin' })).rejects.toMatchObject({
      code: 'already_exists',
      message: expect.stringMatching(/^Server twin already exists in stack: it is a different server/),
    });
    expect(await findStackServer(account.ctx, id, toServerId('twin'))).toMatchObject({
      server: { owner: 'marketplace' },
    });
    await updateServerTools(account.ctx, id, toServerId('twin'), { enabledTools: ['twin_find'] });
  });
});

describe('an agent', () => {
  it('reads nothing from the marketplace', async () => {
    const agent = world.as({
      kind: 'agent',
      accountId: account.accountId,
      stackId: account.stackId,
      endpointId: toEndpointId('endpoint_x'),
      clientId: toClientId('client_x'),
      tokenId: toTokenId('token_x'),
      listMode: 'full',
      endUser: null,
      limits: {},
    });
    for (const read of [async () => listServers(agent), async () => findServer(agent, toServerId('shop'))]) {
      await expect(read()).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});

describe('a change that affects very many stacks', () => {
  const STACKS = 20_000;

  it('is announced to other instances in one transaction', async () => {
    const heard = new Set<string>();
    const other = await createChanges({ url: world.database.url, log: silentLog });
    other.subscribe(({ id }) => heard.add(id));
    const changes = Array.from({ length: STACKS }, () => ({ kind: 'tools' as const, id: newStackId() }));
    await write(world.as(), async () => ({
      value: null,
      audit: { action: 'server.import', target: { kind: 'server', id: 'popular' } },
      changes,
    }));
    await eventually('all are heard', () => heard.size === STACKS);
    await other.close();
  });
});
