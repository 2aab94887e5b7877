import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { ATTACKS } from '../../../scripts/neighbours/attacks/attacks.ts';
import { type BoundName, boundNames } from '../../../src/core/kernel/bounds.ts';
import { OPERATIONS } from '../../../src/rest/operations.ts';

/** Why an operation adds nothing permanent, or its other bound. */
type Reason =
  | 'removes'
  | 'changes an existing object'
  | 'answers what waits'
  | 'is sealed and given away, not stored'
  | 'one for each of another kind that has a bound'
  | 'a bounded number for each of another kind that has a bound'
  | 'of the installation, not of an account'
  | 'one for each request, which rates bound, and deleted by age';
type Bounded = readonly [BoundName, ...BoundName[]] | Reason;

const IMPORT = ['max_servers', 'max_servers_bytes', 'max_imports', 'max_server_tools', 'max_server_bytes'] as const;
const DISCOVERY = ['max_imports', 'max_discovery_pages', 'max_discovery_bytes', 'max_schema_bytes'] as const;
const CALL = [
  'max_calls',
  'max_answer_bytes',
  'max_origin_connections',
  'max_results_bytes',
  'max_files',
  'max_files_bytes',
  'max_file_bytes',
  'max_call_files',
  'max_call_file_bytes',
  'max_idempotency_bytes',
  'max_approvals',
  'max_contents_bytes',
] as const;

const MUTATIONS: Readonly<Record<string, Bounded>> = {
  acceptInvitation: ['max_users', 'max_sessions'],
  acceptToolChanges: ['max_held_definitions'],
  addServerToStack: ['max_stack_servers', 'max_stack_tools', 'max_enabled_tools'],
  approveCall: 'answers what waits',
  beginPasskeyRegistration: 'is sealed and given away, not stored',
  beginPasskeySignIn: 'is sealed and given away, not stored',
  changePassword: 'changes an existing object',
  createApiKey: ['max_api_keys', 'max_logins'],
  createClientEndpoint: ['max_endpoints', 'max_tokens'],
  createConnectLink: ['max_connect_links', 'max_client_registrations'],
  createInvitation: ['max_invitations'],
  createServiceAccount: ['max_service_accounts'],
  createTrustedIssuer: ['max_trusted_issuers'],
  deleteTrustedIssuer: 'removes',
  createPolicyRule: ['max_rules'],
  createWebhook: ['max_webhooks'],
  createFileDownload: ['max_audit_events'],
  createFileUpload: ['max_files', 'max_files_bytes'],
  deleteFile: 'removes',
  deleteWebhook: 'removes',
  updateWebhook: 'changes an existing object',
  askModel: ['max_model_questions'],
  updateChatModel: 'one for each of another kind that has a bound',
  deleteChatModel: 'removes',
  updateAlertRules: 'changes an existing object',
  updateAlertMail: 'a bounded number for each of another kind that has a bound',
  testWebhook: 'one for each request, which rates bound, and deleted by age',
  createStack: ['max_stacks'],
  createStackToken: ['max_tokens'],
  deleteClientEndpoint: 'removes',
  denyCall: 'answers what waits',
  deletePolicyRule: 'removes',
  applyStackDocument: [
    ...['max_stacks', 'max_rules', 'max_stack_servers', 'max_stack_tools', 'max_credentials'],
    ...['max_enabled_tools', 'max_descriptions_bytes', 'max_skills', 'max_skills_bytes'],
  ] as const,
  rollBackStack: [
    ...['max_stacks', 'max_rules', 'max_stack_servers', 'max_stack_tools', 'max_credentials'],
    ...['max_enabled_tools', 'max_descriptions_bytes', 'max_skills', 'max_skills_bytes'],
  ] as const,
  duplicateStack: [
    ...['max_stacks', 'max_rules', 'max_stack_servers', 'max_stack_tools', 'max_credentials', 'max_servers_bytes'],
    ...['max_enabled_tools', 'max_descriptions_bytes', 'max_skills', 'max_skills_bytes'],
  ] as const,
  setSkill: ['max_skills', 'max_skills_bytes', 'max_skill_bytes'],
  deleteSkill: 'removes',
  duplicateServer: IMPORT,
  deleteCallContents: 'removes',
  updateCallContents: 'changes an existing object',
  readCallContents: ['max_audit_events'],
  deleteStack: 'removes',
  revokeServiceAccount: 'removes',
  rotateServiceAccount: 'changes an existing object',
  finishPasskeyRegistration: ['max_passkeys'],
  finishPasskeySignIn: ['max_sessions'],
  importServer: [...IMPORT, ...DISCOVERY, 'max_held_definitions'],
  cancelJob: 'answers what waits',
  startJob: ['max_jobs', 'max_jobs_bytes', 'max_running_jobs'],
  invokeTool: CALL,
  invokeTools: ['max_calls', 'max_answer_bytes', 'max_origin_connections', 'max_approvals'],
  previewOperations: ['max_imports'],
  testConnection: CALL,
  previewServer: DISCOVERY,
  refreshServerTools: [...DISCOVERY, 'max_servers_bytes', 'max_held_definitions'],
  refuseToolChanges: 'answers what waits',
  removeCredential: 'removes',
  removePasskey: 'removes',
  removeServer: 'removes',
  removeServerFromStack: 'removes',
  removeUser: 'removes',
  revokeApiKey: 'removes',
  revokeInvitation: 'removes',
  revokeSession: 'removes',
  revokeStackToken: 'removes',
  revokeTokenAttenuation: 'a bounded number for each of another kind that has a bound',
  setCredentials: ['max_credentials'],
  signIn: ['max_sessions'],
  signOut: 'removes',
  signOutEverywhere: 'removes',
  signOutUser: 'removes',
  updateApplicationSharing: ['max_credentials'],
  updateClientEndpoint: 'changes an existing object',
  updateHeldChanges: 'changes an existing object',
  deleteCredential: 'removes',
  deleteServer: 'removes',
  deleteUser: 'removes',
  revokePasskey: 'removes',
  ...Object.fromEntries(
    ['ApiKey', 'ServiceAccount', 'PolicyRule', 'Server', 'StackToken', 'TrustedIssuer'].map((name) => [
      `update${name}`,
      'changes an existing object' as const,
    ]),
  ),
  updateResultLabel: 'a bounded number for each of another kind that has a bound',
  updateServerHintTrust: 'a bounded number for each of another kind that has a bound',
  updateToolHints: 'a bounded number for each of another kind that has a bound',
  updateServerHeldChanges: 'a bounded number for each of another kind that has a bound',
  updateServerCredentialMode: 'changes an existing object',
  updateServerRefresh: 'changes an existing object',
  updateServerTools: ['max_stack_tools', 'max_enabled_tools'],
  updateStack: 'changes an existing object',
  updateStackTool: ['max_descriptions_bytes'],
  updateUserRole: 'changes an existing object',
};

