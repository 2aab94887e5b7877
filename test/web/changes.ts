import { toRuleId, toServerId, toStackId } from '../../src/core/kernel/ids.ts';
import type { ChangeName } from '../../web/src/api/invalidates.ts';
import { makeHeldCall } from '../core/approvals/kit.ts';
import { storeContents } from '../core/callContents/kit.ts';
import { PASSWORD } from '../core/people/kit.ts';
import { byName, newPasskey } from '../core/people/passkeyKit.ts';
import { serverDocument } from '../graphql/documents.ts';
import type { Dashboard } from './dashboard.ts';

type Step = readonly [name: ChangeName, operation: string, input: () => object];
/** A change. Without a name, it prepares the next one. */
export type Change = readonly [name: ChangeName | null, run: () => Promise<unknown>];

/** Every change that the dashboard makes, in its own form and in the order that the rows need. */
export function changesOf(dashboard: Dashboard): readonly Change[] {
  const changes = [...ofPeople(dashboard), ...ofServers(dashboard), ...ofStacks(dashboard)];
  return changes.map((each) => (each.length === 2 ? each : [each[0], () => dashboard.change(each[1], each[2]())]));
}

const last = (ids: readonly string[]): string => ids.at(-1) ?? '';

function ofPeople(dashboard: Dashboard): readonly (Step | Change)[] {
  const { world, ann, bob, idsIn } = dashboard;
  let passkeyId = '';
  const addPasskey = async () => {
    passkeyId = (await newPasskey(byName(world), ann)).id;
  };
  return [
    ['createApiKey', 'AccountCreateKey', () => ({ name: 'deploy' })],
    ['revokeApiKey', 'AccountRevokeKey', () => ({ apiKeyId: last(idsIn('AccountKeys')) })],
    ['createInvitation', 'AccountInvite', () => ({})],
    ['revokeInvitation', 'AccountWithdraw', () => ({ invitationId: idsIn('AccountPeople').find(isInvitation) })],
    ['updateUserRole', 'AccountUpdateRole', () => ({ userId: bob.id, role: 'AUDITOR' })],
    ['updateChatModel', 'StacksSetModel', () => ({ api: 'OPENAI', url: 'https://models.test', model: 'm' })],
    ['deleteChatModel', 'StacksRemoveModel', () => ({})],
    ['signOutUser', 'AccountSignOutUser', () => ({ userId: bob.id })],
    ['deleteUser', 'AccountRemoveUser', () => ({ userId: bob.id })],
    ['revokeSession', 'AccountRevokeSession', () => ({ sessionId: idsIn('AccountSessions')[0] })],
    ['finishPasskeyRegistration', addPasskey],
    ['revokePasskey', 'AccountRemovePasskey', () => ({ passkeyId })],
    [
      'changePassword',
      'AccountChangePassword',
      () => ({ currentPassword: PASSWORD, newPassword: `${PASSWORD} and another` }),
    ],
  ];
}

/** The kinds of changes that the account holds for review. The server's own setting has one fewer. */
const HELD = ['BREAKING', 'REMOVED', 'REWORDED'];

const isInvitation = (id: string): boolean => id.startsWith('invitation_');

