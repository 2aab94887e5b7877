import { afterAll, beforeAll, expect, it } from 'vitest';
import { destinationsOf, toDestinationServer } from '../../../src/core/credentials/destination.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import {
  newAlertId,
  newCredentialId,
  newStackId,
  newStackServerId,
  type StackId,
  type StackServerId,
  toServerId,
} from '../../../src/core/kernel/ids.ts';
import { saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { type FullServer, getServer } from '../../../src/core/servers/server.ts';
import { attentionOfStacks, stacksNeedingAttention } from '../../../src/core/stacks/attention.ts';
import { credentialProblems } from '../../../src/core/stacks/credentialProblems.ts';
import { countLacking, needsOfPlaces } from '../../../src/core/stacks/lackingTools.ts';
import { countToolsOfPlaces } from '../../../src/core/stacks/serversOfStacks.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { mailDocument } from '../credentials/mail.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

const DAY_MS = 86_400_000;
/** The page size of `credentialProblems`, which reads pages until it has found enough problems. */
const STACKS = 100;
const PROVIDER = { url: 'https://provider.example' };
let world: World;
let alice: TestAccount;
let bob: TestAccount;

/** A person's sign-in, a token from the client alone, and an exchanged token. */
const DOCUMENTS = [
  mailDocument(PROVIDER),
  { ...Object(mailDocument(PROVIDER, { grant: 'client_credentials' })), id: 'robot' },
  {
    ...Object(
      mailDocument(PROVIDER, {
        grant: 'token_exchange',
        subjectToken: { field: 'mail_signature' },
        clientSecret: undefined,
      }),
    ),
    id: 'exchange',
  },
  forumDocument(),
];

/** A server without required fields. Every tool except one needs one of several sets of fields. */
function forumDocument(): unknown {
  const field = (id: string, oauth2?: object) => ({
    ...{ id, name: id, required: false, ...(oauth2 && { oauth2 }) },
    placement: { in: 'header', name: `x-${id}` },
  });
  const tool = (name: string, credentials?: string[][]) => ({
    ...{ name, inputSchema: { type: 'object' } },
    request: { kind: 'template', method: 'GET', path: `/${name}`, ...(credentials && { credentials }) },
  });
  const grant = { grant: 'client_credentials', tokenUrl: `${PROVIDER.url}/token`, scopes: [] };
  return {
    ...{ id: 'forum', name: 'Forum', connector: { kind: 'http', baseUrl: `${PROVIDER.url}/forum` } },
    credentials: [
      ...['bot', 'user', 'client', 'secret'].map((id) => field(id)),
      field('robot', { ...grant, clientId: { field: 'client' }, clientSecret: { field: 'secret' } }),
    ],
    tools: [
      tool('post', [['bot'], ['user', 'client']]),
      tool('search', [['user']]),
      tool('report', [['robot'], ['bot', 'user']]),
      tool('ping'),
    ],
  };
}
const MODES = ['stack', 'user', 'user_then_stack'] as const;

/** Possible stored values of a field, or null for none. */
const STATES = [
  null,
  { kind: 'value', state: 'connected' },
  { kind: 'value', state: 'moved' },
  { kind: 'value', state: 'connected', isUnbound: true },
  { kind: 'oauth2', state: 'connected', isRenewable: true, days: 1 },
  { kind: 'oauth2', state: 'connected', days: 3 },
  { kind: 'oauth2', state: 'connected', days: 30 },
  { kind: 'oauth2', state: 'connected', days: -1 },
  { kind: 'oauth2', state: 'reconnect_required', isRenewable: true },
] as const;

beforeAll(async () => {
  world = await createWorld();
  for (const document of DOCUMENTS) await saveServer(world.as(), document);
  alice = await createTestAccount(world, 'Alice');
  bob = await createTestAccount(world, 'Bob');
});
afterAll(() => world.database.close());

let drawn = 12_345;
/** A pseudorandom choice, the same in every run. */
function draw<T>(from: readonly T[]): T {
  drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648;
  const choice = from[Math.floor(drawn / 65_536) % from.length];
  if (choice === undefined) throw new Error('nothing to draw from');
  return choice;
}

/** Creates stacks with one of the servers each, in a random state; returns their ids. */
async function drawStacks(count: number): Promise<readonly StackId[]> {
  const { db } = world.database;
  const { accountId } = alice;
  const stacks = Array.from({ length: count }, (_, nr) => ({ id: newStackId(), accountId, name: `drawn ${nr}` }));
  await db.stack.createMany({ data: stacks });
  const servers = new Map<string, FullServer>();
  for (const id of ['mail', 'robot', 'exchange', 'forum']) servers.set(id, await getServer(alice.ctx, toServerId(id)));
  const drawn = stacks.map(({ id }, nr) => {
    const server = nr % 2 === 0 ? draw([...servers.values()]) : servers.get('forum');
    if (!server) throw new Error('no forum');
    return {
      server,
      placed: { id: newStackServerId(), stackId: id, serverId: server.id, credentialMode: draw(MODES) },
    };
  });
  await db.stackServer.createMany({ data: drawn.map(({ placed }) => placed) });
  const enabled = drawn.flatMap(({ server, placed }) =>
    server.tools.flatMap(({ id }) => (draw([0, 0, 1]) ? [{ stackServerId: placed.id, toolKey: id }] : [])),
  );
  await db.enabledTool.createMany({ data: enabled });
  const credentials = drawn.flatMap(({ server, placed }) => drawCredentials(placed.id, server));
  await db.credential.createMany({ data: credentials });
  return stacks.map(({ id }) => id);
}

function drawCredentials(stackServerId: StackServerId, server: FullServer) {
  const destinations = destinationsOf(toDestinationServer(server));
  return server.fields.flatMap(({ fieldId }) => {
    const drawnState = draw(server.slug === 'forum' ? [...Array<null>(20).fill(null), ...STATES] : STATES);
    if (drawnState === null) return [];
    const { kind, state, isRenewable = false, isUnbound = false, days = null } = { ...EMPTY, ...drawnState };
    return [
      {
        ...{ id: newCredentialId(), stackServerId, fieldId, kind, state, isRenewable, keyId: 'k', revision: 1 },
        destination: isUnbound ? draw([null, '']) : destinations.digestOf(fieldId),
        expiresAt: days === null ? null : new Date(world.clock.now.getTime() + days * DAY_MS),
        sealed: new Uint8Array(),
      },
    ];
  });
}

const EMPTY: { isRenewable?: boolean; isUnbound?: boolean; days?: number } = {};

/** The stacks without a callable enabled tool, computed from each of their servers. */
async function stacksWhereNothingWorks(stacks: readonly StackId[]): Promise<readonly StackId[]> {
  const places = await world.database.db.stackServer.findMany({
    where: { stackId: { in: [...stacks] }, credentialMode: { not: 'user' } },
  });
  const ids = places.map(({ id }) => id);
  const [needs, counts] = [await needsOfPlaces(alice.ctx, ids), await countToolsOfPlaces(alice.ctx, ids)];
  const lacking = await Promise.all(
    places.map(async ({ id, stackId }) => {
      const { slug } = (
        await world.database.db.stackServer.findFirstOrThrow({ where: { id }, include: { server: true } })
      ).server;
      const { fields } = await getCredentialStatus(alice.ctx, stackId, slug);
      // Credentials that must be entered again exist, and are reported separately.
      const seen = fields.map((field) => (field.isMoved ? { ...field, state: 'added' as const } : field));
      const count = countLacking({ fields: seen }, needs.get(id) ?? []);
      return count > 0 && count === counts.get(id) ? [stackId] : [];
    }),
  );
  return lacking.flat();
}

it('reports a stack’s credentials as their status does, whatever is stored', async () => {
  const stacks = await drawStacks(STACKS);
  const { problems } = await credentialProblems(alice.ctx);
  const expected = new Map(
    [...Map.groupBy(problems, ({ stackId }) => stackId)].map(([id, stackProblems]) => [
      id,
      [
        ...new Set(stackProblems.map(({ kind }) => (kind === 'missing' ? 'missing_credential' : 'credential'))),
      ].toSorted(),
    ]),
  );
  const attention = await attentionOfStacks(alice.ctx, stacks);
  expect(Object.fromEntries(attention)).toEqual(Object.fromEntries(expected));
  expect((await stacksNeedingAttention(alice.ctx)).toSorted()).toEqual([...expected.keys()].toSorted());
  const kinds = new Set([...attention.values()].flat());
  expect([...kinds].toSorted()).toEqual(['credential', 'missing_credential']);
  const nothing = await stacksWhereNothingWorks(stacks);
  const missing = problems.filter(({ serverId, kind }) => serverId === 'forum' && kind === 'missing');
  expect(missing.map(({ stackId }) => stackId).toSorted()).toEqual(nothing.toSorted());
  expect(nothing.length).toBeGreaterThan(2);
  process.stdout.write(
    `${stacks.length} stacks in drawn states, ${attention.size} of them need attention, in ${nothing.length} nothing works\n`,
  );
});

it('shows the open alerts of a stack, and no others', async () => {
  const { id } = await createStack(alice.ctx, { name: 'alerted' });
  const alert = (kind: string, endedAt: Date | null = null) => ({
    ...{ id: newAlertId(), accountId: alice.accountId, kind, subject: `${kind} ${endedAt}`, stackId: id },
    ...{ details: {}, startedAt: alice.ctx.now(), endedAt },
  });
  await world.database.db.alert.createMany({
    data: [alert('failing_tool', alice.ctx.now()), alert('ending_token'), alert('credential')],
  });
  expect(await attentionOfStacks(alice.ctx, [id])).toEqual(new Map([[id, ['ending_token']]]));
  expect(await stacksNeedingAttention(alice.ctx)).toContain(id);
});

it('finds nothing of another account', async () => {
  const ids = await world.database.db.stack.findMany({ where: { accountId: alice.accountId }, select: { id: true } });
  const stacks = ids.map(({ id }) => id);
  expect((await attentionOfStacks(alice.ctx, stacks)).size).toBeGreaterThan(0);
  expect(await attentionOfStacks(bob.ctx, stacks)).toEqual(new Map());
  expect(await stacksNeedingAttention(bob.ctx)).toEqual([]);
});
