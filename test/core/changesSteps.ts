import { createAccount, setAccountLimits } from '../../src/core/accounts/account.ts';
import { createApiKey, revokeApiKey } from '../../src/core/accounts/apiKey.ts';
import { updateApiKey } from '../../src/core/accounts/updateApiKey.ts';
import { approveCall, denyCall } from '../../src/core/approvals/approval.ts';
import { consumeApproval } from '../../src/core/approvals/heldCall.ts';
import { redeemCode } from '../../src/core/authorization/code.ts';
import { approveAuthorization } from '../../src/core/authorization/consent.ts';
import { renewToken } from '../../src/core/authorization/refresh.ts';
import { readContents } from '../../src/core/callContents/read.ts';
import { deleteStackContents, updateContentSettings } from '../../src/core/callContents/settings.ts';
import { migrateToBoundEnvelopes } from '../../src/core/credentials/bind.ts';
import { authenticateLink, finishConnect } from '../../src/core/credentials/connect.ts';
import { createConnectLink } from '../../src/core/credentials/connectLink.ts';
import { removeCredential, setCredentials } from '../../src/core/credentials/credential.ts';
import { deleteRegistration, registerOwnClient } from '../../src/core/credentials/registration.ts';
import { markEnded, storeRenewed } from '../../src/core/credentials/renewedTokens.ts';
import { updateApplicationSharing } from '../../src/core/credentials/shareApplication.ts';
import {
  createClientEndpoint,
  deleteClientEndpoint,
  updateClientEndpoint,
} from '../../src/core/endpoints/clientEndpoint.ts';
import { rotateSigningKey } from '../../src/core/endpoints/signingKey.ts';
import {
  createStackToken,
  revokeAttenuation,
  revokeStackToken,
  updateStackToken,
} from '../../src/core/endpoints/stackToken.ts';
import type { AuditAction } from '../../src/core/kernel/audit/action.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import {
  type RuleId,
  toAccountId,
  toApprovalId,
  toAttenuationId,
  toEndpointId,
  toInvitationId,
  toRuleId,
  toServerId,
  toSessionId,
  toStackId,
  toTokenId,
  toToolId,
  toUserRef,
} from '../../src/core/kernel/ids.ts';
import { rotateVault } from '../../src/core/kernel/vault/rotate.ts';
import { updateServerRefresh } from '../../src/core/marketplace/refreshSchedule.ts';
import { removeServer, saveServer } from '../../src/core/marketplace/saveServer.ts';
import { offerShippedServers } from '../../src/core/marketplace/shipped.ts';
import { createInvitation, revokeInvitation } from '../../src/core/people/invitation.ts';
import { removePasskey } from '../../src/core/people/passkey.ts';
import { revokeSession, signOut } from '../../src/core/people/session.ts';
import { signIn } from '../../src/core/people/signIn.ts';
import { changePassword, removeUser, setPassword, signOutUser, updateUserRole } from '../../src/core/people/user.ts';
import { createPolicyRule, deletePolicyRule } from '../../src/core/policies/policyRule.ts';
import { updatePolicyRule } from '../../src/core/policies/updatePolicyRule.ts';
import { deleteSkill, setSkill } from '../../src/core/skills/skill.ts';
import { getSnapshot } from '../../src/core/snapshots/readSnapshot.ts';
import { applyStack } from '../../src/core/stacks/applyStack.ts';
import { updateServerCredentialMode } from '../../src/core/stacks/credentialMode.ts';
import { createStack, deleteStack, updateStack } from '../../src/core/stacks/stack.ts';
import { findStackDocument } from '../../src/core/stacks/stackDocument.ts';
import { addServerToStack, removeServerFromStack, updateServerTools } from '../../src/core/stacks/stackServer.ts';
import { updateStackTool } from '../../src/core/stacks/stackTool.ts';
import { rollBackStack } from '../../src/core/stacks/stackVersions.ts';
import { storeContents } from './callContents/kit.ts';
import type { Effect } from './changesKit.ts';
import { machineSteps } from './changesMachines.ts';
import { reviewSteps } from './changesReviews.ts';
import { ANN, BROWSER, mail, PASSWORD, PROVIDER, type Shop, VERIFIER, VISITOR } from './changesShop.ts';
import { webhookSteps } from './changesWebhooks.ts';
import type { World } from './world.ts';