function ofServers({ stackId, upstream, world, change, idsIn }: Dashboard): readonly (Step | Change)[] {
  const place = { stackId, serverId: 'own' };
  const document = { ...serverDocument('own'), instructions: 'Find first.' };
  const both = serverDocument('own', { tools: ['find', 'send'] });
  // The second tool needs an optional field, so a stack can lack that credential.
  const needing = (name: string) => (name === 'send' ? { credentials: [['own_region']] } : {});
  const described = both.tools.map(({ request, ...tool }) => ({
    ...{ ...tool, description: `Now ${tool.name}` },
    request: { ...request, ...needing(tool.name) },
  }));
  const other = {
    ...both,
    name: 'Another name',
    description: 'Other',
    instructions: 'Find, then send.',
    tools: described,
  };
  const reviewed = async () => {
    const { db } = world.account.ctx;
    const { digest } = await db.server.findFirstOrThrow({ where: { slug: toServerId('own') } });
    return { serverId: 'own', digest };
  };
  const mcp = { id: 'own', name: 'Own', source: { mcp: { url: upstream.url } } };
  return [
    ['importServer', 'ImportSave', () => ({ document })],
    ['addServerToStack', 'StacksAddServer', () => ({ ...place, enableAllTools: true })],
    ['updateStackTool', 'StacksUpdateTool', () => ({ stackId, toolId: 'own_find', name: 'look' })],
    ['updateToolHints', 'ServerHints', () => ({ serverId: 'own', toolId: 'own_find', isReadOnly: true })],
    ['updateResultLabel', 'RulesSetLabel', () => ({ serverId: 'own', label: 'internal' })],
    ['updateResultLabel', 'RulesSetLabel', () => ({ serverId: 'own', toolId: 'own_find', label: 'public' })],
    ['importServer', 'ImportSave', () => ({ document: other })],
    ['refuseToolChanges', async () => change('ReviewsRefuse', await reviewed())],
    ['acceptToolChanges', async () => change('ReviewsAccept', await reviewed())],
    ['updateServerTools', 'StacksSetTools', () => ({ ...place, enabledTools: ['own_find', 'own_send'] })],
    ['setCredentials', 'StacksSetCredentials', () => ({ ...place, credentials: { own_key: 'k' } })],
    ['updateApplicationSharing', 'StacksShareApplication', () => ({ stackId, serverId: 'team', isShared: true })],
    ['deleteCredential', 'StacksRemoveCredential', () => ({ ...place, fieldId: 'own_key' })],
    ['updateServerCredentialMode', 'StacksSetMode', () => ({ ...place, credentialMode: 'USER' })],
    ['createConnectLink', 'StacksConnectLink', () => ({ ...place, serverId: 'mail', fieldId: 'login' })],
    ['removeServerFromStack', 'StacksRemoveServer', () => place],
    ['updateServer', 'ServerChangeId', () => ({ serverId: 'own', slug: 'own-now', name: 'Now' })],
    ['updateServer', 'ServerChangeId', () => ({ serverId: 'own-now', slug: 'own' })],
    ...ofAnEmptyStack(idsIn),
    ['duplicateServer', 'ServerDuplicate', () => ({ serverId: 'own', id: 'own-two' })],
    ['deleteServer', 'ServerRemove', () => ({ serverId: 'own' })],
    ['importServer', 'ImportSave', () => mcp],
    ['addServerToStack', 'MarketplaceAdd', () => ({ ...place, enableAllTools: true })],
    ['updateHeldChanges', 'ReviewsHold', () => ({ kinds: HELD })],
    ['updateServerHeldChanges', 'ServerHold', () => ({ serverId: 'own', kinds: HELD.slice(1) })],
    ['updateServerHintTrust', 'ServerHintTrust', () => ({ serverId: 'own', isTrusted: true })],
    ['updateResultLabel', 'RulesSetLabel', () => ({ serverId: 'own', toolId: 'own_sum', label: 'public' })],
    ['updateServerRefresh', 'ServerSchedule', () => ({ ...place, when: 'DAILY' })],
    ['refreshServerTools', 'StacksRefreshTools', () => sayAnother(place, upstream)],
    ['acceptToolChanges', async () => change('ReviewsAccept', await reviewed())],
    ['removeServerFromStack', 'StacksRemoveServer', () => place],
  ];
}

/** Changes for a stack that lacks only the credentials of one server. */
function ofAnEmptyStack(idsIn: Dashboard['idsIn']): readonly Step[] {
  const place = () => ({ stackId: last(idsIn('StacksList')), serverId: 'own' });
  return [
    ['createStack', 'StacksCreate', () => ({ name: 'with one server' })],
    ['addServerToStack', 'StacksAddServer', () => ({ ...place(), enableAllTools: true })],
    ['setCredentials', 'StacksSetCredentials', () => ({ ...place(), credentials: { own_key: 'k' } })],
    ['updateServerTools', 'StacksSetTools', () => ({ ...place(), enabledTools: ['own_send'] })],
    ['updateServerTools', 'StacksSetTools', () => ({ ...place(), enabledTools: ['own_find'] })],
    ['deleteCredential', 'StacksRemoveCredential', () => ({ ...place(), fieldId: 'own_key' })],
    ['updateServerCredentialMode', 'StacksSetMode', () => ({ ...place(), credentialMode: 'USER' })],
    ['updateServerCredentialMode', 'StacksSetMode', () => ({ ...place(), credentialMode: 'STACK' })],
    ['removeServerFromStack', 'StacksRemoveServer', place],
    ['addServerToStack', 'StacksAddServer', () => ({ ...place(), enableAllTools: true })],
    ['setCredentials', 'StacksSetCredentials', () => ({ ...place(), credentials: { own_key: 'k' } })],
    ['deleteStack', 'StacksDelete', () => ({ stackId: last(idsIn('StacksList')) })],
  ];
}