const REST: Readonly<Record<string, Bounded>> = {
  create_stack: ['max_stacks'],
  update_stack: 'changes an existing object',
  delete_stack: 'removes',
  add_server: ['max_stack_servers', 'max_stack_tools', 'max_enabled_tools'],
  remove_server: 'removes',
  update_server_tools: ['max_stack_tools', 'max_enabled_tools'],
  update_credentials: ['max_credentials'],
  remove_credential: 'removes',
  create_endpoint: ['max_endpoints', 'max_tokens'],
  update_endpoint: 'changes an existing object',
  delete_endpoint: 'removes',
  create_stack_token: ['max_tokens'],
  revoke_stack_token: 'removes',
  create_api_key: ['max_api_keys'],
  revoke_api_key: 'removes',
  invoke_tool: CALL,
  invoke_batch: ['max_calls', 'max_answer_bytes', 'max_origin_connections', 'max_approvals'],
  call_tool: CALL,
  cancel_job: 'answers what waits',
  cancel_own_job: 'answers what waits',
};

const TABLES: Readonly<Record<string, Bounded>> = {
  Account: 'of the installation, not of an account',
  User: ['max_users'],
  Session: ['max_sessions'],
  Passkey: ['max_passkeys'],
  UsedChallenge: 'one for each request, which rates bound, and deleted by age',
  Invitation: ['max_invitations'],
  ApiKey: ['max_api_keys', 'max_logins'],
  Server: ['max_servers', 'max_servers_bytes'],
  Tool: ['max_server_tools'],
  KeptDefinition: ['max_held_definitions'],
  ReviewSetting: 'a bounded number for each of another kind that has a bound',
  HintSetting: 'a bounded number for each of another kind that has a bound',
  CredentialField: ['max_server_bytes'],
  Stack: ['max_stacks'],
  Skill: ['max_skills', 'max_skills_bytes', 'max_skill_bytes'],
  StackVersion: ['max_stack_versions'],
  StackVersionContent: ['max_stack_versions_bytes'],
  PolicyRule: ['max_rules'],
  Approval: ['max_approvals', 'max_approvals_bytes'],
  Webhook: ['max_webhooks'],
  WebhookDelivery: ['max_deliveries', 'max_webhooks'],
  AlertSettings: 'one for each of another kind that has a bound',
  ChatModel: 'one for each of another kind that has a bound',
  Alert: ['max_alerts'],
  Mail: ['max_users'],
  StackServer: ['max_stack_servers'],
  EnabledTool: ['max_enabled_tools', 'max_stack_tools', 'max_descriptions_bytes'],
  Credential: ['max_credentials'],
  ConnectLink: ['max_connect_links'],
  OAuthRegistration: ['max_client_registrations'],
  ClientEndpoint: ['max_endpoints'],
  ServiceAccount: ['max_service_accounts'],
  TrustedIssuer: ['max_trusted_issuers'],
  StackToken: ['max_tokens', 'max_issuer_tokens'],
  AttenuatedCalls: ['max_attenuated_calls'],
  AuthorizationCode: ['max_authorization_codes'],
  RefreshToken: ['max_refresh_tokens'],
  ShippedServer: 'of the installation, not of an account',
  SigningKey: 'of the installation, not of an account',
  VaultKey: 'of the installation, not of an account',
  UpkeepTask: 'of the installation, not of an account',
  AuditKey: 'of the installation, not of an account',
  ChangeLog: 'one for each request, which rates bound, and deleted by age',
  AuditChain: 'one for each of another kind that has a bound',
  AuditEvent: ['max_audit_events', 'max_audit_bytes'],
  CallRecord: ['max_call_records'],
  // One for each deleted stack that has audit events. At this limit, no stack can be created.
  CallErasure: ['max_audit_events'],
  CallContent: ['max_contents_bytes'],
  CallToolHour: ['max_call_records'],
  CallCallerHour: ['max_call_records'],
  CallDay: ['max_call_records'],
  CallHour: ['max_call_records'],
  CallQuarter: ['max_call_records'],
  StoredResult: ['max_results_bytes'],
  StoredFile: ['max_files', 'max_files_bytes', 'max_file_bytes'],
  DeletedFile: ['max_files'],
  Upload: ['max_uploads'],
  UploadPart: ['max_uploads', 'max_document_bytes', 'max_upload_parts'],
  IdempotentCall: ['max_idempotency_bytes'],
  Job: ['max_jobs', 'max_jobs_bytes'],
  KeptCreation: ['max_kept_creations'],
  ToolEmbedding: ['max_tool_embeddings'],
};

