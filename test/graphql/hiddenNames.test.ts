import { getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import type { EndpointId, StackId } from '../../src/core/kernel/ids.ts';
import { createServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { finishPasskeyRegistration } from '../../src/core/people/passkey.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createWebhook } from '../../src/core/webhooks/webhook.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { HIDDEN } from '../harness/hiddenCharacters.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';
import { openShop, type Shop } from './shop.ts';

/* No name or message that others read may contain hidden characters. The test covers every text that GraphQL takes. */

let shop: Shop;
let stackId: StackId;
let endpointId: EndpointId;
/** The ids of the objects to update. */
let made: Readonly<Record<string, string>>;
beforeAll(async () => {
  shop = await openShop();
  ({ stackId } = await shop.newStack('shop'));
  const { ctx } = shop.world.account;
  const { endpoint, tokenRecord } = await createClientEndpoint(ctx, { stackId, name: 'agent' });
  endpointId = endpoint.id;
  await saveServer(ctx, serverDocument('ours'));
  made = {
    tokenId: tokenRecord.id,
    apiKeyId: (await createApiKey(ctx, { name: 'key' })).apiKey.id,
    serviceAccountId: (await createServiceAccount(ctx, { endpointId, name: 'machine' })).client.id,
    trustedIssuerId: (await createTrustedIssuer(ctx, provider())).id,
    ruleId: (await createPolicyRule(ctx, { name: 'rule', effect: 'deny', tools: ['none'] })).id,
    webhookId: (await createWebhook(ctx, { name: 'hook', url: 'https://hooks.example/' })).webhook.id,
  };
});
afterAll(() => shop.close());

const NO_ID = '01900000-0000-7000-8000-000000000000';
const document = { id: 'own', name: 'Own', connector: { kind: 'http', baseUrl: 'https://api.example' } };
const own = (name: string) => ({ document: { ...document, name } });
const toolId = 'shop_find';
const URLS = { issuer: 'https://idp.example', jwksUrl: 'https://idp.example/jwks' };
const idOf = (name: string) => ({ [name]: made[name] });
const provider = () => ({ endpointId, name: 'idp', ...URLS });

const skill = (text: string): string => `---\nname: tidy\ndescription: Tidy up.\n---\n${text}`;

type Mutation = readonly [field: string, input: object];

const applied = (part: object): Mutation => [
  'applyStackDocument',
  { stackDocument: { name: 'applied', servers: [], ...part } },
];

const ANY_API = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Any', version: '1' },
  servers: [{ url: 'https://any.example.com' }],
  paths: { '/a': { get: { operationId: 'a' } } },
});

