import { type GraphQLInputObjectType, getNamedType, isEnumType, isInputObjectType, isListType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { createServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createInvitation } from '../../src/core/people/invitation.ts';
import { acceptInvitation } from '../../src/core/people/signIn.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createWebhook } from '../../src/core/webhooks/webhook.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';

/*
 * Every update is a patch: a field that is left out stays, and null clears it or is refused. The updates and their
 * fields are those of the schema.
 */

const mutations = Object.values(graphqlSchema().getMutationType()?.getFields() ?? {});
const UPDATES = mutations
  .filter(({ name }) => name.startsWith('update'))
  .map(({ name, args }) => ({ name, input: getNamedType(args[0]?.type) as GraphQLInputObjectType }))
  // Last, because it disables the tool that the other updates change.
  .toSorted((one, other) => Number(one.name === 'updateServerTools') - Number(other.name === 'updateServerTools'));
const KEYS =
  /^(?:apiKeyId|endpointId|serviceAccountId|ruleId|serverId|stackId|tokenId|toolId|trustedIssuerId|userId|webhookId)$/;
/** Whether a field identifies the object to update. In `updateServerRefresh`, `stackId` is a setting. */
const isKey = (update: string, name: string): boolean =>
  KEYS.test(name) && !(update === 'updateServerRefresh' && name === 'stackId');

/** Updates that need a signed-in session. */
const OF_PEOPLE = new Set(['updateAlertMail']);

let world: World;
let keys: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.account;
  const stackId = (await createStack(ctx, { name: 'work', configuration: { isRecorded: true } })).id;
  const { server } = await saveServer(ctx, serverDocument('shop'));
  await addServerToStack(ctx, stackId, { serverId: 'shop', enableAllTools: true });
  const { endpoint, tokenRecord } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  const rule = await createPolicyRule(ctx, { name: 'no', effect: 'ask', tools: ['shop_*'], message: 'Ask first' });
  const issuer = { issuer: 'https://idp.test', audience: 'us', claims: { groups: ['a'] }, tools: ['shop_*'] };
  const { secret } = await createInvitation(ctx);
  const person = { secret, email: 'ann@example.com', password: 'a long enough password' };
  const accepted = await acceptInvitation(ctx, person, { userAgent: '' });
  keys = {
    apiKeyId: (await createApiKey(ctx, { name: 'key', role: 'auditor', tools: ['shop_*'], callsMax: 9 })).apiKey.id,
    endpointId: endpoint.id,
    serviceAccountId: (await createServiceAccount(ctx, { endpointId: endpoint.id, name: 'm', endUser: 'ann' })).client
      .id,
    ruleId: rule.id,
    serverId: `server_${server.id}`,
    stackId,
    tokenId: tokenRecord.id,
    toolId: 'shop_find',
    trustedIssuerId: (await createTrustedIssuer(ctx, { endpointId: endpoint.id, name: 'idp', ...issuer })).id,
    userId: accepted.user.id,
    webhookId: (await createWebhook(ctx, { name: 'w', url: 'https://w.test/', hasInput: true })).webhook.id,
  };
  await send('updateChatModel', { api: 'OPENAI', url: 'https://models.test', model: 'm' });
  await send('updateCallContents', { stackId, days: 7, redact: ['card'] });
});
afterAll(() => world.close());

type Answer = { readonly __typename: string } & Readonly<Record<string, unknown>>;

