import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import type { Right } from '../../core/kernel/roles.ts';

/**
 * An operation's requirement: a right of the role; `person`, a signed-in person of any role; `anyone`, no requirement.
 */
type Need = Right | 'person' | 'anyone';

const QUERIES = {
  read: [
    ...[
      'alert',
      'alertMail',
      'alertRules',
      'alerts',
      'apiKeys',
      'auditEvent',
      'auditEventCount',
      'auditEvents',
      'call',
      'callStatistics',
      'callCount',
      'calls',
      'chatModel',
      'clientEndpoint',
      'credentialField',
      'stackDocument',
      'stackPlan',
    ],
    ...[
      'credentialProblems',
      'explainDecision',
      'firstSteps',
      'files',
      'inbox',
      'instructionChanges',
      'job',
      'jobs',
      'invitations',
      'serviceAccount',
      'node',
      'nodes',
      'policyRule',
      'policyRules',
      'registryServer',
      'registryServers',
      'server',
      'servers',
    ],
    ...[
      'stack',
      'stackTemplates',
      'stackToken',
      'stacks',
      'tool',
      'toolChanges',
      'toolStatistics',
      'trustedIssuer',
      'tryPolicyRule',
      'usageStatistics',
      'users',
    ],
  ],
  approve: ['approval', 'approvals'],
  admin: ['webhooks'],
  person: ['passkeys', 'sessions'],
  anyone: ['invitedTo', 'me', 'rateLimit', 'signInOptions', 'viewer'],
} as const satisfies Partial<Record<Need, readonly string[]>>;

const MUTATIONS = {
  write: [
    ...['acceptToolChanges', 'addServerToStack', 'createClientEndpoint', 'createConnectLink', 'createStack'],
    ...['createServiceAccount', 'revokeServiceAccount', 'rotateServiceAccount', 'updateServiceAccount', 'updateServer'],
    ...['updateStackToken'],
    ...[
      'createStackToken',
      'deleteClientEndpoint',
      'deleteFile',
      'deleteServer',
      'deleteStack',
      'duplicateServer',
      'applyStackDocument',
      'rollBackStack',
      'setSkill',
      'deleteSkill',
      'duplicateStack',
      'importServer',
      'previewOperations',
    ],
    ...[
      'previewServer',
      'refreshServerTools',
      'refuseToolChanges',
      'deleteCredential',
      'removeCredential',
      'removeServer',
    ],
    ...['removeServerFromStack', 'revokeStackToken', 'revokeTokenAttenuation', 'setCredentials', 'testConnection'],
    ...[
      'updateApplicationSharing',
      'updateClientEndpoint',
      'updateServerCredentialMode',
      'updateServerRefresh',
      'updateServerTools',
      'updateStack',
      'updateStackTool',
    ],
  ],
  invoke: [
    ...['askModel', 'cancelJob', 'createFileDownload', 'createFileUpload', 'invokeTool', 'invokeTools', 'startJob'],
  ],
  approve: ['approveCall', 'denyCall'],
  admin: [
    ...[
      'createApiKey',
      'createInvitation',
      'createPolicyRule',
      'deletePolicyRule',
      'deleteUser',
      'removeUser',
      'revokeApiKey',
    ],
    ...['updateApiKey', 'updatePolicyRule', 'updateTrustedIssuer'],
    ...['createTrustedIssuer', 'deleteTrustedIssuer', 'revokeInvitation', 'signOutUser', 'updateHeldChanges'],
    ...['updateServerHeldChanges', 'updateServerHintTrust', 'updateToolHints', 'updateResultLabel'],
    ...['deleteCallContents', 'updateCallContents', 'readCallContents', 'updateUserRole'],
    ...['deleteChatModel', 'updateChatModel'],
    ...['createWebhook', 'deleteWebhook', 'testWebhook', 'updateAlertRules', 'updateWebhook'],
  ],
  person: [
    ...[
      'beginPasskeyRegistration',
      'changePassword',
      'finishPasskeyRegistration',
      'removePasskey',
      'revokePasskey',
      'revokeSession',
    ],
    ...['signOutEverywhere', 'updateAlertMail'],
  ],
  anyone: ['acceptInvitation', 'beginPasskeySignIn', 'finishPasskeySignIn', 'signIn', 'signOut'],
} as const satisfies Partial<Record<Need, readonly string[]>>;

const TYPES: Readonly<Record<string, Partial<Record<Need, readonly string[]>>>> = {
  Query: QUERIES,
  Mutation: MUTATIONS,
  Subscription: {
    read: ['alerts', 'auditEvents', 'calls', 'inbox', 'jobs', 'servers', 'stacks'],
    invoke: ['toolProgress'],
    approve: ['approvals'],
  },
};

const NEEDS = ['read', 'write', 'invoke', 'approve', 'admin', 'owner', 'person', 'anyone'] as const satisfies Need[];

/** An operation's requirement, which its verb checks in `core/`. @throws for an operation that the table lacks */
export function needOf(typeName: string, field: string): Need {
  const need = NEEDS.find((each) => TYPES[typeName]?.[each]?.includes(field));
  if (!need) throw new Error(`The root field ${field} does not say what it needs`);
  return need;
}

/** Adds each operation's right to its description. @throws for a root field missing in the table */
export function withNeedsDescribed(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (field, name, typeName) => {
      const need = needOf(typeName, name);
      if (need === 'anyone') return field;
      const words = need === 'person' ? 'a signed-in person' : `the right \`${need}\``;
      return { ...field, description: `${field.description} Needs ${words}.` };
    },
  });
}
