import { typeBrandKey } from '@pothos/core';
import { z } from 'zod';
import { findOwnAccount } from '../../core/accounts/account.ts';
import { findApiKey } from '../../core/accounts/apiKey.ts';
import { findAlert } from '../../core/alerts/alert.ts';
import { findApproval, listApprovalsById } from '../../core/approvals/approval.ts';
import { listActors } from '../../core/audit/actors.ts';
import { findAuditEvent } from '../../core/audit/list.ts';
import { findCall, listCallsById } from '../../core/callRecords/calls.ts';
import type { Ctx } from '../../core/context.ts';
import { listTokensById } from '../../core/endpoints/endpointLists.ts';
import { findEndpoint, listEndpointsById } from '../../core/endpoints/findEndpoint.ts';
import { findStackToken } from '../../core/endpoints/stackToken.ts';
import { AppError } from '../../core/errors.ts';
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
  toServerKey,
  toSessionId,
  toStackId,
  toStackServerId,
  toTokenId,
  toToolChangeId,
  toToolId,
  toToolKey,
  toTrustedIssuerId,
  toUserId,
  toWebhookId,
} from '../../core/ids.ts';
import { findMachineClient } from '../../core/machines/machineClient.ts';
import { findTrustedIssuer } from '../../core/machines/trustedIssuer.ts';
import {
  findFieldByServer,
  findServerByKey,
  findToolByKey,
  listServersByKey,
  listToolsByKey,
} from '../../core/marketplace/byKey.ts';
import { findInvitation } from '../../core/people/invitation.ts';
import { findOwnPasskey } from '../../core/people/passkey.ts';
import { findOwnSession } from '../../core/people/session.ts';
import { findUser } from '../../core/people/user.ts';
import { findPolicyRule, listRulesById } from '../../core/policies/policyRule.ts';
import { findInstructionChange } from '../../core/reviews/instructions.ts';
import { findToolChange } from '../../core/reviews/toolChange.ts';
import { requireManagement } from '../../core/scope.ts';
import { findEnabledTool, findPlace } from '../../core/stacks/byKey.ts';
import { findStack } from '../../core/stacks/stack.ts';
import { listStacksById } from '../../core/stacks/stackList.ts';
import { findDelivery, findWebhook, listWebhooksById } from '../../core/webhooks/webhook.ts';
import { builder } from '../builder.ts';
import { keyIn, type NamedId, type NamedKind, readNamedId } from '../globalId.ts';
import { SERVER_PREFIX, TOOL_PREFIX } from '../references.ts';