/** A write, its recorded action, and its effect if it differs from the action's default. */
export type Step = readonly [action: AuditAction, run: () => Promise<unknown>, effect?: Effect];

const TOKENS = {
  ...PROVIDER,
  accessToken: 'new',
  refreshToken: 'new',
  obtainedAt: new Date(0),
  expiresAt: null,
  client: null,
};

/** Writes in the order that their rows require; each has only its action's effect. */
export function stepsIn(world: World, shop: Shop): readonly Step[] {
  const { as, alice, ann, cached, stackId, endpoint } = shop;
  const { db } = world.database;
  /** Results of a step for later steps. */
  const made = { invitation: '', session: '', stack: '', endpoint: '', token: '', rule: '', approval: '' };
  let [link, code, refresh]: [string, string, string] = ['', '', ''];
  const linked = async (): Promise<Ctx> => {
    const actor = await authenticateLink(db, world.clock.now, link);
    if (!actor) throw new Error('the link is good');
    return as(actor);
  };
  const registration = async () => {
    const { serverId } = await db.stackServer.findUniqueOrThrow({ where: { id: cached.stackServerId } });
    return { serverId, issuer: PROVIDER.issuer, redirectUri: 'https://toolyard.test/oauth/callback', tokenOrigin: '' };
  };
  /** The approval that a call waits for under the approval rule. */
  const ask = async (text: string): Promise<string> => {
    const snapshot = await getSnapshot(alice, stackId);
    const [tool] = snapshot.tools.values();
    if (!tool) throw new Error('the stack has a tool');
    const refusal = { kind: 'approval_required', message: 'asks', ruleId: toRuleId(made.rule) } as const;
    const settled = await consumeApproval(alice, { snapshot, tool, input: { text }, sources: [] }, refusal);
    return 'approvalId' in settled ? (settled.approvalId ?? '') : '';
  };
  const set = (credentials: object, endUser?: string) =>
    setCredentials(alice, stackId, toServerId('mail'), { credentials, endUser });
  const exchanged = { client_id: 'client', code_verifier: VERIFIER };
  const address = 'https://toolyard.test';
  return [
    ['account.create', () => createAccount(as(), { name: 'Another' })],
    [
      'account.set_limits',
      () => setAccountLimits(as(), toAccountId(alice.actor.accountId ?? ''), { limits: { invoke: 7 } }),
    ],
    ['api_key.create', () => createApiKey(alice, { name: 'third' })],
    ['api_key.update', () => updateApiKey(alice, shop.other.apiKey.id, { name: 'fourth' })],
    ['api_key.revoke', () => revokeApiKey(alice, shop.other.apiKey.id)],
    ['invitation.create', async () => (made.invitation = (await createInvitation(alice)).invitation.id)],
    ['invitation.revoke', () => revokeInvitation(alice, toInvitationId(made.invitation))],
    ['session.create', async () => (made.session = (await signIn(as(VISITOR), ANN, BROWSER)).session.id)],
    ['session.revoke', () => revokeSession(shop.person(ann), toSessionId(made.session))],
    ['session.end', async () => signOut(shop.person(await signIn(as(VISITOR), ANN, BROWSER)))],
    [
      'user.change_password',
      () => changePassword(shop.person(ann), { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` }),
    ],
    ['user.create', () => shop.join('bob@example.com')],
    ['user.end_logins', () => signOutUser(alice, toUserRef('bob@example.com'))],
    ['user.set_password', () => setPassword(as(), toUserRef('bob@example.com'), `${PASSWORD}?`)],
    ['user.change_role', () => updateUserRole(alice, toUserRef('bob@example.com'), { role: 'auditor' })],
    ['user.remove', () => removeUser(alice, toUserRef('bob@example.com'))],
    ['passkey.remove', () => removePasskey(shop.person(ann), shop.passkeyId)],
    ['server.import', () => saveServer(as(), mail('another text'))],
    ['server.offer', () => offerShippedServers(as(), [mail('another text')])],
    ['server.schedule', () => updateServerRefresh(alice, toServerId('asked'), { when: 'off' })],
    ...reviewSteps(world, shop),
    ['server.remove', () => removeServer(as(), toServerId('spare'))],
    ['stack.create', async () => (made.stack = (await createStack(alice, { name: 'spare' })).id)],
    ['stack.update', () => updateStack(alice, stackId, { configuration: { isRecorded: true } })],
    [
      'stack.apply',
      async () => applyStack(alice, { ...(await findStackDocument(alice, stackId)), recordsCalls: false }, null),
    ],
    [
      'stack.roll_back',
      async () => {
        const before = { where: { stackId }, orderBy: { number: 'desc' }, skip: 1 } as const;
        await rollBackStack(alice, (await db.stackVersion.findFirstOrThrow(before)).id, null);
      },
    ],
    ['skill.set', () => setSkill(alice, stackId, { content: '---\nname: tidy\ndescription: Tidy up.\n---\n' })],
    ['skill.delete', () => deleteSkill(alice, stackId, 'tidy')],
    ['stack.keep_contents', () => updateContentSettings(alice, stackId, { days: 7 })],
    ['call.read_contents', async () => readContents(alice, await storeContents(alice, stackId, 'sent'))],
    ['stack.delete_contents', () => deleteStackContents(alice, stackId)],
    ['stack.delete', () => deleteStack(alice, toStackId(made.stack))],
    ['stack.add_server', () => addServerToStack(alice, stackId, { serverId: 'third' })],
    ['stack.remove_server', () => removeServerFromStack(alice, stackId, toServerId('third'))],
    ['stack.update_tools', () => updateServerTools(alice, stackId, toServerId('mail'), { enabledTools: ['mail_one'] })],
    ['stack.update_tool', () => updateStackTool(alice, stackId, toToolId('mail_one'), { isPinned: true })],
    [
      'stack.update_credential_mode',
      () => updateServerCredentialMode(alice, stackId, toServerId('mail'), { credentialMode: 'user_then_stack' }),
    ],
    ['credentials.set', () => set({ key: 'other' })],
    ['credentials.set', () => set({ key: 'hers' }, 'ann')],
    [
      'credentials.set',
      () => set({ key: 'of nobody that is kept' }, 'carol'),
      { published: ['credentials'], reread: {} },
    ],
    ['credentials.set', () => set({ team_client: 'ours' })],
    ['credentials.share', () => updateApplicationSharing(alice, stackId, toServerId('mail'), true)],
    ['credentials.unshare', () => updateApplicationSharing(alice, stackId, toServerId('mail'), false)],
    ['stack.update', () => updateStack(alice, stackId, { name: 'renamed' }), { published: [], reread: {} }],
    [
      'endpoint.update',
      () => updateClientEndpoint(alice, endpoint.id, { name: 'renamed' }),
      { published: [], reread: {} },
    ],
    ['credentials.remove', () => removeCredential(alice, stackId, toServerId('mail'), 'key', 'ann')],
    [
      'credentials.create_link',
      async () => {
        const { url } = await createConnectLink(alice, stackId, toServerId('mail'), {
          fieldId: 'login',
          endUser: 'ann',
        });
        link = new URL(url).searchParams.get('link') ?? '';
      },
    ],
    ['credentials.connect', async () => finishConnect(await linked(), new URLSearchParams())],
    ['credentials.renew', async () => storeRenewed(as(), await shop.renewal('ann'), TOKENS)],
    ['credentials.reconnect_required', async () => markEnded(as(), await shop.renewal('ann'))],
    [
      'credentials.bind',
      async () => {
        await db.credential.updateMany({ where: { endUser: 'ann' }, data: { destination: null } });
        await migrateToBoundEnvelopes(as());
      },
    ],
    [
      'credentials.move',
      () => saveServer(as(), { ...mail('another text'), connector: { kind: 'http', baseUrl: 'https://moved.test' } }),
    ],
    ['oauth_client.register', async () => registerOwnClient(as(), await registration(), PROVIDER)],
    ['oauth_client.forget', async () => deleteRegistration(as(), await registration())],
    [
      'endpoint.create',
      async () => (made.endpoint = (await createClientEndpoint(alice, { stackId, name: 'two' })).endpoint.id),
    ],
    ['endpoint.delete', () => deleteClientEndpoint(alice, toEndpointId(made.endpoint))],
    ['endpoint.update', () => updateClientEndpoint(alice, endpoint.id, { mode: 'search' })],
    [
      'token.create',
      async () => (made.token = (await createStackToken(alice, { endpointId: endpoint.id })).tokenRecord.id),
    ],
    [
      'token.revoke_attenuation',
      () => revokeAttenuation(alice, toTokenId(made.token), toAttenuationId(`attenuation_${'0'.repeat(32)}`)),
    ],
    ['token.update', () => updateStackToken(alice, toTokenId(made.token), { name: 'renamed' })],
    ['token.revoke', () => revokeStackToken(alice, toTokenId(made.token))],
    ...machineSteps(shop),
    ...webhookSteps(shop),
    ['endpoint.authorize', async () => (code = await approveAuthorization(alice, shop.authorizationRequest))],
    [
      'token.create',
      async () => (refresh = (await redeemCode(as(VISITOR), { ...exchanged, code }, address)).refreshToken),
    ],
    ['token.renew', () => renewToken(as(VISITOR), { client_id: 'client', refresh_token: refresh }, address)],
    ['rule.create', async () => (made.rule = (await createPolicyRule(alice, { name: 'no', effect: 'ask' })).id)],
    ['approval.request', async () => (made.approval = await ask('first'))],
    ['approval.approve', () => approveCall(alice, toApprovalId(made.approval), {})],
    ['approval.use', () => ask('first')],
    ['approval.request', async () => (made.approval = await ask('second'))],
    ['approval.deny', () => denyCall(alice, toApprovalId(made.approval), {})],
    ['rule.update', () => updatePolicyRule(alice, toRuleId(made.rule), { isEnabled: false })],
    ['rule.delete', () => deletePolicyRule(alice, toRuleId(made.rule))],
    ...ruleSteps(alice),
    ['vault.rotate', () => rotateVault(as())],
    ['signing_key.rotate', () => rotateSigningKey(as())],
  ];
}

/** Rules; only those that change lists notify agents. */
function ruleSteps(ctx: Shop['alice']): Step[] {
  const DENY = { effect: 'deny', tools: ['none_*'] };
  const made = new Map<string, RuleId>();
  const steps = (
    published: 'tools' | 'stackSettings',
    name: string,
    rule: object,
    meanwhile: readonly Step[] = [],
  ): Step[] => {
    const effect = { published: [published], reread: { snapshots: 1 } };
    return [
      ['rule.create', async () => made.set(name, (await createPolicyRule(ctx, { name, ...rule })).id), effect],
      ...meanwhile,
      ['rule.delete', () => deletePolicyRule(ctx, made.get(name) ?? toRuleId('')), effect],
    ];
  };
  return [
    ...steps('tools', 'hides', DENY),
    ...steps('stackSettings', 'after some calls', { ...DENY, quota: { calls: 5, per: 'hour' } }),
    ...steps('stackSettings', 'sometimes', { ...DENY, condition: 'caller.end_user == "eve"' }),
    ...steps('stackSettings', 'allows', { effect: 'allow' }),
    // Replacing it may reveal the hidden tool.
    ...steps(
      'tools',
      'hides by default',
      { ...DENY, isDefault: true },
      steps('tools', 'asks instead', { effect: 'ask' }),
    ),
  ];
}
