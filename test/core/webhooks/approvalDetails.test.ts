import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { approveCall } from '../../../src/core/approvals/approval.ts';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type ApprovalId, type GrantId, newTokenId, toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createServiceAccount } from '../../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../../src/core/machines/trustedIssuer.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { updateToolHints } from '../../../src/core/policies/hints.ts';
import { updateHeldChanges } from '../../../src/core/reviews/heldChanges.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { updateServerTools } from '../../../src/core/stacks/stackServer.ts';
import { updateStackTool } from '../../../src/core/stacks/stackTool.ts';
import { listApprovalNames, listApprovalTools } from '../../../src/core/webhooks/approvalDetails.ts';
import { newPerson } from '../people/kit.ts';
import { bank, openBank } from '../policies/kit.ts';

const { api, world, endpoint, rules, close } = await openBank();
afterAll(close);

const { ctx } = world.account;
const { db } = ctx;
const { stackId } = endpoint;
const agent = await world.edge.authenticate.stackToken(endpoint.token, endpoint.clientId, '127.0.0.1');
if (!agent) throw new Error('the token is good');
const { endpointId } = agent;
const { client: machine } = await createServiceAccount(ctx, { endpointId, name: 'Nightly' });
const idp = { name: 'Company', issuer: 'https://idp.test', jwksUrl: 'https://idp.test/jwks' };
const issuer = await createTrustedIssuer(ctx, { endpointId, ...idp });

/** The agent with another token of its endpoint, as a sign-in issues one. */
async function grantedBy(grantId: GrantId | null, name: string): Promise<Ctx> {
  const tokenId = newTokenId();
  await db.stackToken.create({ data: { id: tokenId, endpointId, name, grantId } });
  return { ...ctx, actor: { ...(agent as Extract<Actor, { kind: 'agent' }>), tokenId } };
}

/** The id of a waiting call's approval. */
async function heldBy(caller: Ctx, toolName = 'bank_close'): Promise<ApprovalId> {
  const outcome = await invokeTool(caller, stackId, toolName, { amount: 1 });
  if (outcome.kind !== 'approval_required' || outcome.approvalId === undefined) throw new Error(outcome.kind);
  return outcome.approvalId;
}

const namesOf = async (id: ApprovalId, as: Ctx = ctx) => (await listApprovalNames(as, [id])).get(id);
const toolOf = async (id: ApprovalId, as: Ctx = ctx) => (await listApprovalTools(as, [id])).get(id);
const NOBODY = {
  ...{ credential: null, endpointId: null, endpoint: null, serviceAccount: null, trustedIssuer: null, person: null },
  decider: null,
};
const AT_ENDPOINT = { ...NOBODY, endpointId, endpoint: 'ours' };

beforeEach(async () => {
  await updateHeldChanges(ctx, { kinds: ['widening', 'reworded'] });
  for (const document of bank(api.url)) await saveServer(ctx, document);
  await rules({ name: 'ask first', effect: 'ask' });
});

describe('an approval names the caller in readable form', () => {
  it('for an agent with its endpoint and token, or its service account or trusted issuer', async () => {
    expect(await namesOf(await heldBy({ ...ctx, actor: agent }))).toEqual({ ...AT_ENDPOINT, credential: 'ours' });
    expect(await namesOf(await heldBy(await grantedBy(machine.id, 'one')))).toEqual({
      ...AT_ENDPOINT,
      credential: 'one',
      serviceAccount: 'Nightly',
    });
    expect(await namesOf(await heldBy(await grantedBy(issuer.id, 'two')))).toEqual({
      ...AT_ENDPOINT,
      credential: 'two',
      trustedIssuer: 'Company',
    });
  });

  it('for a key with its name and its login’s person, for a person with their address', async () => {
    const { apiKey } = await createApiKey(ctx, { name: 'Reports', role: 'developer' });
    const asKey = {
      kind: 'apiKey',
      accountId: world.account.id,
      keyId: apiKey.id,
      role: 'developer',
      limits: {},
    } as const;
    const held = await heldBy({ ...ctx, actor: asKey });
    expect(await namesOf(held)).toEqual({ ...NOBODY, credential: 'Reports' });
    const { id: userId } = await newPerson(world, 'ann@example.com', world.account, 'admin');
    const { id: sessionId } = await db.session.findFirstOrThrow({ where: { userId } });
    await db.apiKey.update({ where: { id: apiKey.id }, data: { userId } });
    expect(await namesOf(held)).toEqual({ ...NOBODY, credential: 'Reports', person: 'ann@example.com' });
    const person: Ctx = {
      ...ctx,
      actor: { kind: 'user', accountId: world.account.id, userId, sessionId, role: 'admin', limits: {} },
    };
    const own = await heldBy(person);
    expect(await namesOf(own)).toEqual({ ...NOBODY, person: 'ann@example.com' });
    await approveCall(person, own, {});
    expect(await namesOf(own)).toMatchObject({ decider: 'ann@example.com' });
    const decider = (await createApiKey(ctx, { name: 'On call', role: 'approver' })).apiKey;
    const onCall = { ...asKey, keyId: decider.id, role: 'approver' } as const;
    await approveCall({ ...ctx, actor: onCall }, held, {});
    expect(await namesOf(held)).toMatchObject({ decider: 'On call' });
  });

  it('without anything deleted since', async () => {
    const gone = await grantedBy(machine.id, 'gone');
    const held = await heldBy(gone);
    if (gone.actor.kind !== 'agent') throw new Error('an agent');
    await db.stackToken.delete({ where: { id: gone.actor.tokenId } });
    expect(await namesOf(held)).toEqual(NOBODY);
  });
});

