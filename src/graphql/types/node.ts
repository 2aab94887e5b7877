import { typeBrandKey } from '@pothos/core';
import { z } from 'zod';
import { findOwnAccount } from '../../core/accounts/account.ts';
import { findApiKey } from '../../core/accounts/apiKey.ts';
import { findAlert } from '../../core/alerts/alert.ts';
import { findApproval, listApprovalsById } from '../../core/approvals/approval.ts';
import { findAuditEvent } from '../../core/audit/list.ts';
import { listActors } from '../../core/callRecords/actors.ts';
import { findCall, listCallsById } from '../../core/callRecords/calls.ts';
import { listTokensById } from '../../core/endpoints/endpointLists.ts';
import { findEndpoint, listEndpointsById } from '../../core/endpoints/findEndpoint.ts';
import { findStackToken } from '../../core/endpoints/stackToken.ts';
import { findFile } from '../../core/files/storedFile.ts';
import { findJob } from '../../core/jobs/job.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { findStack } from '../../core/kernel/findStack.ts';
import {
  toAccountId,
  toAlertId,
  toApiKeyId,
  toApprovalId,
  toAuditEventId,
  toCallId,
  toDeliveryId,
  toEndpointId,
  toFileId,
  toInvitationId,
  toJobId,
  toPasskeyId,
  toRuleId,
  toServerKey,
  toServiceAccountId,
  toSessionId,
  toStackId,
  toStackServerId,
  toStackVersionId,
  toTokenId,
  toToolChangeId,
  toToolId,
  toToolKey,
  toTrustedIssuerId,
  toUserId,
  toWebhookId,
} from '../../core/kernel/ids.ts';
import { requireManagement } from '../../core/kernel/scope.ts';
import { AppError } from '../../core/lib/errors.ts';
import { findServiceAccount } from '../../core/machines/serviceAccount.ts';
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
import { findPolicyRule, listRulesById } from '../../core/policies/ruleLists.ts';
import { findInstructionChange } from '../../core/reviews/instructions.ts';
import { findToolChange } from '../../core/reviews/toolChange.ts';
import { findEnabledTool, findPlace } from '../../core/snapshots/byKey.ts';
import { listStacksById } from '../../core/stacks/stackList.ts';
import { findStackVersion } from '../../core/stacks/stackVersions.ts';
import { findDelivery, findWebhook, listWebhooksById } from '../../core/webhooks/webhook.ts';
import { builder } from '../builder.ts';
import { keyIn, type NamedId, type NamedKind, readNamedId } from '../globalId.ts';
import { SERVER_PREFIX, TOOL_PREFIX } from '../references.ts';

type Kind = {
  readonly typename: string;
  /** The prefix of its ids; empty for kinds recognized by the id's form. */
  readonly prefix: string;
  find(app: Ctx, id: string): Promise<object | null>;
  /** Finds many at once, by id. */
  list?(app: Ctx, ids: readonly string[]): Promise<Iterable<readonly [string, object]>>;
};

type Find<Id> = (app: Ctx, id: Id) => Promise<object | null>;
type List<Id> = (app: Ctx, ids: readonly Id[]) => Promise<Iterable<readonly [string, object]>>;

/** A kind whose ids are the ids of its rows. */
const byId = <Id>(
  typename: string,
  prefix: string,
  parse: (text: string) => Id,
  find: Find<Id>,
  list?: List<Id>,
): Kind => ({
  typename,
  prefix,
  find: (app, id) => find(app, parse(id)),
  ...(list && { list: (app, ids) => list(app, ids.map(parse)) }),
});

/** A kind whose ids are a prefix and the key of a row. */
const keyed = <Key>(
  typename: string,
  prefix: string,
  parse: (text: string) => Key,
  find: Find<Key>,
  list?: List<Key>,
): Kind => ({
  typename,
  prefix,
  find: async (app, id) => {
    const key = keyIn(prefix, id);
    return key === null ? null : find(app, parse(key));
  },
  ...(list && {
    async list(app, ids) {
      const keys = ids.flatMap((id) => keyIn(prefix, id) ?? []);
      const rows = await list(app, keys.map(parse));
      return [...rows].map(([key, row]) => [`${prefix}${key}`, row]);
    },
  }),
});

/** A kind whose ids are a prefix, the key of a row, and a name in it. */
const named = (typename: string, kind: NamedKind, find: (app: Ctx, id: NamedId) => Promise<object | null>): Kind => ({
  typename,
  prefix: `${kind}_`,
  find: async (app, id) => {
    const named = readNamedId(kind, id);
    return named && find(app, named);
  },
});

