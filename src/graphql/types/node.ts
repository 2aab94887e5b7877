import { typeBrandKey } from '@pothos/core';
import { findOwnAccount } from '../../core/accounts/account.ts';
import { findApiKey } from '../../core/accounts/apiKey.ts';
import { findAlert } from '../../core/alerts/alert.ts';
import { findApproval } from '../../core/approvals/approval.ts';
import { findAuditEvent } from '../../core/audit/list.ts';
import { findCall } from '../../core/callRecords/calls.ts';
import type { Ctx } from '../../core/context.ts';
import { findEndpoint } from '../../core/endpoints/findEndpoint.ts';
import { findStackToken } from '../../core/endpoints/stackToken.ts';
import {
  toAccountId,
  toAlertId,
  toApiKeyId,
  toApprovalId,
  toAuditEventId,
  toCallId,
  toDeliveryId,
  toEndpointId,
  toInvitationId,
  toMachineClientId,
  toPasskeyId,
  toRuleId,
  toServerId,
  toServerKey,
  toSessionId,
  toStackId,
  toStackServerId,
  toTokenId,
  toToolChangeId,
  toToolId,
  toTrustedIssuerId,
  toUserId,
  toWebhookId,
} from '../../core/ids.ts';
import { findMachineClient } from '../../core/machines/machineClient.ts';
import { findTrustedIssuer } from '../../core/machines/trustedIssuer.ts';
import { findFieldByServer, findServerByKey, findToolByServer } from '../../core/marketplace/byKey.ts';
import { findServer, findServerTool } from '../../core/marketplace/server.ts';
import { findInvitation } from '../../core/people/invitation.ts';
import { findOwnPasskey } from '../../core/people/passkey.ts';
import { findOwnSession } from '../../core/people/session.ts';
import { findUser } from '../../core/people/user.ts';
import { findPolicyRule } from '../../core/policies/policyRule.ts';
import { findInstructionChange } from '../../core/reviews/instructions.ts';
import { findToolChange } from '../../core/reviews/toolChange.ts';
import { requireManagement } from '../../core/scope.ts';
import { findEnabledTool, findPlace } from '../../core/stacks/byKey.ts';
import { findStack } from '../../core/stacks/stack.ts';
import { findDelivery, findWebhook } from '../../core/webhooks/webhook.ts';
import { builder } from '../builder.ts';
import { isPlainName, keyIn, type NamedId, type NamedKind, readNamedId } from '../globalId.ts';

type Kind = {
  readonly typename: string;
  /** The prefix of its ids; absent for kinds recognized by the id's form. */
  readonly prefix?: string;
  find(app: Ctx, id: string): Promise<object | null>;
};

/** A kind whose ids are a prefix and the key of a row. */
const keyed = (typename: string, prefix: string, find: (app: Ctx, key: string) => Promise<object | null>): Kind => ({
  typename,
  prefix,
  find: async (app, id) => {
    const key = keyIn(prefix, id);
    return key === null ? null : find(app, key);
  },
});

/** A kind whose ids are a prefix, the key of a row, and a name in it. */
const named = (typename: string, kind: NamedKind, find: (app: Ctx, id: NamedId) => Promise<object | null>): Kind => ({
  typename,
  prefix: `${kind}_`,
  find: async (app, id) => {
    const given = readNamedId(kind, id);
    return given && find(app, given);
  },
});

