import { afterAll, expect, it } from 'vitest';
import { listActors } from '../../src/core/callRecords/actors.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import {
  type AccountId,
  newAuditEventId,
  newCallId,
  newSessionId,
  newUserId,
  type StackId,
  toCallerId,
  toServerId,
  toStackId,
  toToolId,
} from '../../src/core/kernel/ids.ts';
import type { Role } from '../../src/core/kernel/roles.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { rowsRead, selectsOf } from '../harness/rowsRead.ts';
import { startWorld } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

const world = await startWorld();
afterAll(() => world.close());
const { db } = world.edge.deps;
const { id: accountId, apiKey, ctx } = world.account;

/** A call record of a tool, this many seconds old; null: by an API key. */
async function makeCall(stackId: StackId, toolId: string, callerId: string | null, at: number): Promise<string> {
  const [serverId = ''] = toolId.split('_');
  const names = { serverId: toServerId(serverId), toolId: toToolId(toolId) };
  const figures = { outcome: 'ok', latencyMs: 1, inputBytes: 1, outputBytes: 1 };
  const caller = { callerKind: callerId === null ? 'apiKey' : 'agent', callerId: callerId ?? 'key_x' };
  const row = { id: newCallId(), accountId, stackId, at: new Date(Date.now() - at * 1_000) };
  return (await db.callRecord.create({ data: { ...row, ...names, ...figures, ...caller } })).id;
}

/** The number of additional rows that refer to one object. They must not add as many reads. */
const MORE = 15;

it('links calls to their tools and tokens, and endpoints to their stacks, in one query each', async () => {
  await saveServer(world.operator, serverDocument('shop', { tools: ['find', 'buy'] }));
  await saveServer(world.otherAccount.ctx, serverDocument('theirs', { tools: ['find'] }));
  const stack = await createStack(ctx, { name: 'work' });
  const { endpoint } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'agent' });
  const [token] = await db.stackToken.findMany({ where: { endpointId: endpoint.id } });
  const theirStack = await createStack(world.otherAccount.ctx, { name: 'work' });
  const their = await createClientEndpoint(world.otherAccount.ctx, { stackId: theirStack.id, name: 'agent' });
  const [theirToken] = await db.stackToken.findMany({ where: { endpointId: their.endpoint.id } });
  const calls = [
    ['shop_find', token?.id ?? ''],
    ['shop_buy', token?.id ?? ''],
    ['shop_gone', null],
    ['theirs_find', theirToken?.id ?? ''],
  ] as const;
  for (const [at, [toolId, callerId]] of calls.entries()) await makeCall(stack.id, toolId, callerId, at);
  const query =
    '{ calls { nodes { toolId tool { id: toolId name } token { id name } endpoint { id } stack { id } } } }';
  const first = await rowsRead(() => dataOf(ask(world.url, apiKey, query)));
  const own = { id: token?.id, name: 'agent' };
  expect(first.result).toMatchObject({
    calls: {
      nodes: [
        { toolId: 'shop_find', tool: { id: 'shop_find', name: 'find' }, token: own },
        { toolId: 'shop_buy', tool: { id: 'shop_buy', name: 'buy' }, token: own },
        { toolId: 'shop_gone', tool: null, token: null },
        { toolId: 'theirs_find', tool: null, token: null },
      ],
    },
  });
  for (let at = 10; at < 10 + MORE; at += 1) await makeCall(stack.id, 'shop_find', token?.id ?? '', at);
  const more = await rowsRead(() => dataOf(ask(world.url, apiKey, query)));
  expect(more.reads.length).toBeLessThan(first.reads.length + MORE);
  const back = 'query ($id: ID!) { clientEndpoint(by: { id: $id }) { stack { id name } } }';
  expect(await dataOf(ask(world.url, apiKey, back, { id: endpoint.id }))).toEqual({
    clientEndpoint: { stack: { id: stack.id, name: 'work' } },
  });
});

