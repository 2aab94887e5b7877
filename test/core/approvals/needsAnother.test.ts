import { afterAll, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { approveCall, denyCall } from '../../../src/core/approvals/approval.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { newTokenId, toEndpointId, toSessionId, toStackId, toUserId } from '../../../src/core/kernel/ids.ts';
import { createServiceAccount, rotateServiceAccount } from '../../../src/core/machines/serviceAccount.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { openBank } from '../policies/kit.ts';

const { world, endpoint, rules, close } = await openBank();
afterAll(close);

const { ctx } = world.account;
const stackId = toStackId(endpoint.stackId);
const row = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { stackId } });
const endpointId = toEndpointId(row.id);

const person = (name: string): Ctx => ({
  ...ctx,
  actor: {
    ...{ kind: 'user', accountId: world.account.id, userId: toUserId(`user_${name}`) },
    ...{ sessionId: toSessionId(`session_${name}`), role: 'owner', limits: {} },
  },
});

async function keyOf(maker: Ctx): Promise<Ctx> {
  const { apiKey } = await createApiKey(maker, { name: 'key', role: 'owner' });
  const held = { kind: 'apiKey', accountId: world.account.id, keyId: apiKey.id, role: 'owner', limits: {} } as const;
  return { ...ctx, actor: held };
}

/** A person's command-line login, which is a key of that person. */
async function loginOf(maker: Ctx): Promise<Ctx> {
  const login = await keyOf(ctx);
  if (maker.actor.kind !== 'user' || login.actor.kind !== 'apiKey') throw new Error('a person logs in');
  const { userId } = maker.actor;
  await ctx.db.apiKey.update({ where: { id: login.actor.keyId }, data: { userId, makerId: null } });
  return login;
}

const agentOf = (token: { readonly id: string }, more: object = {}): Ctx => {
  const { clientId } = row;
  const actor = { kind: 'agent', accountId: world.account.id, stackId, endpointId, clientId, tokenId: token.id };
  return { ...ctx, actor: { ...actor, listMode: 'full', endUser: null, limits: {}, ...more } as Actor };
};

async function tokenOf(maker: Ctx, more?: object): Promise<Ctx> {
  const { tokenRecord } = await createStackToken(maker, { endpointId });
  return agentOf(tokenRecord, more);
}

/** A token that a service account received. */
async function machineOf(maker: Ctx, rotator?: Ctx): Promise<Ctx> {
  const { client } = await createServiceAccount(maker, { endpointId, name: 'machine' });
  if (rotator) await rotateServiceAccount(rotator, client.id, {});
  const times = { createdAt: ctx.now(), expiresAt: new Date(ctx.now().getTime() + 60_000) };
  const data = { ...times, id: newTokenId(), endpointId, name: 'machine', grantId: client.id };
  return agentOf(await ctx.db.stackToken.create({ data }));
}

const attenuated = (maker: Ctx): Promise<Ctx> =>
  tokenOf(maker, { reach: { tools: [], callsMax: null, attenuations: [{ id: 'attenuation_1', limits: {} }] } });

type Kind = readonly [label: string, make: (maker: Ctx) => Promise<Ctx>];
const KINDS: readonly Kind[] = [
  ['the person', async (maker) => maker],
  ['an API key', keyOf],
  ['an API key made with an API key', async (maker) => keyOf(await keyOf(maker))],
  ['a login', loginOf],
  ['a key made with a login', async (maker) => keyOf(await loginOf(maker))],
];
const CALLERS: readonly Kind[] = [
  ...KINDS,
  ['a stack token', (maker) => tokenOf(maker)],
  ['a stack token made with an API key', async (maker) => tokenOf(await keyOf(maker))],
  ['an attenuated token', attenuated],
  ['a service account', (maker) => machineOf(maker)],
  ['a service account whose secret they replaced', (maker) => machineOf(person('eve'), maker)],
];

for (const name of ['ann', 'ben', 'eve']) {
  const known = { id: toUserId(`user_${name}`), accountId: world.account.id, email: `${name}@x.test`, role: 'owner' };
  await ctx.db.user.create({ data: { ...known, createdAt: ctx.now() } });
}

const ann = person('ann');
const ben = person('ben');
const table = CALLERS.flatMap(([caller, makeCaller]) =>
  KINDS.map(([approver, makeApprover]) => ({ caller, approver, makeCaller, makeApprover })),
);
let amount = 0;

async function waiting(caller: Ctx) {
  amount += 1;
  const outcome = await invokeTool(caller, stackId, 'bank_pay', { amount });
  if (outcome.kind !== 'approval_required' || !outcome.approvalId) throw new Error(outcome.kind);
  return outcome.approvalId;
}

it.each(someOf(table, 12))(
  'a call by $caller of Ann needs an approver other than Ann with $approver',
  async ({ makeCaller, makeApprover }) => {
    await rules({ effect: 'ask', tools: ['bank_pay'], needsAnother: true });
    const [caller, same, another] = await Promise.all([makeCaller(ann), makeApprover(ann), makeApprover(ben)]);
    const id = await waiting(caller);
    await expect(approveCall(same, id, {})).rejects.toMatchObject({ code: 'forbidden' });
    await expect(denyCall(same, id, {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await approveCall(another, id, {})).toMatchObject({ state: 'approved' });
  },
);

it('a key without a known person counts as one person with what it created', async () => {
  await rules({ effect: 'ask', tools: ['bank_pay'], needsAnother: true });
  const token = await tokenOf(ctx);
  await expect(approveCall(ctx, await waiting(token), {})).rejects.toMatchObject({ code: 'forbidden' });
  await expect(approveCall(await keyOf(ctx), await waiting(token), {})).rejects.toMatchObject({ code: 'forbidden' });
});

it('a rule without a second person lets the same person decide', async () => {
  await rules({ effect: 'ask', tools: ['bank_pay'] });
  expect(await approveCall(ann, await waiting(await keyOf(ann)), {})).toMatchObject({ state: 'approved' });
});
