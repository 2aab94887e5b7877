import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { denyCall } from '../../../src/core/approvals/approval.ts';
import { consumeRestrictedCalls } from '../../../src/core/endpoints/attenuatedCalls.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { BOUNDS, type BoundName } from '../../../src/core/kernel/bounds.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import {
  attenuationIdOf,
  type ClientId,
  type StackId,
  type TokenId,
  toAttenuationId,
  toServerId,
  toToolId,
} from '../../../src/core/kernel/ids.ts';
import { COUNTS } from '../../../src/core/limits/countedBounds.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { duplicateStack } from '../../../src/core/stacks/duplicateStack.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack, removeServerFromStack, updateServerTools } from '../../../src/core/stacks/stackServer.ts';
import { updateStackTool } from '../../../src/core/stacks/stackTool.ts';
import { createWebhook } from '../../../src/core/webhooks/webhook.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { startWorld, type World, type WorldAccount } from '../../harness/world.ts';
import { makeEndpoint } from '../../mcp/kit.ts';

let world: World;
let account: WorldAccount;
let ctx: Ctx;
let stackId: StackId;
let clientId: ClientId;
beforeAll(async () => {
  world = await startWorld();
  account = world.account;
  ctx = account.ctx;
  const document = serverDocument('own', { tools: ['find', 'send', 'drop'] });
  await world.saveServer(document, account);
  await world.saveServer(document, world.otherAccount);
  ({ stackId, clientId } = await makeEndpoint(ctx, world.url, 'ours', []));
  await addServerToStack(ctx, stackId, { serverId: 'own', enableAllTools: true });
});
afterAll(() => world.close());

const limit = async (limits: Partial<Record<BoundName, number>>): Promise<void> => {
  await setAccountLimits(world.operator, account.id, { limits });
  ctx = { ...account.ctx, actor: { ...account.ctx.actor, limits } as Ctx['actor'] };
};
const reached = (name: BoundName, code = 'invalid_input') => ({
  code,
  message: expect.stringContaining(`The limit ${name} is reached`),
});

describe('enabled tools at a bound', () => {
  it('max_enabled_tools: counts all stacks and all ways to enable; removals and other accounts still work', async () => {
    await limit({ max_enabled_tools: 7 });
    const enabled = () => COUNTS.max_enabled_tools(ctx.db, account.id);
    await duplicateStack(ctx, stackId, { name: 'second' });
    const stacks = await ctx.db.stack.count();
    await expect(duplicateStack(ctx, stackId, { name: 'third' })).rejects.toMatchObject(reached('max_enabled_tools'));
    expect(await ctx.db.stack.count()).toBe(stacks);
    const { id } = await createStack(ctx, { name: 'third' });
    const add = (input: object) => addServerToStack(ctx, id, { serverId: 'own', ...input });
    await expect(add({ enableAllTools: true })).rejects.toMatchObject(reached('max_enabled_tools'));
    await add({ enabledTools: ['own_find'] });
    const set = (enabledTools: readonly string[]) => updateServerTools(ctx, id, toServerId('own'), { enabledTools });
    await expect(set(['own_find', 'own_send'])).rejects.toMatchObject(reached('max_enabled_tools'));
    expect(await enabled()).toBe(7);
    await set(['own_send']);
    await limit({ max_enabled_tools: 5 });
    await set([]);
    await removeServerFromStack(ctx, id, toServerId('own'));
    expect(await enabled()).toBe(6);
    const { ctx: other } = world.otherAccount;
    const { stackId: theirs } = await makeEndpoint(other, world.url, 'theirs', []);
    await addServerToStack(other, theirs, { serverId: 'own', enableAllTools: true });
  });

  it('max_descriptions_bytes: counts all stacks, including duplicates', async () => {
    await limit({ max_descriptions_bytes: 100 });
    const describeTool = (chars: number, tool = 'own_find') =>
      updateStackTool(ctx, stackId, toToolId(tool), { description: 'ä'.repeat(chars) });
    await describeTool(40);
    await expect(describeTool(20, 'own_send')).rejects.toMatchObject(reached('max_descriptions_bytes'));
    await expect(describeTool(51)).rejects.toMatchObject(reached('max_descriptions_bytes'));
    const copy = duplicateStack(ctx, stackId, { name: 'described' });
    await expect(copy).rejects.toMatchObject(reached('max_descriptions_bytes'));
    await describeTool(25);
    await duplicateStack(ctx, stackId, { name: 'described' });
    expect(await COUNTS.max_descriptions_bytes(ctx.db, account.id)).toBe(100);
    await limit({ max_descriptions_bytes: 10 });
    await updateStackTool(ctx, stackId, toToolId('own_find'), { description: null, isPinned: true });
  });
});

