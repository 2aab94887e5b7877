import { getNamedType, isInputObjectType, isNonNullType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { startJob } from '../../src/core/jobs/job.ts';
import {
  newApiKeyId,
  newApprovalId,
  newEndpointId,
  newFileId,
  newInvitationId,
  newJobId,
  newPasskeyId,
  newRowId,
  newRuleId,
  newServiceAccountId,
  newSessionId,
  newStackId,
  newStackVersionId,
  newTokenId,
  newTrustedIssuerId,
  newUserId,
  newWebhookId,
  toServerId,
  toStackId,
  toToolId,
} from '../../src/core/kernel/ids.ts';
import { createServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { updateServerRefresh } from '../../src/core/marketplace/refreshSchedule.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createInvitation } from '../../src/core/people/invitation.ts';
import { acceptInvitation } from '../../src/core/people/signIn.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createWebhook } from '../../src/core/webhooks/webhook.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { makeAlert } from '../core/alerts/kit.ts';
import { makeHeldCall } from '../core/approvals/kit.ts';
import { storeContents } from '../core/callContents/kit.ts';
import { storeFile } from '../core/files/storeFile.ts';
import { someOf } from '../harness/wholeTables.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { checksums } from './checksums.ts';
import { serverDocument } from './documents.ts';
import { CALL_AT, type Ids, type People, ROWS } from './isolationRows.ts';

const FAILURE = '{ __typename ... on UserError { code message } }';

let world: World;
let theirs: Ids;
let unknown: Ids;
let own: { stack: string };
const schema = graphqlSchema();
const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});

beforeAll(async () => {
  world = await startWorld();
  const { ctx } = world.otherAccount;
  const { server } = await saveServer(ctx, serverDocument('theirs'));
  const stack = await createStack(ctx, { name: 'theirs' });
  await addServerToStack(ctx, stack.id, { serverId: 'theirs', enableAllTools: true });
  await setCredentials(ctx, stack.id, toServerId('theirs'), { credentials: { theirs_key: 'secret' } });
  const { endpoint, tokenRecord } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'agent' });
  const { db } = world.edge.deps;
  const key = await db.apiKey.findFirstOrThrow({ where: { accountId: world.otherAccount.id } });
  const event = await db.auditEvent.findFirstOrThrow({ where: { chain: world.otherAccount.id } });
  const call = {
    id: await storeContents(ctx, stack.id, 'theirs'),
    accountId: world.otherAccount.id,
    stackId: stack.id,
    serverId: toServerId('theirs'),
    toolId: toToolId('theirs_find'),
    outcome: 'ok',
    latencyMs: 1,
    inputBytes: 2,
    outputBytes: 2,
    at: CALL_AT,
  };
  await db.callRecord.create({ data: call });
  const rule = await createPolicyRule(ctx, { name: 'theirs', effect: 'deny', tools: ['none'] });
  theirs = {
    stack: stack.id,
    server: 'theirs',
    endpoint: endpoint.id,
    token: tokenRecord.id,
    machine: (await createServiceAccount(ctx, { endpointId: endpoint.id, name: 'theirs' })).client.id,
    trusted: (
      await createTrustedIssuer(ctx, {
        ...{ endpointId: endpoint.id, name: 'theirs' },
        ...{ issuer: 'https://x.test', jwksUrl: 'https://x.test' },
      })
    ).id,
    apiKey: key.id,
    row: server.id,
    event: event.id,
    rule: rule.id,
    file: (await storeFile(ctx, { accountId: world.otherAccount.id, stackId: stack.id })).id,
    webhook: (await createWebhook(ctx, { name: 'theirs', url: 'https://hooks.test/' })).webhook.id,
    alert: await makeAlert(db, world.otherAccount.id),
    approval: await makeHeldCall(ctx, stack.id, rule.id),
    ...(await theirPeople()),
    call: call.id,
    job: (await startJob(ctx, stack.id, 'theirs_find', { query: 'x' })).id,
    change: '',
    digest: '',
    version: (await db.stackVersion.findFirstOrThrow({ where: { stackId: stack.id } })).id,
  };
  const changed = await saveServer(ctx, serverDocument('theirs', { path: '/other' }));
  const change = await db.keptDefinition.findFirstOrThrow({ where: { tool: { serverId: server.id } } });
  theirs = { ...theirs, change: change.id, digest: changed.server.digest };
  // A cursor contains a time, so these ids must be older than our own rows, like the other account's.
  unknown = unknownIds();
  own = { stack: (await createStack(world.account.ctx, { name: 'ours' })).id };
});
afterAll(() => world.close());