async function send(name: string, input: object): Promise<Answer> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { __typename ... on UserError { message } } }`;
  const { data, errors } = await ask(world.url, world.account.apiKey, query, { input });
  expect(errors, name).toEqual([]);
  return (data as Record<string, Answer>)[name] as Answer;
}

const TABLES = [
  ...['account', 'stack', 'stackServer', 'enabledTool', 'server', 'apiKey', 'clientEndpoint', 'serviceAccount'],
  ...['trustedIssuer', 'stackToken', 'policyRule', 'webhook', 'chatModel', 'alertSettings', 'reviewSetting', 'user'],
] as const;

/** Columns that updates change in addition to their own fields, such as times, versions and digests. */
const NOTED =
  /^(?:updatedAt|changedAt|version|dueAt|refreshDueAt|calls|lastUsedAt|revokedAt|digest|bytes|sealed|revision)$/;

/** All rows that updates change. */
async function stored(): Promise<Readonly<Record<string, unknown>>> {
  const { db } = world.edge.deps;
  const tables = await Promise.all(
    TABLES.map(async (table) => {
      const rows = await (db[table] as unknown as { findMany(): Promise<Record<string, unknown>[]> }).findMany();
      const of = (row: Record<string, unknown>) => Object.entries(row).filter(([name]) => !NOTED.test(name));
      return [table, rows.map((row) => JSON.stringify(Object.fromEntries(of(row)))).sort()] as const;
    }),
  );
  return Object.fromEntries(tables);
}

const keysOf = (name: string, input: GraphQLInputObjectType) =>
  Object.fromEntries(
    Object.keys(input.getFields())
      .filter((field) => isKey(name, field))
      .map((field) => [field, keys[field]]),
  );

describe(`${UPDATES.length} updates`, () => {
  it('include one for all that can be created', () => {
    const names = mutations.map(({ name }) => name);
    const created = names.filter((name) => name.startsWith('create')).map((name) => name.replace('create', 'update'));
    expect(created.filter((name) => !names.includes(name))).toEqual([
      ...['updateConnectLink', 'updateFileDownload', 'updateFileUpload', 'updateInvitation'],
    ]);
  });

  it.each(UPDATES.filter(({ name }) => !OF_PEOPLE.has(name)))(
    '$name changes nothing without a field',
    async (update) => {
      const before = await stored();
      const answer = await send(update.name, keysOf(update.name, update.input));
      expect(answer.__typename, JSON.stringify(answer)).toMatch(/Payload$/);
      expect(await stored()).toEqual(before);
    },
  );

  it('clear a field that is null, or refuse it, and change no other', async () => {
    let tried = 0;
    const outcomes = new Map<string, number>();
    for (const { name, input } of UPDATES.filter((update) => !OF_PEOPLE.has(update.name))) {
      for (const field of Object.values(input.getFields()).filter((each) => !isKey(name, each.name))) {
        tried += 1;
        const before = await stored();
        const answer = await send(name, { ...keysOf(name, input), [field.name]: null });
        const after = await stored();
        expect(answer.__typename, `${name}.${field.name}: ${JSON.stringify(answer)}`).toMatch(
          /Payload$|^InvalidInputError$|^ForbiddenError$/,
        );
        if (answer.__typename !== `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`) {
          expect(after, `${name}.${field.name}`).toEqual(before);
        }
        const changed = Object.keys(after).filter(
          (table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]),
        );
        expect(changed.length, `${name}.${field.name} changed ${changed}`).toBeLessThanOrEqual(1);
        outcomes.set(answer.__typename, (outcomes.get(answer.__typename) ?? 0) + 1);
      }
    }
    process.stdout.write(`null: ${tried} fields of ${UPDATES.length} updates\n`);
    expect(tried).toBeGreaterThan(60);
    expect(outcomes.get('InvalidInputError') ?? 0).toBeLessThan(tried / 2);
  });

  it('keep the other settings of a stack’s contents', async () => {
    const { stackId = '' } = keys;
    const read = async () => (await stored())['stack'];
    await send('updateCallContents', { stackId, days: 7, redact: ['card'] });
    const both = String(await read());
    await send('updateCallContents', { stackId, redact: ['iban'] });
    expect(String(await read())).toBe(both.replaceAll('card', 'iban'));
    await send('updateCallContents', { stackId, days: 3 });
    expect(String(await read())).toBe(both.replaceAll('card', 'iban').replaceAll('"contentDays":7', '"contentDays":3'));
  });
});

it('reads inputs as the schema has them', () => {
  for (const { input } of UPDATES) expect(isInputObjectType(input)).toBe(true);
  expect(UPDATES.some(({ input }) => Object.values(input.getFields()).some(({ type }) => isListType(type)))).toBe(true);
  expect(UPDATES.some(({ input }) => Object.values(input.getFields()).some(({ type }) => isEnumType(type)))).toBe(true);
});
