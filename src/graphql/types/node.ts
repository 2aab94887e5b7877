import { typeBrandKey } from '@pothos/core';
import { findOwnAccount } from '../../core/accounts/account.ts';
import { findApiKey } from '../../core/accounts/apiKey.ts';
import { findApproval } from '../../core/approvals/approval.ts';
import { findAuditEvent } from '../../core/audit/list.ts';
import { findCall } from '../../core/callRecords/calls.ts';
import type { Ctx } from '../../core/context.ts';
import { findEndpoint } from '../../core/endpoints/findEndpoint.ts';
import { findStackToken } from '../../core/endpoints/stackToken.ts';
import {
  toAccountId,
  toApiKeyId,
  toApprovalId,
  toAuditEventId,
  toCallId,
  toEndpointId,
  toInvitationId,
  toMachineClientId,
  toPasskeyId,
  toRuleId,
  toSessionId,
  toStackId,
  toTokenId,
  toTrustedIssuerId,
  toUserId,
  toWebhookId,
} from '../../core/ids.ts';
import { findMachineClient } from '../../core/machines/machineClient.ts';
import { findTrustedIssuer } from '../../core/machines/trustedIssuer.ts';
import { findInvitation } from '../../core/people/invitation.ts';
import { findOwnPasskey } from '../../core/people/passkey.ts';
import { findOwnSession } from '../../core/people/session.ts';
import { findUser } from '../../core/people/user.ts';
import { findPolicyRule } from '../../core/policies/policyRule.ts';
import { requireManagement } from '../../core/scope.ts';
import { findStack } from '../../core/stacks/stack.ts';
import { findWebhook } from '../../core/webhooks/webhook.ts';
import { builder } from '../builder.ts';

type Identified = { readonly id: string };
type Kind = {
  readonly typename: string;
  /** What its ids start with; absent for calls and changes, whose ids are UUIDs. */
  readonly prefix?: string;
  find(app: Ctx, id: string): Promise<Identified | null>;
};

/**
 * Every type whose id names one thing among all things, and how it is found. Each verb finds the caller's own alone.
 */
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
  { typename: 'Webhook', prefix: 'webhook_', find: (app, id) => findWebhook(app, toWebhookId(id)) },
  { typename: 'User', prefix: 'user_', find: (app, id) => findUser(app, toUserId(id)) },
  { typename: 'Invitation', prefix: 'invitation_', find: (app, id) => findInvitation(app, toInvitationId(id)) },
  { typename: 'Session', prefix: 'session_', find: (app, id) => findOwnSession(app, toSessionId(id)) },
  { typename: 'Passkey', prefix: 'passkey_', find: (app, id) => findOwnPasskey(app, toPasskeyId(id)) },
  { typename: 'Call', find: (app, id) => findCall(app, toCallId(id)) },
  { typename: 'AuditEvent', find: (app, id) => findAuditEvent(app, toAuditEventId(id)) },
];

/** What types with an id of their own implement; the ids of servers, tools and credential fields are names. */
export const Node = builder.interfaceRef<Identified>('Node').implement({
  description:
    'A thing whose id names it among all things. Servers, tools and credential fields are not: their ids are names, which another kind of thing or another account may use as well; `server`, `tool` and `credentialField` look them up.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'The thing’s id.' }) }),
});

async function findNode(app: Ctx, id: string): Promise<Identified | null> {
  requireManagement(app.actor);
  const prefixed = KINDS.filter(({ prefix }) => prefix !== undefined && id.startsWith(prefix));
  for (const { typename, find } of prefixed.length > 0 ? prefixed : KINDS.filter(({ prefix }) => !prefix)) {
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
      'One thing of the account, of whichever kind its id is; null when there is none with this id. Sessions and passkeys are found by their own person alone.',
    extensions: { limitClass: 'default' },
    args: {
      id: t.arg.id({ required: true, description: 'The thing’s id, as any type that implements `Node` gives it.' }),
    },
    resolve: (_root, { id }, { app }) => findNode(app, id),
  }),
);