/** A text that others see, and a mutation that takes it. */
const SHOWN: Readonly<Record<string, (text: string) => Mutation>> = {
  'ApproveCallInput.message': (message) => ['approveCall', { approvalId: NO_ID, message }],
  'DenyCallInput.message': (message) => ['denyCall', { approvalId: NO_ID, message }],
  'CreateApiKeyInput.name': (name) => ['createApiKey', { name }],
  'CreateClientEndpointInput.name': (name) => ['createClientEndpoint', { stackId, name }],
  'UpdateClientEndpointInput.name': (name) => ['updateClientEndpoint', { endpointId, name }],
  'CreateStackTokenInput.name': (name) => ['createStackToken', { endpointId, name }],
  'CreateServiceAccountInput.name': (name) => ['createServiceAccount', { endpointId, name }],
  'CreateTrustedIssuerInput.name': (name) => ['createTrustedIssuer', { ...provider(), name }],
  'RequiredClaimInput.values': (text) => [
    'createTrustedIssuer',
    { ...provider(), claims: [{ name: 'group', values: [text] }] },
  ],
  'CreatePolicyRuleInput.name': (name) => ['createPolicyRule', { name, effect: 'DENY' }],
  'CreatePolicyRuleInput.message': (message) => ['createPolicyRule', { name: 'x', effect: 'DENY', message }],
  'CreatePolicyRuleInput.condition': (text) => ['createPolicyRule', { name: 'x', effect: 'DENY', condition: text }],
  'CreateStackInput.name': (name) => ['createStack', { name }],
  'DuplicateServerInput.name': (name) => ['duplicateServer', { serverId: 'shop', id: 'copy', name }],
  'DuplicateStackInput.name': (name) => ['duplicateStack', { stackId, name }],
  'StackDocumentInput.name': (name) => applied({ name }),
  'StackDocumentInput.contentRedactions': (text) => applied({ contentRedactions: [text] }),
  'StackDocumentToolInput.name': (name) => applied({ servers: [{ serverId: 'shop', tools: [{ toolId, name }] }] }),
  'StackDocumentToolInput.description': (description) =>
    applied({ servers: [{ serverId: 'shop', tools: [{ toolId, description }] }] }),
  'StackDocumentRuleInput.name': (name) => applied({ rules: [{ name, effect: 'DENY' }] }),
  'StackDocumentRuleInput.message': (message) => applied({ rules: [{ name: 'x', effect: 'DENY', message }] }),
  'StackDocumentRuleInput.condition': (condition) => applied({ rules: [{ name: 'x', effect: 'DENY', condition }] }),
  'UpdateStackInput.name': (name) => ['updateStack', { stackId, name }],
  'ToolWordingInput.description': (description) => [
    'previewServer',
    { source: { openApi: { text: ANY_API, wording: [{ operation: 'GET /a', description }] } } },
  ],
  'SetSkillInput.content': (text) => ['setSkill', { stackId, content: skill(text) }],
  'StackDocumentInput.skills': (text) => applied({ skills: [skill(text)] }),
  'UpdateStackToolInput.description': (description) => ['updateStackTool', { stackId, toolId, description }],
  'UpdateStackToolInput.name': (name) => ['updateStackTool', { stackId, toolId, name }],
  'UpdateCallContentsInput.redact': (name) => ['updateCallContents', { stackId, days: 1, redact: [name] }],
  'CreateFileUploadInput.name': (name) => ['createFileUpload', { stackId, name, mediaType: 'text/plain', bytes: 1 }],
  'CreateWebhookInput.name': (name) => ['createWebhook', { name, url: 'https://hooks.example/' }],
  'UpdateChatModelInput.model': (model) => ['updateChatModel', { api: 'OPENAI', url: 'https://models.example', model }],
  'UpdateApiKeyInput.name': (name) => ['updateApiKey', { ...idOf('apiKeyId'), name }],
  'UpdateServiceAccountInput.name': (name) => ['updateServiceAccount', { ...idOf('serviceAccountId'), name }],
  'UpdateStackTokenInput.name': (name) => ['updateStackToken', { ...idOf('tokenId'), name }],
  'UpdateTrustedIssuerInput.name': (name) => ['updateTrustedIssuer', { ...idOf('trustedIssuerId'), name }],
  'UpdatePolicyRuleInput.name': (name) => ['updatePolicyRule', { ...idOf('ruleId'), name }],
  'UpdatePolicyRuleInput.message': (message) => ['updatePolicyRule', { ...idOf('ruleId'), message }],
  'UpdatePolicyRuleInput.condition': (condition) => ['updatePolicyRule', { ...idOf('ruleId'), condition }],
  'UpdateServerInput.name': (name) => ['updateServer', { serverId: 'ours', name }],
  'UpdateServerInput.description': (description) => ['updateServer', { serverId: 'ours', description }],
  'UpdateServerInput.instructions': (instructions) => ['updateServer', { serverId: 'ours', instructions }],
  'UpdateWebhookInput.name': (name) => ['updateWebhook', { ...idOf('webhookId'), name }],
  'ImportServerInput.name': (name) => ['importServer', { source: { document }, name }],
  'ImportServerInput.document': (name) => ['importServer', own(name)],
  'PreviewServerInput.name': (name) => ['previewServer', { source: { document }, name }],
  'ServerSourceInput.document': (name) => ['importServer', { source: own(name) }],
};