/** From now on, the upstream lists a single, different tool, with a new description. */
function sayAnother(place: object, upstream: Dashboard['upstream']): object {
  upstream.intercept = ({ rpc, body }) => {
    if (!rpc?.startsWith('notifications/') && rpc !== 'tools/list' && rpc !== 'initialize') return null;
    const { id, params } = JSON.parse(body);
    if (rpc === 'tools/list') return Response.json({ jsonrpc: '2.0', id, result: { tools: [ONLY_TOOL] } });
    if (rpc !== 'initialize') return new Response(null, { status: 202 });
    const { protocolVersion } = params;
    return Response.json({ jsonrpc: '2.0', id, result: { ...ANOTHER, protocolVersion } });
  };
  return place;
}
const ONLY_TOOL = { name: 'only', description: 'The only one', inputSchema: { type: 'object' } };
const ANOTHER = { capabilities: { tools: {} }, serverInfo: { name: 'own', version: '2' }, instructions: 'Only one.' };

function ofStacks(dashboard: Dashboard): readonly (Step | Change)[] {
  const { stackId, idsIn, world, change } = dashboard;
  const endpointId = () => last(idsIn('StacksEndpoints').filter((id) => id.startsWith('endpoint_')));
  let approvalId = '';
  const hold = async () => {
    approvalId = await makeHeldCall(world.account.ctx, toStackId(stackId), toRuleId(last(idsIn('RulesList'))));
  };
  const tokenId = () => last(idsIn('StacksEndpoints').filter((id) => id.startsWith('token_')));
  const webhook = () => ({ webhookId: idsIn('ApprovalsWebhooks').find((id) => id.startsWith('webhook_')) });
  return [
    ['createStack', 'StacksCreate', () => ({ name: 'another' })],
    // The account's first rule, and its last.
    ['createPolicyRule', 'RulesCreate', () => ({ name: 'first', effect: 'ASK' })],
    ['deletePolicyRule', 'RulesDelete', () => ({ ruleId: last(idsIn('RulesList')) })],
    ['createStack', 'StacksCreate', () => ({ name: 'of a template', template: 'billing-questions' })],
    ['updateStack', 'StacksUpdate', () => ({ stackId, name: 'renamed' })],
    ['updateStack', 'StacksUpdate', () => ({ stackId, configuration: { isRecorded: false } })],
    ['cancelJob', 'JobsCancel', () => ({ jobId: last(idsIn('JobsList').filter((id) => id.startsWith('job_'))) })],
    ['updateCallContents', 'StacksKeepContents', () => ({ stackId, days: 7, redact: ['email'] })],
    ['readCallContents', async () => change('ActivityReadContents', { callId: await recordedCall(dashboard) })],
    ['createPolicyRule', 'RulesCreate', () => ({ name: 'no', effect: 'ASK' })],
    [null, hold],
    ['approveCall', 'ApprovalsApprove', () => ({ approvalId })],
    [null, hold],
    ['updatePolicyRule', 'RulesUpdate', () => ({ ruleId: last(idsIn('RulesList')), name: 'ask' })],
    ['deletePolicyRule', 'RulesDelete', () => ({ ruleId: last(idsIn('RulesList')) })],
    ['createPolicyRule', 'RulesCreate', () => ({ name: 'no', effect: 'ASK' })],
    [null, hold],
    ['denyCall', 'ApprovalsDeny', () => ({ approvalId })],
    ['createWebhook', 'ApprovalsCreateWebhook', () => ({ name: 'Slack', url: 'https://hooks.example.com/' })],
    ['testWebhook', 'ApprovalsTestWebhook', webhook],
    ['updateWebhook', 'ApprovalsUpdateWebhook', () => ({ ...webhook(), isEnabled: false })],
    ['deleteWebhook', 'ApprovalsDeleteWebhook', webhook],
    ['updateAlertMail', 'AlertsUpdateMail', () => ({ isOn: true })],
    ['updateAlertRules', 'AlertsUpdateRules', () => ({ endDays: 14 })],
    ['createClientEndpoint', 'StacksCreateEndpoint', () => ({ stackId, name: 'agent' })],
    ['updateClientEndpoint', 'StacksUpdateEndpoint', () => ({ endpointId: endpointId(), mode: 'SEARCH' })],
    ['createServiceAccount', 'StacksCreateMachine', () => ({ endpointId: endpointId(), name: 'nightly' })],
    ['rotateServiceAccount', async () => rotateSignedIn(dashboard)],
    ['revokeServiceAccount', 'StacksRevokeMachine', () => ({ serviceAccountId: inMachines(dashboard) })],
    ['createTrustedIssuer', 'StacksTrustIssuer', () => ({ endpointId: endpointId(), ...ISSUER })],
    ['deleteTrustedIssuer', 'StacksDeleteIssuer', () => ({ trustedIssuerId: inIssuers(dashboard) })],
    ['createStackToken', 'StacksCreateToken', () => ({ endpointId: endpointId(), name: 'second' })],
    ['revokeTokenAttenuation', 'StacksRevokeAttenuation', () => ({ tokenId: tokenId(), attenuationId: ATTENUATION })],
    ['revokeStackToken', 'StacksRevokeToken', () => ({ tokenId: tokenId() })],
    // Deleting the endpoint also deletes this client and this issuer.
    ['createServiceAccount', 'StacksCreateMachine', () => ({ endpointId: endpointId(), name: 'nightly' })],
    ['createTrustedIssuer', 'StacksTrustIssuer', () => ({ endpointId: endpointId(), ...ISSUER })],
    ['deleteClientEndpoint', 'StacksDeleteEndpoint', () => ({ endpointId: endpointId() })],
    ['createPolicyRule', 'RulesCreate', () => ({ name: 'here', effect: 'DENY', tools: ['none'], stackId })],
    ['updatePolicyRule', 'RulesUpdate', () => ({ ruleId: last(idsIn('RulesList')), name: 'not here' })],
    ['deletePolicyRule', 'RulesDelete', () => ({ ruleId: last(idsIn('RulesList')) })],
    ['createPolicyRule', 'RulesCreate', () => ({ name: 'here', effect: 'DENY', tools: ['none'], stackId })],
    [null, hold],
    ['updateStack', 'StacksUpdate', () => ({ stackId, configuration: { isRecorded: false } })],
    ['setSkill', 'StacksSetSkill', () => ({ stackId, content: '---\nname: tidy\ndescription: Tidy up.\n---\n' })],
    ['deleteSkill', 'StacksDeleteSkill', () => ({ stackId, name: 'tidy' })],
    ['setSkill', 'StacksSetSkill', () => ({ stackId, content: '---\nname: tidy\ndescription: Tidy up.\n---\n' })],
    // To the empty stack, to a version with the server `own`, and to the version before both.
    ['rollBackStack', 'StacksRollBack', () => ({ versionId: last(idsIn('StacksVersions')) })],
    ['rollBackStack', 'StacksRollBack', () => ({ versionId: idsIn('StacksVersions').at(-4) })],
    ['rollBackStack', 'StacksRollBack', () => ({ versionId: idsIn('StacksVersions')[2] })],
    ['duplicateStack', 'StacksDuplicate', () => ({ stackId, name: 'like it' })],
    [null, hold],
    ['deleteStack', 'StacksDelete', () => ({ stackId })],
  ];
}

