import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

declare const NOUN: unique symbol;

/** An id of one kind: a string that can't be mixed up with another kind of id. */
type Id<Noun extends string> = string & { readonly [NOUN]: Noun };

export type AccountId = Id<'account'>;
/** An API key's row, `key_…`; not the key itself. */
export type ApiKeyId = Id<'API key'>;
export type StackId = Id<'stack'>;
/** The row of a server in a stack. Only ids in GraphQL contain it. */
export type StackServerId = Id<'stack server'>;
/** Name of a marketplace server, such as `github`; another account may use the same id. */
export type ServerId = Id<'server'>;
/** A server's row. Only ids in GraphQL contain it. */
export type ServerKey = Id<'server row'>;
/** The public name of a tool, such as `github_get_repo`. */
export type ToolId = Id<'tool'>;
/** A tool's row. Only ids in GraphQL contain it. */
export type ToolKey = Id<'tool row'>;
/** A client endpoint's row, `endpoint_…`. */
export type EndpointId = Id<'endpoint'>;
/** Client id in an endpoint's address, `client_…`. */
export type ClientId = Id<'client'>;
/** A stack token's row and the `jti` of its JWT, `token_…`. */
export type TokenId = Id<'token'>;
/** A program that authenticates as itself, `machine_…`; also its OAuth `client_id`. */
export type ServiceAccountId = Id<'service account'>;
/** An identity provider whose JWTs can be exchanged for stack tokens, `issuer_…`; not its issuer name. */
export type TrustedIssuerId = Id<'trusted issuer'>;
/** A grant that gives a client tokens without a browser. */
export type GrantId = ServiceAccountId | TrustedIssuerId;
/** A restriction that a stack token's holder added to it, `attenuation_…`. */
export type AttenuationId = Id<'attenuation'>;
/** A person who signs in, `user_…`. */
export type UserId = Id<'user'>;
/** A person’s sign-in in one browser, `session_…`; not the cookie. */
export type SessionId = Id<'session'>;
/** An invitation, `invitation_…`; not the secret of its link. */
export type InvitationId = Id<'invitation'>;
/** A passkey, `passkey_…`; not the authenticator's credential id. */
export type PasskeyId = Id<'passkey'>;
/** A stored credential's row; the encryption is bound to it. */
export type CredentialId = Id<'credential'>;
/** A connect link's row; not the secret in it. */
export type ConnectLinkId = Id<'connect link'>;
/** A call record; a UUID without a prefix. */
export type CallId = Id<'call'>;
/** A recorded change; a UUID without a prefix. */
export type AuditEventId = Id<'audit event'>;
export type RuleId = Id<'rule'>;
/** A call that waits for approval, `approval_…`. */
export type ApprovalId = Id<'approval'>;
/** A webhook that receives messages about approvals or alerts, `webhook_…`. */
export type WebhookId = Id<'webhook'>;
/** A message to a webhook, `msg_…`. */
export type DeliveryId = Id<'delivery'>;
export type AlertId = Id<'alert'>;
/** A tool's change under review, with the definition that stacks use until then; a UUID without a prefix. */
export type ToolChangeId = Id<'tool change'>;
/** A stack's content after a change, `version_…`. */
export type StackVersionId = Id<'stack version'>;
/** The handle of a stored result, `result_…`. */
export type ResultId = Id<'result'>;

export type FileId = Id<'file'>;

/** A call that runs without a waiting caller, `job_…`. */
export type JobId = Id<'job'>;
/** A document to import that is uploaded in parts, `upload_…`. */
export type UploadId = Id<'upload'>;

/** Callers that a rule can name. Its prefix identifies the kind. */
export type CallerId = EndpointId | TokenId | GrantId | ApiKeyId | UserId;
/** An endpoint by row id or client id. */
export type EndpointRef = EndpointId | ClientId;
/** Email address used to sign in, as sent. */
type EmailAddress = Id<'email address'>;
/** A person by id or by email address. */
export type UserRef = UserId | EmailAddress;

type AnyId = Id<string>;

/**
 * The only place where a text becomes an id. Changes only the type, so callers pass a new id or a checked text.
 */
const branded = <T extends AnyId>(text: string): T => text as T;

