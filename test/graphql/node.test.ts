import { randomUUID } from 'node:crypto';
import { getNamedType, getNullableType, isInterfaceType, isObjectType, isRequiredArgument, printType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { newCallId, newPasskeyId, type StackId, toServerId, toToolId } from '../../src/core/kernel/ids.ts';
import { createServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createInvitation } from '../../src/core/people/invitation.ts';
import { acceptInvitation } from '../../src/core/people/signIn.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createWebhook, testWebhook } from '../../src/core/webhooks/webhook.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { makeAlert } from '../core/alerts/kit.ts';
import { makeHeldCall } from '../core/approvals/kit.ts';
import { storeFile } from '../core/files/storeFile.ts';
import { makeJob } from '../core/jobs/kit.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';

const schema = graphqlSchema();
/** Types without an identity, each with the reason; every other type is a `Node`. */
const WITHOUT_IDENTITY: readonly (readonly [RegExp, string])[] = [
  [/^(Query|Mutation|Subscription)$/, 'a root'],
  [/(Connection|Edge)$|^PageInfo$/, 'a page of a list'],
  [/Payload$/, 'the answer to one change'],
  [/Error$|^(InputIssue|ToolCallFailure|ToolCallAnswer|ToolRefusal|ToolWarning)$/, 'the answer to one request'],
  [/^(OfferedTool|PickedCall)$/, 'the answer of a model to one question'],
  [/^(Server|Tool|CredentialField|Operation)Preview$/, 'is not there yet: its id is the name that it would have'],
  [
    /^(CallBucket|CallFigures|CallsBefore|CallStatistics|EndpointVersionFigures|OutcomeFigures|ToolFigures|UsageBucket|UsageFigures|PolicyDryRun|PolicyDryRunCalls|RowCount|ToolWeights)$/,
    'figures',
  ],
  [
    /^(StackDocument|StackDocument(Rule|Server|Tool)|StackDifference|StackPlan|RollBackPlan|MissingCredential)$/,
    'a stack as data',
  ],
  [/^(PolicyExplanation|ConsideredRule)$/, 'what a rule says of one request'],
  [
    /^(StackConfiguration|StackTools|CallContents|ServerRefresh|AlertRules|AlertMail|ChatModel)$/,
    'a part of one thing',
  ],
  [
    /^(PolicyQuota|AnnouncedCall|EndpointCanary|Skill|StackRole|ApprovalCaller|ApprovalTool|DefinitionChange|SkillChange|ServerSkill|CredentialSet|ToolHints|RequiredClaim|AlertDetails)$/,
    'a part of one thing',
  ],
  [
    /^(CredentialStatus|CredentialFieldStatus|CredentialProblems?|CredentialChoice|SignInNeeds|FirstSteps)$/,
    'a state, told anew',
  ],
  [/^(AccountLimit|RateLimit)$/, 'a counter as it stands, by its class'],
  [/^(UpstreamProblem|ResponseHeader)$/, 'a part of one answer'],
  [/^FileAddress$/, 'given away once'],
  [/^(Inbox|ServerChange|StackChange)$/, 'news of other things'],
  [/^ToolHints$/, 'a part of one tool'],
  [/^ToolProgress$/, 'how far one call has come'],
  [/^(Inbox|ServerChange|StackChange)$/, 'what waits or has changed for one caller'],
  [/^RegistryServer(Page|Package|Remote)?$/, 'an entry of a registry elsewhere, by its name and version'],
  [/^StackTemplate(Server|Rule)?$/, 'what a stack is made of, by its name'],
  [/^(InvitedTo|SignInOptions|SingleSignOn|Viewer)$/, 'what one caller may see of who they are'],
];
const isWithoutIdentity = (name: string): boolean => WITHOUT_IDENTITY.some(([names]) => names.test(name));
const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
const identified = objects.map(({ name }) => name).filter((name) => !isWithoutIdentity(name));
const node = schema.getType('Node');
const nodes = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];

let world: World;
let own: Readonly<Record<string, string>>;
let theirs: Readonly<Record<string, string>>;
let cookie: string;

