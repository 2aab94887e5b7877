import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConnectLink, LINK_LIFE_MS } from '../../../src/core/credentials/connectLink.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { registerOwnClient } from '../../../src/core/credentials/registration.ts';
import { findStackServer } from '../../../src/core/kernel/findStackServer.ts';
import { type StackId, toServerId, toStackId } from '../../../src/core/kernel/ids.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import { removeServer, saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack, removeServerFromStack, updateServerTools } from '../../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { isWhole } from '../../harness/wholeTables.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

let world: World;
let account: TestAccount;
beforeAll(async () => {
  world = await createWorld();
  account = await createTestAccount(world, 'Ours');
});
afterAll(() => world.database.close());

const ROUNDS = isWhole ? 8 : 2;
const TOOLS = ['find', 'buy', 'sell'];
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

const withSignIn = (slug: string) => {
  const document = serverDocument(slug, { tools: TOOLS });
  const oauth2 = { discovery: 'https://provider.example', clientId: { value: 'client' } };
  return { ...document, credentials: [...document.credentials, { id: 'mail', name: 'Mail', required: false, oauth2 }] };
};

/** `done`, or the code of a documented error; other errors fail the test. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

/** Starts all concurrently, with a different first one in each round. */
async function race(round: number, works: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> {
  const first = round % works.length;
  const started = [...works.slice(first), ...works.slice(0, first)].map((work) => outcomeOf(work()));
  const outcomes = await Promise.all(started);
  return works.map((_, at) => outcomes[(at - first + works.length) % works.length] ?? '');
}

const save = (slug: string, change: object = {}) => saveServer(world.as(), { ...withSignIn(slug), ...change });
const newStack = async (name: string) => (await createStack(account.ctx, { name })).id;
const add = (stackId: StackId, serverId: string) =>
  addServerToStack(account.ctx, stackId, { serverId, enableAllTools: true });
/** Counts callable tools, not removed ones that wait for a review. */
const countEnabled = (stackId: StackId) =>
  world.deps.db.enabledTool.count({ where: { stackServer: { stackId }, tool: { removedAt: null } } });

async function stackHolding(slug: string): Promise<string> {
  await save(slug);
  const stackId = await newStack(slug);
  await add(stackId, slug);
  return stackId;
}

describe('while a server is added to a stack', () => {
  it('either its removal or the addition fails, and no stack loses a confirmed server', async () => {
    const seen = new Set<string>();
    for (const round of rounds) {
      const slug = `removed${round}`;
      await save(slug);
      const stackId = await newStack(slug);
      const outcomes = await race(round, [() => removeServer(world.as(), toServerId(slug)), () => add(stackId, slug)]);
      seen.add(outcomes.join());
      expect(await countEnabled(stackId)).toBe(outcomes[1] === 'done' ? TOOLS.length : 0);
    }
    expect(['done,not_found', 'invalid_input,done']).toEqual(expect.arrayContaining([...seen]));
  });

  it('a new version keeps all tools that the response named', async () => {
    await save('changing');
    for (const round of rounds) {
      const stackId = await newStack(`changing${round}`);
      const { version } = await world.deps.db.stack.findUniqueOrThrow({ where: { id: stackId } });
      const works = [() => save('changing', { description: `${round}` }), () => add(stackId, 'changing')];
      expect(await race(round, works)).toEqual(['done', 'done']);
      expect(await countEnabled(stackId)).toBe(TOOLS.length);
      const { version: later } = await world.deps.db.stack.findUniqueOrThrow({ where: { id: stackId } });
      expect(later).toBeGreaterThan(version);
    }
  });
});

describe('while a server is removed from a stack', () => {
  const remove = (stackId: StackId, slug: string) => removeServerFromStack(account.ctx, stackId, toServerId(slug));
  const link = (stackId: StackId, slug: string) =>
    createConnectLink(account.ctx, stackId, toServerId(slug), { fieldId: 'mail' });

  it.each([
    [
      'enabling',
      (id: string, slug: string) =>
        updateServerTools(account.ctx, toStackId(id), toServerId(slug), { enabledTools: [`${slug}_find`] }),
    ],
    [
      'storing',
      (id: string, slug: string) =>
        setCredentials(account.ctx, toStackId(id), toServerId(slug), { credentials: { [`${slug}_key`]: 'value' } }),
    ],
    ['linking', link],
  ])('%s finishes first or finds nothing', async (name, work) => {
    for (const round of rounds) {
      const slug = `${name}${round}`;
      const stackId = await stackHolding(slug);
      // An expired link is deleted when a new one is created, or with the server.
      await link(toStackId(stackId), slug);
      world.pass(LINK_LIFE_MS + 1);
      const [removed, done] = await race(round, [
        () => remove(toStackId(stackId), slug),
        () => work(toStackId(stackId), slug),
      ]);
      expect(removed).toBe('done');
      expect(['done', 'not_found']).toContain(done);
      expect(await findStackServer(account.ctx, toStackId(stackId), toServerId(slug))).toBeNull();
    }
  });

  it('no other request removes it', async () => {
    for (const round of rounds) {
      const slug = `taken${round}`;
      const stackId = await stackHolding(slug);
      const outcomes = await race(round, [
        () => remove(toStackId(stackId), slug),
        () => remove(toStackId(stackId), slug),
      ]);
      expect(outcomes.toSorted()).toEqual(['done', 'not_found']);
    }
  });
});

describe('while a server changes', () => {
  it('no removed tool is enabled', async () => {
    const stackId = await stackHolding('shrinking');
    for (const round of rounds) {
      await save('shrinking', { description: `${round}` });
      await updateServerTools(account.ctx, toStackId(stackId), toServerId('shrinking'), { enabledTools: [] });
      const tools = withSignIn('shrinking').tools.slice(1);
      const [saved, updated] = await race(round, [
        () => save('shrinking', { tools }),
        () =>
          updateServerTools(account.ctx, toStackId(stackId), toServerId('shrinking'), {
            enabledTools: ['shrinking_find', 'shrinking_buy'],
          }),
      ]);
      expect(saved).toBe('done');
      expect(['done', 'invalid_input']).toContain(updated);
      expect(await countEnabled(toStackId(stackId))).toBe(updated === 'done' ? 1 : 0);
    }
  });
});

describe('while a server is deleted', () => {
  const provider = {
    issuer: 'https://provider.example',
    authorizationUrl: 'https://provider.example/authorize',
    tokenUrl: 'https://provider.example/token',
    registrationUrl: 'https://provider.example/register',
    tokenAuthMethods: null,
    resource: null,
    direct: [],
    scopes: [],
    sendsIssuer: false,
  };

  it('no client of it is registered', async () => {
    const { server } = await save('registering');
    const key = {
      serverId: server.id,
      issuer: provider.issuer,
      redirectUri: 'https://toolyard.test/callback',
      tokenOrigin: '',
    };
    const client = { clientId: 'client', clientSecret: null, authMethod: 'none' as const, expiresAt: null };
    const removeFirst = async () => {
      await removeServer(world.as(), toServerId('registering'));
      return client;
    };
    const ctx = { ...account.ctx, oauth: { ...account.ctx.oauth, register: removeFirst } };
    expect(await outcomeOf(registerOwnClient(ctx, key, provider))).toBe('not_found');
  });
});
