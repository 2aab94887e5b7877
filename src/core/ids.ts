import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

declare const NOUN: unique symbol;

/** A text that is an id of one kind. It is a string in every other respect; two kinds cannot be mixed. */
type Id<Noun extends string> = string & { readonly [NOUN]: Noun };

/** An account, `acct_…`. */
export type AccountId = Id<'account'>;
/** An API key's row, `key_…`; not the key. */
export type ApiKeyId = Id<'API key'>;
/** A stack, `stack_…`. */
export type StackId = Id<'stack'>;
/** A server's place in a stack: a row that GraphQL's ids hold, and nothing else shows. */
export type StackServerId = Id<'stack server'>;
/** Name of a marketplace server, such as `github`; another account may use the same id. */
export type ServerId = Id<'server'>;
/** A server's row; GraphQL ids use it if its `slug` also names another server. */
export type ServerKey = Id<'server row'>;
/** The public name of a tool, such as `github_get_repo`. */
export type ToolId = Id<'tool'>;
/** A tool's row, which no interface shows. */
export type ToolKey = Id<'tool row'>;
/** A client endpoint's row, `endpoint_…`. */
export type EndpointId = Id<'endpoint'>;
/** Client id in an endpoint's address, `client_…`. */
export type ClientId = Id<'client'>;
/** A stack token's row and the `jti` of its JWT, `token_…`. */
export type TokenId = Id<'token'>;
/** A program that signs in for itself, `machine_…`; its OAuth `client_id` too. */
export type MachineClientId = Id<'machine client'>;
/** An identity provider whose JWTs become stack tokens, `issuer_…`; not its issuer name. */
export type TrustedIssuerId = Id<'trusted issuer'>;
/** A grant that admits a client without a browser. */
export type GrantId = MachineClientId | TrustedIssuerId;
/** A step by which the holder of a stack token made one that reaches less, `narrowing_…`. */
export type NarrowingId = Id<'narrowing'>;
/** A person who signs in, `user_…`. */
export type UserId = Id<'user'>;
/** A person’s sign-in in one browser, `session_…`; not the cookie. */
export type SessionId = Id<'session'>;
/** `invitation_…`; not the secret of its link. */
export type InvitationId = Id<'invitation'>;
/** `passkey_…`; not the authenticator's credential id. */
export type PasskeyId = Id<'passkey'>;
/** A stored credential's row; it is bound into the envelope. */
export type CredentialId = Id<'credential'>;
/** A connect link's row; not the secret in it. */
export type ConnectLinkId = Id<'connect link'>;
/** A call record; a UUID without a prefix. */
export type CallId = Id<'call'>;
/** A recorded change; a UUID without a prefix. */
export type AuditEventId = Id<'audit event'>;
/** A rule, `rule_…`. */
export type RuleId = Id<'rule'>;
/** A call that waits for a person's answer, `approval_…`. */
export type ApprovalId = Id<'approval'>;
/** A webhook that receives approval notifications, `webhook_…`. */
export type WebhookId = Id<'webhook'>;
/** A message to a webhook, `msg_…`. */
export type DeliveryId = Id<'delivery'>;
/** An alert, `alert_…`. */
export type AlertId = Id<'alert'>;
/** The definition that stacks keep until a change of a tool is reviewed; a UUID without a prefix. */
export type ToolChangeId = Id<'tool change'>;
/** The handle of a stored result, `result_…`. */
export type ResultId = Id<'result'>;

/** A document that is brought in parts to be imported, `upload_…`. */
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

/** The only place where a text becomes an id: it was created here, or has the form of one. Only the type changes. */
const branded = <T extends AnyId>(text: string): T => text as T;

