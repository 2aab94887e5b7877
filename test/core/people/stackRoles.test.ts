import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { approveLogin, exchangeLogin } from '../../../src/core/authorization/login.ts';
import { newStackId, toStackId } from '../../../src/core/kernel/ids.ts';
import { ownAccountId } from '../../../src/core/kernel/scope.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import { updateUserRole } from '../../../src/core/people/user.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { answerTo } from '../../graphql/everyOperation.ts';
import { makePlace, type Place } from '../../graphql/stackPlace.ts';
import { startWorld, type World } from '../../harness/world.ts';
import { challengeOf, newVerifier } from '../../oauth/kit.ts';
import { makeHeldCall } from '../approvals/kit.ts';
import { newPerson } from './kit.ts';

let world: World;
let other: Place;
beforeAll(async () => {
  world = await startWorld();
  other = await makePlace(world, 'other');
  await makePlace(world, 'another');
});
afterAll(() => world.close());

const ask = async (query: string, credential: Record<string, string>) =>
  JSON.parse((await answerTo(world.url, { name: '', kind: 'query', query, variables: {} }, credential)).slice(4)).data;

const EVERYTHING = `{
  viewer { role rights stackRoles { stackId role } }
  stacks { totalCount nodes { name rights endpoints { nodes { name } } } }
  policyRules { totalCount nodes { name } }
  approvals { totalCount nodes { stackId } }
  auditEvents(first: 100) { nodes { stackId } edges { cursor node { stackId } } }
}`;