export const newAccountId = (): AccountId => branded(`acct_${v7()}`);
export const newApiKeyId = (): ApiKeyId => branded(`key_${v7()}`);
export const newStackId = (): StackId => branded(`stack_${v7()}`);
/** Creates a client endpoint id. */
export const newEndpointId = (): EndpointId => branded(`endpoint_${v7()}`);
/** Creates a stack token id. */
export const newTokenId = (): TokenId => branded(`token_${v7()}`);
export const newServiceAccountId = (): ServiceAccountId => branded(`machine_${v7()}`);
const ISSUER_PREFIX = 'issuer_';
export const newTrustedIssuerId = (): TrustedIssuerId => branded(`${ISSUER_PREFIX}${v7()}`);
export const isTrustedIssuerId = (id: CallerId): id is TrustedIssuerId => id.startsWith(ISSUER_PREFIX);
/** Selects the ids of trusted issuers, as a Prisma `where` filter. */
export const ofTrustedIssuers = () => ({ startsWith: ISSUER_PREFIX });
/** Creates a person's id. */
export const newUserId = (): UserId => branded(`user_${v7()}`);
export const newSessionId = (): SessionId => branded(`session_${v7()}`);
export const newInvitationId = (): InvitationId => branded(`invitation_${v7()}`);
export const newPasskeyId = (): PasskeyId => branded(`passkey_${v7()}`);
/** Creates the id of a marketplace server’s row. */
export const newServerKey = (): ServerKey => branded(v7());
/** Creates the id of a tool’s row. */
export const newToolKey = (): ToolKey => branded(v7());
export const newStackServerId = (): StackServerId => branded(v7());
/** Creates a stored credential's id. */
export const newCredentialId = (): CredentialId => branded(v7());
export const newConnectLinkId = (): ConnectLinkId => branded(v7());
/** Creates a call record id. */
export const newCallId = (): CallId => branded(v7());
export const newAuditEventId = (): AuditEventId => branded(v7());
export const newRuleId = (): RuleId => branded(`rule_${v7()}`);
export const newApprovalId = (): ApprovalId => branded(`approval_${v7()}`);
export const newWebhookId = (): WebhookId => branded(`webhook_${v7()}`);
/** Creates the id of a webhook message. */
export const newDeliveryId = (): DeliveryId => branded(`msg_${v7()}`);
export const newAlertId = (): AlertId => branded(`alert_${v7()}`);
export const newToolChangeId = (): ToolChangeId => branded(v7());
export const newStackVersionId = (): StackVersionId => branded(`version_${v7()}`);
/** The id of an attenuation, from the hex digest of the token up to and including it. So ids need not be stored. */
export const attenuationIdOf = (digest: string): AttenuationId => branded(`attenuation_${digest.slice(0, 32)}`);
/** Creates the id of a row that only its own table refers to. */
export const newRowId = (): string => v7();
/** Creates a result id. It can't be guessed, and readers are authorized in addition. */
export const newResultId = (): ResultId => branded(`result_${randomUUID()}`);
/** Creates a file id, by which files are listed in order of age. Knowing it gives no right to the file. */
export const newFileId = (): FileId => branded(`file_${v7()}`);
export const newUploadId = (): UploadId => branded(`upload_${v7()}`);
export const newJobId = (): JobId => branded(`job_${v7()}`);
/** Creates a client id. It can't be guessed, since it is part of a public address. */
export const newClientId = (): ClientId => branded(`client_${randomUUID()}`);

/** True if a text from a client can be an id. Other texts may make PostgreSQL fail. */
export const isIdText = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Whether a text has the form of our row ids: a UUID, usually with a prefix. */
export const isRowId = (text: string): boolean => /^(?:[a-z]+_)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** The stack id in totals over all stacks of an account. No stack has this id. */
export const noStackId = (): StackId => branded('');
/** The server id in totals over all servers. */
export const noServerId = (): ServerId => branded('');
/** The tool id in totals over all tools, and of a tool without a name yet. */
export const noToolId = (): ToolId => branded('');

/** An id that no row has. It is not empty, since an empty filter matches everything. */
const NONE = '-';

/** Parses an id from a client. A malformed id becomes one that no row has, so it is not found. */
const parsed = <T extends AnyId>(text: string): T => branded(isIdText(text) ? text : NONE);