type Kind = {
  readonly typename: string;
  /** The prefix of its ids; absent for kinds recognized by the id's form. */
  readonly prefix?: string;
  find(app: Ctx, id: string): Promise<object | null>;
  /** Finds many at once, by id. */
  list?(app: Ctx, ids: readonly string[]): Promise<Iterable<readonly [string, object]>>;
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

const keysIn = (prefix: string, ids: readonly string[]): string[] => ids.flatMap((id) => keyIn(prefix, id) ?? []);

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
  {
    typename: 'ApiKey',
    prefix: 'key_',
    find: (app, id) => findApiKey(app, toApiKeyId(id)),
    list: (app, ids) => listActors(app, ids.map(toApiKeyId)),
  },
  {
    typename: 'Stack',
    prefix: 'stack_',
    find: (app, id) => findStack(app, toStackId(id)),
    list: (app, ids) => listStacksById(app, ids.map(toStackId)),
  },
  {
    typename: 'ClientEndpoint',
    prefix: 'endpoint_',
    find: (app, id) => findEndpoint(app, toEndpointId(id)),
    list: (app, ids) => listEndpointsById(app, ids.map(toEndpointId)),
  },
  {
    typename: 'StackToken',
    prefix: 'token_',
    find: (app, id) => findStackToken(app, toTokenId(id)),
    list: (app, ids) => listTokensById(app, ids.map(toTokenId)),
  },
  {
    typename: 'MachineClient',
    prefix: 'machine_',
    find: (app, id) => findMachineClient(app, toMachineClientId(id)),
    list: (app, ids) => listActors(app, ids.map(toMachineClientId)),
  },
  {
    typename: 'TrustedIssuer',
    prefix: 'issuer_',
    find: (app, id) => findTrustedIssuer(app, toTrustedIssuerId(id)),
    list: (app, ids) => listActors(app, ids.map(toTrustedIssuerId)),
  },
  {
    typename: 'PolicyRule',
    prefix: 'rule_',
    find: (app, id) => findPolicyRule(app, toRuleId(id)),
    list: (app, ids) => listRulesById(app, ids.map(toRuleId)),
  },
  {
    typename: 'Approval',
    prefix: 'approval_',
    find: (app, id) => findApproval(app, toApprovalId(id)),
    list: (app, ids) => listApprovalsById(app, ids.map(toApprovalId)),
  },
  { typename: 'Alert', prefix: 'alert_', find: (app, id) => findAlert(app, toAlertId(id)) },
  {
    typename: 'Webhook',
    prefix: 'webhook_',
    find: (app, id) => findWebhook(app, toWebhookId(id)),
    list: (app, ids) => listWebhooksById(app, ids.map(toWebhookId)),
  },
  {
    typename: 'User',
    prefix: 'user_',
    find: (app, id) => findUser(app, toUserId(id)),
    list: (app, ids) => listActors(app, ids.map(toUserId)),
  },
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
  {
    ...keyed('Server', SERVER_PREFIX, (app, key) => findServerByKey(app, toServerKey(key))),
    async list(app, ids) {
      const found = await listServersByKey(app, keysIn(SERVER_PREFIX, ids).map(toServerKey));
      return [...found].map(([key, row]) => [`${SERVER_PREFIX}${key}`, row]);
    },
  },
  {
    ...keyed('Tool', TOOL_PREFIX, (app, key) => findToolByKey(app, toToolKey(key))),
    async list(app, ids) {
      const found = await listToolsByKey(app, keysIn(TOOL_PREFIX, ids).map(toToolKey));
      return [...found].map(([key, row]) => [`${TOOL_PREFIX}${key}`, row]);
    },
  },
];

/** Calls and changes have UUIDs as ids; ids of servers and tools are names, which contain no UUID. */
const BY_UUID: readonly Kind[] = [
  {
    typename: 'Call',
    find: (app, id) => findCall(app, toCallId(id)),
    list: (app, ids) => listCallsById(app, ids.map(toCallId)),
  },
  { typename: 'AuditEvent', find: (app, id) => findAuditEvent(app, toAuditEventId(id)) },
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
  return prefixed.length > 0 ? prefixed : BY_UUID;
}

const ofType = (typename: string, row: object): object => ({ ...row, [typeBrandKey]: typename });

async function findNode(app: Ctx, id: string): Promise<object | null> {
  requireManagement(app.actor);
  for (const { typename, find } of kindsOf(id)) {
    const found = await find(app, id);
    if (found) return ofType(typename, found);
  }
  return null;
}

/** In one query for each kind that has a list. An object that the caller may not see is as none. */
async function findNodes(app: Ctx, ids: readonly string[]): Promise<(object | null)[]> {
  requireManagement(app.actor);
  const found = new Map<string, object>();
  for (const kind of [...KINDS, ...BY_UUID]) {
    const own = [...new Set(ids)].filter((id) => !found.has(id) && kindsOf(id).includes(kind));
    if (own.length === 0) continue;
    for (const [id, row] of await listed(app, kind, own)) found.set(id, ofType(kind.typename, row));
  }
  return ids.map((id) => found.get(id) ?? null);
}

async function listed(app: Ctx, kind: Kind, ids: readonly string[]): Promise<Iterable<readonly [string, object]>> {
  try {
    const found = kind.list && (await kind.list(app, ids));
    if (found) return found;
    const rows: (readonly [string, object])[] = [];
    for (const id of ids) {
      const row = await kind.find(app, id);
      if (row) rows.push([id, row]);
    }
    return rows;
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return [];
    throw error;
  }
}

const NODES_MAX = 100;

builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    nullable: { list: true, items: true },
    description: 'The account’s objects with these ids, of any types, in their order; null for an id without one.',
    extensions: { limitClass: 'default' },
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The ids, at most ${NODES_MAX}, from any types that implement \`Node\`.`,
        validate: z.array(z.string()).max(NODES_MAX),
      }),
    },
    complexity: { field: 1, multiplier: NODES_MAX },
    resolve: (_root, { ids }, { app }) => findNodes(app, ids),
  }),
);

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
