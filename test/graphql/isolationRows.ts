import { serverDocument } from './documents.ts';
import { OPENAPI } from './sources.ts';

export type People = 'user' | 'session' | 'invitation' | 'passkey';
/** Everything in one account that an id can refer to. */
export type Ids = Readonly<
  Record<
    | 'stack'
    | 'server'
    | 'endpoint'
    | 'token'
    | 'machine'
    | 'trusted'
    | 'apiKey'
    | 'row'
    | 'event'
    | 'call'
    | 'job'
    | 'rule'
    | 'approval'
    | 'file'
    | 'webhook'
    | 'alert'
    | 'change'
    | 'digest'
    | 'version'
    | People,
    string
  >
>;
type Row = {
  /** The selection of a query. */
  readonly fields?: string;
  /** The mutation's input, or a query's arguments; absent if there is no id. */
  readonly args?: (ids: Ids, own: { stack: string }) => Readonly<Record<string, unknown>>;
};

const cursorOf = (id: string) => Buffer.from(`GPC:S:${id}`).toString('base64');
/** When the other account's call was made. */
export const CALL_AT = new Date('2026-11-21T09:00:00.000Z');
const callCursorOf = (id: string) =>
  Buffer.from(`GPC:T:${JSON.stringify([`S:${id}`, `D:${CALL_AT.getTime()}`])}`).toString('base64');
const documentWith = (serverId: string) => ({ name: 'mine now', servers: [{ serverId, tools: [] }] });
const PAGE = '{ nodes { id } pageInfo { hasNextPage hasPreviousPage } }';