/** A call with stored contents. */
const recordedCall = ({ world, stackId }: Dashboard) => storeContents(world.account.ctx, toStackId(stackId), 'kept');

const ATTENUATION = `attenuation_${'0'.repeat(32)}`;
const ISSUER = { name: 'Company', issuer: 'https://login.example.com' };

const inMachines = ({ idsIn }: Dashboard) => idsIn('StacksMachines').find((id) => id.startsWith('machine_'));
const inIssuers = ({ idsIn }: Dashboard) => idsIn('StacksIssuers').find((id) => id.startsWith('issuer_'));

/** Rotates a service account's secret twice, and signs in with each secret. A token ends with its secret. */
async function rotateSignedIn(dashboard: Dashboard): Promise<void> {
  const serviceAccountId = inMachines(dashboard) ?? '';
  for (const _time of ['first', 'second']) {
    const answer = await dashboard.send('StacksRotateMachine', { input: { serviceAccountId } });
    const [, secret = ''] = /"secret":"([^"]+)"/.exec(answer) ?? [];
    const authorization = `Basic ${Buffer.from(`${serviceAccountId}:${secret}`).toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const signIn = { method: 'POST', headers: { authorization }, body };
    const { status } = await fetch(`${dashboard.world.url}/oauth/token`, signIn);
    if (status !== 200) throw new Error(`The service account cannot sign in: ${status}`);
  }
}
