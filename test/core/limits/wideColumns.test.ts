import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BOUNDS, type BoundName } from '../../../src/core/kernel/bounds.ts';

/** The bound on such columns of one account: in bytes, or in rows of bounded size. */
type Width =
  | { readonly bytes: BoundName }
  /** Each row counted by the bound `of` has at most this size. */
  | { readonly of: BoundName; readonly row: string }
  | 'of the installation';

/** Columns larger than an id, a name or a digest. */
const WIDE: Readonly<Record<string, Width>> = {
  'Account.rateLimits': 'of the installation',
  'Passkey.publicKey': { of: 'max_passkeys', row: 'a COSE_Key of 64 KiB' },
  'Server.connector': { bytes: 'max_servers_bytes' },
  'Tool.inputSchema': { bytes: 'max_servers_bytes' },
  'Tool.outputSchema': { bytes: 'max_servers_bytes' },
  'Tool.annotations': { bytes: 'max_servers_bytes' },
  'Tool.forClients': { bytes: 'max_servers_bytes' },
  'Tool.request': { bytes: 'max_servers_bytes' },
  'Tool.example': { bytes: 'max_servers_bytes' },
  'KeptDefinition.definition': { bytes: 'max_servers_bytes' },
  'KeptDefinition.changes': { bytes: 'max_servers_bytes' },
  'HintSetting.tools': { of: 'max_servers', row: 'hints of 2,000 tools' },
  'HintSetting.labels': { of: 'max_servers', row: 'labels of 2,000 tools' },
  'CredentialField.placement': { bytes: 'max_servers_bytes' },
  'CredentialField.oauth2': { bytes: 'max_servers_bytes' },
  'CredentialField.uses': { bytes: 'max_servers_bytes' },
  'Skill.frontMatter': { bytes: 'max_skills_bytes' },
  'StackVersionContent.document': { bytes: 'max_stack_versions_bytes' },
  'Approval.sealed': { bytes: 'max_approvals_bytes' },
  'Approval.announced': { bytes: 'max_approvals_bytes' },
  'Webhook.sealed': { of: 'max_webhooks', row: 'a secret' },
  'WebhookDelivery.payload': { of: 'max_deliveries', row: 'names, and 1,024 characters of a description' },
  'ChatModel.sealed': { of: 'max_users', row: 'a key; an account has one' },
  'Alert.details': { of: 'max_alerts', row: 'names and numbers' },
  'Credential.sealed': { of: 'max_credentials', row: 'a value of 16 KiB, or what a sign-in answered in 64 KiB' },
  'ConnectLink.sealed': { of: 'max_connect_links', row: 'a secret' },
  'OAuthRegistration.sealed': { of: 'max_client_registrations', row: 'what a registration answered in 64 KiB' },
  'ServiceAccount.publicKeys': { of: 'max_service_accounts', row: 'three keys' },
  'TrustedIssuer.claims': { of: 'max_trusted_issuers', row: 'ten claims of twenty values of 256 characters' },
  'RefreshToken.answer': { of: 'max_tokens', row: 'a token answer; each refresh token keeps one' },
  'SigningKey.publicJwk': 'of the installation',
  'SigningKey.sealed': 'of the installation',
  'AuditKey.sealed': 'of the installation',
  'AuditEvent.details': { bytes: 'max_audit_bytes' },
  'AuditEvent.envelopes': { bytes: 'max_audit_bytes' },
  'CallContent.sealed': { bytes: 'max_contents_bytes' },
  'StoredResult.sealed': { bytes: 'max_results_bytes' },
  'StoredResult.sources': { bytes: 'max_results_bytes' },
  'StoredFile.sources': { of: 'max_files', row: '128 sources' },
  'UploadPart.content': { of: 'max_uploads', row: 'a document of max_document_bytes, in all its parts' },
  'IdempotentCall.sealed': { bytes: 'max_idempotency_bytes' },
  'Job.request': { bytes: 'max_jobs_bytes' },
  'Job.progress': { of: 'max_jobs', row: 'numbers, and a message of 500 characters' },
  'Job.question': { bytes: 'max_jobs_bytes' },
  'Job.task': { of: 'max_jobs', row: 'an id of 1,024 characters' },
  'Job.sealed': { bytes: 'max_jobs_bytes' },
  'KeptCreation.sealed': {
    of: 'max_kept_creations',
    row: 'a row of 128 KiB (claims of a trusted issuer), and a secret',
  },
  'ToolEmbedding.vector': {
    of: 'max_tool_embeddings',
    row: '4,096 bytes for each text, until 30 days after its last use',
  },
};

const DIGEST = /\.(?:\w*[hH]ash|mac|prunedMac|digest|checkValue|waitingKey)$/;

const columns = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].flatMap(
  ([, model = '', body = '']) =>
    [...body.matchAll(/^ {2}(\w+) +(?:(?:Json|Bytes)\??(?= |$)|String.*\/\/ json$)/gm)].map(
      ([, column = '']) => `${model}.${column}`,
    ),
);
const wide = columns.filter((column) => !DIGEST.test(column));

it(`each of ${wide.length} columns with JSON or bytes is bounded per account, in bytes or by row size`, () => {
  expect(Object.keys(WIDE)).toEqual(wide);
  for (const width of Object.values(WIDE)) {
    if (typeof width === 'object' && 'bytes' in width) expect(BOUNDS[width.bytes].unit).toBe('bytes');
  }
});
