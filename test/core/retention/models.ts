import type { BoundName } from '../../../src/core/kernel/bounds.ts';
import type { Prisma } from '../../../src/generated/prisma/client.ts';

/** The bound on a model's rows. */
export type Bounding =
  /** At most this many, by a limit in docs/limits.md. */
  | { readonly bound: BoundName; readonly swept?: 'when useless' }
  /** Deleted with the rows of this model, each of which has a bounded number. */
  | { readonly each: Prisma.ModelName; readonly because: string }
  /** Deleted by `sweepEnded` this many days after expiry, or as soon as they are useless. */
  | { readonly swept: 'TOOLYARD_ENDED_RETENTION_DAYS' | 'when useless' }
  /** Deleted by age. */
  | { readonly aged: 'TOOLYARD_CALL_RETENTION_DAYS' | 'TOOLYARD_AUDIT_RETENTION_DAYS' }
  /** Kept on purpose. */
  | { readonly permanent: string };

const BY_OPERATOR = 'only the operator makes them';
const CALLS = { aged: 'TOOLYARD_CALL_RETENTION_DAYS' } as const;

/** Every model: a new one doesn't compile until it has a bound here. */
export const BOUNDED: Readonly<Record<Prisma.ModelName, Bounding>> = {
  Account: { permanent: BY_OPERATOR },
  User: { bound: 'max_users' },
  Session: { swept: 'when useless' },
  Passkey: { bound: 'max_passkeys' },
  UsedChallenge: { swept: 'when useless' },
  Invitation: { swept: 'when useless' },
  ToolEmbedding: { swept: 'when useless' },
  ApiKey: { swept: 'TOOLYARD_ENDED_RETENTION_DAYS' },
  Server: { bound: 'max_servers' },
  Tool: { bound: 'max_server_tools', swept: 'when useless' },
  KeptDefinition: { bound: 'max_held_definitions' },
  ReviewSetting: { each: 'Server', because: 'an account has at most one for each server that it sees' },
  HintSetting: { each: 'Server', because: 'an account has at most one for each server that it sees' },
  CredentialField: { each: 'Server', because: 'they are part of its document, which is bounded by max_server_bytes' },
  Stack: { bound: 'max_stacks' },
  Skill: { bound: 'max_skills' },
  PolicyRule: { bound: 'max_rules' },
  Approval: { swept: 'when useless' },
  Webhook: { bound: 'max_webhooks' },
  WebhookDelivery: { bound: 'max_deliveries', swept: 'when useless' },
  AlertSettings: { each: 'Account', because: 'it has one' },
  ChatModel: { each: 'Account', because: 'it has one' },
  Alert: { swept: 'when useless' },
  Mail: { swept: 'when useless' },
  ChangeLog: { swept: 'when useless' },
  StackVersion: { bound: 'max_stack_versions' },
  StackVersionContent: { each: 'StackVersion', because: 'versions of a stack with equal contents share it' },
  StackServer: { bound: 'max_stack_servers' },
  EnabledTool: { bound: 'max_enabled_tools' },
  Credential: { bound: 'max_credentials' },
  ConnectLink: { swept: 'when useless' },
  OAuthRegistration: { bound: 'max_client_registrations' },
  ClientEndpoint: { bound: 'max_endpoints' },
  ServiceAccount: { bound: 'max_service_accounts' },
  TrustedIssuer: { bound: 'max_trusted_issuers' },
  StackToken: { swept: 'TOOLYARD_ENDED_RETENTION_DAYS' },
  AttenuatedCalls: { bound: 'max_attenuated_calls' },
  AuthorizationCode: { swept: 'when useless' },
  RefreshToken: { swept: 'when useless' },
  ShippedServer: { permanent: 'one for each server of the catalogue' },
  SigningKey: {
    permanent: `${BY_OPERATOR}, by \`toolyard vault rotate-signing-key\`; old tokens are verified with them`,
  },
  UpkeepTask: { permanent: 'one for each task of the operator' },
  VaultKey: { permanent: `${BY_OPERATOR}: one for each master key, dropped when it is out of use` },
  AuditKey: { permanent: `${BY_OPERATOR}: one for each retired master key, with which old events are verified` },
  AuditChain: { each: 'Account', because: 'it has one, and the operator another' },
  AuditEvent: { bound: 'max_audit_events' },
  CallRecord: CALLS,
  CallErasure: {
    permanent:
      'until the store of copies has deleted them; an account makes at most 30 a minute, its changes of stacks',
  },
  CallContent: { swept: 'when useless' },
  CallToolHour: CALLS,
  CallCallerHour: CALLS,
  CallDay: CALLS,
  CallHour: CALLS,
  CallQuarter: CALLS,
  StoredResult: { swept: 'when useless' },
  IdempotentCall: { swept: 'when useless' },
  Job: { bound: 'max_jobs', swept: 'when useless' },
  KeptCreation: { swept: 'when useless' },
  Upload: { bound: 'max_uploads', swept: 'when useless' },
  StoredFile: { bound: 'max_files', swept: 'when useless' },
  DeletedFile: { each: 'StoredFile', because: 'it remains until the file store has removed the content' },
  UploadPart: { each: 'Upload', because: 'its bytes are counted, and each part has at least one' },
};