const mutations = Object.keys(
  buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {},
).sort();
const writes = OPERATIONS.flatMap(({ id, method }) => (method === 'GET' ? [] : [id]));
const tables = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+) \{/gm)].map(([, name]) => name);

const CREATES = /^(create|add|import|invoke|call|set|accept|finish|signIn|preview|refresh)/;

it(`each of ${mutations.length} mutations, ${writes.length} writing operations and ${tables.length} tables has a bound, or adds nothing`, () => {
  expect(Object.keys(MUTATIONS).sort()).toEqual(mutations);
  expect(Object.keys(REST).sort()).toEqual(writes.sort());
  expect(Object.keys(TABLES)).toEqual(tables);
  for (const [name, bounded] of Object.entries({ ...MUTATIONS, ...REST })) {
    expect(CREATES.test(name) && typeof bounded === 'string', `${name} creates`).toBe(false);
    if (bounded === 'removes') expect(name).toMatch(/^(remove|delete|revoke|signOut)/);
    if (bounded === 'changes an existing object') expect(name).toMatch(/^(update|change|rotate)/);
  }
});

it(`each of ${boundNames.length} bounds is removed in a test that names it`, () => {
  const texts = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('enumerated.test.ts'))
    .map((path) => readFileSync(join('test', path), 'utf8'));
  const untested = boundNames.filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  expect(untested).toEqual([]);
});

it(`the ${ATTACKS.length} noisy-neighbour attacks create every kind of object in the schema`, () => {
  const made = new Set(ATTACKS.flatMap(({ creates = [] }) => creates));
  const creating = mutations.filter((name) => /^(create|add|import|set|signIn|invoke)/.test(name));
  expect(creating.filter((name) => !made.has(name))).toEqual([]);
  expect(ATTACKS.length).toBeGreaterThanOrEqual(25);
});