describe('the audit log at a bound', () => {
  const storedBytes = async (): Promise<number> => {
    const events = await ctx.db.$queryRaw<readonly { details: string; envelopes: string | null; said: string }[]>`
      SELECT details::text, envelopes::text, said FROM audit_event WHERE chain = ${account.id}`;
    const texts = events.flatMap((event) => [event.details, event.envelopes ?? '', event.said]);
    return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  };

  it('max_audit_bytes: counts event contents; a full account can only remove things', async () => {
    const used = () => COUNTS.max_audit_bytes(ctx.db, account.id);
    const before = await used();
    expect(before).toBe(await storedBytes());
    const { id } = await createStack(ctx, { name: 'ä'.repeat(50) });
    expect((await used()) - before).toBeGreaterThan(2 * 2 * 50);
    expect(await used()).toBe(await storedBytes());
    const full = { ...ctx, actor: { ...ctx.actor, limits: { max_audit_bytes: await used() } } as Ctx['actor'] };
    await expect(createStack(full, { name: 'one more' })).rejects.toMatchObject(reached('max_audit_bytes'));
    const { ctx: other } = world.otherAccount;
    await createStack(
      { ...other, actor: { ...full.actor, accountId: world.otherAccount.id } as Ctx['actor'] },
      { name: 'x' },
    );
    await removeServerFromStack(full, stackId, toServerId('own'));
    await addServerToStack(ctx, stackId, { serverId: 'own', enableAllTools: true });
    expect(id).toBeDefined();
  });
});

describe('pending approvals at a bound', () => {
  it('max_approvals_bytes: answered ones count until they expire; max_deliveries: deletes the oldest messages', async () => {
    await createPolicyRule(ctx, { stackId, name: 'asks', effect: 'ask' });
    const { webhook } = await createWebhook(ctx, { name: 'slow', url: 'https://receiver.test/' });
    await ctx.db.$executeRaw`
      INSERT INTO webhook_delivery (id, webhook_id, type, payload, created_at, expires_at, due_at)
      SELECT 'delivery_' || at, ${webhook.id}, 'approval.requested', '{}', now() - interval '1 hour' + at * interval '1 s',
        now() + interval '1 day', now() FROM generate_series(1, 1100) AS at`;
    const ask = (query: string) => invokeTool(ctx, stackId, 'own_find', { query });
    await limit({ max_approvals_bytes: 1_500 });
    for (const at of [1, 2]) {
      const outcome = await ask(`${at}`.repeat(500));
      if (outcome.kind !== 'approval_required' || !outcome.approvalId) throw new Error(outcome.kind);
      await denyCall(ctx, outcome.approvalId, {});
    }
    await expect(ask('3'.repeat(500))).rejects.toMatchObject(reached('max_approvals_bytes'));
    await ctx.db.approval.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await ask('4'.repeat(500))).kind).toBe('approval_required');
    const remaining = await ctx.db.webhookDelivery.findMany({
      where: { webhookId: webhook.id },
      orderBy: { createdAt: 'asc' },
    });
    expect(remaining.length).toBeLessThanOrEqual(BOUNDS.max_deliveries.max * 1.1);
    expect(remaining[0]?.id).toBe('delivery_102');
    expect(remaining.slice(-5).map(({ type }) => type)).toEqual([
      ...['approval.requested', 'approval.decided', 'approval.requested', 'approval.decided', 'approval.requested'],
    ]);
  });
});

describe('tokens at a bound', () => {
  const newToken = async () => {
    const endpoint = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId } });
    return (await createStackToken(ctx, { endpointId: endpoint.id, name: 'agent' })).tokenRecord;
  };

  it('max_attenuated_calls: no further attenuation gets a counter, and existing ones continue', async () => {
    const { id } = await newToken();
    const consume = (tokenId: TokenId, name: number, of: Ctx) => {
      const attenuations = [{ id: attenuationIdOf(String(name).padStart(32, '0')), limits: { calls: 9 } }];
      return of.db.$transaction((tx) => consumeRestrictedCalls(of, tx, tokenId, { attenuations }));
    };
    const limited: Ctx = { ...ctx, actor: { ...ctx.actor, limits: { max_attenuated_calls: 1 } } as Ctx['actor'] };
    await consume(id, 1, limited);
    const rows = () => ctx.db.attenuatedCalls.count({ where: { tokenId: id } });
    await ctx.db.attenuatedCalls.create({ data: { tokenId: id, id: toAttenuationId('beside'), calls: 1 } });
    expect(await rows()).toBe(2);
    const later = { ...limited, actor: { ...limited.actor, limits: { max_attenuated_calls: 0 } } as Ctx['actor'] };
    await expect(consume(id, 2, later)).rejects.toMatchObject(reached('max_attenuated_calls', 'rate_limited'));
    expect(await rows()).toBe(2);
    await consume(id, 1, later);
  });
});