/** Every type with a global id, and its lookup. Each verb finds only the caller's own objects. */
const KINDS: readonly Kind[] = [
  { typename: 'Account', prefix: 'acct_', find: (app, id) => findOwnAccount(app, toAccountId(id)) },
  { typename: 'ApiKey', prefix: 'key_', find: (app, id) => findApiKey(app, toApiKeyId(id)) },
  { typename: 'Stack', prefix: 'stack_', find: (app, id) => findStack(app, toStackId(id)) },
  { typename: 'ClientEndpoint', prefix: 'endpoint_', find: (app, id) => findEndpoint(app, toEndpointId(id)) },
  { typename: 'StackToken', prefix: 'token_', find: (app, id) => findStackToken(app, toTokenId(id)) },
  { typename: 'MachineClient', prefix: 'machine_', find: (app, id) => findMachineClient(app, toMachineClientId(id)) },
  { typename: 'TrustedIssuer', prefix: 'issuer_', find: (app, id) => findTrustedIssuer(app, toTrustedIssuerId(id)) },
  { typename: 'PolicyRule', prefix: 'rule_', find: (app, id) => findPolicyRule(app, toRuleId(id)) },
  { typename: 'Approval', prefix: 'approval_', find: (app, id) => findApproval(app, toApprovalId(id)) },
  { typename: 'Alert', prefix: 'alert_', find: (app, id) => findAlert(app, toAlertId(id)) },
  { typename: 'Webhook', prefix: 'webhook_', find: (app, id) => findWebhook(app, toWebhookId(id)) },
  { typename: 'User', prefix: 'user_', find: (app, id) => findUser(app, toUserId(id)) },
  { typename: 'Invitation', prefix: 'invitation_', find: (app, id) => findInvitation(app, toInvitationId(id)) },
  { typename: 'Session', prefix: 'session_', find: (app, id) => findOwnSession(app, toSessionId(id)) },
  { typename: 'Passkey', prefix: 'passkey_', find: (app, id) => findOwnPasskey(app, toPasskeyId(id)) },
  { typename: 'WebhookDelivery', prefix: 'msg_', find: (app, id) => findDelivery(app, toDeliveryId(id)) },
  keyed('StackServer', 'stackserver_', (app, key) => findPlace(app, toStackServerId(key))),
  keyed('ToolChange', 'toolchange_', (app, key) => findToolChange(app, toToolChangeId(key))),
  keyed('InstructionChange', 'instructionchange_', (app, key) => findInstructionChange(app, toStackServerId(key))),
  named('EnabledTool', 'enabledtool', (app, { row, name }) =>
    findEnabledTool(app, toStackServerId(row), toToolId(name)),
  ),
  named('CredentialField', 'field', (app, { row, name }) => findFieldByServer(app, toServerKey(row), name)),
  named('Server', 'server', (app, { row, name }) => findServerByKey(app, toServerKey(row), toServerId(name))),
  named('Tool', 'tool', (app, { row, name }) => findToolByServer(app, toServerKey(row), toToolId(name))),
];

/** Calls and changes have UUIDs as ids; ids of servers and tools are names, which contain no UUID. */
const BY_UUID: readonly Kind[] = [
  { typename: 'Call', find: (app, id) => findCall(app, toCallId(id)) },
  { typename: 'AuditEvent', find: (app, id) => findAuditEvent(app, toAuditEventId(id)) },
];
const BY_NAME: readonly Kind[] = [
  { typename: 'Server', find: (app, id) => findServer(app, toServerId(id)) },
  { typename: 'Tool', find: (app, id) => findServerTool(app, toToolId(id)) },
];

/** The interface of every object a client can refetch. */
export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'An object with a globally unique id. Clients cache objects by this id, and `node` fetches them again.',
  fields: (t) => ({
    id: t.id({ description: 'The object’s id.', resolve: () => '' }),
  }),
});

function kindsOf(id: string): readonly Kind[] {
  const prefixed = KINDS.filter(({ prefix }) => prefix !== undefined && id.startsWith(prefix));
  return isPlainName(id) ? [...prefixed, ...BY_NAME] : [...prefixed, ...BY_UUID];
}

async function findNode(app: Ctx, id: string): Promise<object | null> {
  requireManagement(app.actor);
  for (const { typename, find } of kindsOf(id)) {
    const found = await find(app, id);
    const node = found && { ...found, [typeBrandKey]: typename };
    if (node) return node;
  }
  return null;
}

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    nullable: true,
    description:
      'The account’s object with this id, of any type; null if there is none. Only their owner can fetch sessions and passkeys.',
    extensions: { limitClass: 'default' },
    args: {
      id: t.arg.id({ required: true, description: 'The object’s id, from any type that implements `Node`.' }),
    },
    resolve: (_root, { id }, { app }) => findNode(app, id),
  }),
);