/** Names a new account. */
export const newAccountId = (): AccountId => branded(`acct_${v7()}`);
/** Names a new API key. */
export const newApiKeyId = (): ApiKeyId => branded(`key_${v7()}`);
/** Names a new stack. */
export const newStackId = (): StackId => branded(`stack_${v7()}`);
/** Names a new client endpoint. */
export const newEndpointId = (): EndpointId => branded(`endpoint_${v7()}`);
/** Names a new stack token. */
export const newTokenId = (): TokenId => branded(`token_${v7()}`);
/** Names a new machine client. */
export const newMachineClientId = (): MachineClientId => branded(`machine_${v7()}`);
const ISSUER_PREFIX = 'issuer_';
/** Names a new trusted issuer. */
export const newTrustedIssuerId = (): TrustedIssuerId => branded(`${ISSUER_PREFIX}${v7()}`);
/** True for the id of a trusted issuer. */
export const isTrustedIssuerId = (id: CallerId): id is TrustedIssuerId => id.startsWith(ISSUER_PREFIX);
/** Selects the ids of trusted issuers: a filter of a Prisma `where`. */
export const ofTrustedIssuers = () => ({ startsWith: ISSUER_PREFIX });
/** Names a new person. */
export const newUserId = (): UserId => branded(`user_${v7()}`);
/** Names a new session. */
export const newSessionId = (): SessionId => branded(`session_${v7()}`);
/** Names a new invitation. */
export const newInvitationId = (): InvitationId => branded(`invitation_${v7()}`);
/** Names a new passkey. */
export const newPasskeyId = (): PasskeyId => branded(`passkey_${v7()}`);
/** Names a new marketplace server’s row. */
export const newServerKey = (): ServerKey => branded(v7());
/** Names a new tool’s row. */
export const newToolKey = (): ToolKey => branded(v7());
/** Names a new server’s place in a stack. */
export const newStackServerId = (): StackServerId => branded(v7());
/** Names a new stored credential. */
export const newCredentialId = (): CredentialId => branded(v7());
/** Names a new connect link. */
export const newConnectLinkId = (): ConnectLinkId => branded(v7());
/** Names a new call record. */
export const newCallId = (): CallId => branded(v7());
/** Names a new audit event. */
export const newAuditEventId = (): AuditEventId => branded(v7());
/** Names a new rule. */
export const newRuleId = (): RuleId => branded(`rule_${v7()}`);
/** Names a new call that waits for a person. */
export const newApprovalId = (): ApprovalId => branded(`approval_${v7()}`);
/** Names a new webhook. */
export const newWebhookId = (): WebhookId => branded(`webhook_${v7()}`);
/** Names a new message to a webhook. */
export const newDeliveryId = (): DeliveryId => branded(`msg_${v7()}`);
/** Names a new alert. */
export const newAlertId = (): AlertId => branded(`alert_${v7()}`);
/** Names a new change of a tool. */
export const newToolChangeId = (): ToolChangeId => branded(v7());
/** Narrowing id, derived from the hex digest of the token up to it, so that it need not be stored. */
export const narrowingIdOf = (digest: string): NarrowingId => branded(`narrowing_${digest.slice(0, 32)}`);
/** A row that only its own table refers to. */
export const newRowId = (): string => v7();
/** Unguessable, though who reads the result is checked too. */
export const newResultId = (): ResultId => branded(`result_${randomUUID()}`);
/** Names a new upload. */
export const newUploadId = (): UploadId => branded(`upload_${v7()}`);
/** Unguessable, because it is part of a public address. */
export const newClientId = (): ClientId => branded(`client_${randomUUID()}`);

/** True if a client's text can be an id. PostgreSQL fails on some other texts. */
export const isIdText = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Whether a text has the form of the ids that rows get here: a UUID, most with a prefix. */
export const isRowId = (text: string): boolean => /^(?:[a-z]+_)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** Replaces a stack in totals of all stacks of an account; no stack has this id. */
export const noStackId = (): StackId => branded('');
/** Replaces a server in totals of all servers. */
export const noServerId = (): ServerId => branded('');
/** Replaces a tool in totals of all tools, and a tool without a name yet. */
export const noToolId = (): ToolId => branded('');

/** Placeholder that no row has as its id. Not empty: an empty filter matches everything. */
const NONE = '-';

/** Parses an id from a client. Malformed ids map to an unused one, so they are not found, like a foreign id. */
const parsed = <T extends AnyId>(text: string): T => branded(isIdText(text) ? text : NONE);