/** Every other text, and why others never see it as a name. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'checked below, since it takes a session': ['FinishPasskeyRegistrationInput.name'],
  'of visible ASCII': [
    ...['CreateClientEndpointInput', 'CreateConnectLinkInput', 'CreateStackTokenInput', 'RemoveCredentialInput'],
    ...['DeleteCredentialInput', 'UpdateServiceAccountInput'],
    ...['CreateServiceAccountInput', 'InvokeToolInput', 'InvokeToolsInput', 'RefreshServerToolsInput', 'StartJobInput'],
    ...['SetCredentialsInput', 'TestConnectionInput', 'CreateFileUploadInput', 'CreateFileDownloadInput'],
  ]
    .map((input) => `${input}.endUser`)
    .concat(
      'CreatePolicyRuleInput.endUsers',
      'CreatePolicyRuleInput.tools',
      'CreateStackTokenInput.tools',
      'CreateApiKeyInput.tools',
    )
    .concat('CreateServiceAccountInput.tools', 'CreateTrustedIssuerInput.tools', 'CreateTrustedIssuerInput.issuer')
    .concat('UpdateServerInput.slug')
    .concat('StackDocumentRuleInput.endUsers', 'StackDocumentRuleInput.tools')
    .concat('CreateTrustedIssuerInput.audience', 'CreateTrustedIssuerInput.endUserClaim')
    .concat('CreateTrustedIssuerInput.endUserPrefix', 'OpenApiCredentialInput.name', 'ToolWordingInput.name')
    .concat('CreateConnectLinkInput.signInScopes', 'RequiredClaimInput.name')
    .concat('UpdatePolicyRuleInput.endUsers', 'UpdatePolicyRuleInput.tools', 'UpdateStackTokenInput.tools')
    .concat('UpdateApiKeyInput.tools', 'UpdateServiceAccountInput.tools', 'UpdateTrustedIssuerInput.tools')
    .concat('UpdateTrustedIssuerInput.audience', 'UpdateTrustedIssuerInput.endUserClaim')
    .concat('UpdateTrustedIssuerInput.endUserPrefix', 'CreateFileUploadInput.mediaType')
    .concat('CreateFileUploadInput.label', 'UpdateResultLabelInput.label'),
  'a search text, which is not stored': [
    ...['CallFilter.endUser', 'ClientEndpointBy.name', 'DeleteSkillInput.name', 'ServerBy.slug', 'StackBy.name'],
    'PassedResultInput.label',
  ],
  'public keys, of which a thumbprint is shown': [
    ...['CreateServiceAccountInput.publicKeys', 'RotateServiceAccountInput.publicKeys'],
  ],
  'a range of addresses, which is digits and signs': [
    'CreateApiKeyInput.networks',
    'CreateStackTokenInput.networks',
    'CreateServiceAccountInput.networks',
    'CreateTrustedIssuerInput.networks',
    ...['UpdateApiKeyInput', 'UpdateServiceAccountInput', 'UpdateStackTokenInput', 'UpdateTrustedIssuerInput'].map(
      (input) => `${input}.networks`,
    ),
  ],
  'an e-mail address, which is ASCII': ['AcceptInvitationInput.email', 'SignInInput.email'],
  'a secret, or an answer of an authenticator': [
    'UpdateAlertMailInput.confirmation',
    'UpdateChatModelInput.key',
    ...['AcceptInvitationInput.password', 'AcceptInvitationInput.secret', 'SignInInput.password'],
    ...['BeginPasskeyRegistrationInput.currentPassword', 'ChangePasswordInput.currentPassword'],
    ...['ChangePasswordInput.newPassword', 'FinishPasskeyRegistrationInput.response'],
    ...['FinishPasskeySignInInput.response', 'ImportServerInput.credentials', 'PreviewServerInput.credentials'],
    ...['SetCredentialsInput.credentials', 'CredentialValueInput.value', 'McpHeaderInput.value'],
  ],
  'the input of a call: an approver sees escapes (test/web/visibleJson.test.ts)': [
    ...['BatchCallInput.toolInput', 'InvokeToolInput.toolInput', 'StartJobInput.toolInput'],
  ],
  'a key or an expression of the caller’s own, which is not kept as a name': [
    ...['BatchCallInput.idempotencyKey', 'BatchCallInput.select', 'InvokeToolInput.idempotencyKey'],
    ...[
      'InvokeToolInput.select',
      'StartJobInput.idempotencyKey',
      'StartJobInput.select',
      'ImportServerInput.digest',
      'ApplyStackDocumentInput.ifDigest',
      'RollBackStackInput.ifDigest',
      'McpHeaderInput.name',
      'AcceptToolChangesInput.digest',
      'RefuseToolChangesInput.digest',
    ],
    ...[
      'ToolSelectionInput.selection',
      'ToolSelectionInput.tool',
      'ToolWordingInput.operation',
      'OperationSelectorInput.ids',
      'OperationSelectorInput.paths',
      'OperationSelectorInput.tags',
      'PreviewOperationsInput.search',
    ],
  ],
  'an address, which URL writes in ASCII': [
    ...['GraphqlSourceInput.baseUrl', 'GraphqlSourceInput.url'],
    ...['McpSourceInput.url', 'OpenApiSourceInput.baseUrl', 'OpenApiSourceInput.url', 'RegistrySourceInput.url'],
    ...['CreateTrustedIssuerInput.jwksUrl', 'CreateWebhookInput.url', 'UpdateChatModelInput.url'],
    ...['UpdateTrustedIssuerInput.jwksUrl', 'UpdateWebhookInput.url', 'UpdateServerInput.homepage'],
  ],
  'a conversation, which goes to a model and is not kept': [
    ...['ChatTurnInput.text', 'ChatTurnInput.ref', 'ChatPickInput.ref', 'ChatPickInput.name'],
    'ChatPickInput.toolInput',
  ],
  'a document, whose names are cleaned (test/connectors/import/hiddenTitles.test.ts)': [
    ...['GraphqlSourceInput.text', 'OpenApiSourceInput.text', 'RegistrySourceInput.text'],
  ],
};

/** A search is compared, and not kept. */
const isSearch = (name: string): boolean => name.endsWith('Filter.search');

