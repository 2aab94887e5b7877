import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { exportServer } from '../../../src/core/marketplace/exportServer.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { updateServer } from '../../../src/core/marketplace/updateServer.ts';
import { updateToolHints } from '../../../src/core/policies/hints.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let account: TestAccount;
let other: TestAccount;
const LOCAL = toServerId('local');

beforeAll(async () => {
  world = await createWorld();
  [account, other] = [await createTestAccount(world, 'Ours'), await createTestAccount(world, 'Theirs')];
  await saveServer(world.as(), serverDocument('taken', { tools: ['post'] }));
  await saveServer(account.ctx, serverDocument('local', { tools: ['post', 'read'] }));
});
afterAll(() => world.database.close());

const toolsOf = (slug: string) =>
  world.database.db.tool.findMany({
    where: { server: { slug: toServerId(slug) } },
    select: { id: true, toolId: true },
    orderBy: { position: 'asc' },
  });

describe('the id of a server in no stack', () => {
  it('can be changed: its tools keep their rows and hints, under new ids', async () => {
    await updateToolHints(account.ctx, LOCAL, toToolId('local_post'), { destructive: true });
    const before = await toolsOf('local');
    const document = await exportServer(account.ctx, LOCAL);
    const changed = await updateServer(account.ctx, LOCAL, { slug: 'everything', name: 'Everything' });
    expect(changed).toMatchObject({ slug: 'everything', name: 'Everything' });
    const after = await toolsOf('everything');
    expect(after.map(({ toolId }) => toolId)).toEqual(['everything_post', 'everything_read']);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const exported = await exportServer(account.ctx, toServerId('everything'));
    expect(exported).toEqual({ ...document, id: 'everything', name: 'Everything' });
    const setting = await world.database.db.hintSetting.findFirstOrThrow();
    expect(JSON.parse(setting.tools)).toEqual({ everything_post: { destructiveHint: true } });
    await expect(exportServer(account.ctx, LOCAL)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['taken', 'Not an id', ''])('cannot become %j', async (slug) => {
    const code = slug === 'taken' ? 'already_exists' : 'invalid_input';
    await expect(updateServer(account.ctx, toServerId('everything'), { slug })).rejects.toMatchObject({ code });
  });

  it('cannot be changed by another account, or for a server of the marketplace', async () => {
    for (const [ctx, slug] of [
      [other.ctx, 'everything'],
      [account.ctx, 'taken'],
    ] as const) {
      const changing = updateServer(ctx, toServerId(slug), { slug: 'mine' });
      await expect(changing).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('stays once a stack has the server', async () => {
    await addServerToStack(account.ctx, account.stackId, { serverId: 'everything', enableAllTools: true });
    const changing = updateServer(account.ctx, toServerId('everything'), { slug: 'again' });
    await expect(changing).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('stack') });
  });
});
