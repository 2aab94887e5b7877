import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdempotentRequest } from '../../../src/core/kernel/writeIdempotent.ts';
import { createInvitation } from '../../../src/core/people/invitation.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { ask, post } from '../../graphql/ask.ts';
import { startWorld, type World, type WorldAccount } from '../../harness/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const graphql = (query: string, key: string, { apiKey } = world.account) =>
  post(world.url, apiKey, { body: JSON.stringify({ query }), headers: { 'idempotency-key': key } });

/** Creates one of each kind over GraphQL and returns the response; secrets and ids are new each time. */
async function creations(): Promise<Readonly<Record<string, string>>> {
  const { ctx } = world.account;
  const { id: stackId } = await createStack(ctx, { name: randomUUID() });
  await world.saveServer({ id: 'calm', name: 'Calm', connector: { kind: 'http', baseUrl: 'https://calm.test' } });
  const made = await ask(
    world.url,
    world.account.apiKey,
    `mutation { createClientEndpoint(input: { stackId: "${stackId}", name: "e" }) { ... on CreateClientEndpointPayload { endpoint { id } } } }`,
  );
  const endpointId = /endpoint_[\w-]+/.exec(made.text)?.[0] ?? '';
  const error = '... on UserError { message }';
  return {
    createStack: `createStack(input: { name: "${randomUUID()}" }) { ${error} ... on CreateStackPayload { stack { id name createdAt } } }`,
    addServerToStack: `addServerToStack(input: { stackId: "${stackId}", serverId: "calm" }) { ${error} ... on AddServerToStackPayload { enabledCount } }`,
    createApiKey: `createApiKey(input: { name: "k" }) { ${error} ... on CreateApiKeyPayload { key apiKey { id createdAt } } }`,
    createClientEndpoint: `createClientEndpoint(input: { stackId: "${stackId}", name: "two" }) { ${error} ... on CreateClientEndpointPayload { token endpoint { id } } }`,
    createStackToken: `createStackToken(input: { endpointId: "${endpointId}" }) { ${error} ... on CreateStackTokenPayload { token } }`,
    createServiceAccount: `createServiceAccount(input: { endpointId: "${endpointId}", name: "m" }) { ${error} ... on CreateServiceAccountPayload { secret } }`,
    createTrustedIssuer: `createTrustedIssuer(input: { endpointId: "${endpointId}", name: "i", issuer: "https://idp.test", jwksUrl: "https://idp.test/keys", claims: [{ name: "sub", values: ["x"] }] }) { ${error} ... on CreateTrustedIssuerPayload { trustedIssuer { id } } }`,
    createPolicyRule: `createPolicyRule(input: { name: "r", effect: ALLOW }) { ${error} ... on CreatePolicyRulePayload { rule { id } } }`,
    createWebhook: `createWebhook(input: { name: "w", url: "https://hook.test/" }) { ${error} ... on CreateWebhookPayload { secret webhook { id } } }`,
    createInvitation: `createInvitation(input: {}) { ${error} ... on CreateInvitationPayload { url invitation { id } } }`,
  };
}