it('every text of an input is in one of the lists', () => {
  const texts = Object.values(graphqlSchema().getTypeMap())
    .filter(isInputObjectType)
    .flatMap((input) =>
      Object.values(input.getFields()).flatMap((field) =>
        ['String', 'JSON'].includes(getNamedType(field.type).name) ? [`${input.name}.${field.name}`] : [],
      ),
    );
  expect(texts.filter((name) => !isSearch(name)).toSorted()).toEqual(
    [...Object.keys(SHOWN), ...Object.values(ELSEWHERE).flat()].toSorted(),
  );
});

// A control, a direction mark, an isolate, a zero-width space, a joiner, a filler, a tag, and a paragraph separator.
const SAMPLES = ['\u0007', '\u202e', '\u2066', '\u200b', '\u200d', '\u3164', '\u{e0041}', '\u2029'];
const LET_THROUGH = ['Größe ñ', 'שלום', 'مرحبا', '発注', '👩🏽‍🚀'];

async function codeOf([field, input]: Mutation): Promise<unknown> {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${field}(input: $input) { ... on UserError { code } } }`;
  const { url, account } = shop.world;
  const { [field]: answer } = await dataOf(ask(url, account.apiKey, query, { input }));
  return Object(answer).code;
}

describe.each(Object.entries(SHOWN))('%s', (_name, mutation) => {
  it('refuses hidden characters', async () => {
    expect(SAMPLES.every((sample) => HIDDEN.includes(sample))).toBe(true);
    const codes: unknown[] = [];
    for (const sample of SAMPLES) codes.push(await codeOf(mutation(`billing${sample}agent`)));
    expect(codes).toEqual(SAMPLES.map(() => 'INVALID_INPUT'));
  });
});

it.each(['createStack', 'createApiKey'])('%s accepts letters of every script, and emoji', async (field) => {
  const codes = await Promise.all(LET_THROUGH.map((name) => codeOf([field, { name }])));
  expect(codes).toEqual(LET_THROUGH.map(() => undefined));
});

it('the name of a passkey also refuses hidden characters', async () => {
  const { ctx } = shop.world.account;
  const actor = { kind: 'user', sessionId: 'x', userId: 'y', accountId: ctx.actor.accountId } as never;
  const relyingParty = { id: 'localhost', origin: 'http://localhost' } as never;
  const finishing = finishPasskeyRegistration({ ...ctx, actor }, { name: 'a\u202eb', response: {} }, relyingParty);
  await expect(finishing).rejects.toMatchObject({
    code: 'invalid_input',
    details: { issues: expect.arrayContaining([expect.objectContaining({ path: '/name' })]) },
  });
});