const QUERY = 'query Node($id: ID!) { node(id: $id) { __typename id } }';
const NONE = '{"data":{"node":null}}';
/** A response's text without the operation's cost. */
const dataText = (text: string): string => text.replace(/,"extensions":\{"cost":.*\}$/, '}');
const asKey = async (id: string) => {
  const answer = await ask(world.url, world.account.apiKey, QUERY, { id });
  return { ...answer, text: dataText(answer.text) };
};
const asPerson = async (id: string) => {
  const headers = { 'content-type': 'application/json', origin: world.url, 'sec-fetch-site': 'same-origin', cookie };
  const body = JSON.stringify({ query: QUERY, variables: { id } });
  const response = await fetch(`${world.url}/graphql`, { method: 'POST', headers, body });
  return { status: response.status, text: dataText(await response.text()) };
};

/** A server of the account, in its stack. Its tool and instructions have changed since. */
async function makeChangedServer(ctx: Ctx, stackId: StackId, email: string) {
  const { db } = world.edge.deps;
  const slug = `of${email.split('@')[0]}`;
  const document = serverDocument(slug, { tools: ['act'], baseUrl: 'https://x.test' });
  await saveServer(ctx, { ...document, instructions: 'Act slowly.' });
  await addServerToStack(ctx, stackId, { serverId: slug, enableAllTools: true });
  const tools = document.tools.map((tool) => ({ ...tool, description: 'Does something else' }));
  const { server } = await saveServer(ctx, { ...document, tools, instructions: 'Act at once.' });
  const place = await db.stackServer.findFirstOrThrow({ where: { serverId: server.id } });
  const change = await db.keptDefinition.findFirstOrThrow({ where: { tool: { serverId: server.id } } });
  return { server, place, change, slug };
}

/** One object of each type in an account, by the type's name, and its person's session secret. */
async function makeThings({ id: accountId, ctx }: WorldAccount, email: string) {
  const { db } = world.edge.deps;
  const stackId = (await createStack(ctx, { name: 'work' })).id;
  await createClientEndpoint(ctx, { stackId, name: 'agent' });
  const { secret } = await createInvitation(ctx);
  const person = { secret, email, password: 'a long enough password' };
  const accepted = await acceptInvitation(ctx, person, { userAgent: '' });
  const passkey = { name: 'Key', publicKey: new Uint8Array(), counter: 0, createdAt: new Date() };
  const call = {
    serverId: toServerId('x'),
    toolId: toToolId('x_y'),
    outcome: 'ok',
    latencyMs: 1,
    inputBytes: 1,
    outputBytes: 1,
  };
  const endpoint = await db.clientEndpoint.findFirstOrThrow({ where: { stackId }, include: { tokens: true } });
  const rule = await createPolicyRule(ctx, { name: 'no', effect: 'allow' });
  const { webhook } = await createWebhook(ctx, { name: 'w', url: 'https://w.test/' });
  const { server, place, change, slug } = await makeChangedServer(ctx, stackId, email);
  const things = {
    Account: accountId,
    ApiKey: (await db.apiKey.findFirstOrThrow({ where: { accountId } })).id,
    Stack: stackId,
    StackVersion: (await db.stackVersion.findFirstOrThrow({ where: { stackId } })).id,
    ClientEndpoint: endpoint.id,
    StackToken: endpoint.tokens[0]?.id ?? '',
    ServiceAccount: (await createServiceAccount(ctx, { endpointId: endpoint.id, name: 'm' })).client.id,
    TrustedIssuer: (
      await createTrustedIssuer(ctx, {
        ...{ endpointId: endpoint.id, name: 'idp' },
        ...{ issuer: 'https://x.test', jwksUrl: 'https://x.test' },
      })
    ).id,
    PolicyRule: rule.id,
    Approval: await makeHeldCall(ctx, stackId, rule.id),
    StoredFile: (await storeFile(ctx, { accountId, stackId })).id,
    Job: await makeJob(db, { accountId, stackId }),
    Webhook: webhook.id,
    Alert: await makeAlert(db, accountId),
    WebhookDelivery: (await testWebhook(ctx, webhook.id)).id,
    Server: `server_${server.id}`,
    Tool: `tool_${change.toolKey}`,
    CredentialField: `field_${server.id}_${slug}_key`,
    StackServer: `stackserver_${place.id}`,
    EnabledTool: `enabledtool_${place.id}_${slug}_act`,
    ToolChange: `toolchange_${change.id}`,
    InstructionChange: `instructionchange_${place.id}`,
    User: accepted.user.id,
    Invitation: (await createInvitation(ctx)).invitation.id,
    Session: accepted.session.id,
    Passkey: (
      await db.passkey.create({
        data: { ...passkey, id: newPasskeyId(), userId: accepted.user.id, credentialId: email },
      })
    ).id,
    Call: (await db.callRecord.create({ data: { ...call, id: newCallId(), accountId, stackId, at: new Date() } })).id,
    AuditEvent: (await db.auditEvent.findFirstOrThrow({ where: { chain: accountId } })).id,
  };
  return { things, secret: accepted.secret };
}