it('links statuses and problems of credentials to their fields, in one query for all', async () => {
  const status = '{ fieldId field { id fieldId name } }';
  const query = `{
    stack(by: { name: "fields" }) { servers { nodes { credentialStatus { required ${status} optional ${status} } } } }
    credentialProblems { nodes { stackName fieldId field { id fieldId name } } }
  }`;
  const stack = await createStack(ctx, { name: 'fields' });
  const reads: number[] = [];
  const slugs = Array.from({ length: 8 }, (_, at) => `mail${at}`);
  for (const slug of slugs) {
    await saveServer(world.operator, serverDocument(slug));
    await addServerToStack(ctx, stack.id, { serverId: slug, enableAllTools: true });
    const read = await rowsRead(() => dataOf(ask(world.url, apiKey, query)));
    const again = await rowsRead(() => dataOf(ask(world.url, apiKey, query)));
    // The lower count of two tries, because the service sometimes does other work.
    reads.push(Math.min(selectsOf(read.reads).length, selectsOf(again.reads).length));
    const added = slugs.slice(0, reads.length);
    const field = (fieldId: string, name: string) => ({
      fieldId,
      field: { id: expect.stringMatching(/^field_/), fieldId, name },
    });
    expect(read.result).toEqual({
      stack: {
        servers: {
          nodes: added.map((of) => ({
            credentialStatus: { required: [field(`${of}_key`, 'Key')], optional: [field(`${of}_region`, 'Region')] },
          })),
        },
      },
      credentialProblems: { nodes: added.map((of) => ({ stackName: 'fields', ...field(`${of}_key`, 'Key') })) },
    });
  }
  // Fewer than one for each further server: on a busy machine, one query may be split in two.
  const [, second = 0, ...later] = reads;
  expect(later.pop()).toBeLessThan(second + slugs.length - 2);
});

let madeEvents = 0;
/** An audit event of the account, by this actor. */
async function addEvent(actorId: string): Promise<void> {
  madeEvents += 1;
  const event = { action: 'stack.update', targetKind: 'stack', targetId: 'x', details: {}, actorKind: 'user' };
  const place = { id: newAuditEventId(), chain: accountId, seq: 1_000 + madeEvents, at: new Date() };
  await db.auditEvent.create({ data: { ...place, ...event, actorId, prevHash: Buffer.of(1), hash: Buffer.of(2) } });
}

const newPerson = async (account: AccountId, email: string): Promise<string> =>
  (await db.user.create({ data: { id: newUserId(), accountId: account, email, createdAt: new Date() } })).id;

const tokenOf = (account: AccountId) =>
  db.stackToken.findFirstOrThrow({ where: { endpoint: { stack: { accountId: account } } } });

it('links audit events to visible actors, in one query each', async () => {
  const ann = await newPerson(accountId, 'ann@example.com');
  const [token, theirs] = [await tokenOf(accountId), await tokenOf(world.otherAccount.id)];
  const hidden = [await newPerson(world.otherAccount.id, 'eve@example.com'), theirs.id, newUserId(), 'operator'];
  const key = await db.apiKey.findFirstOrThrow({ where: { accountId } });
  for (const id of [key.id, ann, token.id, ...hidden]) await addEvent(id);
  const part = '{ __typename ... on User { id email } ... on ApiKey { id } ... on StackToken { id name } }';
  const query = `query ($first: Int) { auditEvents(first: $first) { nodes { actorId actor ${part} } } }`;
  const read = () => rowsRead(() => dataOf(ask(world.url, apiKey, query, { first: madeEvents })));
  const first = await read();
  expect(first.result).toEqual({
    auditEvents: {
      nodes: [
        ...hidden.toReversed().map((actorId) => ({ actorId, actor: null })),
        { actorId: token.id, actor: { __typename: 'StackToken', id: token.id, name: token.name } },
        { actorId: ann, actor: { __typename: 'User', id: ann, email: 'ann@example.com' } },
        { actorId: key.id, actor: { __typename: 'ApiKey', id: key.id } },
      ],
    },
  });
  for (let more = 0; more < MORE; more += 1) await addEvent(ann);
  expect((await read()).reads.length).toBeLessThan(first.reads.length + MORE);
});

it('links audit events to tokens of their stack for a person with one stack, and to no person or key', async () => {
  const [ann, token] = [await newPerson(accountId, 'ann2@example.com'), await tokenOf(accountId)];
  const { stackId } = await db.clientEndpoint.findUniqueOrThrow({ where: { id: token.endpointId } });
  const other = await createStack(ctx, { name: 'other' });
  const key = await db.apiKey.findFirstOrThrow({ where: { accountId } });
  const ids = [ann, key.id, token.id].map(toCallerId);
  const seen = async (id: StackId) => {
    const person = { kind: 'user', accountId, userId: newUserId(), sessionId: newSessionId(), limits: {} } as const;
    const actor = { ...person, role: 'member', stackRoles: new Map<StackId, Role>([[id, 'developer']]) } as const;
    return [...(await listActors({ ...ctx, actor }, ids)).keys()];
  };
  expect(await seen(toStackId(stackId))).toEqual([token.id]);
  expect(await seen(toStackId(other.id))).toEqual([]);
});