// The parsers, one for each noun that a request or a notification can name. Edges call them; `core/` takes ids.
/** The id of an account as a client sent it, or one that no row has. */
export const toAccountId = (text: string): AccountId => parsed(text);
/** The id of an API key as a client sent it, or one that no row has. */
export const toApiKeyId = (text: string): ApiKeyId => parsed(text);
/** The id of a stack as a client sent it, or one that no row has. */
export const toStackId = (text: string): StackId => parsed(text);
/** The id of a client endpoint as a client sent it, or one that no row has. */
export const toEndpointId = (text: string): EndpointId => parsed(text);
/** The id of a client endpoint’s address as a client sent it, or one that no row has. */
export const toClientId = (text: string): ClientId => parsed(text);
/** The id of a stack token as a client sent it, or one that no row has. */
export const toTokenId = (text: string): TokenId => parsed(text);
/** The id of a narrowing as a client sent it, or one that no row has. */
export const toNarrowingId = (text: string): NarrowingId => parsed(text);
/** The id of a machine client as a client sent it, or one that no row has. */
export const toMachineClientId = (text: string): MachineClientId => parsed(text);
/** The id of a trusted issuer as a client sent it, or one that no row has. */
export const toTrustedIssuerId = (text: string): TrustedIssuerId => parsed(text);
/** The id of a person as a client sent it, or one that no row has. */
export const toUserId = (text: string): UserId => parsed(text);
/** The id of a session as a client sent it, or one that no row has. */
export const toSessionId = (text: string): SessionId => parsed(text);
/** The id of an invitation as a client sent it, or one that no row has. */
export const toInvitationId = (text: string): InvitationId => parsed(text);
/** The id of a passkey as a client sent it, or one that no row has. */
export const toPasskeyId = (text: string): PasskeyId => parsed(text);
/** The id of a rule as a client sent it, or one that no row has. */
export const toRuleId = (text: string): RuleId => parsed(text);
/** The id of a call that waits for a person as a client sent it, or one that no row has. */
export const toApprovalId = (text: string): ApprovalId => parsed(text);
/** The id of a webhook as a client sent it, or one that no row has. */
export const toWebhookId = (text: string): WebhookId => parsed(text);
/** The id of a message to a webhook as a client sent it, or one that no row has. */
export const toDeliveryId = (text: string): DeliveryId => parsed(text);
/** The id of an alert as a client sent it, or one that no row has. */
export const toAlertId = (text: string): AlertId => parsed(text);
/** The id of a change of a tool as a client sent it, without its prefix, or one that no row has. */
export const toToolChangeId = (text: string): ToolChangeId => parsed(text);
/** The id of an upload as a client sent it, or one that no row has. */
export const toUploadId = (text: string): UploadId => parsed(text);
/** The row of a server as an id of GraphQL has it, or one that no row has. */
export const toServerKey = (text: string): ServerKey => parsed(text);
/** The row of a server’s place in a stack as an id of GraphQL has it, or one that no row has. */
export const toStackServerId = (text: string): StackServerId => parsed(text);
/** The id of a call record as a client sent it, or one that no row has. */
export const toCallId = (text: string): CallId => parsed(text);
/** The id of an audit event as a client sent it, or one that no row has. */
export const toAuditEventId = (text: string): AuditEventId => parsed(text);

/** Parses a caller id from a client; malformed ids match no caller. */
export const toCallerId = (text: string): CallerId => parsed(text);
/** An endpoint as a client named it. */
export const toEndpointRef = (text: string): EndpointRef => parsed(text);
/** Parses a person reference: text with an `@` is an email address, since ids never contain one. */
export const toUserRef = (text: string): UserRef => (text.includes('@') ? branded<EmailAddress>(text) : toUserId(text));

/** Whether a caller is an endpoint. */
export const isEndpointId = (id: CallerId): id is EndpointId => id.startsWith('endpoint_');
/** Whether a caller is a stack token. */
export const isTokenId = (id: CallerId): id is TokenId => id.startsWith('token_');
/** Whether a caller is a machine client. */
export const isMachineClientId = (id: CallerId): id is MachineClientId => id.startsWith('machine_');
/** Whether a caller is an API key. */
export const isApiKeyId = (id: CallerId): id is ApiKeyId => id.startsWith('key_');
/** Whether a caller is a person. */
export const isUserId = (id: CallerId): id is UserId => id.startsWith('user_');
/** Whether a person is named by an email address. */
export const isEmailAddress = (ref: UserRef): ref is EmailAddress => ref.includes('@');
/** Whether an endpoint is named by its address. */
export const isClientId = (id: EndpointRef): id is ClientId => id.startsWith('client_');

// Two nouns have names instead of ids, and answers quote them: a name that cannot be stored the verbs refuse.
/** Converts text to a server id; existence is checked at lookup. */
export const toServerId = (text: string): ServerId => branded(text);
/** Converts text to a public tool id; existence is checked at lookup. */
export const toToolId = (text: string): ToolId => branded(text);