describe('an approval describes the tool in its server’s words', () => {
  it('with its hints, also where the stack overrides name and description', async () => {
    const toolId = toToolId('bank_close');
    await updateStackTool(ctx, stackId, toolId, { name: 'tidy', description: 'Harmless.' });
    const server = await db.server.findFirstOrThrow({ where: { slug: toServerId('bank'), owner: world.account.id } });
    expect(await toolOf(await heldBy(ctx))).toEqual({
      ...{ toolId: 'bank_close', exposedName: 'tidy', title: null, description: 'close of the bank' },
      annotations: '{"readOnlyHint":false,"destructiveHint":true}',
      isConfirmed: false,
      ...{ serverId: 'bank', serverKey: server.id, serverName: 'Bank' },
    });
    await updateStackTool(ctx, stackId, toolId, { name: null, description: null });
  });

  it('with the account’s corrections of its hints', async () => {
    const [serverId, toolId] = [toServerId('bank'), toToolId('bank_close')];
    const held = await heldBy(ctx);
    await updateToolHints(ctx, serverId, toolId, { destructive: false });
    const partly = await toolOf(held);
    expect([JSON.parse(partly?.annotations ?? ''), partly?.isConfirmed]).toEqual([
      { readOnlyHint: false, destructiveHint: false },
      false,
    ]);
    await updateToolHints(ctx, serverId, toolId, { readOnly: true });
    const confirmed = await toolOf(held);
    expect([JSON.parse(confirmed?.annotations ?? ''), confirmed?.isConfirmed]).toEqual([
      { readOnlyHint: true, destructiveHint: false },
      true,
    ]);
    await updateToolHints(ctx, serverId, toolId, { readOnly: null, destructive: null });
    expect(await toolOf(held)).toMatchObject({
      annotations: '{"readOnlyHint":false,"destructiveHint":true}',
      isConfirmed: false,
    });
  });

  it('unless it was replaced, awaits a review, was removed or disabled', async () => {
    const [document] = bank(api.url);
    const other = (change: object) => ({
      ...document,
      tools: document?.tools?.map((tool) => (tool.name === 'close' ? { ...tool, ...change } : tool)),
    });
    const held = await heldBy(ctx);
    await saveServer(ctx, other({ description: 'Closes every account.' }));
    expect(await toolOf(held)).toBeUndefined();
    await saveServer(ctx, other({}));
    expect(await toolOf(held)).toMatchObject({ description: 'close of the bank' });
    await updateHeldChanges(ctx, { kinds: [] });
    await saveServer(ctx, other({ description: 'Closes every account.' }));
    expect(await toolOf(held)).toBeUndefined();
    await saveServer(ctx, other({}));
    await updateHeldChanges(ctx, { kinds: ['removed'] });
    await saveServer(ctx, { ...document, tools: document?.tools?.filter(({ name }) => name !== 'close') });
    expect(await toolOf(held)).toBeUndefined();
    await saveServer(ctx, other({}));
    expect(await toolOf(held)).toBeDefined();
    await updateServerTools(ctx, stackId, toServerId('bank'), { enabledTools: ['bank_pay'] });
    expect(await toolOf(held)).toBeUndefined();
    await updateServerTools(ctx, stackId, toServerId('bank'), {
      enabledTools: ['bank_read', 'bank_pay', 'bank_close'],
    });
  });
});

it('only people who may decide see an approval’s details', async () => {
  const held = await heldBy({ ...ctx, actor: agent });
  const elsewhere = await createStack(ctx, { name: 'elsewhere' });
  const member = (stack: typeof stackId, role: 'approver' | 'developer'): Ctx => {
    const as = { kind: 'apiKey', accountId: world.account.id, keyId: 'key_x', role: 'member', limits: {} } as const;
    return { ...ctx, actor: { ...as, stackRoles: new Map([[stack, role]]) } as unknown as Actor };
  };
  expect([await namesOf(held, member(stackId, 'approver')), await toolOf(held, member(stackId, 'approver'))]).toEqual([
    expect.objectContaining({ endpoint: 'ours' }),
    expect.objectContaining({ toolId: 'bank_close' }),
  ]);
  for (const other of [world.otherAccount.ctx, member(elsewhere.id, 'approver')]) {
    expect([await namesOf(held, other), await toolOf(held, other)]).toEqual([undefined, undefined]);
  }
  for (const other of [member(stackId, 'developer'), { ...ctx, actor: agent }]) {
    await expect(namesOf(held, other)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(toolOf(held, other)).rejects.toMatchObject({ code: 'forbidden' });
  }
});
