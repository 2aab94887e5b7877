import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { updateApplicationSharing } from '../../../src/core/credentials/shareApplication.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import { lockStack } from '../../../src/core/credentials/store.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type StackId, toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { getSnapshot } from '../../../src/core/snapshots/readSnapshot.ts';
import { updateServerCredentialMode } from '../../../src/core/stacks/credentialMode.ts';
import { duplicateStack } from '../../../src/core/stacks/duplicateStack.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { updateStackTool } from '../../../src/core/stacks/stackTool.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { eventually, patiently } from '../../harness/eventually.ts';
import { startWorld, type World } from '../../harness/world.ts';

const OAUTH = {
  tokenUrl: 'https://idp.test/token',
  grant: 'client_credentials',
  clientId: { field: 'two_client' },
  clientSecret: { field: 'two_secret' },
};
const CREDENTIALS = [
  { id: 'two_token', name: 'Token', required: true, oauth2: OAUTH, placement: { in: 'header', name: 'x-token' } },
  { id: 'two_client', name: 'Client id', required: true },
  { id: 'two_secret', name: 'Client secret', required: true },
];

const EVENT = { action: true, targetId: true, details: true };

let world: World;
let ctx: Ctx;
let stackId: StackId;
beforeAll(async () => {
  world = await startWorld();
  ctx = world.account.ctx;
  await world.saveServer(serverDocument('one', { tools: ['find', 'send', 'drop'] }));
  await world.saveServer({ ...serverDocument('two'), credentials: CREDENTIALS });
  stackId = (await createStack(ctx, { name: 'original', configuration: { isRecorded: true } })).id;
  await addServerToStack(ctx, stackId, { serverId: 'one', enabledTools: ['one_find', 'one_send'] });
  await addServerToStack(ctx, stackId, { serverId: 'two', enableAllTools: true });
  await updateStackTool(ctx, stackId, toToolId('one_find'), { name: 'look', description: 'Looks', isPinned: true });
  await updateServerCredentialMode(ctx, stackId, toServerId('one'), { credentialMode: 'user_then_stack' });
  await setCredentials(ctx, stackId, toServerId('one'), { credentials: { one_key: 'k' } });
  await setCredentials(ctx, stackId, toServerId('two'), { credentials: { two_client: 'c', two_secret: 's' } });
  const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  await createPolicyRule(ctx, { stackId, name: 'never sends', effect: 'deny', tools: ['one_send'] });
  await createPolicyRule(ctx, { endpointId: endpoint.id, name: 'at the endpoint', effect: 'deny' });
});
afterAll(() => world.close());

/** A stack's rules, and the tools that its agents see. Ids are relative to the stack. */
async function contentsOf(id: StackId) {
  const { servers, tools, recordsCalls } = await getSnapshot(ctx, id);
  const rules = await ctx.db.policyRule.findMany({ where: { stackId: id, endpointId: null } });
  return {
    recordsCalls,
    servers: servers.map(({ slug, credentialMode }) => [slug, credentialMode]),
    tools: [...tools.values()].map(({ toolId, exposedName, description, isPinned }) => [
      ...[toolId, exposedName, description, isPinned],
    ]),
    rules: rules.map(({ name, effect, tools: named }) => [name, effect, named]),
  };
}

const isComplete = async (id: StackId, server: string) =>
  (await getCredentialStatus(ctx, id, toServerId(server))).requiredAdded;

describe('a copy of a stack', () => {
  it('has its servers, tools, names, settings and rules, but no credentials or endpoints', async () => {
    const copy = await duplicateStack(ctx, stackId, { name: 'copy' });
    const contents = await contentsOf(copy.id);
    expect(contents).toEqual(await contentsOf(stackId));
    expect(contents.tools).toContainEqual(['one_find', 'look', 'Looks', true]);
    expect(contents.rules).toHaveLength(1);
    for (const server of ['one', 'two']) expect(await isComplete(copy.id, server)).toBe(false);
    expect(await ctx.db.credential.count({ where: { stackServer: { stackId: copy.id } } })).toBe(0);
    expect(await ctx.db.clientEndpoint.count({ where: { stackId: copy.id } })).toBe(0);
    expect(copy).toMatchObject({ name: 'copy', version: 1 });
  });

  const asDeveloper = (): Ctx => ({ ...ctx, actor: { ...ctx.actor, role: 'developer' } as typeof ctx.actor });

  it('has rules and contents settings only if the caller may set them, as the audit log records', async () => {
    const keepingId = (await createStack(ctx, { name: 'keeps contents' })).id;
    await ctx.db.stack.update({ where: { id: keepingId }, data: { contentDays: 7 } });
    for (const of of [stackId, keepingId]) {
      const before = await ctx.db.stack.count();
      await expect(duplicateStack(asDeveloper(), of, { name: 'by a developer' })).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('“admin”'),
      });
      expect(await ctx.db.stack.count()).toBe(before);
    }
    const plain = (await createStack(ctx, { name: 'plain' })).id;
    await duplicateStack(asDeveloper(), plain, { name: 'by a developer' });
    const events = (id: StackId) =>
      ctx.db.auditEvent.findMany({ where: { stackId: id }, orderBy: { seq: 'asc' }, select: EVENT });
    const { id } = await duplicateStack(ctx, stackId, { name: 'audited' });
    const [rule] = await ctx.db.policyRule.findMany({ where: { stackId: id } });
    expect(await events(id)).toEqual([
      { action: 'rule.create', targetId: rule?.id, details: { name: 'never sends', effect: 'deny' } },
      { action: 'stack.create', targetId: id, details: { name: 'audited', copyOf: stackId } },
    ]);
    const { id: keeping } = await duplicateStack(ctx, keepingId, { name: 'keeps them, too' });
    expect(await events(keeping)).toMatchObject([{ action: 'stack.create', details: { contentDays: 7 } }]);
  });

  it('uses the OAuth application that stacks share', async () => {
    await updateApplicationSharing(ctx, stackId, toServerId('two'), true);
    const { id } = await duplicateStack(ctx, stackId, { name: 'with the application' });
    expect([await isComplete(id, 'one'), await isComplete(id, 'two')]).toEqual([false, true]);
  });

  it('locks the stack before the account, like credential changes', async () => {
    const { db } = ctx;
    let copying: Promise<unknown> = Promise.resolve();
    await patiently(db, async (tx) => {
      await lockStack(tx, stackId);
      copying = duplicateStack(ctx, stackId, { name: 'after the lock' });
      await eventually(
        'the copy waits',
        async () =>
          (
            await db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
          ).length > 0,
      );
      await tx.$queryRaw`SELECT id FROM account WHERE id = ${world.account.id} FOR NO KEY UPDATE NOWAIT`;
    });
    await copying;
  });

  it('needs a unique name, room, and a stack of the same account', async () => {
    const copy = (of: Ctx, name: string) => duplicateStack(of, stackId, { name });
    await expect(copy(ctx, 'original')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(copy(ctx, ' ')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(copy(world.otherAccount.ctx, 'theirs')).rejects.toMatchObject({ code: 'not_found' });
    await ctx.db.account.update({ where: { id: world.account.id }, data: { rateLimits: { max_rules: 3 } } });
    const before = await ctx.db.stack.count();
    await expect(copy(ctx, 'beyond')).rejects.toMatchObject({ message: expect.stringContaining('max_rules') });
    expect(await ctx.db.stack.count()).toBe(before);
  });
});
