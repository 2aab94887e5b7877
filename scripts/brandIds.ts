import { readFileSync, writeFileSync } from 'node:fs';

const MODELS = 'src/generated/prisma/models';
const HEADER = "import type * as Ids from '../../../core/kernel/ids.ts'\n";

/** Columns that hold the same kind of id in every model. */
const COLUMNS: Readonly<Record<string, string>> = {
  accountId: 'AccountId',
  userId: 'UserId',
  stackId: 'StackId',
  stackServerId: 'StackServerId',
  endpointId: 'EndpointId',
  clientId: 'ClientId',
  tokenId: 'TokenId',
  toolId: 'ToolId',
  toolKey: 'ToolKey',
};

/** A model's own `id`, and columns that hold different kinds of ids in different models. */
const OF_MODELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Account: { id: 'AccountId' },
  User: { id: 'UserId' },
  Session: { id: 'SessionId' },
  Passkey: { id: 'PasskeyId' },
  Invitation: { id: 'InvitationId' },
  ApiKey: { id: 'ApiKeyId' },
  Server: { id: 'ServerKey', slug: 'ServerId', refreshStackId: 'StackId' },
  Tool: { id: 'ToolKey', serverId: 'ServerKey' },
  CredentialField: { serverId: 'ServerKey' },
  Stack: { id: 'StackId' },
  PolicyRule: { id: 'RuleId' },
  Approval: { id: 'ApprovalId', ruleId: 'RuleId' },
  Webhook: { id: 'WebhookId' },
  WebhookDelivery: { id: 'DeliveryId', webhookId: 'WebhookId', approvalId: 'ApprovalId' },
  AlertSettings: {},
  Alert: { id: 'AlertId' },
  ChatModel: {},
  Mail: {},
  Skill: {},
  StackVersion: { id: 'StackVersionId' },
  StackVersionContent: {},
  StackServer: { id: 'StackServerId', serverId: 'ServerKey' },
  EnabledTool: {},
  KeptDefinition: { id: 'ToolChangeId' },
  ReviewSetting: { serverId: 'ServerKey' },
  HintSetting: { serverId: 'ServerKey' },
  Credential: { id: 'CredentialId' },
  ConnectLink: { id: 'ConnectLinkId' },
  OAuthRegistration: { serverId: 'ServerKey' },
  ShippedServer: { slug: 'ServerId' },
  ClientEndpoint: { id: 'EndpointId' },
  StackToken: { id: 'TokenId', grantId: 'GrantId' },
  ServiceAccount: { id: 'ServiceAccountId' },
  TrustedIssuer: { id: 'TrustedIssuerId' },
  AttenuatedCalls: { id: 'AttenuationId', outermostId: 'AttenuationId' },
  AuthorizationCode: {},
  RefreshToken: {},
  AuditEvent: { id: 'AuditEventId' },
  CallRecord: { id: 'CallId', serverId: 'ServerId', approvalId: 'ApprovalId' },
  CallContent: { id: 'CallId' },
  CallErasure: {},
  CallToolHour: { serverId: 'ServerId' },
  CallCallerHour: {},
  CallDay: { serverId: 'ServerId' },
  CallHour: {},
  CallQuarter: {},
  StoredResult: { id: 'ResultId' },
  IdempotentCall: {},
  Job: { id: 'JobId', approvalId: 'ApprovalId' },
  KeptCreation: {},
  Upload: { id: 'UploadId' },
  UploadPart: { uploadId: 'UploadId' },
  StoredFile: { id: 'FileId' },
  DeletedFile: { id: 'FileId' },
};

/**
 * Gives ids in the generated Prisma client the branded types of `src/core/kernel/ids.ts`, in arguments and results. A
 * query with the wrong kind of id then doesn't compile. The last `string` of a property is the value; earlier ones are
 * Prisma's filters.
 */
export function brandIds(): void {
  for (const [model, own] of Object.entries(OF_MODELS)) {
    const file = `${MODELS}/${model}.ts`;
    const types: Readonly<Record<string, string>> = { ...COLUMNS, ...own };
    const text = readFileSync(file, 'utf8').replaceAll(
      /^( +)(\w+)(\??: .*)\bstring\b(?!\[)/gm,
      (line, indent: string, name: string, before: string) =>
        Object.hasOwn(types, name) ? `${indent}${name}${before}Ids.${types[name]}` : line,
    );
    writeFileSync(file, text.replace(/^import /m, `${HEADER}import `));
  }
}