describe('a person with roles in single stacks', () => {
  it('sees only those, with separate rights in each, and changes apply on the next request', async () => {
    const { ctx } = world.account;
    const [first, second] = [await makePlace(world, 'first'), await makePlace(world, 'second')];
    const { id, cookie } = await newPerson(world, 'single@example.com', world.account, 'member');
    const credential = { cookie, origin: world.url, 'sec-fetch-site': 'same-origin' };
    const rolesIn = (...stackRoles: object[]) => updateUserRole(ctx, id, { role: 'member', stackRoles });
    const [one, two] = [first['stackId'], second['stackId']];
    await rolesIn({ stackId: one, role: 'approver' }, { stackId: two, role: 'auditor' });
    const seen = await ask(EVERYTHING, credential);
    expect(seen).toMatchObject({
      viewer: { role: 'MEMBER', rights: [], stackRoles: [{ role: 'APPROVER' }, { role: 'AUDITOR' }] },
      stacks: {
        totalCount: 2,
        nodes: [
          { name: 'first', rights: ['READ', 'APPROVE'], endpoints: { nodes: [{ name: 'first' }] } },
          { name: 'second', rights: ['READ'] },
        ],
      },
      policyRules: { totalCount: 2 },
      approvals: { totalCount: 1, nodes: [{ stackId: one }] },
    });
    expect(new Set(seen.auditEvents.nodes.map(({ stackId }: { stackId: string }) => stackId))).toEqual(
      new Set([one, two]),
    );
    await rolesIn({ stackId: two, role: 'approver' });
    // An event of a stack that they no longer see isn't a valid cursor.
    const events = '{ auditEvents(first: 1, after: "AFTER") { nodes { id } } }';
    const cursor = seen.auditEvents.edges.find(
      ({ node }: { node: { stackId: string } }) => node.stackId === one,
    ).cursor;
    expect(await ask(events.replace('AFTER', cursor), credential)).toEqual({ auditEvents: null });
    expect(await ask(EVERYTHING, credential)).toMatchObject({
      stacks: { totalCount: 1, nodes: [{ name: 'second', rights: ['READ', 'APPROVE'] }] },
      approvals: { nodes: [{ stackId: two }] },
    });
    await rolesIn();
    expect(await ask(EVERYTHING, credential)).toMatchObject({ viewer: { role: 'MEMBER' }, stacks: null });
  });

  it('is invited with them, and an account role adds to them', async () => {
    const place = await makePlace(world, 'invited');
    const stackRoles = [{ stackId: place['stackId'], role: 'developer' }];
    const { invitation } = await createInvitation(world.account.ctx, { stackRoles });
    expect(invitation).toMatchObject({ role: 'member', stackRoles: [`${place['stackId']}=developer`] });
    const { key } = await createApiKey(world.account.ctx, { name: 'both', role: 'auditor', stackRoles });
    const { stacks } = await ask('{ stacks(last: 1) { totalCount nodes { name rights } } }', {
      authorization: `Bearer ${key}`,
    });
    expect(stacks.totalCount).toBeGreaterThan(2);
    expect(stacks.nodes).toEqual([{ name: 'invited', rights: ['READ', 'WRITE', 'INVOKE'] }]);
  });

  it('is not told whom an account rule applies to', async () => {
    const { ctx } = world.account;
    const place = await makePlace(world, 'told');
    const stackId = toStackId(place['stackId'] ?? '');
    const { key } = await createApiKey(ctx, { name: 'told', stackRoles: [{ stackId, role: 'approver' }] });
    const others = { endUsers: ['ann@example.com'], condition: 'caller.end_user != "bob"' };
    const callers = [other['endpointId']];
    const whom = { callerIds: callers, ...others };
    for (const of of [{}, { stackId }]) {
      const rule = await createPolicyRule(ctx, { name: 'ask', effect: 'ask', ...of, callers, ...others });
      await makeHeldCall(ctx, stackId, rule.id);
    }
    const query = '{ approvals(first: 2) { nodes { rule { stackId callerIds endUsers condition } } } }';
    const answer = await ask(query, { authorization: `Bearer ${key}` });
    expect(answer.approvals.nodes).toEqual([
      { rule: { stackId, ...whom } },
      { rule: { stackId: null, callerIds: [], endUsers: [], condition: null } },
    ]);
    const all = { authorization: `Bearer ${(await createApiKey(ctx, { name: 'all', role: 'approver' })).key}` };
    expect((await ask(query, all)).approvals.nodes).toMatchObject([{ rule: whom }, { rule: whom }]);
  });

  it('logs in on a command line with those roles, and loses the ones they lose', async () => {
    const { ctx } = world.account;
    const stackRoles = [{ stackId: (await makePlace(world, 'terminal'))['stackId'], role: 'auditor' }];
    const { id: userId } = await newPerson(world, 'terminal@example.com', world.account, 'member');
    await updateUserRole(ctx, userId, { role: 'member', stackRoles });
    const { id: sessionId } = await ctx.db.session.findFirstOrThrow({ where: { userId } });
    const actor = {
      kind: 'user',
      accountId: ownAccountId(ctx.actor),
      userId,
      sessionId,
      role: 'member',
      limits: {},
    } as const;
    const [redirectUri, verifier] = ['http://127.0.0.1:45678/callback', newVerifier()];
    const login = { name: 'laptop', redirectUri, state: 'a-state-of-the-command-line' };
    const request = { ...login, role: 'member', days: 1, codeChallenge: challengeOf(verifier) } as const;
    const code = approveLogin({ ...ctx, actor }, request, { role: 'member', days: 1 });
    const shown = { code, code_verifier: verifier, redirect_uri: redirectUri };
    const { key } = await exchangeLogin(ctx, shown);
    const bearer = { authorization: `Bearer ${key}` };
    const stacks = '{ stacks { nodes { name rights } } }';
    expect(await ask(stacks, bearer)).toEqual({ stacks: { nodes: [{ name: 'terminal', rights: ['READ'] }] } });
    await updateUserRole(ctx, userId, { role: 'member', stackRoles: [] });
    expect(await ask(stacks, bearer)).toEqual({ stacks: null });
    await expect(exchangeLogin(ctx, shown)).rejects.toMatchObject({ code: 'invalid_grant' });
  });

  it.each([
    ['another account’s stack', 'not_found'],
    ['a stack that there is not', 'not_found'],
    ['the role of an owner', 'invalid_input'],
    ['a stack twice', 'invalid_input'],
  ])('cannot be given %s', async (label, code) => {
    const { id: theirs } = await createStack(world.otherAccount.ctx, { name: `theirs, ${label}` });
    const mine = other['stackId'];
    const stackRoles = {
      'another account’s stack': [{ stackId: theirs, role: 'auditor' }],
      'a stack that there is not': [{ stackId: newStackId(), role: 'auditor' }],
      'the role of an owner': [{ stackId: mine, role: 'owner' }],
      'a stack twice': [
        { stackId: mine, role: 'auditor' },
        { stackId: mine, role: 'admin' },
      ],
    }[label];
    await expect(createInvitation(world.account.ctx, { stackRoles: stackRoles })).rejects.toMatchObject({ code });
    await expect(createApiKey(world.account.ctx, { name: 'x', stackRoles: stackRoles })).rejects.toMatchObject({
      code,
    });
  });
});