/** Every type with a global id, and its lookup. Each verb finds only the caller's own objects. */
const KINDS: readonly Kind[] = [
  byId('Account', 'acct_', toAccountId, findOwnAccount),
  byId('ApiKey', 'key_', toApiKeyId, findApiKey, listActors),
  byId('Stack', 'stack_', toStackId, findStack, listStacksById),
  byId('StackVersion', 'version_', toStackVersionId, findStackVersion),
  byId('ClientEndpoint', 'endpoint_', toEndpointId, findEndpoint, listEndpointsById),
  byId('StackToken', 'token_', toTokenId, findStackToken, listTokensById),
  byId('ServiceAccount', 'machine_', toServiceAccountId, findServiceAccount, listActors),
  byId('TrustedIssuer', 'issuer_', toTrustedIssuerId, findTrustedIssuer, listActors),
  byId('PolicyRule', 'rule_', toRuleId, findPolicyRule, listRulesById),
  byId('Approval', 'approval_', toApprovalId, findApproval, listApprovalsById),
  byId('Alert', 'alert_', toAlertId, findAlert),
  byId('StoredFile', 'file_', toFileId, findFile),
  byId('Job', 'job_', toJobId, (app, id) => findJob(app, id)),
  byId('Webhook', 'webhook_', toWebhookId, findWebhook, listWebhooksById),
  byId('User', 'user_', toUserId, findUser, listActors),
  byId('Invitation', 'invitation_', toInvitationId, findInvitation),
  byId('Session', 'session_', toSessionId, findOwnSession),
  byId('Passkey', 'passkey_', toPasskeyId, findOwnPasskey),
  byId('WebhookDelivery', 'msg_', toDeliveryId, findDelivery),
  keyed('StackServer', 'stackserver_', toStackServerId, findPlace),
  keyed('ToolChange', 'toolchange_', toToolChangeId, findToolChange),
  keyed('InstructionChange', 'instructionchange_', toStackServerId, findInstructionChange),
  keyed('Server', SERVER_PREFIX, toServerKey, findServerByKey, listServersByKey),
  keyed('Tool', TOOL_PREFIX, toToolKey, findToolByKey, listToolsByKey),
  named('EnabledTool', 'enabledtool', (app, { row, name }) =>
    findEnabledTool(app, toStackServerId(row), toToolId(name)),
  ),
  named('CredentialField', 'field', (app, { row, name }) => findFieldByServer(app, toServerKey(row), name)),
];

/** Kinds whose ids are UUIDs without a prefix. */
const BY_UUID: readonly Kind[] = [
  byId('Call', '', toCallId, findCall, listCallsById),
  byId('AuditEvent', '', toAuditEventId, findAuditEvent),
];

/** The interface of every object a client can refetch. */
export const Node = builder.interfaceRef<object>('Node').implement({
  description:
    'An object with a globally unique id. Clients can cache objects by this id and fetch them again with `node`.',
  fields: (t) => ({
    id: t.id({ description: 'The object’s id.', resolve: () => '' }),
  }),
});

function kindsOf(id: string): readonly Kind[] {
  const prefixed = KINDS.filter(({ prefix }) => id.startsWith(prefix));
  return prefixed.length > 0 ? prefixed : BY_UUID;
}

const ofType = (typename: string, row: object): object => ({ ...row, [typeBrandKey]: typename });

async function findNode(app: Ctx, id: string): Promise<object | null> {
  requireManagement(app.actor);
  for (const { typename, find } of kindsOf(id)) {
    const row = await find(app, id);
    if (row) return ofType(typename, row);
  }
  return null;
}

/**
 * Finds objects with one query for each kind that has `list`. An object that the caller may not see counts as absent.
 */
async function findNodes(app: Ctx, ids: readonly string[]): Promise<(object | null)[]> {
  requireManagement(app.actor);
  const kinds = new Map(ids.map((id) => [id, kindsOf(id)]));
  const rows = new Map<string, object>();
  for (const kind of [...KINDS, ...BY_UUID]) {
    const own = [...kinds].flatMap(([id, possible]) => (!rows.has(id) && possible.includes(kind) ? [id] : []));
    if (own.length === 0) continue;
    for (const [id, row] of await listed(app, kind, own)) rows.set(id, ofType(kind.typename, row));
  }
  return ids.map((id) => rows.get(id) ?? null);
}

async function listed(app: Ctx, kind: Kind, ids: readonly string[]): Promise<Iterable<readonly [string, object]>> {
  try {
    const objects = kind.list && (await kind.list(app, ids));
    if (objects) return objects;
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
    description: 'The account’s objects with these ids, of any types, in the order of the ids; null for an unknown id.',
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