beforeAll(async () => {
  world = await startWorld();
  const ours = await makeThings(world.account, 'ours@example.com');
  own = ours.things;
  theirs = (await makeThings(world.otherAccount, 'theirs@example.com')).things;
  cookie = `__Host-toolyard=${ours.secret}`;
});
afterAll(() => world.close());

/** An unknown id of the same form. */
const random = (id: string): string =>
  /[0-9a-f-]{36}/.test(id) ? id.replace(/[0-9a-f-]{36}/, randomUUID()) : id.replace(/^[a-z]+/, 'ofnobody');

describe(`node, of ${nodes.length} types`, () => {
  it('includes every type that has an identity', () => {
    expect(nodes.toSorted()).toEqual(identified.toSorted());
    expect(WITHOUT_IDENTITY.filter(([names]) => !objects.some(({ name }) => names.test(name)))).toEqual([]);
    expect(Object.keys(own).sort()).toEqual(nodes.toSorted());
    expect(node && printType(node)).toContain('id: ID!');
  });

  it.each(nodes)('finds the caller’s own %s', async (type) => {
    const id = own[type] ?? '';
    expect(JSON.parse((await asPerson(id)).text)).toEqual({ data: { node: { __typename: type, id } } });
  });

  it.each(nodes)('treats another account’s %s like a missing one', async (type) => {
    const foreign = theirs[type] ?? '';
    for (const request of [asPerson, asKey]) {
      const { status, text } = await request(foreign);
      expect({ status, text }).toEqual({ status: 200, text: NONE });
      expect(await request(random(foreign))).toMatchObject({ status, text });
    }
  });

  const malformed = [
    '',
    'x',
    'stack_',
    'stack_\0',
    'call_\ud800',
    `stack_${'x'.repeat(100)}`,
    '../stack',
    'ofnobody',
    'ofnobody_act',
    `server_${randomUUID()}`,
    `server_${randomUUID()}_x`,
    `tool_${randomUUID()}_`,
    'memory',
    'everything_echo',
    `stackserver_${randomUUID()}_x`,
    'enabledtool_x_y',
  ];
  it.each(malformed)('treats %j, which is no id, the same', async (id) => {
    expect(await asKey(id)).toMatchObject({ status: 200, text: NONE });
  });

  it.each(['Session', 'Passkey'])('shows a key no person’s %s', async (type) => {
    expect(await asKey(own[type] ?? '')).toMatchObject({ status: 200, text: NONE });
  });
});

/** Fields that look up one object by its id, with all its relations. */
const LOOKUPS = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args, type }) => {
  const objectType = getNullableType(type);
  const others = args.filter((arg) => arg.name !== 'id');
  if (others.length === args.length || others.some(isRequiredArgument) || !isObjectType(objectType)) return [];
  const joined = Object.values(objectType.getFields()).filter(
    (field) => isObjectType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
  );
  const query = `query ($id: ID!) { ${name}(id: $id) { __typename ${joined.map((field) => `${field.name} { __typename }`).join(' ')} } }`;
  return [{ name, type: objectType.name, query }];
});

it.each(LOOKUPS)('$name returns all related objects, whether it exists or not', async ({ type, query }) => {
  const id = own[type] ?? 'x';
  const [there, away] = [
    await ask(world.url, world.account.apiKey, query, { id }),
    await ask(world.url, world.account.apiKey, query, { id: random(id) }),
  ];
  expect([there.errors, away.errors]).toEqual([[], []]);
});

it(`tries ${LOOKUPS.length} lookups`, () => {
  expect(LOOKUPS.length).toBeGreaterThan(8);
});