const rows = async (): Promise<number> => {
  const { db } = world.account.ctx;
  const counts = await Promise.all([
    ...[db.stack.count(), db.stackServer.count(), db.apiKey.count(), db.clientEndpoint.count()],
    ...[db.stackToken.count(), db.serviceAccount.count(), db.trustedIssuer.count(), db.policyRule.count()],
    ...[db.webhook.count(), db.invitation.count(), db.auditEvent.count()],
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
};

describe('a creation with an Idempotency-Key', () => {
  it('runs once, and repeats return its secret: each kind of resource', async () => {
    for (const [name, field] of Object.entries(await creations())) {
      const key = randomUUID();
      const first = await graphql(`mutation { ${field} }`, key);
      expect(first.text, name).not.toMatch(/"message"|"errors"/);
      const before = await rows();
      const again = await Promise.all([1, 2].map(() => graphql(`mutation { ${field} }`, key)));
      for (const { text } of again) expect(text, name).toBe(first.text);
      expect(await rows(), name).toBe(before);
    }
  });

  it('runs once over REST, by key and body', async () => {
    const create = (stack_name: string, key: string, { apiKey }: WorldAccount = world.account) =>
      fetch(`${world.url}/v1/stacks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ stack_name }),
      });
    const key = randomUUID();
    const first = await (await create('by rest', key)).text();
    const again = await create('by rest', key);
    expect([again.status, await again.text()]).toEqual([200, first]);
    const other = await create('by rest, too', key);
    expect([other.status, await other.json()]).toEqual([
      400,
      { detail: 'The Idempotency-Key was used for something else' },
    ]);
    const malformed = await create('by rest, three', 'a key');
    expect([malformed.status, await malformed.json()]).toEqual([400, { detail: 'Invalid Idempotency-Key' }]);
    // Another account's key with the same name is separate.
    expect(await (await create('by rest', key, world.otherAccount)).text()).not.toBe(first);
  });

  it('runs once for two concurrent requests, and once per alias within one request', async () => {
    const key = randomUUID();
    const field = (name: string) =>
      `createStack(input: { name: "${name}" }) { ... on CreateStackPayload { stack { id } } ... on UserError { message } }`;
    const name = randomUUID();
    const both = await Promise.all([1, 2, 3].map(() => graphql(`mutation { ${field(name)} }`, key)));
    expect(new Set(both.map(({ text }) => text)).size).toBe(1);
    expect(both[0]?.text).toContain('stack_');
    const two = `mutation { a: ${field(randomUUID())} b: ${field(randomUUID())} }`;
    const [first, again] = [await graphql(two, randomUUID()), await graphql(two, key)];
    expect(first.text.match(/stack_/g)).toHaveLength(2);
    expect(again.text).toContain('already exists');
  });

  it('that failed leaves its key unused', async () => {
    const idempotency: IdempotentRequest = { key: randomUUID(), part: '', request: 'a stack' };
    const ctx = { ...world.account.ctx, idempotency };
    const { name } = await createStack(world.account.ctx, { name: randomUUID() });
    await expect(createStack(ctx, { name })).rejects.toMatchObject({ code: 'already_exists' });
    const free = randomUUID();
    expect(await createStack(ctx, { name: free })).toMatchObject({ name: free });
  });

  it('is stored with the change itself, sealed, for a day', async () => {
    const { ctx } = world.account;
    const now = new Date();
    const at = (hours: number) => ({
      ...ctx,
      now: () => new Date(now.getTime() + hours * 3_600_000),
      idempotency: { key: 'for-a-day', part: '', request: {} },
    });
    const { secret } = await createInvitation(at(0));
    expect((await createInvitation(at(23))).secret).toBe(secret);
    const creation = await ctx.db.keptCreation.findFirstOrThrow({ where: { key: 'for-a-day' } });
    expect(Buffer.from(creation.sealed).includes(secret)).toBe(false);
    expect((await createInvitation(at(25))).secret).not.toBe(secret);
    await ctx.db.keptCreation.updateMany({ where: { key: 'for-a-day' }, data: { sealed: new Uint8Array(40) } });
    await expect(createInvitation(at(26))).rejects.toMatchObject({
      message: expect.stringContaining('cannot be read'),
    });
  });

  it('is never refused for stored answers: only the newest max_kept_creations are kept, apart from calls', async () => {
    const { ctx, id: accountId } = await world.newAccount('keeps few');
    const limits = { max_idempotency_bytes: 0, max_kept_creations: 2 };
    const actor = { ...ctx.actor, limits } as typeof ctx.actor;
    const names = ['kept-1', 'kept-2', 'kept-3'];
    let ms = Date.now();
    const now = () => {
      ms += 1;
      return new Date(ms);
    };
    const create = (name: string) =>
      createStack({ ...ctx, actor, now, idempotency: { key: name, part: '', request: name } }, { name });
    const made = await eachInTurn(names, create);
    const storedCreations = await ctx.db.keptCreation.findMany({ where: { accountId }, orderBy: { key: 'asc' } });
    expect(storedCreations.map(({ key }) => key)).toEqual(names.slice(1));
    expect(await eachInTurn(names.slice(1), create)).toEqual(made.slice(1));
    await expect(create('kept-1')).rejects.toMatchObject({ code: 'already_exists' });
  });

  it('accepts an alias of any length', async () => {
    const alias = `a${randomBytes(3_000).toString('hex')}`;
    const key = randomUUID();
    const field = `createStack(input: { name: "${key}" }) { ... on CreateStackPayload { stack { id } } ... on UserError { message } }`;
    const first = await graphql(`mutation { ${alias}: ${field} }`, key);
    expect(first.text).toContain('stack_');
    expect((await graphql(`mutation { ${alias}: ${field} }`, key)).text).toBe(first.text);
  });
});

/** Makes one request after the other, and returns the results. */
async function eachInTurn<T>(names: readonly string[], make: (name: string) => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [];
  for (const name of names) made.push(await make(name));
  return made;
}