const unknownIds = (): Ids => ({
  stack: newStackId(),
  server: 'nobodys',
  endpoint: newEndpointId(),
  token: newTokenId(),
  machine: newServiceAccountId(),
  trusted: newTrustedIssuerId(),
  apiKey: newApiKeyId(),
  row: newRowId(),
  event: newRowId(),
  rule: newRuleId(),
  approval: newApprovalId(),
  file: newFileId(),
  webhook: newWebhookId(),
  alert: `alert_${newRowId()}`,
  user: newUserId(),
  session: newSessionId(),
  passkey: newPasskeyId(),
  invitation: newInvitationId(),
  call: newRowId(),
  job: newJobId(),
  change: newRowId(),
  version: newStackVersionId(),
  digest: '0'.repeat(64),
});

/** A signed-in colleague in that account, and an invitation to the account. */
async function theirPeople(): Promise<Pick<Ids, People>> {
  const { ctx } = world.otherAccount;
  const { secret } = await createInvitation(ctx);
  const input = { secret, email: 'theirs@example.com', password: 'a long enough password' };
  const { user, session } = await acceptInvitation(ctx, input, { userAgent: '' });
  const { invitation } = await createInvitation(ctx);
  const passkey = newPasskeyId();
  const made = {
    name: 'theirs',
    credentialId: 'theirs',
    publicKey: new Uint8Array(),
    counter: 0,
    createdAt: new Date(),
  };
  await world.edge.deps.db.passkey.create({ data: { ...made, id: passkey, userId: user.id } });
  return { user: user.id, session: session.id, invitation: invitation.id, passkey };
}

/** Our response, with every given id replaced by its kind. */
async function answerFor(name: string, ids: Ids): Promise<string> {
  const { fields = FAILURE, args } = ROWS[name] ?? {};
  const argValues = args?.(ids, own) ?? {};
  const field = schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name];
  const isQuery = queries.includes(name);
  const values = isQuery ? argValues : { input: argValues };
  const declared = (field?.args ?? []).filter((arg) => arg.name in values);
  const list = (text: (name: string, type: string) => string) =>
    declared.length === 0 ? '' : `(${declared.map((arg) => text(arg.name, String(arg.type))).join(', ')})`;
  const signature = list((arg, type) => `$${arg}: ${type}`);
  const call = list((arg) => `${arg}: $${arg}`);
  const query = `${isQuery ? 'query' : 'mutation'} Ask${signature} { ${name}${call} ${fields} }`;
  const { status, text } = await ask(world.url, world.account.apiKey, query, values);
  const known = Object.entries(ids).sort(([, a], [, b]) => b.length - a.length);
  return known.reduce((body, [kind, id]) => body.replaceAll(id, `<${kind}>`), `${status} ${text}`);
}

it('has a row for every root field', () => {
  expect(Object.keys(ROWS).sort()).toEqual([...queries, ...mutations].sort());
});