/** Every root field, with each of its ids. isolation.test.ts fails for a root field without one. */
export const ROWS: Readonly<Record<string, Row>> = {
  viewer: { fields: '{ account { id } apiKeyId }' },
  rateLimit: { fields: '{ class }' },
  node: { fields: '{ __typename id }', args: ({ stack }) => ({ id: stack }) },
  stack: { fields: '{ id name servers { totalCount } tools { totalCount } }', args: ({ stack }) => ({ id: stack }) },
  stackTemplates: { fields: '{ id servers { server { id } } }' },
  stacks: { fields: PAGE, args: ({ stack }) => ({ after: cursorOf(stack) }) },
  server: { fields: '{ id name }', args: ({ server }) => ({ by: { slug: server } }) },
  clientEndpoint: { fields: '{ id clientId name }', args: ({ endpoint }) => ({ by: { id: endpoint } }) },
  stackToken: { fields: '{ id name }', args: ({ token }) => ({ id: token }) },
  call: { fields: '{ id toolId }', args: ({ call }) => ({ id: call }) },
  auditEvent: { fields: '{ id summary }', args: ({ event }) => ({ id: event }) },
  tool: { fields: '{ id description }', args: ({ server }) => ({ by: { toolId: `${server}_find` } }) },
  credentialProblems: { fields: '{ nodes { fieldId } isComplete }' },
  credentialField: { fields: '{ id name }', args: ({ server }) => ({ serverId: server, id: `${server}_key` }) },
  servers: { fields: PAGE, args: ({ row }) => ({ after: cursorOf(row) }) },
  apiKeys: { fields: PAGE, args: ({ apiKey }) => ({ before: cursorOf(apiKey), last: 5 }) },
  auditEventCount: { fields: '{ count isExact }', args: ({ stack }) => ({ filter: { stackId: stack } }) },
  auditEvents: { fields: PAGE, args: ({ event, stack }) => ({ after: cursorOf(event), filter: { stackId: stack } }) },
  calls: {
    fields: PAGE,
    args: ({ call, stack, server }) => ({ after: callCursorOf(call), filter: { stackId: stack, serverId: server } }),
  },
  callCount: {
    fields: '{ count isExact }',
    args: ({ stack, server }) => ({ filter: { stackId: stack, serverId: server } }),
  },
  callStatistics: {
    fields: '{ total { callCount } byTool { toolId } before { recordedSince total { callCount } } }',
    args: ({ stack, server }) => ({
      stackId: stack,
      serverId: server,
      since: new Date().toISOString().slice(0, 14).concat('00:00Z'),
      bucketSeconds: 3_600,
    }),
  },
  toolStatistics: {
    fields: '{ toolId figures { callCount } }',
    args: ({ stack, server }) => ({
      stackId: stack,
      serverId: server,
      since: new Date().toISOString().slice(0, 14).concat('00:00Z'),
      orderBy: 'CALLS',
    }),
  },
  usageStatistics: {
    fields: '{ callerId caller { displayName } callCount }',
    args: ({ stack }) => ({
      stackId: stack,
      by: 'AGENT',
      since: new Date().toISOString().slice(0, 14).concat('00:00Z'),
      bucketSeconds: 3_600,
    }),
  },
  readCallContents: { args: ({ call }) => ({ callId: call }) },
  updateCallContents: { args: ({ stack }) => ({ stackId: stack, days: 7 }) },
  deleteCallContents: { args: ({ stack }) => ({ stackId: stack }) },
  // The same for everyone, because no account owns a registry entry.
  registryServers: { fields: '{ endCursor nodes { name } }' },
  registryServer: { fields: '{ name }' },
  alert: { fields: '{ id title }', args: ({ alert }) => ({ id: alert }) },
  alerts: { fields: '{ id title }' },
  alertRules: { fields: '{ endDays }' },
  alertMail: { fields: '{ address }' },
  updateAlertRules: {},
  chatModel: { fields: '{ url model keyState }' },
  updateChatModel: {},
  deleteChatModel: {},
  askModel: { args: ({ stack }) => ({ stackId: stack, turns: [{ by: 'PERSON', text: 'hi' }] }) },
  updateAlertMail: {},
  files: { fields: 'nodes { id name } totalCount' },
  createFileDownload: { args: ({ file }) => ({ fileId: file }) },
  createFileUpload: { args: ({ stack }) => ({ stackId: stack, name: 'f', mediaType: 'text/plain', bytes: 1 }) },
  deleteFile: { args: ({ file }) => ({ fileId: file }) },
  webhooks: { fields: '{ id url deliveries { messageId } }' },
  createWebhook: {},
  deleteWebhook: { args: ({ webhook }) => ({ webhookId: webhook }) },
  updateWebhook: { args: ({ webhook }) => ({ webhookId: webhook, isEnabled: false }) },
  testWebhook: { args: ({ webhook }) => ({ webhookId: webhook }) },
  signInOptions: { fields: '{ hasUsers }' },
  invitedTo: { fields: '{ accountName }', args: ({ invitation }) => ({ secret: invitation }) },
  me: { fields: '{ id }' },
  sessions: { fields: '{ id }' },
  passkeys: { fields: '{ id }' },
  users: { fields: '{ id email }' },
  invitations: { fields: '{ id }' },
  acceptInvitation: {},
  signIn: {},
  signOut: {},
  changePassword: {},
  createInvitation: {},
  revokeSession: { args: ({ session }) => ({ sessionId: session }) },
  beginPasskeyRegistration: {},
  finishPasskeyRegistration: {},
  beginPasskeySignIn: {},
  finishPasskeySignIn: {},
  removePasskey: { args: ({ passkey }) => ({ passkeyId: passkey }) },
  revokePasskey: { args: ({ passkey }) => ({ passkeyId: passkey }) },
  revokeInvitation: { args: ({ invitation }) => ({ invitationId: invitation }) },
  updateUserRole: { args: ({ user }) => ({ userId: user, role: 'AUDITOR' }) },
  signOutUser: { args: ({ user }) => ({ userId: user }) },
  signOutEverywhere: {},
  removeUser: { args: ({ user }) => ({ userId: user }) },
  deleteUser: { args: ({ user }) => ({ userId: user }) },
  createStack: {},
  createApiKey: {},
  importServer: {},
  previewOperations: {
    fields:
      '{ __typename ... on UserError { code message } ... on PreviewOperationsPayload { totalCount operations { name isProposed } } }',
    args: ({ server }) => ({ openApi: { text: JSON.stringify(OPENAPI) }, id: server }),
  },
  previewServer: {
    fields:
      '{ __typename ... on UserError { code message } ... on PreviewServerPayload { server { id replaces { id } hides { id } isChanged } } }',
    args: ({ server }) => ({ source: { document: serverDocument('theirs') }, id: server }),
  },
  updateStack: { args: ({ stack }) => ({ stackId: stack, name: 'mine now' }) },
  duplicateServer: { args: ({ server }) => ({ serverId: server, id: 'mine-now' }) },
  stackDocument: { fields: '{ name }', args: ({ stack }) => ({ stackId: stack }) },
  stackPlan: { fields: '{ digest }', args: ({ server }) => ({ stackDocument: documentWith(server) }) },
  applyStackDocument: { args: ({ server }) => ({ stackDocument: documentWith(server) }) },
  rollBackStack: { args: ({ version }) => ({ versionId: version }) },
  setSkill: { args: ({ stack }) => ({ stackId: stack, content: '---\nname: mine\ndescription: Mine.\n---\n' }) },
  deleteSkill: { args: ({ stack }) => ({ stackId: stack, name: 'mine' }) },
  duplicateStack: { args: ({ stack }) => ({ stackId: stack, name: 'mine now' }) },
  deleteStack: { args: ({ stack }) => ({ stackId: stack }) },
  addServerToStack: { args: ({ server }, own) => ({ stackId: own.stack, serverId: server }) },
  updateServerTools: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, enabledTools: [] }),
  },
  updateServerCredentialMode: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, credentialMode: 'USER' }),
  },
  removeServerFromStack: { args: ({ stack, server }) => ({ stackId: stack, serverId: server }) },
  setCredentials: {
    args: ({ stack, server }) => ({
      stackId: stack,
      serverId: server,
      credentialValues: [{ fieldId: 'theirs_key', value: 'x' }],
    }),
  },
  updateApplicationSharing: { args: ({ stack, server }) => ({ stackId: stack, serverId: server, isShared: true }) },
  createConnectLink: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, fieldId: 'theirs_key' }),
  },
  updateServerRefresh: { args: ({ stack, server }) => ({ stackId: stack, serverId: server, when: 'DAILY' }) },
  refreshServerTools: { args: ({ stack, server }) => ({ stackId: stack, serverId: server }) },
  removeCredential: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, fieldId: 'theirs_key' }),
  },
  policyRule: { fields: '{ id name }', args: ({ rule }) => ({ id: rule }) },
  firstSteps: { fields: '{ hasOwnServer hasOwnCredential hasConnectedAgent hasAgentCall hasRule stackId }' },
  inbox: { fields: '{ approvalCount reviewCount alertCount }' },
  explainDecision: {
    fields: '{ __typename ... on UserError { code message } }',
    args: ({ stack, token }) => ({ stackId: stack, toolId: 'theirs_find', callerId: token }),
  },
  tryPolicyRule: {
    fields: '{ __typename ... on UserError { code message } }',
    args: ({ stack }) => ({ rule: { name: 'mine', effect: 'DENY', stackId: stack } }),
  },
  job: { fields: '{ id }', args: ({ job }) => ({ id: job }) },
  jobs: { fields: PAGE, args: ({ stack, job }) => ({ filter: { stackId: stack }, before: cursorOf(job), last: 5 }) },
  cancelJob: { args: ({ job }) => ({ jobId: job }) },
  startJob: { args: ({ stack }) => ({ stackId: stack, toolId: 'theirs_find', toolInput: { query: 'x' } }) },
  approval: { fields: '{ id }', args: ({ approval }) => ({ id: approval }) },
  approvals: {
    fields: PAGE,
    args: ({ stack, approval }) => ({ filter: { stackId: stack }, before: cursorOf(approval), last: 5 }),
  },
  approveCall: { args: ({ approval }) => ({ approvalId: approval }) },
  denyCall: { args: ({ approval }) => ({ approvalId: approval }) },
  policyRules: { fields: PAGE, args: ({ rule }) => ({ before: cursorOf(rule), last: 5 }) },
  createPolicyRule: {
    args: ({ token }, own) => ({ name: 'mine', effect: 'DENY', stackId: own.stack, callers: [token] }),
  },
  deletePolicyRule: { args: ({ rule }) => ({ ruleId: rule }) },
  createClientEndpoint: { args: ({ stack }) => ({ stackId: stack, name: 'door' }) },
  updateClientEndpoint: { args: ({ endpoint }) => ({ endpointId: endpoint, name: 'mine now', mode: 'SEARCH' }) },
  deleteClientEndpoint: { args: ({ endpoint }) => ({ endpointId: endpoint }) },
  createStackToken: { args: ({ endpoint }) => ({ endpointId: endpoint }) },
  trustedIssuer: { fields: '{ id name }', args: ({ trusted }) => ({ id: trusted }) },
  createTrustedIssuer: {
    args: ({ endpoint }) => ({
      endpointId: endpoint,
      name: 'mine',
      issuer: 'https://x.test',
      jwksUrl: 'https://x.test',
    }),
  },
  deleteTrustedIssuer: { args: ({ trusted }) => ({ trustedIssuerId: trusted }) },
  serviceAccount: { fields: '{ id name }', args: ({ machine }) => ({ id: machine }) },
  createServiceAccount: { args: ({ endpoint }) => ({ endpointId: endpoint, name: 'mine' }) },
  rotateServiceAccount: { args: ({ machine }) => ({ serviceAccountId: machine }) },
  revokeServiceAccount: { args: ({ machine }) => ({ serviceAccountId: machine }) },
  revokeStackToken: { args: ({ token }) => ({ tokenId: token }) },
  revokeTokenAttenuation: {
    args: ({ token }) => ({ tokenId: token, attenuationId: `attenuation_${'0'.repeat(32)}` }),
  },
  revokeApiKey: { args: ({ apiKey }) => ({ apiKeyId: apiKey }) },
  toolChanges: {
    fields: '{ nodes { toolId } pageInfo { hasNextPage hasPreviousPage } }',
    args: ({ stack, server, change }) => ({
      filter: { stackId: stack, serverId: server },
      before: cursorOf(change),
      last: 5,
    }),
  },
  instructionChanges: {
    fields: '{ nodes { before } pageInfo { hasNextPage hasPreviousPage } }',
    args: ({ stack, server, row }) => ({
      filter: { stackId: stack, serverId: server },
      before: cursorOf(row),
      last: 5,
    }),
  },
  acceptToolChanges: { args: ({ server, digest }) => ({ serverId: server, digest }) },
  refuseToolChanges: { args: ({ server, digest }) => ({ serverId: server, digest, toolIds: [`${server}_find`] }) },
  updateHeldChanges: {},
  nodes: {
    fields: '{ __typename id }',
    args: ({ stack, server, rule, call }) => ({ ids: [stack, `server_${server}`, rule, call] }),
  },
  deleteCredential: {
    args: ({ stack, server }) => ({ stackId: stack, serverId: server, fieldId: 'theirs_key' }),
  },
  updateApiKey: { args: ({ apiKey }) => ({ apiKeyId: apiKey, name: 'mine' }) },
  updateServiceAccount: { args: ({ machine }) => ({ serviceAccountId: machine, name: 'mine' }) },
  updatePolicyRule: { args: ({ rule }) => ({ ruleId: rule, name: 'mine' }) },
  updateServer: { args: ({ server }) => ({ serverId: server, name: 'mine' }) },
  updateStackToken: { args: ({ token }) => ({ tokenId: token, name: 'mine' }) },
  updateTrustedIssuer: { args: ({ trusted }) => ({ trustedIssuerId: trusted, name: 'mine' }) },
  updateToolHints: { args: ({ server }) => ({ serverId: server, toolId: `${server}_find`, isReadOnly: true }) },
  updateResultLabel: { args: ({ server }) => ({ serverId: server, label: 'mine' }) },
  updateServerHintTrust: { args: ({ server }) => ({ serverId: server, isTrusted: true }) },
  updateServerHeldChanges: { args: ({ server }) => ({ serverId: server, kinds: [] }) },
  removeServer: { args: ({ server }) => ({ serverId: server }) },
  deleteServer: { args: ({ server }) => ({ serverId: server }) },
  updateStackTool: { args: ({ stack }) => ({ stackId: stack, toolId: 'theirs_find', name: 'mine' }) },
  testConnection: { args: ({ stack, server }) => ({ stackId: stack, serverId: server }) },
  invokeTools: {
    args: ({ stack }) => ({ stackId: stack, calls: [{ toolId: 'theirs_find', toolInput: { query: 'x' } }] }),
  },
  invokeTool: {
    args: ({ stack }) => ({ stackId: stack, toolId: 'theirs_find', toolInput: { query: 'x' } }),
  },
};