// Parsers, one for each kind of id that a request or notification can contain. Edges call them; `core/` takes ids.
/** Parses an account id from a client; malformed ids match no row. */
export const toAccountId = (text: string): AccountId => parsed(text);
/** Parses an API key id from a client; malformed ids match no row. */
export const toApiKeyId = (text: string): ApiKeyId => parsed(text);
/** Parses a stack id from a client; malformed ids match no row. */
export const toStackId = (text: string): StackId => parsed(text);
/** Parses a client endpoint id from a client; malformed ids match no row. */
export const toEndpointId = (text: string): EndpointId => parsed(text);
/** Parses an endpoint's client id from a client; malformed ids match no row. */
export const toClientId = (text: string): ClientId => parsed(text);
/** Parses a stack token id from a client; malformed ids match no row. */
export const toTokenId = (text: string): TokenId => parsed(text);
/** Parses an attenuation id from a client; malformed ids match no row. */
export const toAttenuationId = (text: string): AttenuationId => parsed(text);
/** Parses a service account id from a client; malformed ids match no row. */
export const toServiceAccountId = (text: string): ServiceAccountId => parsed(text);
/** Parses a trusted issuer id from a client; malformed ids match no row. */
export const toTrustedIssuerId = (text: string): TrustedIssuerId => parsed(text);
/** Parses a person's id from a client; malformed ids match no row. */
export const toUserId = (text: string): UserId => parsed(text);
/** Parses a session id from a client; malformed ids match no row. */
export const toSessionId = (text: string): SessionId => parsed(text);
/** Parses an invitation id from a client; malformed ids match no row. */
export const toInvitationId = (text: string): InvitationId => parsed(text);
/** Parses a passkey id from a client; malformed ids match no row. */
export const toPasskeyId = (text: string): PasskeyId => parsed(text);
/** Parses a rule id from a client; malformed ids match no row. */
export const toRuleId = (text: string): RuleId => parsed(text);
/** Parses an approval id from a client; malformed ids match no row. */
export const toApprovalId = (text: string): ApprovalId => parsed(text);
/** Parses a webhook id from a client; malformed ids match no row. */
export const toWebhookId = (text: string): WebhookId => parsed(text);
/** Parses a webhook message id from a client; malformed ids match no row. */
export const toDeliveryId = (text: string): DeliveryId => parsed(text);
/** Parses an alert id from a client; malformed ids match no row. */
export const toAlertId = (text: string): AlertId => parsed(text);
/** Parses a tool change id from a client, without its prefix; malformed ids match no row. */
export const toToolChangeId = (text: string): ToolChangeId => parsed(text);
/** Parses the id of a stack version from a client; malformed ids match no row. */
export const toStackVersionId = (text: string): StackVersionId => parsed(text);
/** Parses an upload id from a client; malformed ids match no row. */
export const toUploadId = (text: string): UploadId => parsed(text);
/** Parses a file id from a client; malformed ids match no row. */
export const toFileId = (text: string): FileId => parsed(text);
/** Parses a job id from a client; malformed ids match no row. */
export const toJobId = (text: string): JobId => parsed(text);
/** Parses a server row id from a GraphQL id; malformed ids match no row. */
export const toServerKey = (text: string): ServerKey => parsed(text);
/** Parses a tool row id from a GraphQL id; malformed ids match no row. */
export const toToolKey = (text: string): ToolKey => parsed(text);
/** Parses a stack server id from a GraphQL id; malformed ids match no row. */
export const toStackServerId = (text: string): StackServerId => parsed(text);
/** Parses a call record id from a client; malformed ids match no row. */
export const toCallId = (text: string): CallId => parsed(text);
/** Parses an audit event id from a client; malformed ids match no row. */
export const toAuditEventId = (text: string): AuditEventId => parsed(text);

/** Parses a caller id from a client; malformed ids match no caller. */
export const toCallerId = (text: string): CallerId => parsed(text);
/** Parses an endpoint reference from a client. */
export const toEndpointRef = (text: string): EndpointRef => parsed(text);
/** Parses a person reference from a client: text with an `@` is an email address, since ids never contain one. */
export const toUserRef = (text: string): UserRef => (text.includes('@') ? branded<EmailAddress>(text) : toUserId(text));

export const isEndpointId = (id: CallerId): id is EndpointId => id.startsWith('endpoint_');
export const isTokenId = (id: CallerId): id is TokenId => id.startsWith('token_');
export const isServiceAccountId = (id: CallerId): id is ServiceAccountId => id.startsWith('machine_');
export const isApiKeyId = (id: CallerId): id is ApiKeyId => id.startsWith('key_');
export const isUserId = (id: CallerId): id is UserId => id.startsWith('user_');
/** Whether a person is named by an email address. */
export const isEmailAddress = (ref: UserRef): ref is EmailAddress => ref.includes('@');
/** Whether an endpoint is referred to by its client id. */
export const isClientId = (id: EndpointRef): id is ClientId => id.startsWith('client_');

// Servers and tools have names instead of ids, and responses quote them. Verbs reject names that cannot be stored.
/** Converts text to a server id; existence is checked at lookup. */
export const toServerId = (text: string): ServerId => branded(text);
/** Converts text to a public tool id; existence is checked at lookup. */
export const toToolId = (text: string): ToolId => branded(text);