const withIds = Object.entries(ROWS).flatMap(([name, { args }]) => (args ? [name] : []));
it.each(someOf(withIds, 30))('%s treats another account’s ids like unknown ones, and changes nothing', async (name) => {
  await answerFor('viewer', theirs);
  const before = await checksums(world);
  const foreign = await answerFor(name, theirs);
  expect(foreign).toBe(await answerFor(name, unknown));
  expect(foreign).toMatch(/^(200 \{"data":\{|400 \{"errors":\[\{"message":"Invalid cursor")/);
  expect(await checksums(world)).toEqual(before);
});

const withoutIds = Object.entries(ROWS).flatMap(([name, { args }]) => (args || mutations.includes(name) ? [] : [name]));
it.each(someOf(withoutIds, 10))('%s shows nothing of another account', async (name) => {
  expect(await answerFor(name, theirs)).not.toMatch(/<\w+>/);
});

/** Each optional id of a mutation's input, as `mutation.field`. */
const optional = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, args }) =>
  args.flatMap(({ type }) => {
    const input = getNamedType(type);
    const fields = isInputObjectType(input) ? Object.values(input.getFields()) : [];
    const ids = fields.filter((field) => getNamedType(field.type).name === 'ID' && !isNonNullType(field.type));
    return ids.map((field) => `${name}.${field.name}`);
  }),
);

it(`an empty id counts as an unknown id, not as an absent one, in ${optional.length} places`, async () => {
  const { ctx } = world.account;
  const stackId = toStackId(own.stack);
  await saveServer(ctx, serverDocument('ours'));
  await addServerToStack(ctx, stackId, { serverId: 'ours', enableAllTools: true });
  const { server } = await saveServer(ctx, serverDocument('ours', { path: '/other' }));
  const connector = { kind: 'mcp-http', url: 'https://mcp.example.com' };
  const remote = { id: 'remote', name: 'Remote', description: '', connector, tools: [] };
  await saveServer(ctx, remote);
  await addServerToStack(ctx, stackId, { serverId: 'remote', enableAllTools: true });
  await updateServerRefresh(ctx, toServerId('remote'), { when: 'daily', stackId });
  await saveServer(ctx, serverDocument('unplaced'));
  const rule = { name: 'wide', effect: 'ALLOW' };
  const { id: ruleId } = await createPolicyRule(ctx, { name: 'ours', effect: 'deny', tools: ['none'] });
  const review = { serverId: 'ours', digest: server.digest, toolIds: [''] };
  const openApi = { url: 'https://api.example.com/openapi.json' };
  const inputs: Readonly<Record<string, object>> = {
    'acceptToolChanges.toolIds': review,
    'addServerToStack.enabledTools': { stackId, serverId: 'unplaced', enabledTools: [''] },
    'createPolicyRule.callers': { ...rule, callers: [''] },
    'createPolicyRule.endpointId': { ...rule, endpointId: '' },
    'createPolicyRule.servers': { ...rule, servers: [''] },
    'createPolicyRule.stackId': { ...rule, stackId: '' },
    'createStack.template': { name: 'of none', template: '' },
    'importServer.id': { id: '', source: { openApi } },
    'invokeTool.progressId': { stackId, toolId: 'ours_find', toolInput: {}, progressId: '' },
    'previewOperations.id': { id: '', openApi },
    'previewServer.id': { id: '', source: { openApi } },
    'refuseToolChanges.toolIds': review,
    'testConnection.toolId': { stackId, serverId: 'ours', toolId: '' },
    'updatePolicyRule.callers': { ruleId, callers: [''] },
    'updatePolicyRule.servers': { ruleId, servers: [''] },
    'updateResultLabel.toolId': { serverId: 'ours', toolId: '', label: 'mine' },
    'updateServerRefresh.stackId': { serverId: 'remote', when: 'HOURLY', stackId: '' },
    'updateServerTools.enabledTools': { stackId, serverId: 'ours', enabledTools: [''] },
  };
  expect(optional.toSorted()).toEqual(Object.keys(inputs));
  for (const [place, input] of someOf(Object.entries(inputs), 4)) {
    const [name = ''] = place.split('.');
    const type = schema.getMutationType()?.getFields()[name]?.args[0]?.type;
    const query = `mutation ($input: ${type}) { ${name}(input: $input) ${FAILURE} }`;
    const before = await checksums(world);
    const { text } = await ask(world.url, world.account.apiKey, query, { input });
    expect.soft(text, place).toMatch(/"__typename":"(NotFound|InvalidInput)Error"/);
    expect.soft(await checksums(world), place).toEqual(before);
  }
});
