/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Changed tools to accept. Removed ones are deleted from the stacks that enabled them. */
export type AcceptToolChangesInput = {
  /** The server’s reviewed `digest`. If it has changed since, nothing happens. */
  digest: string;
  /** Whether to include the server’s changed instructions and skills. Defaults to true if `toolIds` is omitted, and otherwise to false. */
  hasInstructions?: boolean | null | undefined;
  /** The server’s id. */
  serverId: string | number;
  /** The tools; defaults to all changed tools of the server. */
  toolIds?: Array<string | number> | null | undefined;
};

/** A server to add to a stack, and the tools to enable. */
export type AddServerToStackInput = {
  /**
   * Alias of `hasAllTools`, which takes precedence.
   * @deprecated Use `hasAllTools`.
   */
  enableAllTools?: boolean | null | undefined;
  /** The ids of the tools to enable; ignored if all are enabled. None by default. */
  enabledTools?: Array<string | number> | null | undefined;
  /** Whether to enable every tool of the server. */
  hasAllTools?: boolean | null | undefined;
  /** The server’s id. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** Kinds of problems that need attention. */
export type AlertKind =
  /** A stack’s credential expires without renewal, can no longer renew itself, or must be entered again. */
  | 'CREDENTIAL'
  /** An API key expires soon. */
  | 'ENDING_KEY'
  /** A stack token expires soon. */
  | 'ENDING_TOKEN'
  /** Calls of a tool of a stack fail above the thresholds. */
  | 'FAILING_TOOL'
  /** Changed tools of a server wait for a review. */
  | 'REVIEW';

/** A document to apply. */
export type ApplyStackDocumentInput = {
  /** The `digest` of a plan. The document is refused if the stack has changed since then. */
  ifDigest?: string | null | undefined;
  /** The document. */
  stackDocument: StackDocumentInput;
};

/** How to sort approvals. */
export type ApprovalOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: ApprovalOrderField;
};

/** Sort keys for approvals. */
export type ApprovalOrderField =
  /** Creation time. */
  | 'CREATED_AT';

/** The state of a call that needs approval. */
export type ApprovalState =
  /** The call may be made. */
  | 'APPROVED'
  /** The call is refused. */
  | 'DENIED'
  /** The call waits for a decision. */
  | 'PENDING'
  /** All its calls were made, and the approval is used up. */
  | 'USED';

/** A call to approve. */
export type ApproveCallInput = {
  /** The approval’s id, `approval_…`. */
  approvalId: string | number;
  /** Allows every call of the tool with any input in the same session, by the same caller, for the same end user. Lasts for `minutes`, from 1 to 480; 480 by default. A person’s session is the sign-in in that browser. An agent’s session is its MCP session, or otherwise its token with its attenuations. An API key’s session is the key itself. Not available for calls held by a release without sessions. */
  isForSession?: boolean | null | undefined;
  /** A note for the record, up to 500 characters. */
  message?: string | null | undefined;
  /** Allows every call of the tool by the same caller for the same end user, with any input, for 1 to 60 minutes. By default it allows only this call, once, within the hour. */
  minutes?: number | null | undefined;
};

/** A question to the account’s model. It is not stored. */
export type AskModelInput = {
  /** The tools that the model sees; all by default. */
  mode?: ToolListMode | null | undefined;
  /** The stack whose tools the model sees. */
  stackId: string | number;
  /** The conversation so far, at most 60 turns and 200000 characters; it ends with a person’s turn or a result. A call without a result counts as not run. */
  turns: Array<ChatTurnInput>;
};

/** The action of a change: a noun, then a verb. Later releases may add more. */
export type AuditAction =
  /** Requests were refused. */
  | 'ACCESS_REFUSE'
  /** The account was created. */
  | 'ACCOUNT_CREATE'
  /** The review settings of the account were changed. */
  | 'ACCOUNT_HOLD_CHANGES'
  /** The chat model was deleted. */
  | 'ACCOUNT_REMOVE_CHAT_MODEL'
  /** The alert conditions were changed. */
  | 'ACCOUNT_SET_ALERTS'
  /** The chat model was set. */
  | 'ACCOUNT_SET_CHAT_MODEL'
  /** The operator changed the account’s limits. */
  | 'ACCOUNT_SET_LIMITS'
  /** An API key was created. */
  | 'API_KEY_CREATE'
  /** An API key was revoked. */
  | 'API_KEY_REVOKE'
  /** An API key was changed. */
  | 'API_KEY_UPDATE'
  /** A call was approved. */
  | 'APPROVAL_APPROVE'
  /** A call was denied. */
  | 'APPROVAL_DENY'
  /** A call requested an approval. */
  | 'APPROVAL_REQUEST'
  /** An approved call was made. */
  | 'APPROVAL_USE'
  /** The audit log was bound to the master key. */
  | 'AUDIT_KEY'
  /** Old audit events were deleted. */
  | 'AUDIT_PRUNE'
  /** A person read the input and output of a call. */
  | 'CALL_READ_CONTENTS'
  /** Credentials were bound to their destinations. */
  | 'CREDENTIALS_BIND'
  /** A person signed in with a service. */
  | 'CREDENTIALS_CONNECT'
  /** A link to sign in with a service was created. */
  | 'CREDENTIALS_CREATE_LINK'
  /** Credentials must be entered again, because their destination changed. */
  | 'CREDENTIALS_MOVE'
  /** A sign-in with a service ended. */
  | 'CREDENTIALS_RECONNECT_REQUIRED'
  /** Credentials were deleted. */
  | 'CREDENTIALS_REMOVE'
  /** A sign-in with a service was renewed. */
  | 'CREDENTIALS_RENEW'
  /** Credentials were stored. */
  | 'CREDENTIALS_SET'
  /** An OAuth application was shared. */
  | 'CREDENTIALS_SHARE'
  /** An OAuth application is no longer shared. */
  | 'CREDENTIALS_UNSHARE'
  /** An agent was authorized. */
  | 'ENDPOINT_AUTHORIZE'
  /** A client endpoint was created. */
  | 'ENDPOINT_CREATE'
  /** A client endpoint was deleted. */
  | 'ENDPOINT_DELETE'
  /** A client endpoint was changed. */
  | 'ENDPOINT_UPDATE'
  /** A download address of a stored file was created. */
  | 'FILE_CREATE_DOWNLOAD'
  /** A stored file was deleted. */
  | 'FILE_DELETE'
  /** A person was invited. */
  | 'INVITATION_CREATE'
  /** An invitation was revoked. */
  | 'INVITATION_REVOKE'
  /** Toolyard’s registration with a service was deleted. */
  | 'OAUTH_CLIENT_FORGET'
  /** Toolyard registered with a service. */
  | 'OAUTH_CLIENT_REGISTER'
  /** A passkey was added. */
  | 'PASSKEY_CREATE'
  /** A passkey was revoked. */
  | 'PASSKEY_REMOVE'
  /** A rule was created. */
  | 'RULE_CREATE'
  /** A rule was deleted. */
  | 'RULE_DELETE'
  /** A rule was changed. */
  | 'RULE_UPDATE'
  /** The review settings of a server were changed. */
  | 'SERVER_HOLD_CHANGES'
  /** A server was imported. */
  | 'SERVER_IMPORT'
  /** The results of a server or tool were labelled. */
  | 'SERVER_LABEL_RESULTS'
  /** The operator added a server to the marketplace. */
  | 'SERVER_OFFER'
  /** A private server was deleted. */
  | 'SERVER_REMOVE'
  /** The automatic refresh of a server was changed. */
  | 'SERVER_SCHEDULE'
  /** The hints of a tool were corrected. */
  | 'SERVER_SET_HINTS'
  /** Rules started or stopped using a server’s unconfirmed hints. */
  | 'SERVER_TRUST_HINTS'
  /** A service account was created. */
  | 'SERVICE_ACCOUNT_CREATE'
  /** A service account was revoked. */
  | 'SERVICE_ACCOUNT_REVOKE'
  /** A service account got a new secret or new keys. */
  | 'SERVICE_ACCOUNT_ROTATE'
  /** A service account was changed. */
  | 'SERVICE_ACCOUNT_UPDATE'
  /** A person signed in. */
  | 'SESSION_CREATE'
  /** A person signed out. */
  | 'SESSION_END'
  /** A person ended one of their sessions. */
  | 'SESSION_REVOKE'
  /** A signing key was created. */
  | 'SIGNING_KEY_CREATE'
  /** The signing key was changed. */
  | 'SIGNING_KEY_ROTATE'
  /** A skill of a stack was deleted. */
  | 'SKILL_DELETE'
  /** A skill of a stack was added or changed. */
  | 'SKILL_SET'
  /** A server was added to a stack. */
  | 'STACK_ADD_SERVER'
  /** A document was applied to a stack. */
  | 'STACK_APPLY'
  /** A stack was created. */
  | 'STACK_CREATE'
  /** A stack was deleted. */
  | 'STACK_DELETE'
  /** Stored inputs and outputs of calls were deleted. */
  | 'STACK_DELETE_CONTENTS'
  /** The storage of inputs and outputs was changed. */
  | 'STACK_KEEP_CONTENTS'
  /** A server was removed from a stack. */
  | 'STACK_REMOVE_SERVER'
  /** A stack was rolled back to an earlier version. */
  | 'STACK_ROLL_BACK'
  /** A stack was changed. */
  | 'STACK_UPDATE'
  /** The credential mode of a server in a stack was changed. */
  | 'STACK_UPDATE_CREDENTIAL_MODE'
  /** A tool’s name or description in a stack was changed. */
  | 'STACK_UPDATE_TOOL'
  /** The enabled tools of a server in a stack were changed. */
  | 'STACK_UPDATE_TOOLS'
  /** A stack token was created. */
  | 'TOKEN_CREATE'
  /** A stack token was renewed. */
  | 'TOKEN_RENEW'
  /** A stack token was revoked. */
  | 'TOKEN_REVOKE'
  /** An attenuation of a stack token was revoked. */
  | 'TOKEN_REVOKE_ATTENUATION'
  /** A stack token was changed. */
  | 'TOKEN_UPDATE'
  /** Changed tools, instructions or skills were accepted. */
  | 'TOOL_ACCEPT'
  /** Tools that a server no longer lists were deleted. */
  | 'TOOL_FORGET'
  /** Changed tools, instructions or skills were held for review. */
  | 'TOOL_HOLD'
  /** Changed tools, instructions or skills were refused. */
  | 'TOOL_REFUSE'
  /** A trusted issuer was created. */
  | 'TRUSTED_ISSUER_CREATE'
  /** A trusted issuer was deleted. */
  | 'TRUSTED_ISSUER_DELETE'
  /** A trusted issuer was changed. */
  | 'TRUSTED_ISSUER_UPDATE'
  /** A person changed their password. */
  | 'USER_CHANGE_PASSWORD'
  /** A person’s role was changed. */
  | 'USER_CHANGE_ROLE'
  /** A person joined the account. */
  | 'USER_CREATE'
  /** A person was signed out everywhere. */
  | 'USER_END_LOGINS'
  /** A person was linked to single sign-on. */
  | 'USER_LINK'
  /** An e-mail address moved to the person verified by the identity provider. */
  | 'USER_RELEASE_EMAIL'
  /** A person was removed from the account. */
  | 'USER_REMOVE'
  /** A person changed their alert e-mails. */
  | 'USER_SET_ALERT_MAIL'
  /** The operator set a person’s password. */
  | 'USER_SET_PASSWORD'
  /** Data sealed with a lost master key was deleted. */
  | 'VAULT_ABANDON_KEY'
  /** Credentials were encrypted again with another key. */
  | 'VAULT_ROTATE'
  /** A webhook was created. */
  | 'WEBHOOK_CREATE'
  /** A webhook was deleted. */
  | 'WEBHOOK_DELETE'
  /** A webhook was disabled. */
  | 'WEBHOOK_DISABLE'
  /** A webhook was enabled. */
  | 'WEBHOOK_ENABLE'
  /** A webhook was tested. */
  | 'WEBHOOK_TEST'
  /** A webhook was changed. */
  | 'WEBHOOK_UPDATE';

/** Which parts of a call’s input and output are stored, if its stack stores them. */
export type CallContentState =
  /** Neither is stored, because calls came faster than they could be stored. */
  | 'DROPPED'
  /** Both are stored, without secrets and the stack’s redactions. */
  | 'KEPT'
  /** Neither is stored, because the account has reached `max_contents_bytes`. */
  | 'NO_ROOM'
  /** One is stored; the other exceeds 64 KiB. */
  | 'PARTLY_KEPT'
  /** Neither is stored, because both exceed 64 KiB. */
  | 'TOO_LARGE';

/** The decision of the account’s rules on a call. */
export type CallDecision =
  /** No rule prevented it. */
  | 'ALLOWED'
  /** A rule required approval, and a person had approved it. */
  | 'APPROVED'
  /** A rule denied it, or a person rejected the approval. */
  | 'DENIED'
  /** A rule requires approval, or the tool’s change awaits review. Nothing was sent. */
  | 'HELD';

/** How a call ended; everything but OK is a failure. */
export type CallOutcome =
  /** The installation does not allow calls to this address. */
  | 'ADDRESS_REFUSED'
  /** A rule of the account requires approval, and there is none. The service was not called. */
  | 'APPROVAL_REQUIRED'
  /** The answer broke the protocol or a size limit. */
  | 'BAD_ANSWER'
  /** The call was cancelled before it ended. */
  | 'CANCELLED'
  /** A rule of the account denies the call; the service was not called. */
  | 'DENIED'
  /** The caller’s token does not allow this call. Nothing was sent. */
  | 'FORBIDDEN'
  /** The tool has changed since it was enabled, and the change isn’t accepted yet. The service was not called. */
  | 'HELD_FOR_REVIEW'
  /** Toolyard failed to make the call. */
  | 'INTERNAL_ERROR'
  /** The input broke the tool’s schema; nothing was sent. */
  | 'INVALID_INPUT'
  /** Required credentials are missing or unreadable. */
  | 'MISSING_CREDENTIALS'
  /** The call succeeded. */
  | 'OK'
  /** The request was sent, but its answer was lost or incomplete. The call may have taken effect. `isRepeatable` says whether it is safe to make it again. */
  | 'OUTCOME_UNKNOWN'
  /** A limit of the account or the installation was reached; nothing was sent. */
  | 'RATE_LIMITED'
  /** The call timed out before anything was sent. */
  | 'TIMED_OUT'
  /** The tool ran and reported a failure. */
  | 'TOOL_ERROR'
  /** The service could not be reached; nothing was sent. */
  | 'UNREACHABLE'
  /** The service answered with an error. */
  | 'UPSTREAM_ERROR'
  /** The service’s rate limit was reached. */
  | 'UPSTREAM_RATE_LIMITED'
  /** The service rejected the credentials, or they lack permission. */
  | 'UPSTREAM_REFUSED';

/** The surface that received a call. */
export type CallSurface =
  /** The account API, `/v1`. */
  | 'ACCOUNT_API'
  /** A client endpoint’s REST interface, `/s/{client_id}`. */
  | 'ENDPOINT_API'
  /** GraphQL: the dashboard, the command line and applications. */
  | 'GRAPHQL'
  /** A client endpoint’s MCP server. */
  | 'MCP';

/** The kind of caller or decider. */
export type CallerKind =
  /** A stack token. */
  | 'AGENT'
  /** An API key of the account. */
  | 'API_KEY'
  /** The operator of the service. */
  | 'OPERATOR'
  /** A person. */
  | 'USER';

/** A job to cancel. */
export type CancelJobInput = {
  /** The job’s id, `job_…`. */
  jobId: string | number;
};

/** An earlier call that the model picked. */
export type ChatPickInput = {
  /** The name of the tool. */
  name: string;
  /** The reference that `askModel` returned for the call. */
  ref: string;
  /** The input, an object. */
  toolInput: unknown;
};

/** The speaker of a chat turn. */
export type ChatSpeaker =
  /** The model’s answer: `text` and `picks`. */
  | 'MODEL'
  /** A person’s message: `text`. */
  | 'PERSON'
  /** The result of a call from the model’s last turn: `ref`, `text` and `isError`. */
  | 'TOOL';

/** A turn of a chat. The person and the model alternate, with tool results in between. */
export type ChatTurnInput = {
  /** The speaker. */
  by: ChatSpeaker;
  /** Whether the call failed. */
  isError?: boolean | null | undefined;
  /** The calls that the model picked. */
  picks?: Array<ChatPickInput> | null | undefined;
  /** The picked call that produced this result. */
  ref?: string | null | undefined;
  /** The message, or the result of a call. */
  text?: string | null | undefined;
};

/** A new API key. */
export type CreateApiKeyInput = {
  /** The maximum number of calls in total; no limit by default. */
  callsMax?: number | null | undefined;
  /** When it expires; never by default. */
  expiresAt?: string | null | undefined;
  /** 1 to 100 characters. */
  name: string;
  /** IP addresses and ranges in CIDR notation from which it may be used, at most 20. Defaults to any, or to those of the key that creates it. */
  networks?: Array<string> | null | undefined;
  /** The key’s role, which can’t exceed its creator’s rights. Defaults to the lowest role that has all `scopes`, or to developer without scopes. */
  role?: Role | null | undefined;
  /** The scopes that restrict its role; unrestricted by default. `KEYS_WRITE` alone gives it its creator’s role. */
  scopes?: Array<KeyScope> | null | undefined;
  /** Additional roles in individual stacks, at most 100. Without `role`, it has no other rights. */
  stackRoles?: Array<StackRoleInput> | null | undefined;
  /** The tool ids that it may call, at most 100; `*` matches any text. Defaults to all tools, or to those of the key that creates it. */
  tools?: Array<string> | null | undefined;
};

/** A new address for agents, with its first token. */
export type CreateClientEndpointInput = {
  /** The end user whose calls it makes, 1 to 128 visible ASCII characters. If omitted, each call may name one in `X-End-User`. */
  endUser?: string | null | undefined;
  /** When the token expires; null for never. 90 days from now by default. */
  expiresAt?: string | null | undefined;
  /**
   * The token’s lifetime in days, 1 to 3,650.
   * @deprecated Use `expiresAt`.
   */
  expiresInDays?: number | null | undefined;
  /** How its rehearsals fail; empty for every kind. Only for a rehearsal endpoint. */
  failureKinds?: Array<RehearsalFailure> | null | undefined;
  /** The percentage of its rehearsals that fail, 0 to 100. Only for a rehearsal endpoint. */
  failurePercent?: number | null | undefined;
  /** Whether its calls are rehearsals, which need no credentials and connect to no service; false if omitted. This can’t be changed later. */
  isRehearsal?: boolean | null | undefined;
  /** Whether programs in code mode can call tools that change data; false if omitted. */
  mayProgramsWrite?: boolean | null | undefined;
  /** For a rehearsal endpoint: whether its agents get stored outputs of the stack’s earlier calls as answers; false if omitted. Needs the right `admin`. This can’t be changed later. */
  mayUseRecordings?: boolean | null | undefined;
  /** The default mode of its tool list; FULL if omitted. Agents may request another. */
  mode?: ToolListMode | null | undefined;
  /** 1 to 100 characters. */
  name: string;
  /**
   * Whether the token has no expiry, and works until it is revoked.
   * @deprecated Use `expiresAt`.
   */
  neverExpires?: boolean | null | undefined;
  /** The stack whose tools it offers. */
  stackId: string | number;
};

/** A credential to sign in for. */
export type CreateConnectLinkInput = {
  /** The end user who signs in, 1 to 128 visible ASCII characters. Defaults to the stack itself. */
  endUser?: string | null | undefined;
  /** A field with `canConnect`. */
  fieldId: string | number;
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The scopes to request, from `scopes` of the field’s `signIn`; all by default. */
  signInScopes?: Array<string> | null | undefined;
  /** The stack. */
  stackId: string | number;
};

/** A file to upload. */
export type CreateFileUploadInput = {
  /** Its exact size. */
  bytes: number;
  /** The end user whose calls can use the file. None by default. */
  endUser?: string | null | undefined;
  /** A label that rules read: 1 to 64 letters, digits, `_` or `-`. None by default. */
  label?: string | null | undefined;
  /** Its media type, such as `text/csv`. */
  mediaType: string;
  /** Its name, 1 to 255 characters. */
  name: string;
  /** The stack whose tools it is for. */
  stackId: string | number;
};

/** A new rule. Omitted fields do not restrict it. Lists hold up to 20 names. */
export type CreatePolicyRuleInput = {
  /** The ids of the endpoints, stack tokens, service accounts, trusted issuers, API keys and people it applies to; empty for all callers. */
  callers?: Array<string | number> | null | undefined;
  /** A CEL expression over `input`, `caller`, `tool`, `now` and `calls` that has to be true; null for always. Up to 1,000 characters. */
  condition?: string | null | undefined;
  /** The effect on matching calls. */
  effect: PolicyEffect;
  /** The end users whose calls it applies to; empty for all calls. */
  endUsers?: Array<string> | null | undefined;
  /** The client endpoint it applies to; null for all. */
  endpointId?: string | number | null | undefined;
  /** Whether a rule of a more specific level overrides it. An endpoint’s rule is more specific than a stack’s, and a stack’s than the account’s. */
  isDefault?: boolean | null | undefined;
  /** True for tools that may be destructive, false for tools marked non-destructive; null for any tool. */
  isDestructive?: boolean | null | undefined;
  /** True for tools that may reach the open world, false for tools marked closed-world; null for any tool. */
  isOpenWorld?: boolean | null | undefined;
  /** True for tools marked read-only, false for all others; null for any tool. */
  isReadOnly?: boolean | null | undefined;
  /** The message that agents receive with the rule’s name when it refuses a call. Up to 500 characters. */
  message?: string | null | undefined;
  /** Its name, which agents see when the rule refuses their call. 1 to 100 characters. */
  name: string;
  /** Whether the approver must differ from the calling person or key, and from the creator of the key or token. */
  needsAnother?: boolean | null | undefined;
  /** The rule applies only to calls beyond this quota; null for all calls. Not available for ALLOW. */
  quota?: PolicyQuotaInput | null | undefined;
  /** The ids of the servers whose tools it applies to; empty for all. */
  servers?: Array<string | number> | null | undefined;
  /** The stack it applies to; null for all stacks of the account. */
  stackId?: string | number | null | undefined;
  /** The ids of the tools it applies to; `*` matches any text. Empty for all. */
  tools?: Array<string> | null | undefined;
};

/** A new program that signs in without a browser. */
export type CreateServiceAccountInput = {
  /** The end user of its tokens’ calls, 1 to 128 visible ASCII characters. If omitted, each call may name one. */
  endUser?: string | null | undefined;
  /** The client endpoint that its tokens are for, `endpoint_…`. */
  endpointId: string | number;
  /** When it and its tokens expire; never by default. */
  expiresAt?: string | null | undefined;
  /** 1 to 100 characters. */
  name: string;
  /** IP addresses and ranges in CIDR notation from which it may sign in and its tokens may be used, at most 20; any by default. */
  networks?: Array<string> | null | undefined;
  /** Its public keys, a JWK or a JWK Set of at most 3 (RFC 7517): RSA, P-256, P-384, P-521 or Ed25519. If omitted, it gets a secret. */
  publicKeys?: unknown;
  /** The tool ids that its tokens may use, at most 100; `*` matches any text. All by default. */
  tools?: Array<string> | null | undefined;
};

/** A new stack. */
export type CreateStackInput = {
  /** Its configuration. Calls are recorded by default, without inputs and outputs. */
  configuration?: StackConfigurationInput | null | undefined;
  /** 1 to 100 characters, unique within the account. */
  name: string;
  /** The id of a template. The stack gets its servers, enabled tools, rules and skills; you still set the credentials. A template with rules needs the right `admin`. */
  template?: string | number | null | undefined;
};

/** A new token of a client endpoint. */
export type CreateStackTokenInput = {
  /** The maximum number of calls in total; no limit by default. */
  callsMax?: number | null | undefined;
  /** The end user whose calls it makes, 1 to 128 visible ASCII characters. If omitted, each call may name one in `X-End-User`. */
  endUser?: string | null | undefined;
  /** The endpoint’s id, `endpoint_…`. */
  endpointId: string | number;
  /** When the token expires; null for never. 90 days from now by default. */
  expiresAt?: string | null | undefined;
  /**
   * The token’s lifetime in days, 1 to 3,650.
   * @deprecated Use `expiresAt`.
   */
  expiresInDays?: number | null | undefined;
  /** 1 to 100 characters; the endpoint’s name if omitted. */
  name?: string | null | undefined;
  /** IP addresses and ranges in CIDR notation from which it may be used, at most 20; any by default. */
  networks?: Array<string> | null | undefined;
  /**
   * Whether the token has no expiry, and works until it is revoked.
   * @deprecated Use `expiresAt`.
   */
  neverExpires?: boolean | null | undefined;
  /** The tool ids that it may use, at most 100; `*` matches any text. Defaults to all tools of the stack, and to resources and prompts. */
  tools?: Array<string> | null | undefined;
};

/** A new identity provider for a client endpoint to trust. */
export type CreateTrustedIssuerInput = {
  /** The claim `aud` of its JWTs; the MCP address of the endpoint if omitted. */
  audience?: string | null | undefined;
  /** Required claims of a JWT, each with its accepted values, such as `{ name: "groups", values: ["engineering"] }`. At most 10. */
  claims?: Array<RequiredClaimInput> | null | undefined;
  /** The claim with the end user’s id, written as in `claims`; `sub` if omitted. */
  endUserClaim?: string | null | undefined;
  /** A prefix for end user ids, which keeps the ids of two providers distinct. */
  endUserPrefix?: string | null | undefined;
  /** The id of the client endpoint for which its people and programs get tokens, `endpoint_…`. */
  endpointId: string | number;
  /** The claim `iss` of its JWTs. 1 to 512 visible ASCII characters. */
  issuer: string;
  /** Where it publishes its keys, a JWK Set (RFC 7517). Over https, or http on this machine. Defaults to the address in the issuer’s metadata, `/.well-known/openid-configuration` or RFC 8414. */
  jwksUrl?: string | null | undefined;
  /** 1 to 100 characters. */
  name: string;
  /** IP addresses and ranges in CIDR notation from which JWTs are accepted, at most 20; any by default. */
  networks?: Array<string> | null | undefined;
  /** The tool ids that its tokens may use, at most 100; `*` matches any text. All by default. */
  tools?: Array<string> | null | undefined;
};

/** An address that receives approvals or alerts. */
export type CreateWebhookInput = {
  /** The events that it receives; approvals only by default. */
  events?: Array<WebhookSubject> | null | undefined;
  /** Whether messages include the input of a pending call; false by default. */
  hasInput?: boolean | null | undefined;
  /** Its purpose, 1 to 100 characters. */
  name: string;
  /** Where messages are sent: https, or http on this machine. */
  url: string;
};

/** Whose credentials the calls of a server in a stack use. */
export type CredentialMode =
  /** The stack’s credentials. */
  | 'STACK'
  /** Only the end user’s credentials. */
  | 'USER'
  /** The end user’s credentials if any are stored for this server, otherwise the stack’s; never a mix of both. */
  | 'USER_THEN_STACK';

/** Why a stack’s credential needs attention. */
export type CredentialProblemKind =
  /** It expires within a week and can’t be renewed. */
  | 'EXPIRING'
  /** The server, or each of its enabled tools, needs it or an alternative, and none is stored. */
  | 'MISSING'
  /** It was stored for another address or use. Enter it again. */
  | 'MOVED'
  /** A person has to sign in again. */
  | 'RECONNECT_REQUIRED';

/** Whether a credential is stored. */
export type CredentialState =
  /** A value is stored. */
  | 'ADDED'
  /** No value is stored. */
  | 'MISSING';

/** A value of a credential field. */
export type CredentialValueInput = {
  /** The field, such as `linear_api_key`. */
  fieldId: string | number;
  /** Its value, at most 16 KiB of text. Only fields with `mayBeEmpty` accept an empty value. */
  value: string;
};

/** A stack, to delete the stored inputs and outputs of its calls. */
export type DeleteCallContentsInput = {
  /** The stack. */
  stackId: string | number;
};

/** A client endpoint to delete. */
export type DeleteClientEndpointInput = {
  /** The endpoint’s id, `endpoint_…`. */
  endpointId: string | number;
};

/** A stored credential to delete. */
export type DeleteCredentialInput = {
  /** The owner: an end user’s id, 1 to 128 visible ASCII characters. Defaults to the stack. */
  endUser?: string | null | undefined;
  /** The credential field to clear. */
  fieldId: string | number;
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** A rule to delete. */
export type DeletePolicyRuleInput = {
  /** The rule’s id, `rule_…`. */
  ruleId: string | number;
};

/** A skill to delete. */
export type DeleteSkillInput = {
  /** The skill’s name, unique in the stack. */
  name: string;
  /** The stack, `stack_…`. */
  stackId: string | number;
};

/** A stack to delete permanently. */
export type DeleteStackInput = {
  /** The stack to delete. */
  stackId: string | number;
};

/** An identity provider to stop trusting. */
export type DeleteTrustedIssuerInput = {
  /** Its id, `issuer_…`. */
  trustedIssuerId: string | number;
};

/** A webhook to delete. */
export type DeleteWebhookInput = {
  /** The webhook’s id, `webhook_…`. */
  webhookId: string | number;
};

/** A call to deny. */
export type DenyCallInput = {
  /** The approval’s id, `approval_…`. */
  approvalId: string | number;
  /** The message to the agent, up to 500 characters. */
  message?: string | null | undefined;
};

/** A stack to duplicate. */
export type DuplicateStackInput = {
  /** The name of the copy, 1 to 100 characters, unique in the account. */
  name: string;
  /** The stack to copy. */
  stackId: string | number;
};

/** A version of the stack for a share of an endpoint’s calls. */
export type EndpointCanaryInput = {
  /** The share of the calls, from 1 to 99 percent. */
  percent: number;
  /** The number of the version. */
  version: number;
};

/** The kind of failure. Codes are stable; messages are not. */
export type FailureCode =
  /** The name is taken. */
  | 'ALREADY_EXISTS'
  /** The caller may not do this. */
  | 'FORBIDDEN'
  /** An internal error. Only in batches. */
  | 'INTERNAL'
  /** The input is invalid; `issues` holds the reasons. */
  | 'INVALID_INPUT'
  /** The account’s model did not answer; `outcome` says why. */
  | 'MODEL_FAILED'
  /** An object in the input does not exist, or belongs to another account. */
  | 'NOT_FOUND'
  /** A limit was reached. Nothing was done. */
  | 'RATE_LIMITED'
  /** The e-mail and password, or the passkey, don’t match a user. */
  | 'SIGN_IN_FAILED'
  /** The tool did not succeed; `outcome` says how. */
  | 'TOOL_FAILED'
  /** A dependency is unavailable, so the call was not made. Only in batches. */
  | 'UNAVAILABLE';

/** A GraphQL API: its address, or its schema as text, address or upload, as SDL or introspection result. */
export type GraphqlSourceInput = {
  /** Where operations are sent; http or https. Defaults to `url`. */
  baseUrl?: string | null | undefined;
  /** Headers that the API requires, at most 16. Each becomes a credential field of the server, without its value. */
  headers?: Array<McpHeaderInput> | null | undefined;
  /** The schema itself. Requires `baseUrl`. */
  text?: string | null | undefined;
  /** The id of an upload with the document. */
  upload?: string | number | null | undefined;
  /** The API’s address, which answers introspection queries; http or https. With `baseUrl`, where the schema is; at most 32 MiB. */
  url?: string | null | undefined;
};

/** A method of HTTP. */
export type HttpMethod =
  /** Deletes something. */
  | 'DELETE'
  /** Reads. */
  | 'GET'
  /** Reads only the headers. */
  | 'HEAD'
  /** Requests the supported methods. */
  | 'OPTIONS'
  /** Changes something. */
  | 'PATCH'
  /** Creates or does something. */
  | 'POST'
  /** Replaces something. */
  | 'PUT'
  /** Returns the request. */
  | 'TRACE';

/** A private server: either its document, or a source to read it from. */
export type ImportServerInput = {
  /** With `source`: credentials to list its tools, used once and not stored. */
  credentialValues?: Array<CredentialValueInput> | null | undefined;
  /**
   * Alias of `credentialValues`, which takes precedence: an object from field id to value.
   * @deprecated Use `credentialValues`.
   */
  credentials?: unknown;
  /** With `source`: the digest of its preview. The import saves exactly the previewed server, or nothing. */
  digest?: string | null | undefined;
  /** The server document: id, name, credentials, connector and tools. Replaces a private server with the same id. */
  document?: unknown;
  /** With `source`: the server’s id. By default, it comes from the source, and the import never replaces or hides another server. */
  id?: string | number | null | undefined;
  /** With `source`: its display name; by default from the source. */
  name?: string | null | undefined;
  /** The source of its description. */
  source?: ServerSourceInput | null | undefined;
};

/** A call of a tool. */
export type InvokeToolInput = {
  /** The end user of the call. Servers may use that user’s credentials instead of the stack’s. */
  endUser?: string | null | undefined;
  /** Your key for this call. For 24 hours, a retry with the same key returns the first answer without calling the tool again. */
  idempotencyKey?: string | null | undefined;
  /** Checks the call without making it. Nothing is sent, recorded or counted towards a quota. `result` holds the decision of the rules, missing credentials, and the request that would be sent, with secrets masked. */
  isDryRun?: boolean | null | undefined;
  /** The maximum size of `result`. A larger result comes in parts: the first part holds a handle for `read_result`, which returns the rest. */
  maxBytes?: number | null | undefined;
  /** Identifies the running call for `toolProgress`: 16 to 64 letters, digits, `-` and `_`, chosen at random for this call. */
  progressId?: string | number | null | undefined;
  /** A JMESPath expression that selects the part of the result to return. */
  select?: string | null | undefined;
  /** The stack that enables the tool. */
  stackId: string | number;
  /** The tool’s unique name; it must be enabled in the stack. */
  toolId: string | number;
  /** The tool’s input, which must match its `inputSchema`: an object, or its JSON text. */
  toolInput: unknown;
};

/** The state of a job. */
export type JobState =
  /** It was cancelled. */
  | 'CANCELLED'
  /** It ended with a failure. */
  | 'FAILED'
  /** Its request was sent and may have taken effect, but no complete answer arrived. */
  | 'OUTCOME_UNKNOWN'
  /** Its call is being made. */
  | 'RUNNING'
  /** It ended with a result. */
  | 'SUCCEEDED'
  /** It waits for a free slot, an approval, or answers from its MCP client. */
  | 'WAITING';

/** A scope that restricts an API key to part of its role’s rights. */
export type KeyScope =
  /** See everything, manage people, keys and rules, and decide on pending calls. */
  | 'ADMIN'
  /** List and call tools. */
  | 'INVOKE'
  /** The name of `ADMIN` before roles existed. */
  | 'KEYS_WRITE'
  /** See everything in the account except secrets. */
  | 'READ'
  /** See and change stacks, servers, credentials and endpoints. */
  | 'WRITE';

/** A header for requests to a server. */
export type McpHeaderInput = {
  /** Its name, such as `Authorization`. Each name may occur once. */
  name: string;
  /** Its whole value, such as `Bearer …`. Used once and not stored. */
  value: string;
};

/** An MCP server over HTTP that lists its tools. */
export type McpSourceInput = {
  /** For a server that lists its tools only with credentials, at most 16. Each becomes a credential field of the server, without its value. */
  headers?: Array<McpHeaderInput> | null | undefined;
  /** Its address; http or https. */
  url: string;
};

/** The API format of a model’s service. */
export type ModelApi =
  /** Anthropic’s Messages, at `/v1/messages` below the address. */
  | 'ANTHROPIC'
  /** OpenAI’s Chat Completions, at `/chat/completions` below the address. Many services support it. */
  | 'OPENAI';

/** The state of the API key for a model’s service. */
export type ModelKeyState =
  /** The address has changed. Enter the key again. */
  | 'MISSING'
  /** No key is sent. */
  | 'NONE'
  /** It’s stored and can’t be read back. */
  | 'STORED';

/** A credential for all operations, if the document describes none. */
export type OpenApiCredentialInput = {
  /** How it is sent. */
  kind: OpenApiCredentialKind;
  /** The name of the header or query parameter. Only for HEADER and QUERY. */
  name?: string | null | undefined;
};

/** How an API expects its credential. */
export type OpenApiCredentialKind =
  /** As a user name and a password. */
  | 'BASIC'
  /** As a bearer token. */
  | 'BEARER'
  /** As a header. */
  | 'HEADER'
  /** No credential. Overrides the choice of an earlier import. */
  | 'NONE'
  /** As a query parameter. */
  | 'QUERY';

/** An OpenAPI 3.1, 3.0 or 2.0 document, as JSON or YAML: its text, its address or an upload. */
export type OpenApiSourceInput = {
  /** The base URL of its operations; by default from the document. */
  baseUrl?: string | null | undefined;
  /** The credential of the operations, for a document without a security scheme. The server keeps it. Defaults to the choice of the last import of this id, or none. */
  credential?: OpenApiCredentialInput | null | undefined;
  /** The operations to import. The server keeps the choice. Defaults to the choice of the last import of this id, or all. */
  operations?: OperationChoiceInput | null | undefined;
  /** The document itself. */
  text?: string | null | undefined;
  /** The id of an upload with the document. */
  upload?: string | number | null | undefined;
  /** Where the document is; http or https, at most 32 MiB. */
  url?: string | null | undefined;
  /** Names and descriptions of tools that replace the document’s, up to 2,000. The server keeps them. Defaults to those of the last import of this id; an empty list restores the document’s descriptions. */
  wording?: Array<ToolWordingInput> | null | undefined;
};

/** The operations to turn into tools. If empty, all of them. */
export type OperationChoiceInput = {
  /** Excludes these operations. */
  exclude?: OperationSelectorInput | null | undefined;
  /** Includes only these operations. */
  include?: OperationSelectorInput | null | undefined;
};

/** Operations that match any of these lists, each with up to 2,000 entries. */
export type OperationSelectorInput = {
  /** Operation ids. */
  ids?: Array<string> | null | undefined;
  /** Paths, optionally after a method, such as `GET /pets/{id}`. `*` matches anything within a segment, `**` any segments. Up to 100 patterns. */
  paths?: Array<string> | null | undefined;
  /** Tags, as the document writes them. */
  tags?: Array<string> | null | undefined;
};

/** The sort direction of a list. */
export type OrderDirection =
  /** Ascending: oldest first, lowest first, or A to Z. */
  | 'ASC'
  /** Descending: newest first, highest first, or Z to A. */
  | 'DESC';

/** A source of a result or file that a call passes by its handle. */
export type PassedResultInput = {
  /** Its label. */
  label?: string | null | undefined;
  /** The server whose result it is; omit it for an upload. */
  serverId?: string | number | null | undefined;
  /** The tool whose result it is. */
  toolId?: string | number | null | undefined;
};

/** The effect of a rule on matching calls. */
export type PolicyEffect =
  /** The call is made. */
  | 'ALLOW'
  /** The call waits for an approval, which people and keys with the right `approve` can give. */
  | 'ASK'
  /** The call is not made. */
  | 'DENY';

/** A number of either calls or bytes. The rule matches the calls beyond it. */
export type PolicyQuotaInput = {
  /** The number of bytes of inputs and answers before the rule matches, at least 1. A call counts when it ends, so concurrent calls may exceed the quota together. */
  bytes?: number | null | undefined;
  /** The number of calls before the rule matches, at least 1. */
  calls?: number | null | undefined;
  /** Whose calls are counted; ACCOUNT if omitted. */
  of?: QuotaSubject | null | undefined;
  /** The time window. */
  per: QuotaPeriod;
};

/** Why a rule applies to a call or doesn’t, or why another check refuses the call. */
export type PolicyReason =
  /** The token was attenuated and does not allow the call. */
  | 'ATTENUATED'
  /** The condition of the rule can’t be evaluated, so the rule allows nothing. */
  | 'CONDITION_FAILED'
  /** The condition of the rule is not true. */
  | 'CONDITION_FALSE'
  /** The token or API key was revoked, or has expired. */
  | 'CREDENTIAL_ENDED'
  /** The tool has changed and is held for review. */
  | 'HELD_FOR_REVIEW'
  /** The input does not fit the tool’s schema. */
  | 'INPUT_INVALID'
  /** The condition needs the input, and none was given. */
  | 'INPUT_UNKNOWN'
  /** The rule matches the call and takes effect. */
  | 'MATCHES'
  /** The token is restricted to networks, and no address was given. */
  | 'NETWORK_UNKNOWN'
  /** The token has used all its calls. */
  | 'NO_CALLS_LEFT'
  /** The rule is for other callers. */
  | 'OTHER_CALLER'
  /** The rule applies at another endpoint. */
  | 'OTHER_ENDPOINT'
  /** The rule, or the token, is for calls for other end users. */
  | 'OTHER_END_USER'
  /** The address is outside the networks that the token is restricted to. */
  | 'OTHER_NETWORK'
  /** The endpoint belongs to another stack. */
  | 'OTHER_STACK'
  /** The rule is for other tools. */
  | 'OTHER_TOOL'
  /** The token is restricted to other tools. */
  | 'OUT_OF_REACH'
  /** The quota of the rule is not used up. */
  | 'QUOTA_LEFT'
  /** The rule matches, but is a default, and a rule of a more specific level also matches. */
  | 'REPLACED'
  /** The role of the person or API key does not let it call tools. */
  | 'ROLE_LACKS_RIGHT';

/** An OpenAPI document to choose operations from. */
export type PreviewOperationsInput = {
  /** The server’s id. For an existing server, the result includes its earlier choices. */
  id?: string | number | null | undefined;
  /** The document. Its `operations` filter the list, and its `wording` applies. */
  openApi: OpenApiSourceInput;
  /** A task in words, up to 500 characters. Lists only the 50 best matches, like the tool search of agents. */
  search?: string | null | undefined;
};

/** A server to preview before an import. */
export type PreviewServerInput = {
  /** Credentials for a server that requires them to list its tools. Used once and not stored. */
  credentialValues?: Array<CredentialValueInput> | null | undefined;
  /**
   * Alias of `credentialValues`, which takes precedence: an object from field id to value.
   * @deprecated Use `credentialValues`.
   */
  credentials?: unknown;
  /** The server’s id: lower case letters, digits, `-`. By default it comes from the title, address or name in the source, with a number if the marketplace has that id. */
  id?: string | number | null | undefined;
  /** Its display name, 1 to 200 characters; by default from the source. */
  name?: string | null | undefined;
  /** The source of its description. */
  source: ServerSourceInput;
};

/** The window that a quota counts in; it starts with the first call. */
export type QuotaPeriod =
  /** Twenty-four hours. */
  | 'DAY'
  /** An hour. */
  | 'HOUR';

/** The subject whose calls a quota counts. */
export type QuotaSubject =
  /** All calls that the rule applies to, together. */
  | 'ACCOUNT'
  /** Each stack token, API key and person separately. */
  | 'CALLER'
  /** Each end user separately. */
  | 'END_USER'
  /** Each tool separately. */
  | 'TOOL';

/** A call with stored contents. */
export type ReadCallContentsInput = {
  /** The call’s id. */
  callId: string | number;
};

/** A private server to refresh, and the fields that its tools select. */
export type RefreshServerToolsInput = {
  /** The end user who provides the credentials; the stack by default. */
  endUser?: string | null | undefined;
  /** For a GraphQL API: the fields that tools select from now on, also after later refreshes. */
  selections?: Array<ToolSelectionInput> | null | undefined;
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack that provides the credentials. */
  stackId: string | number;
};

/** Changed tools to reject. You can’t reject a removal. */
export type RefuseToolChangesInput = {
  /** The server’s reviewed `digest`. If it has changed since, nothing happens. */
  digest: string;
  /** Whether to include the server’s changed instructions and skills. Defaults to true if `toolIds` is omitted, and otherwise to false. */
  hasInstructions?: boolean | null | undefined;
  /** The server’s id. */
  serverId: string | number;
  /** The tools; defaults to all changed tools of the server. */
  toolIds?: Array<string | number> | null | undefined;
};

/** The status of a server in a registry. */
export type RegistryServerStatus =
  /** It is maintained. */
  | 'ACTIVE'
  /** Its publisher deleted it. */
  | 'DELETED'
  /** Its publisher marked it as deprecated. */
  | 'DEPRECATED';

/** How a server of a registry can be added. */
export type RegistryServerWay =
  /** It runs remotely. A caller who may import servers can import it. */
  | 'IMPORT'
  /** It can’t be added; `reason` says why. */
  | 'NONE'
  /** It is a program to run locally. Only the operator can add it: `toolyard registry add NAME`. */
  | 'OPERATOR';

/** A `server.json` of the MCP registry: its text, its address or an upload. Responses of the registry’s API work too. */
export type RegistrySourceInput = {
  /** The document itself. */
  text?: string | null | undefined;
  /** The id of an upload with the document. */
  upload?: string | number | null | undefined;
  /** Where the document is; http or https, at most 32 MiB. */
  url?: string | null | undefined;
};

/** How a rehearsal fails. The failure is the same as that of a real call. */
export type RehearsalFailure =
  /** The service answers 429 with `Retry-After`. */
  | 'RATE_LIMITED'
  /** The service doesn’t answer in time. The failure comes at once. */
  | 'TIMEOUT'
  /** The service answers 401. */
  | 'UNAUTHORIZED'
  /** The service answers 503. */
  | 'UNAVAILABLE';

/** A stored credential to delete. */
export type RemoveCredentialInput = {
  /** The owner: an end user’s id, 1 to 128 visible ASCII characters. Defaults to the stack. */
  endUser?: string | null | undefined;
  /** The credential field to clear. */
  fieldId: string | number;
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** A server to remove from a stack. */
export type RemoveServerFromStackInput = {
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** A private server to delete. Alias from release 0.1. */
export type RemoveServerInput = {
  /** The server’s id. */
  serverId: string | number;
};

/** A claim that a JWT must have, with one of these values. */
export type RequiredClaimInput = {
  /** The claim. Use dots for a nested one, `realm_access.roles`, or a JSON pointer, `/realm_access/roles`. */
  name: string;
  /** The accepted values. The claim must be one of them, or a list that contains one. 1 to 20 values. */
  values: Array<string>;
};

/** An API key to revoke. */
export type RevokeApiKeyInput = {
  /** The key’s id, `key_…`. */
  apiKeyId: string | number;
};

/** A service account to revoke. */
export type RevokeServiceAccountInput = {
  /** The service account’s id, `machine_…`. */
  serviceAccountId: string | number;
};

/** A stack token to revoke. */
export type RevokeStackTokenInput = {
  /** The token’s id, `token_…`. */
  tokenId: string | number;
};

/** An attenuation of a stack token to revoke. */
export type RevokeTokenAttenuationInput = {
  /** The id of the attenuation, `attenuation_…`, from a refused call or `toolyard token read`. */
  attenuationId: string | number;
  /** The id of the stack token, `token_…`. */
  tokenId: string | number;
};

/** The role of a person or an API key in the account. */
export type Role =
  /** Everything except granting and removing the owner role. */
  | 'ADMIN'
  /** Reads, and decides on pending calls. */
  | 'APPROVER'
  /** Reads, and changes nothing. */
  | 'AUDITOR'
  /** Reads, changes stacks, servers and credentials, and calls tools. */
  | 'DEVELOPER'
  /** Only the rights of their stack roles. */
  | 'MEMBER'
  /** Everything, including granting the owner role. An account keeps at least one owner. */
  | 'OWNER';

/** A version to restore. */
export type RollBackStackInput = {
  /** The `digest` of a plan. Refuses the change if the stack has changed since then. */
  ifDigest?: string | null | undefined;
  /** The version, `version_…`. */
  versionId: string | number;
};

/** A service account that gets a new secret or new keys. */
export type RotateServiceAccountInput = {
  /** The new expiry of the client and its tokens; null for never. Unchanged if omitted. */
  expiresAt?: string | null | undefined;
  /** Its public keys, a JWK or a JWK Set of at most 3 (RFC 7517): RSA, P-256, P-384, P-521 or Ed25519. If omitted, it gets a secret. */
  publicKeys?: unknown;
  /** The service account’s id, `machine_…`. */
  serviceAccountId: string | number;
};

/** When a private MCP server’s tools are refreshed automatically. */
export type ServerRefreshWhen =
  /** Every day, and after a change notification. */
  | 'DAILY'
  /** Every hour, and after a change notification. */
  | 'HOURLY'
  /** After a change notification from the server. */
  | 'NOTIFIED'
  /** Never. */
  | 'OFF';

/** The source of a server’s description: exactly one of these. */
export type ServerSourceInput =
  {   /** A Toolyard server document. */
  document: unknown; graphql?: never; mcp?: never; openApi?: never; registry?: never; upload?: never; }
  |  { document?: never;   /** A GraphQL API. */
  graphql: GraphqlSourceInput; mcp?: never; openApi?: never; registry?: never; upload?: never; }
  |  { document?: never; graphql?: never;   /** An MCP server. */
  mcp: McpSourceInput; openApi?: never; registry?: never; upload?: never; }
  |  { document?: never; graphql?: never; mcp?: never;   /** An API described with OpenAPI. */
  openApi: OpenApiSourceInput; registry?: never; upload?: never; }
  |  { document?: never; graphql?: never; mcp?: never; openApi?: never;   /** An entry of the MCP registry. */
  registry: RegistrySourceInput; upload?: never; }
  |  { document?: never; graphql?: never; mcp?: never; openApi?: never; registry?: never;   /** An uploaded server document, in place of `document`. */
  upload: string | number; };

/** Credentials of a server in a stack. */
export type SetCredentialsInput = {
  /** The values to store, at least one. Other fields stay unchanged. */
  credentialValues?: Array<CredentialValueInput> | null | undefined;
  /**
   * Alias of `credentialValues`, which takes precedence: an object from field id to value.
   * @deprecated Use `credentialValues`.
   */
  credentials?: unknown;
  /** The owner: an end user’s id, 1 to 128 visible ASCII characters. Defaults to the stack. */
  endUser?: string | null | undefined;
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** A skill of a stack. */
export type SetSkillInput = {
  /** Markdown that begins with front matter. Its members `name` and `description` are required. */
  content: string;
  /** The stack, `stack_…`. */
  stackId: string | number;
};

/** The configuration of a stack. Omitted fields stay unchanged. */
export type StackConfigurationInput = {
  /**
   * Alias of `isRecorded`, which takes precedence.
   * @deprecated Use `isRecorded`.
   */
  analyticsEnabled?: boolean | null | undefined;
  /** Whether to record sizes, duration and outcome of tool calls. */
  isRecorded?: boolean | null | undefined;
};

/** A stack as data, as `stackDocument` returns it. */
export type StackDocumentInput = {
  /** How many days a redacted copy of each call’s input and output is stored; null for none. */
  contentDays?: number | null | undefined;
  /** Redactions in these copies in addition to secrets. */
  contentRedactions?: Array<string> | null | undefined;
  /** Whether the sizes, duration and outcome of its tool calls are recorded. True by default. */
  isRecorded?: boolean | null | undefined;
  /** The stack’s name, unique within the account. */
  name: string;
  /** The stack’s own rules. Rules of the account and of client endpoints are not part of a document. */
  rules?: Array<StackDocumentRuleInput> | null | undefined;
  /** The servers of the stack. */
  servers: Array<StackDocumentServerInput>;
  /** The skills of the stack, each as Markdown with front matter. */
  skills?: Array<string> | null | undefined;
};

/** A rule in a stack document. Omitted fields do not restrict it. */
export type StackDocumentRuleInput = {
  /** The ids of the endpoints, stack tokens, service accounts, trusted issuers, API keys and people it applies to; empty for all callers. */
  callers?: Array<string | number> | null | undefined;
  /** A CEL expression over `input`, `caller`, `tool`, `now` and `calls` that has to be true; null for always. Up to 1,000 characters. */
  condition?: string | null | undefined;
  /** The effect on matching calls. */
  effect: PolicyEffect;
  /** The end users whose calls it applies to; empty for all calls. */
  endUsers?: Array<string> | null | undefined;
  /** Whether a rule of a more specific level overrides it. An endpoint’s rule is more specific than a stack’s, and a stack’s than the account’s. */
  isDefault?: boolean | null | undefined;
  /** True for tools that may be destructive, false for tools marked non-destructive; null for any tool. */
  isDestructive?: boolean | null | undefined;
  /** Whether the rule is in effect. True by default. */
  isEnabled?: boolean | null | undefined;
  /** True for tools that may reach the open world, false for tools marked closed-world; null for any tool. */
  isOpenWorld?: boolean | null | undefined;
  /** True for tools marked read-only, false for all others; null for any tool. */
  isReadOnly?: boolean | null | undefined;
  /** The message that agents receive with the rule’s name when it refuses a call. Up to 500 characters. */
  message?: string | null | undefined;
  /** Its name, which agents see when the rule refuses their call. 1 to 100 characters. */
  name: string;
  /** Whether the approver must differ from the calling person or key, and from the creator of the key or token. */
  needsAnother?: boolean | null | undefined;
  /** The rule applies only to calls beyond this quota; null for all calls. Not available for ALLOW. */
  quota?: PolicyQuotaInput | null | undefined;
  /** The ids of the servers whose tools it applies to; empty for all. */
  servers?: Array<string | number> | null | undefined;
  /** The ids of the tools it applies to; `*` matches any text. Empty for all. */
  tools?: Array<string> | null | undefined;
};

/** A server in a stack document. */
export type StackDocumentServerInput = {
  /** The ids of the credential fields that need a value. Values are never part of a document. `missingCredentials` lists those that lack one. */
  credentialFieldIds?: Array<string | number> | null | undefined;
  /** Whose credentials its calls use. STACK by default. */
  credentialMode?: CredentialMode | null | undefined;
  /** The server’s slug, for example `stripe`. */
  serverId: string | number;
  /** The enabled tools. */
  tools: Array<StackDocumentToolInput>;
};

/** An enabled tool in a stack document. */
export type StackDocumentToolInput = {
  /** The stack’s description of the tool; null for the tool’s own. */
  description?: string | null | undefined;
  /** Whether search mode lists the tool next to the search tools. False by default. */
  isPinned?: boolean | null | undefined;
  /** The stack’s name for the tool; null for its id. */
  name?: string | null | undefined;
  /** The tool’s id, for example `stripe_create_refund`. */
  toolId: string | number;
};

/** How to sort stacks. */
export type StackOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: StackOrderField;
};

/** Sort keys for stacks. */
export type StackOrderField =
  /** Creation time. */
  | 'CREATED_AT'
  /** Last call, as in `lastCalledAt`. Rows without calls count as the earliest. */
  | 'LAST_CALLED_AT'
  /** Name, then creation time. */
  | 'NAME';

/** A role in one stack. */
export type StackRoleInput = {
  /** The role in the stack: any role except owner and member. */
  role: Role;
  /** The stack’s id, `stack_…`. */
  stackId: string | number;
};

/** A call of a tool that runs as a job. */
export type StartJobInput = {
  /** The end user of the call. Servers may use that user’s credentials instead of the stack’s. */
  endUser?: string | null | undefined;
  /** Your key for this call. The same call with the same key returns the same job. */
  idempotencyKey?: string | null | undefined;
  /** The maximum size of `result`. A larger result comes in parts: the first part holds a handle for `read_result`, which returns the rest. */
  maxBytes?: number | null | undefined;
  /** A JMESPath expression that selects the part of the result to return. */
  select?: string | null | undefined;
  /** The stack that enables the tool. */
  stackId: string | number;
  /** The tool’s unique name; it must be enabled in the stack. */
  toolId: string | number;
  /** The tool’s input, which must match its `inputSchema`: an object, or its JSON text. */
  toolInput: unknown;
};

/** A server in a stack, to test its credentials. */
export type TestConnectionInput = {
  /** The owner: an end user’s id, 1 to 128 visible ASCII characters. Defaults to the stack. */
  endUser?: string | null | undefined;
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
  /** The tool to call: one of `toolIds` of an earlier test. Defaults to the first. */
  toolId?: string | number | null | undefined;
};

/** A webhook to test. */
export type TestWebhookInput = {
  /** The webhook’s id, `webhook_…`. */
  webhookId: string | number;
};

/** The severity of a change to a tool’s definition, from lowest to highest. */
export type ToolChangeKind =
  /** Calls that were valid may fail. */
  | 'BREAKING'
  /** No effect on callers. */
  | 'COMPATIBLE'
  /** Only order, white space or short examples differ. Always applied at once. */
  | 'COSMETIC'
  /** The server no longer has the tool. */
  | 'REMOVED'
  /** The texts for the model changed. */
  | 'REWORDED'
  /** The tool may do more, reach other places or accept more inputs. */
  | 'WIDENING';

/** How to sort changed tools. */
export type ToolChangeOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: ToolChangeOrderField;
};

/** Sort keys for changed tools. */
export type ToolChangeOrderField =
  /** When the tools changed. */
  | 'CHANGED_AT';

/** The format of tool definitions for a model’s provider or framework. */
export type ToolFormat =
  /** Anthropic, Messages. */
  | 'ANTHROPIC'
  /** Name, description, `input_schema` and server. */
  | 'DEFAULT'
  /** Google Gemini. */
  | 'GEMINI'
  /** LangChain. */
  | 'LANGCHAIN'
  /** Model Context Protocol. */
  | 'MCP'
  /** OpenAI, Chat Completions. */
  | 'OPENAI'
  /** OpenAI, Responses. */
  | 'OPENAI_RESPONSES'
  /** OpenAI strict mode, where a schema qualifies for it. */
  | 'OPENAI_STRICT'
  /** Vercel AI SDK. */
  | 'VERCEL';

/** The tools that a list shows. */
export type ToolListMode =
  /** Tools that search all tools and run programs that call them, and the pinned tools. */
  | 'CODE'
  /** Every enabled tool. */
  | 'FULL'
  /** Tools that search and call all tools, and the pinned tools. */
  | 'SEARCH';

/** How to rank tools, highest value first. In a tie, the tool with more calls comes first. */
export type ToolRanking =
  /** The number of calls. */
  | 'CALLS'
  /** The number of failed calls. */
  | 'FAILURES'
  /** The share of failed calls. */
  | 'FAILURE_SHARE'
  /** The mean latency. */
  | 'MEAN'
  /** The 95th percentile of the latency. */
  | 'P95';

/** The fields of the result that a GraphQL API’s tool selects. */
export type ToolSelectionInput = {
  /** The fields, as in `{ id owner { login } }`; null for the default ones. */
  selection?: string | null | undefined;
  /** The tool’s name at the API, as `Tool.name`. */
  tool: string;
};

/** A name and a description for the tool of an operation. */
export type ToolWordingInput = {
  /** Its description, 1 to 1,024 characters; by default from the document. */
  description?: string | null | undefined;
  /** Its name without the server’s prefix: a letter and up to 63 letters, digits, `_` or `-`. By default from the document. */
  name?: string | null | undefined;
  /** Method and path, such as `GET /pets/{id}`. Each may occur once. */
  operation: string;
};

/** A change to the alert conditions. Omitted fields stay unchanged; null restores the default. */
export type UpdateAlertRulesInput = {
  /** How many days before its expiry a token or key raises an alert, 1 to 60. */
  endDays?: number | null | undefined;
  /** The minimum number of failed calls for an alert, 1 to 100,000. */
  failureCount?: number | null | undefined;
  /** The time window: the current hour and this many full hours before it, 1 to 24. */
  failureHours?: number | null | undefined;
  /** The minimum percentage of failed calls for an alert, 1 to 100. */
  failurePercent?: number | null | undefined;
  /** The kinds that raise no alerts. Open alerts of these kinds end. */
  muted?: Array<AlertKind> | null | undefined;
};

/** Whether stacks share one stack’s OAuth application for a server. */
export type UpdateApplicationSharingInput = {
  /** True to share it, or to share it again after a change. False or null to stop sharing: each stack then keeps its copy. Unchanged if omitted. */
  isShared?: boolean | null | undefined;
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack that owns the application. */
  stackId: string | number;
};

/** Whether a stack stores the inputs and outputs of its calls. */
export type UpdateCallContentsInput = {
  /** The retention in days, 1 to 30. Null to stop storing them; unchanged if omitted. */
  days?: number | null | undefined;
  /** Parts that are never stored: member names at any depth, and JSON pointers below `/input` and `/output`. In a pointer `*` matches every member and item. Up to 50, which replace the earlier ones. Null for none; unchanged if omitted. */
  redact?: Array<string> | null | undefined;
  /** The stack. */
  stackId: string | number;
};

/** The account’s model. The first update must set `api`, `url` and `model`. Later, omitted fields stay unchanged. */
export type UpdateChatModelInput = {
  /** The API format of its service. */
  api?: ModelApi | null | undefined;
  /** The service’s key, which is sent only to the origin of the address. Null for none. If omitted, the stored key stays unless the origin changes. */
  key?: string | null | undefined;
  /** The model’s name at the service, 1 to 200 characters. */
  model?: string | null | undefined;
  /** The address of its service, such as `https://api.openai.com/v1` or `https://api.anthropic.com`. */
  url?: string | null | undefined;
};

/** Changes to a client endpoint. Omitted fields stay unchanged. */
export type UpdateClientEndpointInput = {
  /** The version that serves a share of its calls; null for none. */
  canary?: EndpointCanaryInput | null | undefined;
  /** The endpoint’s id, `endpoint_…`. */
  endpointId: string | number;
  /** How its rehearsals fail; empty for every kind. Only for a rehearsal endpoint. */
  failureKinds?: Array<RehearsalFailure> | null | undefined;
  /** The percentage of its rehearsals that fail, 0 to 100. Only for a rehearsal endpoint. */
  failurePercent?: number | null | undefined;
  /** Whether programs in code mode can call tools that change data. */
  mayProgramsWrite?: boolean | null | undefined;
  /** The default mode of its tool list; agents may request another. */
  mode?: ToolListMode | null | undefined;
  /** 1 to 100 characters. */
  name?: string | null | undefined;
  /** The number of the stack’s version that its agents get; null for the stack as it is. */
  pinnedVersion?: number | null | undefined;
};

/** The kinds of tool changes that wait for a review. */
export type UpdateHeldChangesInput = {
  /** The kinds; all others apply at once. COSMETIC isn’t allowed. Null for a new account’s kinds; unchanged if omitted. */
  kinds?: Array<ToolChangeKind> | null | undefined;
};

/** A change to a rule. Omitted fields stay unchanged; null clears a field. The stack and the endpoint are fixed. */
export type UpdatePolicyRuleInput = {
  /** The ids of the endpoints, stack tokens, service accounts, trusted issuers, API keys and people it applies to; empty for all callers. */
  callers?: Array<string | number> | null | undefined;
  /** A CEL expression over `input`, `caller`, `tool`, `now` and `calls` that has to be true; null for always. Up to 1,000 characters. */
  condition?: string | null | undefined;
  /** The effect on matching calls. */
  effect?: PolicyEffect | null | undefined;
  /** The end users whose calls it applies to; empty for all calls. */
  endUsers?: Array<string> | null | undefined;
  /** Whether a rule of a more specific level overrides it. An endpoint’s rule is more specific than a stack’s, and a stack’s than the account’s. */
  isDefault?: boolean | null | undefined;
  /** True for tools that may be destructive, false for tools marked non-destructive; null for any tool. */
  isDestructive?: boolean | null | undefined;
  /** False to pause the rule; true to resume it. */
  isEnabled?: boolean | null | undefined;
  /** True for tools that may reach the open world, false for tools marked closed-world; null for any tool. */
  isOpenWorld?: boolean | null | undefined;
  /** True for tools marked read-only, false for all others; null for any tool. */
  isReadOnly?: boolean | null | undefined;
  /** The message that agents receive with the rule’s name when it refuses a call. Up to 500 characters. */
  message?: string | null | undefined;
  /** Its name, which agents see when the rule refuses their call. 1 to 100 characters. */
  name?: string | null | undefined;
  /** Whether the approver must differ from the calling person or key, and from the creator of the key or token. */
  needsAnother?: boolean | null | undefined;
  /** The rule applies only to calls beyond this quota; null for all calls. Not available for ALLOW. */
  quota?: PolicyQuotaInput | null | undefined;
  /** The rule’s id, `rule_…`. */
  ruleId: string | number;
  /** The ids of the servers whose tools it applies to; empty for all. */
  servers?: Array<string | number> | null | undefined;
  /** The ids of the tools it applies to; `*` matches any text. Empty for all. */
  tools?: Array<string> | null | undefined;
};

/** A label for results. */
export type UpdateResultLabelInput = {
  /** The label: 1 to 64 letters, digits, `_` or `-`. Null removes it: a tool then has its server’s label. Unchanged if omitted. */
  label?: string | null | undefined;
  /** The server’s id, or its slug. */
  serverId: string | number;
  /** The tool’s id, or the name by which agents call it; all tools of the server without their own label if omitted. */
  toolId?: string | number | null | undefined;
};

/** Whose credentials a server in a stack uses. */
export type UpdateServerCredentialModeInput = {
  /** The credential mode; null for the stack’s credentials. Unchanged if omitted. */
  credentialMode?: CredentialMode | null | undefined;
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** The kinds of changes to one server’s tools that wait for a review. */
export type UpdateServerHeldChangesInput = {
  /** The kinds; all others apply at once. COSMETIC isn’t allowed. Null for the account’s setting; unchanged if omitted. */
  kinds?: Array<ToolChangeKind> | null | undefined;
  /** The server’s id; of a private server or one of the marketplace. */
  serverId: string | number;
};

/** Whether rules use the hints of an MCP server. */
export type UpdateServerHintTrustInput = {
  /** Whether rules use its unconfirmed hints; null for false. Unchanged if omitted. */
  isTrusted?: boolean | null | undefined;
  /** The server’s id, or its slug. */
  serverId: string | number;
};

/** When a private MCP server’s tools are refreshed automatically. */
export type UpdateServerRefreshInput = {
  /** The server’s id. */
  serverId: string | number;
  /** The stack that provides the credentials; null for none. Unchanged if omitted. HOURLY and DAILY need one. */
  stackId?: string | number | null | undefined;
  /** The schedule; null for NOTIFIED. Unchanged if omitted. */
  when?: ServerRefreshWhen | null | undefined;
};

/** The tools of a server to enable in a stack. */
export type UpdateServerToolsInput = {
  /** The ids of all tools to enable. All others are disabled; null for none. Unchanged if omitted. */
  enabledTools?: Array<string | number> | null | undefined;
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
};

/** A change to a stack. Omitted fields stay unchanged. */
export type UpdateStackInput = {
  /** Its new configuration. */
  configuration?: StackConfigurationInput | null | undefined;
  /** Its new name, 1 to 100 characters. */
  name?: string | null | undefined;
  /** The stack to change. */
  stackId: string | number;
};

/** Hints of a tool that a person corrects or confirms. */
export type UpdateToolHintsInput = {
  /** Whether it may delete or overwrite something. Null restores the server’s own hint; omit it to leave it unchanged. */
  isDestructive?: boolean | null | undefined;
  /** Whether repeating a call has no further effect. Null restores the server’s own hint; omit it to leave it unchanged. */
  isIdempotent?: boolean | null | undefined;
  /** Whether it changes nothing. Null restores the server’s own hint; omit it to leave it unchanged. */
  isReadOnly?: boolean | null | undefined;
  /** The server’s id, or its slug. */
  serverId: string | number;
  /** The tool’s id, or the name by which agents call it. */
  toolId: string | number;
};

/** A change to a webhook. Omitted fields stay unchanged; null restores the default. */
export type UpdateWebhookInput = {
  /** The events that it receives; null for approvals only. */
  events?: Array<WebhookSubject> | null | undefined;
  /** Whether messages include the input of a pending call; null for false. */
  hasInput?: boolean | null | undefined;
  /** True to send messages, even to a receiver that had failed; false to stop. */
  isEnabled?: boolean | null | undefined;
  /** Its purpose, 1 to 100 characters. */
  name?: string | null | undefined;
  /** Where messages are sent. The signing secret stays. */
  url?: string | null | undefined;
  /** The webhook’s id, `webhook_…`. */
  webhookId: string | number;
};

/** How to break down usage. */
export type UsageBreakdown =
  /** By client endpoint, or by API key for calls over the account API and GraphQL. Calls of people in the dashboard count for no agent. */
  | 'AGENT'
  /** By the user who called in the dashboard, or by the end user that an agent named. Other calls count for no person. */
  | 'PERSON'
  /** By tool. */
  | 'TOOL';

/** The type of a webhook message. In messages it has dots, as in `alert.opened`. */
export type WebhookMessageType =
  /** Several alerts at once. */
  | 'ALERT_DIGEST'
  /** A problem was resolved. */
  | 'ALERT_ENDED'
  /** A problem needs attention. */
  | 'ALERT_OPENED'
  /** A pending call was approved or denied. */
  | 'APPROVAL_DECIDED'
  /** A call awaits approval. */
  | 'APPROVAL_REQUESTED'
  /** A job ended. */
  | 'JOB_ENDED'
  /** A test message. */
  | 'WEBHOOK_TEST';

/** The events that a webhook receives. */
export type WebhookSubject =
  /** A problem needs attention, or was resolved. */
  | 'ALERTS'
  /** A call awaits approval, or was decided. */
  | 'APPROVALS'
  /** A job ended. */
  | 'JOBS';

export type CliCallFragment = { id: string, at: string, stackId: string, serverId: string, toolId: string, outcome: CallOutcome, latencyMs: number, inputBytes: number, outputBytes: number, surface: CallSurface | null, endpointId: string | null, callerKind: CallerKind | null, callerId: string | null, endUser: string | null, requestId: string | null, traceId: string | null, decision: CallDecision | null, approvalId: string | null, upstreamStatus: number | null, queueMs: number | null, ownMs: number | null, upstreamMs: number | null, error: string | null, contents: CallContentState | null };

export type CliFollowCallsSubscriptionVariables = Exact<{
  stackId?: string | number | null | undefined;
}>;


export type CliFollowCallsSubscription = { calls: { id: string, at: string, stackId: string, serverId: string, toolId: string, outcome: CallOutcome, latencyMs: number, inputBytes: number, outputBytes: number, surface: CallSurface | null, endpointId: string | null, callerKind: CallerKind | null, callerId: string | null, endUser: string | null, requestId: string | null, traceId: string | null, decision: CallDecision | null, approvalId: string | null, upstreamStatus: number | null, queueMs: number | null, ownMs: number | null, upstreamMs: number | null, error: string | null, contents: CallContentState | null } };

export type CliCallsQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  serverId?: string | number | null | undefined;
  toolId?: string | number | null | undefined;
  callerId?: string | number | null | undefined;
  isFailure?: boolean | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
  first: number;
}>;


export type CliCallsQuery = { calls: { nodes: Array<{ id: string, at: string, stackId: string, serverId: string, toolId: string, outcome: CallOutcome, latencyMs: number, inputBytes: number, outputBytes: number, surface: CallSurface | null, endpointId: string | null, callerKind: CallerKind | null, callerId: string | null, endUser: string | null, requestId: string | null, traceId: string | null, decision: CallDecision | null, approvalId: string | null, upstreamStatus: number | null, queueMs: number | null, ownMs: number | null, upstreamMs: number | null, error: string | null, contents: CallContentState | null }> } | null };

export type CliToolsQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  serverId?: string | number | null | undefined;
  since: string;
  until?: string | null | undefined;
  orderBy: ToolRanking;
  first: number;
}>;


export type CliToolsQuery = { toolStatistics: Array<{ toolId: string, serverId: string, figures: { callCount: number, failureCount: number, meanMs: number | null, p50Ms: number | null, p95Ms: number | null }, mainFailure: { outcome: CallOutcome, callCount: number } | null }> | null };

export type CliCallersQueryVariables = Exact<{
  by: UsageBreakdown;
  stackId?: string | number | null | undefined;
  since: string;
  until: string;
  bucketSeconds: number;
  first: number;
}>;


export type CliCallersQuery = { usageStatistics: Array<{ callerId: string | null, endUser: string | null, callCount: number, failureCount: number, caller:
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
     | null }> | null };

export type CliReadCallContentsMutationVariables = Exact<{
  input: ReadCallContentsInput;
}>;


export type CliReadCallContentsMutation = { readCallContents:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { contents: { callId: string, input: unknown, output: unknown, expiresAt: string } }
   | null };

export type CliAlertRulesFragment = { muted: Array<AlertKind>, failureHours: number, failureCount: number, failurePercent: number, endDays: number };

export type CliAlertDetailsFragment = { stackName: string | null, serverId: string | null, serverName: string | null, toolId: string | null, callCount: number | null, failureCount: number | null, hours: number | null, fieldId: string | null, fieldName: string | null, problem: CredentialProblemKind | null, actorId: string | null, actorName: string | null, endpointName: string | null, toolCount: number | null, hasInstructions: boolean | null, expiresAt: string | null };

export type CliAlertsQueryVariables = Exact<{
  isOpen?: boolean | null | undefined;
}>;


export type CliAlertsQuery = { alerts: Array<{ id: string, kind: AlertKind | null, title: string, stackId: string | null, startedAt: string, endedAt: string | null, toldAt: string | null, details: { stackName: string | null, serverId: string | null, serverName: string | null, toolId: string | null, callCount: number | null, failureCount: number | null, hours: number | null, fieldId: string | null, fieldName: string | null, problem: CredentialProblemKind | null, actorId: string | null, actorName: string | null, endpointName: string | null, toolCount: number | null, hasInstructions: boolean | null, expiresAt: string | null } }> | null };

export type CliAlertRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type CliAlertRulesQuery = { alertRules: { muted: Array<AlertKind>, failureHours: number, failureCount: number, failurePercent: number, endDays: number } | null };

export type CliUpdateAlertRulesMutationVariables = Exact<{
  input: UpdateAlertRulesInput;
}>;


export type CliUpdateAlertRulesMutation = { updateAlertRules:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { rules: { muted: Array<AlertKind>, failureHours: number, failureCount: number, failurePercent: number, endDays: number } }
   | null };

export type CliApprovalFragment = { id: string, state: ApprovalState, stackId: string, toolId: string, input: unknown, callerId: string, endUser: string | null, isForAll: boolean, isForSession: boolean, message: string | null, deciderName: string | null, decidedAt: string | null, createdAt: string, expiresAt: string, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, serverId: string } | null, announcedCalls: Array<{ toolId: string, isMade: boolean, tool: { description: string } | null }> | null, rule: { id: string, name: string, message: string | null, condition: string | null }, caller: { kind: CallerKind | null, name: string | null, endpointId: string | null, endpointName: string | null, serviceAccount: string | null, trustedIssuer: string | null, person: string | null } };

export type CliApprovalsQueryVariables = Exact<{
  state?: ApprovalState | null | undefined;
  search?: string | null | undefined;
  orderBy?: ApprovalOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type CliApprovalsQuery = { approvals: { nodes: Array<{ id: string, state: ApprovalState, stackId: string, toolId: string, input: unknown, callerId: string, endUser: string | null, isForAll: boolean, isForSession: boolean, message: string | null, deciderName: string | null, decidedAt: string | null, createdAt: string, expiresAt: string, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, serverId: string } | null, announcedCalls: Array<{ toolId: string, isMade: boolean, tool: { description: string } | null }> | null, rule: { id: string, name: string, message: string | null, condition: string | null }, caller: { kind: CallerKind | null, name: string | null, endpointId: string | null, endpointName: string | null, serviceAccount: string | null, trustedIssuer: string | null, person: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliApprovalByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type CliApprovalByIdQuery = { approval: { id: string, state: ApprovalState, stackId: string, toolId: string, input: unknown, callerId: string, endUser: string | null, isForAll: boolean, isForSession: boolean, message: string | null, deciderName: string | null, decidedAt: string | null, createdAt: string, expiresAt: string, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, serverId: string } | null, announcedCalls: Array<{ toolId: string, isMade: boolean, tool: { description: string } | null }> | null, rule: { id: string, name: string, message: string | null, condition: string | null }, caller: { kind: CallerKind | null, name: string | null, endpointId: string | null, endpointName: string | null, serviceAccount: string | null, trustedIssuer: string | null, person: string | null } } | null };

export type CliApproveCallMutationVariables = Exact<{
  input: ApproveCallInput;
}>;


export type CliApproveCallMutation = { approveCall:
    | { approval: { id: string, state: ApprovalState, stackId: string, toolId: string, input: unknown, callerId: string, endUser: string | null, isForAll: boolean, isForSession: boolean, message: string | null, deciderName: string | null, decidedAt: string | null, createdAt: string, expiresAt: string, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, serverId: string } | null, announcedCalls: Array<{ toolId: string, isMade: boolean, tool: { description: string } | null }> | null, rule: { id: string, name: string, message: string | null, condition: string | null }, caller: { kind: CallerKind | null, name: string | null, endpointId: string | null, endpointName: string | null, serviceAccount: string | null, trustedIssuer: string | null, person: string | null } } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliDenyCallMutationVariables = Exact<{
  input: DenyCallInput;
}>;


export type CliDenyCallMutation = { denyCall:
    | { approval: { id: string, state: ApprovalState, stackId: string, toolId: string, input: unknown, callerId: string, endUser: string | null, isForAll: boolean, isForSession: boolean, message: string | null, deciderName: string | null, decidedAt: string | null, createdAt: string, expiresAt: string, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, serverId: string } | null, announcedCalls: Array<{ toolId: string, isMade: boolean, tool: { description: string } | null }> | null, rule: { id: string, name: string, message: string | null, condition: string | null }, caller: { kind: CallerKind | null, name: string | null, endpointId: string | null, endpointName: string | null, serviceAccount: string | null, trustedIssuer: string | null, person: string | null } } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliChatModelQueryVariables = Exact<{ [key: string]: never; }>;


export type CliChatModelQuery = { chatModel: { api: ModelApi, url: string, model: string, keyState: ModelKeyState, updatedAt: string } | null };

export type CliUpdateChatModelMutationVariables = Exact<{
  input: UpdateChatModelInput;
}>;


export type CliUpdateChatModelMutation = { updateChatModel:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { model: { api: ModelApi, url: string, model: string, keyState: ModelKeyState } }
   | null };

export type CliDeleteChatModelMutationVariables = Exact<{ [key: string]: never; }>;


export type CliDeleteChatModelMutation = { deleteChatModel:
    | { model: { model: string } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliAskModelMutationVariables = Exact<{
  input: AskModelInput;
}>;


export type CliAskModelMutation = { askModel:
    | { model: string, text: string, isCut: boolean, inputTokens: number | null, picks: Array<{ ref: string, name: string, toolId: string | null, toolInput: unknown, inputText: string }>, offered: Array<{ name: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliCreateConnectLinkMutationVariables = Exact<{
  input: CreateConnectLinkInput;
}>;


export type CliCreateConnectLinkMutation = { createConnectLink:
    | { url: string, expiresAt: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliUpdateCredentialModeMutationVariables = Exact<{
  input: UpdateServerCredentialModeInput;
}>;


export type CliUpdateCredentialModeMutation = { updateServerCredentialMode:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { stackServer: { credentialMode: CredentialMode } }
   | null };

export type CliRefreshServerToolsMutationVariables = Exact<{
  input: RefreshServerToolsInput;
}>;


export type CliRefreshServerToolsMutation = { refreshServerTools:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { toolCount: number, isChanged: boolean, heldCount: number, refused: Array<{ name: string, reason: string }> }
   | null };

export type CliUpdateServerRefreshMutationVariables = Exact<{
  input: UpdateServerRefreshInput;
}>;


export type CliUpdateServerRefreshMutation = { updateServerRefresh:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { server: { refresh: { when: ServerRefreshWhen, stackId: string | null, dueAt: string | null, refreshedAt: string | null, problem: string | null } | null } }
   | null };

export type CliTestConnectionMutationVariables = Exact<{
  input: TestConnectionInput;
}>;


export type CliTestConnectionMutation = { testConnection:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { outcome: CallOutcome | null, message: string, toolId: string | null }
   | null };

export type CliUpdateApplicationSharingMutationVariables = Exact<{
  input: UpdateApplicationSharingInput;
}>;


export type CliUpdateApplicationSharingMutation = { updateApplicationSharing:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { isShared: boolean, stackCount: number }
   | null };

export type CliCredentialProblemsQueryVariables = Exact<{ [key: string]: never; }>;


export type CliCredentialProblemsQuery = { credentialProblems: { isComplete: boolean, nodes: Array<{ kind: CredentialProblemKind, stackId: string, stackName: string, serverId: string, fieldId: string, fieldName: string, wanted: string, expiresAt: string | null }> } | null };

export type CliEndpointFragment = { id: string, clientId: string, stackId: string, name: string, mode: ToolListMode, mayProgramsWrite: boolean, pinnedVersion: number | null, isRehearsal: boolean, mayUseRecordings: boolean, failurePercent: number, failureKinds: Array<RehearsalFailure>, createdAt: string, canary: { version: number, percent: number } | null };

export type CliTokenFragment = { id: string, name: string, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, revokedAttenuations: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null };

export type CliEndpointsQueryVariables = Exact<{
  stackId: string | number;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type CliEndpointsQuery = { stack: { endpoints: { nodes: Array<{ id: string, clientId: string, stackId: string, name: string, mode: ToolListMode, mayProgramsWrite: boolean, pinnedVersion: number | null, isRehearsal: boolean, mayUseRecordings: boolean, failurePercent: number, failureKinds: Array<RehearsalFailure>, createdAt: string, canary: { version: number, percent: number } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CliEndpointQueryVariables = Exact<{
  id: string | number;
}>;


export type CliEndpointQuery = { clientEndpoint: { id: string, clientId: string, stackId: string, name: string, mode: ToolListMode, mayProgramsWrite: boolean, pinnedVersion: number | null, isRehearsal: boolean, mayUseRecordings: boolean, failurePercent: number, failureKinds: Array<RehearsalFailure>, createdAt: string, canary: { version: number, percent: number } | null } | null };

export type CliEndpointFiguresQueryVariables = Exact<{
  id: string | number;
}>;


export type CliEndpointFiguresQuery = { clientEndpoint: { versionFigures: Array<{ version: number | null, callCount: number, failureCount: number }> | null } | null };

export type CliTokensQueryVariables = Exact<{
  endpointId: string | number;
  search?: string | null | undefined;
  isInForce?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type CliTokensQuery = { clientEndpoint: { tokens: { nodes: Array<{ id: string, name: string, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, revokedAttenuations: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CliStackTokensQueryVariables = Exact<{
  stackId: string | number;
  search?: string | null | undefined;
  isInForce?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type CliStackTokensQuery = { stack: { endpoints: { nodes: Array<{ id: string, clientId: string, tokens: { nodes: Array<{ id: string, name: string, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, revokedAttenuations: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CliCreateEndpointMutationVariables = Exact<{
  input: CreateClientEndpointInput;
}>;


export type CliCreateEndpointMutation = { createClientEndpoint:
    | { token: string, endpoint: { id: string, clientId: string, stackId: string, name: string, mode: ToolListMode, mayProgramsWrite: boolean, pinnedVersion: number | null, isRehearsal: boolean, mayUseRecordings: boolean, failurePercent: number, failureKinds: Array<RehearsalFailure>, createdAt: string, canary: { version: number, percent: number } | null } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliUpdateEndpointMutationVariables = Exact<{
  input: UpdateClientEndpointInput;
}>;


export type CliUpdateEndpointMutation = { updateClientEndpoint:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { endpoint: { id: string, clientId: string, stackId: string, name: string, mode: ToolListMode, mayProgramsWrite: boolean, pinnedVersion: number | null, isRehearsal: boolean, mayUseRecordings: boolean, failurePercent: number, failureKinds: Array<RehearsalFailure>, createdAt: string, canary: { version: number, percent: number } | null } }
   | null };

export type CliDeleteEndpointMutationVariables = Exact<{
  input: DeleteClientEndpointInput;
}>;


export type CliDeleteEndpointMutation = { deleteClientEndpoint:
    | { endpointId: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliCreateTokenMutationVariables = Exact<{
  input: CreateStackTokenInput;
}>;


export type CliCreateTokenMutation = { createStackToken:
    | { token: string, tokenRecord: { id: string, name: string, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, revokedAttenuations: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliRevokeTokenMutationVariables = Exact<{
  input: RevokeStackTokenInput;
}>;


export type CliRevokeTokenMutation = { revokeStackToken:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { tokenRecord: { id: string, name: string, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, revokedAttenuations: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null } }
   | null };

export type CliRevokeAttenuationMutationVariables = Exact<{
  input: RevokeTokenAttenuationInput;
}>;


export type CliRevokeAttenuationMutation = { revokeTokenAttenuation:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { tokenRecord: { id: string, name: string, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, revokedAttenuations: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null } }
   | null };

type CliFailure_AlreadyExistsError_Fragment = { code: FailureCode, message: string };

type CliFailure_ForbiddenError_Fragment = { code: FailureCode, message: string };

type CliFailure_InvalidInputError_Fragment = { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> };

type CliFailure_ModelFailedError_Fragment = { code: FailureCode, message: string };

type CliFailure_NotFoundError_Fragment = { code: FailureCode, message: string };

type CliFailure_RateLimitedError_Fragment = { code: FailureCode, message: string };

type CliFailure_SignInFailedError_Fragment = { code: FailureCode, message: string };

type CliFailure_ToolFailedError_Fragment = { code: FailureCode, message: string };

export type CliFailureFragment =
  | CliFailure_AlreadyExistsError_Fragment
  | CliFailure_ForbiddenError_Fragment
  | CliFailure_InvalidInputError_Fragment
  | CliFailure_ModelFailedError_Fragment
  | CliFailure_NotFoundError_Fragment
  | CliFailure_RateLimitedError_Fragment
  | CliFailure_SignInFailedError_Fragment
  | CliFailure_ToolFailedError_Fragment
;

export type CliCreateFileUploadMutationVariables = Exact<{
  input: CreateFileUploadInput;
}>;


export type CliCreateFileUploadMutation = { createFileUpload:
    | { handle: string, upload: { url: string } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliUpdateToolHintsMutationVariables = Exact<{
  input: UpdateToolHintsInput;
}>;


export type CliUpdateToolHintsMutation = { updateToolHints:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { tool: { toolId: string, hints: { isReadOnly: boolean | null, isDestructive: boolean | null, isIdempotent: boolean | null, isConfirmed: boolean, isUsedByRules: boolean } } | null }
   | null };

export type CliUpdateServerHintTrustMutationVariables = Exact<{
  input: UpdateServerHintTrustInput;
}>;


export type CliUpdateServerHintTrustMutation = { updateServerHintTrust:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { server: { id: string, areHintsTrusted: boolean } }
   | null };

export type CliUpdateResultLabelMutationVariables = Exact<{
  input: UpdateResultLabelInput;
}>;


export type CliUpdateResultLabelMutation = { updateResultLabel:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { server: { id: string, resultLabel: string | null }, tool: { toolId: string, resultLabel: string | null } | null }
   | null };

export type CliTrustedIssuerFragment = { id: string, endpointId: string, name: string, issuer: string, audience: string | null, jwksUrl: string | null, endUserClaim: string, endUserPrefix: string, tools: Array<string>, networks: Array<string>, createdAt: string, claims: Array<{ name: string, values: Array<string> }> };

export type CliTrustedIssuersQueryVariables = Exact<{
  endpointId: string | number;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type CliTrustedIssuersQuery = { clientEndpoint: { trustedIssuers: { nodes: Array<{ id: string, endpointId: string, name: string, issuer: string, audience: string | null, jwksUrl: string | null, endUserClaim: string, endUserPrefix: string, tools: Array<string>, networks: Array<string>, createdAt: string, claims: Array<{ name: string, values: Array<string> }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CliCreateTrustedIssuerMutationVariables = Exact<{
  input: CreateTrustedIssuerInput;
}>;


export type CliCreateTrustedIssuerMutation = { createTrustedIssuer:
    | { code: FailureCode, message: string }
    | { trustedIssuer: { id: string, endpointId: string, name: string, issuer: string, audience: string | null, jwksUrl: string | null, endUserClaim: string, endUserPrefix: string, tools: Array<string>, networks: Array<string>, createdAt: string, claims: Array<{ name: string, values: Array<string> }> } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliDeleteTrustedIssuerMutationVariables = Exact<{
  input: DeleteTrustedIssuerInput;
}>;


export type CliDeleteTrustedIssuerMutation = { deleteTrustedIssuer:
    | { trustedIssuerId: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliJobFragment = { id: string, state: JobState, stackId: string, toolId: string, callerId: string, endUser: string | null, approvalId: string | null, createdAt: string, startedAt: string | null, endedAt: string | null, expiresAt: string };

export type CliStartJobMutationVariables = Exact<{
  input: StartJobInput;
}>;


export type CliStartJobMutation = { startJob:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { job: { id: string, state: JobState, stackId: string, toolId: string, callerId: string, endUser: string | null, approvalId: string | null, createdAt: string, startedAt: string | null, endedAt: string | null, expiresAt: string } }
   | null };

export type CliJobsQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type CliJobsQuery = { jobs: { nodes: Array<{ id: string, state: JobState, stackId: string, toolId: string, callerId: string, endUser: string | null, approvalId: string | null, createdAt: string, startedAt: string | null, endedAt: string | null, expiresAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliJobByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type CliJobByIdQuery = { job: { id: string, state: JobState, stackId: string, toolId: string, callerId: string, endUser: string | null, approvalId: string | null, createdAt: string, startedAt: string | null, endedAt: string | null, expiresAt: string, progress: { progress: number, total: number | null, message: string | null } | null, answer: { result: unknown, headers: Array<{ name: string, value: string }>, failure: { code: FailureCode, message: string, outcome: CallOutcome | null, status: number | null, retryAfterSeconds: number | null, isRepeatable: boolean | null, issues: Array<{ path: string, message: string }>, upstream: { status: number, code: string | null, contentType: string | null, body: unknown, isTruncated: boolean, problems: Array<{ field: string | null, message: string, code: string | null }> } | null } | null } | null } | null };

export type CliFollowJobSubscriptionVariables = Exact<{
  jobId: string | number;
}>;


export type CliFollowJobSubscription = { jobs: { state: JobState, approvalId: string | null, endedAt: string | null, progress: { progress: number, total: number | null, message: string | null } | null } };

export type CliCancelJobMutationVariables = Exact<{
  input: CancelJobInput;
}>;


export type CliCancelJobMutation = { cancelJob:
    | { job: { id: string, state: JobState, stackId: string, toolId: string, callerId: string, endUser: string | null, approvalId: string | null, createdAt: string, startedAt: string | null, endedAt: string | null, expiresAt: string } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliApiKeyFragment = { id: string, name: string, display: string, role: Role, scopes: Array<KeyScope>, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null, stackRoles: Array<{ stackId: string, role: Role }> };

export type CliApiKeysQueryVariables = Exact<{
  search?: string | null | undefined;
  isInForce?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type CliApiKeysQuery = { apiKeys: { nodes: Array<{ id: string, name: string, display: string, role: Role, scopes: Array<KeyScope>, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null, stackRoles: Array<{ stackId: string, role: Role }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliCreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CliCreateApiKeyMutation = { createApiKey:
    | { key: string, apiKey: { id: string, name: string, display: string, role: Role, scopes: Array<KeyScope>, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null, stackRoles: Array<{ stackId: string, role: Role }> } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliRevokeApiKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type CliRevokeApiKeyMutation = { revokeApiKey:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { apiKey: { id: string, name: string, display: string, role: Role, scopes: Array<KeyScope>, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, makerId: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null, stackRoles: Array<{ stackId: string, role: Role }> } }
   | null };

export type CliPolicyRuleFragment = { id: string, name: string, effect: PolicyEffect, stackId: string | null, endpointId: string | null, isDefault: boolean, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, message: string | null, isEnabled: boolean, createdAt: string, callers: Array<string>, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null };

export type CliPolicyRulesQueryVariables = Exact<{
  search?: string | null | undefined;
  effect?: PolicyEffect | null | undefined;
  after?: string | null | undefined;
}>;


export type CliPolicyRulesQuery = { policyRules: { nodes: Array<{ id: string, name: string, effect: PolicyEffect, stackId: string | null, endpointId: string | null, isDefault: boolean, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, message: string | null, isEnabled: boolean, createdAt: string, callers: Array<string>, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliCreatePolicyRuleMutationVariables = Exact<{
  input: CreatePolicyRuleInput;
}>;


export type CliCreatePolicyRuleMutation = { createPolicyRule:
    | { rule: { id: string, name: string, effect: PolicyEffect, stackId: string | null, endpointId: string | null, isDefault: boolean, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, message: string | null, isEnabled: boolean, createdAt: string, callers: Array<string>, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliUpdatePolicyRuleMutationVariables = Exact<{
  input: UpdatePolicyRuleInput;
}>;


export type CliUpdatePolicyRuleMutation = { updatePolicyRule:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { rule: { id: string, name: string, effect: PolicyEffect, stackId: string | null, endpointId: string | null, isDefault: boolean, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, message: string | null, isEnabled: boolean, createdAt: string, callers: Array<string>, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null } }
   | null };

export type CliDeletePolicyRuleMutationVariables = Exact<{
  input: DeletePolicyRuleInput;
}>;


export type CliDeletePolicyRuleMutation = { deletePolicyRule:
    | { rule: { id: string, name: string, effect: PolicyEffect, stackId: string | null, endpointId: string | null, isDefault: boolean, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, message: string | null, isEnabled: boolean, createdAt: string, callers: Array<string>, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliExplainDecisionQueryVariables = Exact<{
  stackId: string | number;
  toolId: string | number;
  callerId?: string | number | null | undefined;
  attenuated?: string | null | undefined;
  endUser?: string | null | undefined;
  input?: unknown;
  results?: Array<PassedResultInput> | PassedResultInput | null | undefined;
  address?: string | null | undefined;
  rule?: CreatePolicyRuleInput | null | undefined;
}>;


export type CliExplainDecisionQuery = { explainDecision:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { effect: PolicyEffect, refusal: string | null, isComplete: boolean, considered: Array<{ reason: PolicyReason, problem: string | null, isTried: boolean, rule: { id: string, name: string, effect: PolicyEffect } | null }> }
    | { code: FailureCode, message: string }
   | null };

export type CliTryPolicyRuleQueryVariables = Exact<{
  rule: CreatePolicyRuleInput;
  days?: number | null | undefined;
}>;


export type CliTryPolicyRuleQuery = { tryPolicyRule:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { since: string, callCount: number, isComplete: boolean, unrecordedStackCount: number, groups: Array<{ stackId: string, serverId: string, toolId: string, endpointId: string | null, callCount: number, isCertain: boolean }> }
    | { code: FailureCode, message: string }
   | null };

export type CliToolChangeFragment = { toolId: string, kind: ToolChangeKind, isRefused: boolean, stackIds: Array<string>, beforeDigest: string, afterDigest: string | null, changedAt: string, server: { digest: string, id: string }, changes: Array<{ kind: ToolChangeKind, path: string, difference: string }> };

export type CliInstructionChangesQueryVariables = Exact<{
  serverId?: string | number | null | undefined;
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type CliInstructionChangesQuery = { instructionChanges: { nodes: Array<{ stackId: string, before: string, after: string, isRefused: boolean, server: { digest: string, id: string }, skillChanges: Array<{ uri: string, before: unknown, after: unknown }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliToolChangesQueryVariables = Exact<{
  serverId?: string | number | null | undefined;
  search?: string | null | undefined;
  changeKind?: ToolChangeKind | null | undefined;
  orderBy?: ToolChangeOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type CliToolChangesQuery = { toolChanges: { nodes: Array<{ toolId: string, kind: ToolChangeKind, isRefused: boolean, stackIds: Array<string>, beforeDigest: string, afterDigest: string | null, changedAt: string, server: { digest: string, id: string }, changes: Array<{ kind: ToolChangeKind, path: string, difference: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliShowToolChangesQueryVariables = Exact<{
  serverId?: string | number | null | undefined;
  after?: string | null | undefined;
}>;


export type CliShowToolChangesQuery = { toolChanges: { nodes: Array<{ before: unknown, after: unknown, toolId: string, kind: ToolChangeKind, isRefused: boolean, stackIds: Array<string>, beforeDigest: string, afterDigest: string | null, changedAt: string, server: { digest: string, id: string }, changes: Array<{ kind: ToolChangeKind, path: string, difference: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliAcceptToolChangesMutationVariables = Exact<{
  input: AcceptToolChangesInput;
}>;


export type CliAcceptToolChangesMutation = { acceptToolChanges:
    | { toolIds: Array<string>, removedToolIds: Array<string>, hasInstructions: boolean }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliRefuseToolChangesMutationVariables = Exact<{
  input: RefuseToolChangesInput;
}>;


export type CliRefuseToolChangesMutation = { refuseToolChanges:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { toolIds: Array<string>, hasInstructions: boolean }
   | null };

export type CliUpdateServerHeldChangesMutationVariables = Exact<{
  input: UpdateServerHeldChangesInput;
}>;


export type CliUpdateServerHeldChangesMutation = { updateServerHeldChanges:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { server: { heldChanges: Array<ToolChangeKind> | null } }
   | null };

export type CliUpdateHeldChangesMutationVariables = Exact<{
  input: UpdateHeldChangesInput;
}>;


export type CliUpdateHeldChangesMutation = { updateHeldChanges:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { account: { heldChanges: Array<ToolChangeKind> } }
   | null };

export type CliServiceAccountFragment = { id: string, endpointId: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, hasSecret: boolean, thumbprints: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, rotatedAt: string | null };

export type CliServiceAccountsQueryVariables = Exact<{
  endpointId: string | number;
  search?: string | null | undefined;
  isInForce?: boolean | null | undefined;
  after?: string | null | undefined;
}>;


export type CliServiceAccountsQuery = { clientEndpoint: { serviceAccounts: { nodes: Array<{ id: string, endpointId: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, hasSecret: boolean, thumbprints: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, rotatedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CliCreateServiceAccountMutationVariables = Exact<{
  input: CreateServiceAccountInput;
}>;


export type CliCreateServiceAccountMutation = { createServiceAccount:
    | { secret: string | null, serviceAccount: { id: string, endpointId: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, hasSecret: boolean, thumbprints: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, rotatedAt: string | null } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliRotateServiceAccountMutationVariables = Exact<{
  input: RotateServiceAccountInput;
}>;


export type CliRotateServiceAccountMutation = { rotateServiceAccount:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { secret: string | null, serviceAccount: { id: string, endpointId: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, hasSecret: boolean, thumbprints: Array<string>, makerId: string | null, createdAt: string, expiresAt: string | null, rotatedAt: string | null } }
   | null };

export type CliRevokeServiceAccountMutationVariables = Exact<{
  input: RevokeServiceAccountInput;
}>;


export type CliRevokeServiceAccountMutation = { revokeServiceAccount:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { serviceAccountId: string }
   | null };

export type CliStackSkillsQueryVariables = Exact<{
  stackId: string | number;
}>;


export type CliStackSkillsQuery = { stack: { skills: Array<{ name: string, description: string, uri: string, digest: string, updatedAt: string, content: string }>, servers: { nodes: Array<{ server: { slug: string }, skills: Array<{ name: string, description: string, uri: string }> }> } } | null };

export type CliSetSkillMutationVariables = Exact<{
  input: SetSkillInput;
}>;


export type CliSetSkillMutation = { setSkill:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { skill: { name: string, description: string, uri: string, digest: string } }
   | null };

export type CliDeleteSkillMutationVariables = Exact<{
  input: DeleteSkillInput;
}>;


export type CliDeleteSkillMutation = { deleteSkill:
    | { name: string, stack: { id: string } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliStackDocumentQueryVariables = Exact<{
  stackId: string | number;
}>;


export type CliStackDocumentQuery = { stackDocument: { name: string, isRecorded: boolean, contentDays: number | null, contentRedactions: Array<string>, skills: Array<string>, servers: Array<{ serverId: string, credentialMode: CredentialMode, credentialFieldIds: Array<string>, tools: Array<{ toolId: string, name: string | null, description: string | null, isPinned: boolean }> }>, rules: Array<{ name: string, effect: PolicyEffect, isDefault: boolean, callers: Array<string>, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, message: string | null, needsAnother: boolean, isEnabled: boolean, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null }> } | null };

export type CliStackPlanQueryVariables = Exact<{
  stackDocument: StackDocumentInput;
}>;


export type CliStackPlanQuery = { stackPlan: { digest: string | null, stack: { id: string } | null, differences: Array<{ path: string, before: string | null, after: string | null }>, missingCredentials: Array<{ serverId: string, fieldId: string }> } | null };

export type CliApplyStackDocumentMutationVariables = Exact<{
  input: ApplyStackDocumentInput;
}>;


export type CliApplyStackDocumentMutation = { applyStackDocument:
    | { code: FailureCode, message: string }
    | { stack: { id: string, name: string }, differences: Array<{ path: string, before: string | null, after: string | null }>, missingCredentials: Array<{ serverId: string, fieldId: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliCredentialStatusFragment = { hasAll: boolean, hasRequired: boolean, required: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }>, optional: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }> };

export type CliAddServerMutationVariables = Exact<{
  input: AddServerToStackInput;
}>;


export type CliAddServerMutation = { addServerToStack:
    | { enabledCount: number, stackServer: { lackingToolCount: number, credentialStatus: { hasAll: boolean, hasRequired: boolean, required: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }>, optional: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }> } } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliUpdateServerToolsMutationVariables = Exact<{
  input: UpdateServerToolsInput;
}>;


export type CliUpdateServerToolsMutation = { updateServerTools:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { enabledCount: number }
   | null };

export type CliRemoveServerMutationVariables = Exact<{
  input: RemoveServerFromStackInput;
}>;


export type CliRemoveServerMutation = { removeServerFromStack:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { serverId: string }
   | null };

export type CliSetCredentialsMutationVariables = Exact<{
  input: SetCredentialsInput;
}>;


export type CliSetCredentialsMutation = { setCredentials:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { fieldIds: Array<string>, notes: Array<string>, credentialStatus: { hasAll: boolean, hasRequired: boolean, required: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }>, optional: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }> } }
   | null };

export type CliRemoveCredentialMutationVariables = Exact<{
  input: DeleteCredentialInput;
}>;


export type CliRemoveCredentialMutation = { deleteCredential:
    | { fieldIds: Array<string>, credentialStatus: { hasAll: boolean, hasRequired: boolean, required: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }>, optional: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }> } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliStackCredentialsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type CliStackCredentialsQuery = { stack: { servers: { nodes: Array<{ server: { name: string, id: string }, credentialStatus: { hasAll: boolean, hasRequired: boolean, required: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }>, optional: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CliStackVersionsQueryVariables = Exact<{
  stackId: string | number;
  after?: string | null | undefined;
}>;


export type CliStackVersionsQuery = { stack: { versions: { nodes: Array<{ id: string, number: number, createdAt: string, action: AuditAction | null, actor:
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
         | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CliStackVersionQueryVariables = Exact<{
  stackId: string | number;
  number: number;
}>;


export type CliStackVersionQuery = { stack: { name: string, version: { id: string, rollBackPlan: { digest: string | null, unavailable: Array<string>, differences: Array<{ path: string, before: string | null, after: string | null }>, missingCredentials: Array<{ serverId: string, fieldId: string }> } } | null } | null };

export type CliStackVersionDifferencesQueryVariables = Exact<{
  stackId: string | number;
  number: number;
  since: number;
}>;


export type CliStackVersionDifferencesQuery = { stack: { name: string, version: { differences: Array<{ path: string, before: string | null, after: string | null }> | null } | null } | null };

export type CliRollBackStackMutationVariables = Exact<{
  input: RollBackStackInput;
}>;


export type CliRollBackStackMutation = { rollBackStack:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { unavailable: Array<string>, stack: { name: string }, differences: Array<{ path: string, before: string | null, after: string | null }>, missingCredentials: Array<{ serverId: string, fieldId: string }> }
   | null };

export type CliStackRowFragment = { id: string, name: string, createdAt: string, updatedAt: string, configuration: { isRecorded: boolean } };

export type CliStacksQueryVariables = Exact<{
  search?: string | null | undefined;
  needsAttention?: boolean | null | undefined;
  isRecorded?: boolean | null | undefined;
  orderBy?: StackOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type CliStacksQuery = { stacks: { nodes: Array<{ id: string, name: string, createdAt: string, updatedAt: string, servers: { totalCount: number, nodes: Array<{ toolCount: number, server: { id: string } }> }, configuration: { isRecorded: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliStackByNameQueryVariables = Exact<{
  name: string;
}>;


export type CliStackByNameQuery = { stack: { id: string } | null };

export type CliStackNamesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type CliStackNamesQuery = { stacks: { nodes: Array<{ id: string, name: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CliStackQueryVariables = Exact<{
  id: string | number;
}>;


export type CliStackQuery = { stack: { id: string, name: string, createdAt: string, updatedAt: string, servers: { totalCount: number, nodes: Array<{ toolCount: number, lackingToolCount: number, server: { name: string, id: string }, credentialStatus: { hasRequired: boolean, required: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }>, optional: Array<{ fieldId: string, state: CredentialState, isMoved: boolean }> } }> }, configuration: { isRecorded: boolean } } | null };

export type CliCreateStackMutationVariables = Exact<{
  input: CreateStackInput;
}>;


export type CliCreateStackMutation = { createStack:
    | { code: FailureCode, message: string }
    | { stack: { id: string, name: string, createdAt: string, updatedAt: string, configuration: { isRecorded: boolean } } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
   | null };

export type CliStackTemplatesQueryVariables = Exact<{ [key: string]: never; }>;


export type CliStackTemplatesQuery = { stackTemplates: Array<{ id: string, name: string, description: string, servers: Array<{ serverId: string, toolIds: Array<string>, server: { id: string } | null }>, rules: Array<{ name: string, effect: PolicyEffect, toolIds: Array<string> }> }> | null };

export type CliDuplicateStackMutationVariables = Exact<{
  input: DuplicateStackInput;
}>;


export type CliDuplicateStackMutation = { duplicateStack:
    | { code: FailureCode, message: string }
    | { stack: { id: string, name: string, createdAt: string, updatedAt: string, configuration: { isRecorded: boolean } } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliUpdateStackMutationVariables = Exact<{
  input: UpdateStackInput;
}>;


export type CliUpdateStackMutation = { updateStack:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { stack: { id: string, name: string, createdAt: string, updatedAt: string, configuration: { isRecorded: boolean } } }
   | null };

export type CliDeleteStackMutationVariables = Exact<{
  input: DeleteStackInput;
}>;


export type CliDeleteStackMutation = { deleteStack:
    | { stackId: string, name: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliStackToolsQueryVariables = Exact<{
  id: string | number;
  format: ToolFormat;
  isDeferred: boolean;
}>;


export type CliStackToolsQuery = { stack: { tools: { definitions: Array<unknown>, nodes: Array<{ serverId: string, description: string, id: string }>, warnings: Array<{ toolId: string, reason: string }> } } | null };

export type CliToolProgressSubscriptionVariables = Exact<{
  progressId: string | number;
}>;


export type CliToolProgressSubscription = { toolProgress: { progress: number, total: number | null, message: string | null } };

export type CliInvokeToolMutationVariables = Exact<{
  input: InvokeToolInput;
}>;


export type CliInvokeToolMutation = { invokeTool:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { result: unknown, headers: Array<{ name: string, value: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { outcome: CallOutcome, status: number | null, retryAfterSeconds: number | null, isRepeatable: boolean | null, code: FailureCode, message: string, upstream: { status: number, code: string | null, contentType: string | null, body: unknown, isTruncated: boolean, problems: Array<{ field: string | null, message: string, code: string | null }> } | null }
   | null };

export type CliUpdateCallContentsMutationVariables = Exact<{
  input: UpdateCallContentsInput;
}>;


export type CliUpdateCallContentsMutation = { updateCallContents:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { stack: { id: string, name: string, configuration: { contentDays: number | null, contentRedactions: Array<string> } } }
   | null };

export type CliDeleteCallContentsMutationVariables = Exact<{
  input: DeleteCallContentsInput;
}>;


export type CliDeleteCallContentsMutation = { deleteCallContents:
    | { count: number }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type CliWebhookFragment = { id: string, name: string, url: string, hasInput: boolean, events: Array<WebhookSubject>, failingSince: string | null, disabledAt: string | null, problem: string | null, createdAt: string };

export type CliWebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type CliWebhooksQuery = { webhooks: Array<{ id: string, name: string, url: string, hasInput: boolean, events: Array<WebhookSubject>, failingSince: string | null, disabledAt: string | null, problem: string | null, createdAt: string }> | null };

export type CliWebhookDeliveriesQueryVariables = Exact<{ [key: string]: never; }>;


export type CliWebhookDeliveriesQuery = { webhooks: Array<{ id: string, deliveries: Array<{ messageId: string, type: WebhookMessageType | null, attempts: number, status: number | null, error: string | null, deliveredAt: string | null, nextAt: string | null, createdAt: string }> }> | null };

export type CliCreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CliCreateWebhookMutation = { createWebhook:
    | { secret: string, webhook: { id: string, name: string, url: string, hasInput: boolean, events: Array<WebhookSubject>, failingSince: string | null, disabledAt: string | null, problem: string | null, createdAt: string } }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
   | null };

export type CliTestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
}>;


export type CliTestWebhookMutation = { testWebhook:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { delivery: { messageId: string } }
   | null };

export type CliUpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type CliUpdateWebhookMutation = { updateWebhook:
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { webhook: { id: string, name: string, url: string, hasInput: boolean, events: Array<WebhookSubject>, failingSince: string | null, disabledAt: string | null, problem: string | null, createdAt: string } }
   | null };

export type CliDeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type CliDeleteWebhookMutation = { deleteWebhook:
    | { webhookId: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
    | { code: FailureCode, message: string }
   | null };

export type TestCreateClientEndpointMutationVariables = Exact<{
  input: CreateClientEndpointInput;
}>;


export type TestCreateClientEndpointMutation = { createClientEndpoint:
    | { __typename: 'CreateClientEndpointPayload', token: string, endpoint: { id: string, clientId: string, name: string }, tokenRecord: { id: string, expiresAt: string | null } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestDeleteClientEndpointMutationVariables = Exact<{
  input: DeleteClientEndpointInput;
}>;


export type TestDeleteClientEndpointMutation = { deleteClientEndpoint:
    | { __typename: 'DeleteClientEndpointPayload', endpointId: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestCreateStackTokenMutationVariables = Exact<{
  input: CreateStackTokenInput;
}>;


export type TestCreateStackTokenMutation = { createStackToken:
    | { __typename: 'CreateStackTokenPayload', token: string, tokenRecord: { id: string, name: string, expiresAt: string | null } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestRevokeStackTokenMutationVariables = Exact<{
  input: RevokeStackTokenInput;
}>;


export type TestRevokeStackTokenMutation = { revokeStackToken:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RevokeStackTokenPayload', tokenRecord: { id: string, revokedAt: string | null } }
   | null };

export type TestCreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type TestCreateApiKeyMutation = { createApiKey:
    | { __typename: 'CreateApiKeyPayload', key: string, apiKey: { id: string, name: string, display: string, scopes: Array<KeyScope> } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestRevokeApiKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type TestRevokeApiKeyMutation = { revokeApiKey:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RevokeApiKeyPayload', apiKey: { id: string, revokedAt: string | null } }
   | null };

export type TestPreviewServerMutationVariables = Exact<{
  input: PreviewServerInput;
}>;


export type TestPreviewServerMutation = { previewServer:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string }> }
    | { __typename: 'PreviewServerPayload', server: { id: string, name: string, description: string, homepage: string | null, document: unknown, digest: string, toolCount: number, needsSignIn: boolean, addedTools: Array<string>, removedTools: Array<string>, changedTools: Array<string>, isChanged: boolean, tools: Array<{ id: string, name: string, title: string | null, description: string, inputSchema: unknown, annotations: unknown }>, credentialFields: Array<{ id: string, name: string, isRequired: boolean, isSecret: boolean, canConnect: boolean }>, refused: Array<{ name: string, reason: string }>, replaces: { name: string, isPrivate: boolean, id: string } | null, hides: { isPrivate: boolean, id: string } | null } }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestPreviewOperationsMutationVariables = Exact<{
  input: PreviewOperationsInput;
}>;


export type TestPreviewOperationsMutation = { previewOperations:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'PreviewOperationsPayload', title: string, totalCount: number, operations: Array<{ method: HttpMethod, path: string, operationId: string | null, name: string, summary: string, tags: Array<string>, isDeprecated: boolean, isReadOnly: boolean, isDestructive: boolean, credentials: Array<string>, tokens: number | null, isProposed: boolean, weights: { openai: number | null, anthropic: number | null, gemini: number | null, mcp: number | null } | null }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestRegistryServersQueryVariables = Exact<{
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TestRegistryServersQuery = { registryServers: { registryUrl: string, endCursor: string | null, unreadCount: number, nodes: Array<{ name: string, title: string | null, description: string, version: string, status: RegistryServerStatus | null, updatedAt: string | null, website: string | null, repository: string | null, way: RegistryServerWay, reason: string | null, commandLine: string | null, documentUrl: string, remotes: Array<{ type: string, url: string }>, packages: Array<{ registryType: string, identifier: string, version: string | null, transport: string }>, credentialFields: Array<{ id: string, name: string, isRequired: boolean, isSecret: boolean }> }> } | null };

export type TestRegistryServerQueryVariables = Exact<{
  name: string;
  version?: string | null | undefined;
}>;


export type TestRegistryServerQuery = { registryServer: { name: string, version: string, documentUrl: string } | null };

export type TestSetCredentialsMutationVariables = Exact<{
  input: SetCredentialsInput;
}>;


export type TestSetCredentialsMutation = { setCredentials:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'SetCredentialsPayload', serverId: string, fieldIds: Array<string>, credentialStatus: { hasRequired: boolean } }
   | null };

export type TestRemoveCredentialMutationVariables = Exact<{
  input: RemoveCredentialInput;
}>;


export type TestRemoveCredentialMutation = { removeCredential:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RemoveCredentialPayload', fieldIds: Array<string>, credentialStatus: { hasRequired: boolean } }
   | null };

export type TestImportServerMutationVariables = Exact<{
  input: ImportServerInput;
}>;


export type TestImportServerMutation = { importServer:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'ImportServerPayload', isChanged: boolean, toolCount: number, server: { isPrivate: boolean, id: string } }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestRemoveServerMutationVariables = Exact<{
  input: RemoveServerInput;
}>;


export type TestRemoveServerMutation = { removeServer:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RemoveServerPayload', serverId: string }
   | null };

export type TestInvokeToolMutationVariables = Exact<{
  input: InvokeToolInput;
}>;


export type TestInvokeToolMutation = { invokeTool:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'InvokeToolPayload', result: unknown }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'ToolFailedError', code: FailureCode, message: string, outcome: CallOutcome, fieldIds: Array<string>, status: number | null, retryAfterSeconds: number | null }
   | null };

export type TestCreateStackMutationVariables = Exact<{
  input: CreateStackInput;
}>;


export type TestCreateStackMutation = { createStack:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'CreateStackPayload', stack: { id: string, name: string, configuration: { isRecorded: boolean }, servers: { totalCount: number } } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestUpdateStackMutationVariables = Exact<{
  input: UpdateStackInput;
}>;


export type TestUpdateStackMutation = { updateStack:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateStackPayload', stack: { name: string, configuration: { isRecorded: boolean } } }
   | null };

export type TestDeleteStackMutationVariables = Exact<{
  input: DeleteStackInput;
}>;


export type TestDeleteStackMutation = { deleteStack:
    | { __typename: 'DeleteStackPayload', stackId: string, name: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestAddServerMutationVariables = Exact<{
  input: AddServerToStackInput;
}>;


export type TestAddServerMutation = { addServerToStack:
    | { __typename: 'AddServerToStackPayload', enabledCount: number, stackServer: { server: { id: string }, tools: { nodes: Array<{ id: string }> } } }
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type TestUpdateServerToolsMutationVariables = Exact<{
  input: UpdateServerToolsInput;
}>;


export type TestUpdateServerToolsMutation = { updateServerTools:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateServerToolsPayload', enabledCount: number, stackServer: { toolCount: number } }
   | null };

export type TestRemoveServerFromStackMutationVariables = Exact<{
  input: RemoveServerFromStackInput;
}>;


export type TestRemoveServerFromStackMutation = { removeServerFromStack:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RemoveServerFromStackPayload', stackId: string, serverId: string }
   | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const CliCallFragmentDoc = new TypedDocumentString(`
    fragment CliCall on Call {
  id
  at
  stackId
  serverId
  toolId
  outcome
  latencyMs
  inputBytes
  outputBytes
  surface
  endpointId
  callerKind
  callerId
  endUser
  requestId
  traceId
  decision
  approvalId
  upstreamStatus
  queueMs
  ownMs
  upstreamMs
  error
  contents
}
    `, {"fragmentName":"CliCall"}) as unknown as TypedDocumentString<CliCallFragment, unknown>;
export const CliAlertRulesFragmentDoc = new TypedDocumentString(`
    fragment CliAlertRules on AlertRules {
  muted
  failureHours
  failureCount
  failurePercent
  endDays
}
    `, {"fragmentName":"CliAlertRules"}) as unknown as TypedDocumentString<CliAlertRulesFragment, unknown>;
export const CliAlertDetailsFragmentDoc = new TypedDocumentString(`
    fragment CliAlertDetails on AlertDetails {
  stackName
  serverId
  serverName
  toolId
  callCount
  failureCount
  hours
  fieldId
  fieldName
  problem
  actorId
  actorName
  endpointName
  toolCount
  hasInstructions
  expiresAt
}
    `, {"fragmentName":"CliAlertDetails"}) as unknown as TypedDocumentString<CliAlertDetailsFragment, unknown>;
export const CliApprovalFragmentDoc = new TypedDocumentString(`
    fragment CliApproval on Approval {
  id
  state
  stackId
  toolId
  tool {
    exposedName
    title
    description
    annotations
    serverId
  }
  input
  announcedCalls {
    toolId
    tool {
      description
    }
    isMade
  }
  rule {
    id
    name
    message
    condition
  }
  callerId
  caller: callerDetails {
    kind
    name
    endpointId
    endpointName
    serviceAccount
    trustedIssuer
    person
  }
  endUser
  isForAll
  isForSession
  message
  deciderName
  decidedAt
  createdAt
  expiresAt
}
    `, {"fragmentName":"CliApproval"}) as unknown as TypedDocumentString<CliApprovalFragment, unknown>;
export const CliEndpointFragmentDoc = new TypedDocumentString(`
    fragment CliEndpoint on ClientEndpoint {
  id
  clientId
  stackId
  name
  mode
  mayProgramsWrite
  pinnedVersion
  canary {
    version
    percent
  }
  isRehearsal
  mayUseRecordings
  failurePercent
  failureKinds
  createdAt
}
    `, {"fragmentName":"CliEndpoint"}) as unknown as TypedDocumentString<CliEndpointFragment, unknown>;
export const CliTokenFragmentDoc = new TypedDocumentString(`
    fragment CliToken on StackToken {
  id
  name
  tools
  networks
  callsMax
  calls
  revokedAttenuations
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}
    `, {"fragmentName":"CliToken"}) as unknown as TypedDocumentString<CliTokenFragment, unknown>;
export const CliFailureFragmentDoc = new TypedDocumentString(`
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
    `, {"fragmentName":"CliFailure"}) as unknown as TypedDocumentString<CliFailureFragment, unknown>;
export const CliTrustedIssuerFragmentDoc = new TypedDocumentString(`
    fragment CliTrustedIssuer on TrustedIssuer {
  id
  endpointId
  name
  issuer
  audience
  jwksUrl
  claims {
    name
    values
  }
  endUserClaim
  endUserPrefix
  tools
  networks
  createdAt
}
    `, {"fragmentName":"CliTrustedIssuer"}) as unknown as TypedDocumentString<CliTrustedIssuerFragment, unknown>;
export const CliJobFragmentDoc = new TypedDocumentString(`
    fragment CliJob on Job {
  id
  state
  stackId
  toolId
  callerId
  endUser
  approvalId
  createdAt
  startedAt
  endedAt
  expiresAt
}
    `, {"fragmentName":"CliJob"}) as unknown as TypedDocumentString<CliJobFragment, unknown>;
export const CliApiKeyFragmentDoc = new TypedDocumentString(`
    fragment CliApiKey on ApiKey {
  id
  name
  display
  role
  scopes
  stackRoles {
    stackId
    role
  }
  tools
  networks
  callsMax
  calls
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}
    `, {"fragmentName":"CliApiKey"}) as unknown as TypedDocumentString<CliApiKeyFragment, unknown>;
export const CliPolicyRuleFragmentDoc = new TypedDocumentString(`
    fragment CliPolicyRule on PolicyRule {
  id
  name
  effect
  stackId
  endpointId
  isDefault
  callers: callerIds
  endUsers
  servers
  tools
  isReadOnly
  isDestructive
  isOpenWorld
  condition
  quota {
    calls
    bytes
    per
    of
  }
  message
  isEnabled
  createdAt
}
    `, {"fragmentName":"CliPolicyRule"}) as unknown as TypedDocumentString<CliPolicyRuleFragment, unknown>;
export const CliToolChangeFragmentDoc = new TypedDocumentString(`
    fragment CliToolChange on ToolChange {
  toolId
  server {
    id: slug
    digest
  }
  kind
  isRefused
  stackIds
  beforeDigest
  afterDigest
  changedAt
  changes {
    kind
    path
    difference
  }
}
    `, {"fragmentName":"CliToolChange"}) as unknown as TypedDocumentString<CliToolChangeFragment, unknown>;
export const CliServiceAccountFragmentDoc = new TypedDocumentString(`
    fragment CliServiceAccount on ServiceAccount {
  id
  endpointId
  name
  endUser
  tools
  networks
  hasSecret
  thumbprints
  makerId
  createdAt
  expiresAt
  rotatedAt
}
    `, {"fragmentName":"CliServiceAccount"}) as unknown as TypedDocumentString<CliServiceAccountFragment, unknown>;
export const CliCredentialStatusFragmentDoc = new TypedDocumentString(`
    fragment CliCredentialStatus on CredentialStatus {
  hasAll
  hasRequired
  required {
    fieldId
    state
    isMoved
  }
  optional {
    fieldId
    state
    isMoved
  }
}
    `, {"fragmentName":"CliCredentialStatus"}) as unknown as TypedDocumentString<CliCredentialStatusFragment, unknown>;
export const CliStackRowFragmentDoc = new TypedDocumentString(`
    fragment CliStackRow on Stack {
  id
  name
  configuration {
    isRecorded
  }
  createdAt
  updatedAt
}
    `, {"fragmentName":"CliStackRow"}) as unknown as TypedDocumentString<CliStackRowFragment, unknown>;
export const CliWebhookFragmentDoc = new TypedDocumentString(`
    fragment CliWebhook on Webhook {
  id
  name
  url
  hasInput
  events
  failingSince
  disabledAt
  problem
  createdAt
}
    `, {"fragmentName":"CliWebhook"}) as unknown as TypedDocumentString<CliWebhookFragment, unknown>;
export const CliFollowCallsDocument = new TypedDocumentString(`
    subscription CliFollowCalls($stackId: ID) {
  calls(stackId: $stackId) {
    ...CliCall
  }
}
    fragment CliCall on Call {
  id
  at
  stackId
  serverId
  toolId
  outcome
  latencyMs
  inputBytes
  outputBytes
  surface
  endpointId
  callerKind
  callerId
  endUser
  requestId
  traceId
  decision
  approvalId
  upstreamStatus
  queueMs
  ownMs
  upstreamMs
  error
  contents
}`) as unknown as TypedDocumentString<CliFollowCallsSubscription, CliFollowCallsSubscriptionVariables>;
export const CliCallsDocument = new TypedDocumentString(`
    query CliCalls($stackId: ID, $serverId: ID, $toolId: ID, $callerId: ID, $isFailure: Boolean, $since: DateTime, $until: DateTime, $first: Int!) {
  calls(
    filter: {stackId: $stackId, serverId: $serverId, toolId: $toolId, callerId: $callerId, isFailure: $isFailure, since: $since, until: $until}
    first: $first
  ) {
    nodes {
      ...CliCall
    }
  }
}
    fragment CliCall on Call {
  id
  at
  stackId
  serverId
  toolId
  outcome
  latencyMs
  inputBytes
  outputBytes
  surface
  endpointId
  callerKind
  callerId
  endUser
  requestId
  traceId
  decision
  approvalId
  upstreamStatus
  queueMs
  ownMs
  upstreamMs
  error
  contents
}`) as unknown as TypedDocumentString<CliCallsQuery, CliCallsQueryVariables>;
export const CliToolsDocument = new TypedDocumentString(`
    query CliTools($stackId: ID, $serverId: ID, $since: DateTime!, $until: DateTime, $orderBy: ToolRanking!, $first: Int!) {
  toolStatistics(
    stackId: $stackId
    serverId: $serverId
    since: $since
    until: $until
    orderBy: $orderBy
    first: $first
  ) {
    toolId
    serverId
    figures {
      callCount
      failureCount
      meanMs
      p50Ms
      p95Ms
    }
    mainFailure {
      outcome
      callCount
    }
  }
}
    `) as unknown as TypedDocumentString<CliToolsQuery, CliToolsQueryVariables>;
export const CliCallersDocument = new TypedDocumentString(`
    query CliCallers($by: UsageBreakdown!, $stackId: ID, $since: DateTime!, $until: DateTime!, $bucketSeconds: Int!, $first: Int!) {
  usageStatistics(
    by: $by
    stackId: $stackId
    since: $since
    until: $until
    bucketSeconds: $bucketSeconds
    first: $first
  ) {
    callerId
    caller {
      displayName
    }
    endUser
    callCount
    failureCount
  }
}
    `) as unknown as TypedDocumentString<CliCallersQuery, CliCallersQueryVariables>;
export const CliReadCallContentsDocument = new TypedDocumentString(`
    mutation CliReadCallContents($input: ReadCallContentsInput!) {
  readCallContents(input: $input) {
    ...CliFailure
    ... on ReadCallContentsPayload {
      contents {
        callId
        input
        output
        expiresAt
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliReadCallContentsMutation, CliReadCallContentsMutationVariables>;
export const CliAlertsDocument = new TypedDocumentString(`
    query CliAlerts($isOpen: Boolean) {
  alerts(filter: {isOpen: $isOpen}) {
    id
    kind
    title
    stackId
    details {
      ...CliAlertDetails
    }
    startedAt
    endedAt
    toldAt
  }
}
    fragment CliAlertDetails on AlertDetails {
  stackName
  serverId
  serverName
  toolId
  callCount
  failureCount
  hours
  fieldId
  fieldName
  problem
  actorId
  actorName
  endpointName
  toolCount
  hasInstructions
  expiresAt
}`) as unknown as TypedDocumentString<CliAlertsQuery, CliAlertsQueryVariables>;
export const CliAlertRulesDocument = new TypedDocumentString(`
    query CliAlertRules {
  alertRules {
    ...CliAlertRules
  }
}
    fragment CliAlertRules on AlertRules {
  muted
  failureHours
  failureCount
  failurePercent
  endDays
}`) as unknown as TypedDocumentString<CliAlertRulesQuery, CliAlertRulesQueryVariables>;
export const CliUpdateAlertRulesDocument = new TypedDocumentString(`
    mutation CliUpdateAlertRules($input: UpdateAlertRulesInput!) {
  updateAlertRules(input: $input) {
    ...CliFailure
    ... on UpdateAlertRulesPayload {
      rules {
        ...CliAlertRules
      }
    }
  }
}
    fragment CliAlertRules on AlertRules {
  muted
  failureHours
  failureCount
  failurePercent
  endDays
}
fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateAlertRulesMutation, CliUpdateAlertRulesMutationVariables>;
export const CliApprovalsDocument = new TypedDocumentString(`
    query CliApprovals($state: ApprovalState, $search: String, $orderBy: ApprovalOrder, $after: String) {
  approvals(
    filter: {state: $state, search: $search}
    first: 100
    after: $after
    orderBy: $orderBy
  ) {
    nodes {
      ...CliApproval
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliApproval on Approval {
  id
  state
  stackId
  toolId
  tool {
    exposedName
    title
    description
    annotations
    serverId
  }
  input
  announcedCalls {
    toolId
    tool {
      description
    }
    isMade
  }
  rule {
    id
    name
    message
    condition
  }
  callerId
  caller: callerDetails {
    kind
    name
    endpointId
    endpointName
    serviceAccount
    trustedIssuer
    person
  }
  endUser
  isForAll
  isForSession
  message
  deciderName
  decidedAt
  createdAt
  expiresAt
}`) as unknown as TypedDocumentString<CliApprovalsQuery, CliApprovalsQueryVariables>;
export const CliApprovalByIdDocument = new TypedDocumentString(`
    query CliApprovalById($id: ID!) {
  approval(id: $id) {
    ...CliApproval
  }
}
    fragment CliApproval on Approval {
  id
  state
  stackId
  toolId
  tool {
    exposedName
    title
    description
    annotations
    serverId
  }
  input
  announcedCalls {
    toolId
    tool {
      description
    }
    isMade
  }
  rule {
    id
    name
    message
    condition
  }
  callerId
  caller: callerDetails {
    kind
    name
    endpointId
    endpointName
    serviceAccount
    trustedIssuer
    person
  }
  endUser
  isForAll
  isForSession
  message
  deciderName
  decidedAt
  createdAt
  expiresAt
}`) as unknown as TypedDocumentString<CliApprovalByIdQuery, CliApprovalByIdQueryVariables>;
export const CliApproveCallDocument = new TypedDocumentString(`
    mutation CliApproveCall($input: ApproveCallInput!) {
  approveCall(input: $input) {
    ...CliFailure
    ... on ApproveCallPayload {
      approval {
        ...CliApproval
      }
    }
  }
}
    fragment CliApproval on Approval {
  id
  state
  stackId
  toolId
  tool {
    exposedName
    title
    description
    annotations
    serverId
  }
  input
  announcedCalls {
    toolId
    tool {
      description
    }
    isMade
  }
  rule {
    id
    name
    message
    condition
  }
  callerId
  caller: callerDetails {
    kind
    name
    endpointId
    endpointName
    serviceAccount
    trustedIssuer
    person
  }
  endUser
  isForAll
  isForSession
  message
  deciderName
  decidedAt
  createdAt
  expiresAt
}
fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliApproveCallMutation, CliApproveCallMutationVariables>;
export const CliDenyCallDocument = new TypedDocumentString(`
    mutation CliDenyCall($input: DenyCallInput!) {
  denyCall(input: $input) {
    ...CliFailure
    ... on DenyCallPayload {
      approval {
        ...CliApproval
      }
    }
  }
}
    fragment CliApproval on Approval {
  id
  state
  stackId
  toolId
  tool {
    exposedName
    title
    description
    annotations
    serverId
  }
  input
  announcedCalls {
    toolId
    tool {
      description
    }
    isMade
  }
  rule {
    id
    name
    message
    condition
  }
  callerId
  caller: callerDetails {
    kind
    name
    endpointId
    endpointName
    serviceAccount
    trustedIssuer
    person
  }
  endUser
  isForAll
  isForSession
  message
  deciderName
  decidedAt
  createdAt
  expiresAt
}
fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliDenyCallMutation, CliDenyCallMutationVariables>;
export const CliChatModelDocument = new TypedDocumentString(`
    query CliChatModel {
  chatModel {
    api
    url
    model
    keyState
    updatedAt
  }
}
    `) as unknown as TypedDocumentString<CliChatModelQuery, CliChatModelQueryVariables>;
export const CliUpdateChatModelDocument = new TypedDocumentString(`
    mutation CliUpdateChatModel($input: UpdateChatModelInput!) {
  updateChatModel(input: $input) {
    ...CliFailure
    ... on UpdateChatModelPayload {
      model {
        api
        url
        model
        keyState
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateChatModelMutation, CliUpdateChatModelMutationVariables>;
export const CliDeleteChatModelDocument = new TypedDocumentString(`
    mutation CliDeleteChatModel {
  deleteChatModel {
    ...CliFailure
    ... on DeleteChatModelPayload {
      model {
        model
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliDeleteChatModelMutation, CliDeleteChatModelMutationVariables>;
export const CliAskModelDocument = new TypedDocumentString(`
    mutation CliAskModel($input: AskModelInput!) {
  askModel(input: $input) {
    ...CliFailure
    ... on AskModelPayload {
      model
      text
      isCut
      inputTokens
      picks {
        ref
        name
        toolId
        toolInput
        inputText
      }
      offered {
        name
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliAskModelMutation, CliAskModelMutationVariables>;
export const CliCreateConnectLinkDocument = new TypedDocumentString(`
    mutation CliCreateConnectLink($input: CreateConnectLinkInput!) {
  createConnectLink(input: $input) {
    ...CliFailure
    ... on CreateConnectLinkPayload {
      url
      expiresAt
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliCreateConnectLinkMutation, CliCreateConnectLinkMutationVariables>;
export const CliUpdateCredentialModeDocument = new TypedDocumentString(`
    mutation CliUpdateCredentialMode($input: UpdateServerCredentialModeInput!) {
  updateServerCredentialMode(input: $input) {
    ...CliFailure
    ... on UpdateServerCredentialModePayload {
      stackServer {
        credentialMode
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateCredentialModeMutation, CliUpdateCredentialModeMutationVariables>;
export const CliRefreshServerToolsDocument = new TypedDocumentString(`
    mutation CliRefreshServerTools($input: RefreshServerToolsInput!) {
  refreshServerTools(input: $input) {
    ...CliFailure
    ... on RefreshServerToolsPayload {
      toolCount
      isChanged
      heldCount
      refused {
        name
        reason
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliRefreshServerToolsMutation, CliRefreshServerToolsMutationVariables>;
export const CliUpdateServerRefreshDocument = new TypedDocumentString(`
    mutation CliUpdateServerRefresh($input: UpdateServerRefreshInput!) {
  updateServerRefresh(input: $input) {
    ...CliFailure
    ... on UpdateServerRefreshPayload {
      server {
        refresh {
          when
          stackId
          dueAt
          refreshedAt
          problem
        }
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateServerRefreshMutation, CliUpdateServerRefreshMutationVariables>;
export const CliTestConnectionDocument = new TypedDocumentString(`
    mutation CliTestConnection($input: TestConnectionInput!) {
  testConnection(input: $input) {
    ...CliFailure
    ... on TestConnectionPayload {
      outcome
      message
      toolId
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliTestConnectionMutation, CliTestConnectionMutationVariables>;
export const CliUpdateApplicationSharingDocument = new TypedDocumentString(`
    mutation CliUpdateApplicationSharing($input: UpdateApplicationSharingInput!) {
  updateApplicationSharing(input: $input) {
    ...CliFailure
    ... on UpdateApplicationSharingPayload {
      isShared
      stackCount
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateApplicationSharingMutation, CliUpdateApplicationSharingMutationVariables>;
export const CliCredentialProblemsDocument = new TypedDocumentString(`
    query CliCredentialProblems {
  credentialProblems {
    isComplete
    nodes {
      kind
      stackId
      stackName
      serverId
      fieldId
      fieldName
      wanted
      expiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<CliCredentialProblemsQuery, CliCredentialProblemsQueryVariables>;
export const CliEndpointsDocument = new TypedDocumentString(`
    query CliEndpoints($stackId: ID!, $search: String, $after: String) {
  stack(id: $stackId) {
    endpoints(first: 100, after: $after, filter: {search: $search}) {
      nodes {
        ...CliEndpoint
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment CliEndpoint on ClientEndpoint {
  id
  clientId
  stackId
  name
  mode
  mayProgramsWrite
  pinnedVersion
  canary {
    version
    percent
  }
  isRehearsal
  mayUseRecordings
  failurePercent
  failureKinds
  createdAt
}`) as unknown as TypedDocumentString<CliEndpointsQuery, CliEndpointsQueryVariables>;
export const CliEndpointDocument = new TypedDocumentString(`
    query CliEndpoint($id: ID!) {
  clientEndpoint(by: {id: $id}) {
    ...CliEndpoint
  }
}
    fragment CliEndpoint on ClientEndpoint {
  id
  clientId
  stackId
  name
  mode
  mayProgramsWrite
  pinnedVersion
  canary {
    version
    percent
  }
  isRehearsal
  mayUseRecordings
  failurePercent
  failureKinds
  createdAt
}`) as unknown as TypedDocumentString<CliEndpointQuery, CliEndpointQueryVariables>;
export const CliEndpointFiguresDocument = new TypedDocumentString(`
    query CliEndpointFigures($id: ID!) {
  clientEndpoint(by: {id: $id}) {
    versionFigures {
      version
      callCount
      failureCount
    }
  }
}
    `) as unknown as TypedDocumentString<CliEndpointFiguresQuery, CliEndpointFiguresQueryVariables>;
export const CliTokensDocument = new TypedDocumentString(`
    query CliTokens($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {
  clientEndpoint(by: {id: $endpointId}) {
    tokens(
      first: 100
      after: $after
      filter: {search: $search, isInForce: $isInForce}
    ) {
      nodes {
        ...CliToken
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment CliToken on StackToken {
  id
  name
  tools
  networks
  callsMax
  calls
  revokedAttenuations
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}`) as unknown as TypedDocumentString<CliTokensQuery, CliTokensQueryVariables>;
export const CliStackTokensDocument = new TypedDocumentString(`
    query CliStackTokens($stackId: ID!, $search: String, $isInForce: Boolean, $after: String) {
  stack(id: $stackId) {
    endpoints(first: 20, after: $after) {
      nodes {
        id
        clientId
        tokens(first: 20, filter: {search: $search, isInForce: $isInForce}) {
          nodes {
            ...CliToken
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment CliToken on StackToken {
  id
  name
  tools
  networks
  callsMax
  calls
  revokedAttenuations
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}`) as unknown as TypedDocumentString<CliStackTokensQuery, CliStackTokensQueryVariables>;
export const CliCreateEndpointDocument = new TypedDocumentString(`
    mutation CliCreateEndpoint($input: CreateClientEndpointInput!) {
  createClientEndpoint(input: $input) {
    ...CliFailure
    ... on CreateClientEndpointPayload {
      token
      endpoint {
        ...CliEndpoint
      }
    }
  }
}
    fragment CliEndpoint on ClientEndpoint {
  id
  clientId
  stackId
  name
  mode
  mayProgramsWrite
  pinnedVersion
  canary {
    version
    percent
  }
  isRehearsal
  mayUseRecordings
  failurePercent
  failureKinds
  createdAt
}
fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliCreateEndpointMutation, CliCreateEndpointMutationVariables>;
export const CliUpdateEndpointDocument = new TypedDocumentString(`
    mutation CliUpdateEndpoint($input: UpdateClientEndpointInput!) {
  updateClientEndpoint(input: $input) {
    ...CliFailure
    ... on UpdateClientEndpointPayload {
      endpoint {
        ...CliEndpoint
      }
    }
  }
}
    fragment CliEndpoint on ClientEndpoint {
  id
  clientId
  stackId
  name
  mode
  mayProgramsWrite
  pinnedVersion
  canary {
    version
    percent
  }
  isRehearsal
  mayUseRecordings
  failurePercent
  failureKinds
  createdAt
}
fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateEndpointMutation, CliUpdateEndpointMutationVariables>;
export const CliDeleteEndpointDocument = new TypedDocumentString(`
    mutation CliDeleteEndpoint($input: DeleteClientEndpointInput!) {
  deleteClientEndpoint(input: $input) {
    ...CliFailure
    ... on DeleteClientEndpointPayload {
      endpointId
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliDeleteEndpointMutation, CliDeleteEndpointMutationVariables>;
export const CliCreateTokenDocument = new TypedDocumentString(`
    mutation CliCreateToken($input: CreateStackTokenInput!) {
  createStackToken(input: $input) {
    ...CliFailure
    ... on CreateStackTokenPayload {
      token
      tokenRecord {
        ...CliToken
      }
    }
  }
}
    fragment CliToken on StackToken {
  id
  name
  tools
  networks
  callsMax
  calls
  revokedAttenuations
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}
fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliCreateTokenMutation, CliCreateTokenMutationVariables>;
export const CliRevokeTokenDocument = new TypedDocumentString(`
    mutation CliRevokeToken($input: RevokeStackTokenInput!) {
  revokeStackToken(input: $input) {
    ...CliFailure
    ... on RevokeStackTokenPayload {
      tokenRecord {
        ...CliToken
      }
    }
  }
}
    fragment CliToken on StackToken {
  id
  name
  tools
  networks
  callsMax
  calls
  revokedAttenuations
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}
fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliRevokeTokenMutation, CliRevokeTokenMutationVariables>;
export const CliRevokeAttenuationDocument = new TypedDocumentString(`
    mutation CliRevokeAttenuation($input: RevokeTokenAttenuationInput!) {
  revokeTokenAttenuation(input: $input) {
    ...CliFailure
    ... on RevokeTokenAttenuationPayload {
      tokenRecord {
        ...CliToken
      }
    }
  }
}
    fragment CliToken on StackToken {
  id
  name
  tools
  networks
  callsMax
  calls
  revokedAttenuations
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}
fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliRevokeAttenuationMutation, CliRevokeAttenuationMutationVariables>;
export const CliCreateFileUploadDocument = new TypedDocumentString(`
    mutation CliCreateFileUpload($input: CreateFileUploadInput!) {
  createFileUpload(input: $input) {
    ...CliFailure
    ... on CreateFileUploadPayload {
      handle
      upload {
        url
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliCreateFileUploadMutation, CliCreateFileUploadMutationVariables>;
export const CliUpdateToolHintsDocument = new TypedDocumentString(`
    mutation CliUpdateToolHints($input: UpdateToolHintsInput!) {
  updateToolHints(input: $input) {
    ...CliFailure
    ... on UpdateToolHintsPayload {
      tool {
        toolId
        hints {
          isReadOnly
          isDestructive
          isIdempotent
          isConfirmed
          isUsedByRules
        }
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateToolHintsMutation, CliUpdateToolHintsMutationVariables>;
export const CliUpdateServerHintTrustDocument = new TypedDocumentString(`
    mutation CliUpdateServerHintTrust($input: UpdateServerHintTrustInput!) {
  updateServerHintTrust(input: $input) {
    ...CliFailure
    ... on UpdateServerHintTrustPayload {
      server {
        id
        areHintsTrusted
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateServerHintTrustMutation, CliUpdateServerHintTrustMutationVariables>;
export const CliUpdateResultLabelDocument = new TypedDocumentString(`
    mutation CliUpdateResultLabel($input: UpdateResultLabelInput!) {
  updateResultLabel(input: $input) {
    ...CliFailure
    ... on UpdateResultLabelPayload {
      server {
        id
        resultLabel
      }
      tool {
        toolId
        resultLabel
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateResultLabelMutation, CliUpdateResultLabelMutationVariables>;
export const CliTrustedIssuersDocument = new TypedDocumentString(`
    query CliTrustedIssuers($endpointId: ID!, $search: String, $after: String) {
  clientEndpoint(by: {id: $endpointId}) {
    trustedIssuers(first: 100, after: $after, filter: {search: $search}) {
      nodes {
        ...CliTrustedIssuer
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment CliTrustedIssuer on TrustedIssuer {
  id
  endpointId
  name
  issuer
  audience
  jwksUrl
  claims {
    name
    values
  }
  endUserClaim
  endUserPrefix
  tools
  networks
  createdAt
}`) as unknown as TypedDocumentString<CliTrustedIssuersQuery, CliTrustedIssuersQueryVariables>;
export const CliCreateTrustedIssuerDocument = new TypedDocumentString(`
    mutation CliCreateTrustedIssuer($input: CreateTrustedIssuerInput!) {
  createTrustedIssuer(input: $input) {
    ...CliFailure
    ... on CreateTrustedIssuerPayload {
      trustedIssuer {
        ...CliTrustedIssuer
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliTrustedIssuer on TrustedIssuer {
  id
  endpointId
  name
  issuer
  audience
  jwksUrl
  claims {
    name
    values
  }
  endUserClaim
  endUserPrefix
  tools
  networks
  createdAt
}`) as unknown as TypedDocumentString<CliCreateTrustedIssuerMutation, CliCreateTrustedIssuerMutationVariables>;
export const CliDeleteTrustedIssuerDocument = new TypedDocumentString(`
    mutation CliDeleteTrustedIssuer($input: DeleteTrustedIssuerInput!) {
  deleteTrustedIssuer(input: $input) {
    ...CliFailure
    ... on DeleteTrustedIssuerPayload {
      trustedIssuerId
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliDeleteTrustedIssuerMutation, CliDeleteTrustedIssuerMutationVariables>;
export const CliStartJobDocument = new TypedDocumentString(`
    mutation CliStartJob($input: StartJobInput!) {
  startJob(input: $input) {
    ...CliFailure
    ... on StartJobPayload {
      job {
        ...CliJob
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliJob on Job {
  id
  state
  stackId
  toolId
  callerId
  endUser
  approvalId
  createdAt
  startedAt
  endedAt
  expiresAt
}`) as unknown as TypedDocumentString<CliStartJobMutation, CliStartJobMutationVariables>;
export const CliJobsDocument = new TypedDocumentString(`
    query CliJobs($stackId: ID, $after: String) {
  jobs(filter: {stackId: $stackId}, first: 100, after: $after) {
    nodes {
      ...CliJob
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliJob on Job {
  id
  state
  stackId
  toolId
  callerId
  endUser
  approvalId
  createdAt
  startedAt
  endedAt
  expiresAt
}`) as unknown as TypedDocumentString<CliJobsQuery, CliJobsQueryVariables>;
export const CliJobByIdDocument = new TypedDocumentString(`
    query CliJobById($id: ID!) {
  job(id: $id) {
    ...CliJob
    progress {
      progress
      total
      message
    }
    answer {
      result
      headers {
        name
        value
      }
      failure {
        code
        message
        issues {
          path
          message
        }
        outcome
        status
        retryAfterSeconds
        isRepeatable
        upstream {
          status
          code
          problems {
            field
            message
            code
          }
          contentType
          body
          isTruncated
        }
      }
    }
  }
}
    fragment CliJob on Job {
  id
  state
  stackId
  toolId
  callerId
  endUser
  approvalId
  createdAt
  startedAt
  endedAt
  expiresAt
}`) as unknown as TypedDocumentString<CliJobByIdQuery, CliJobByIdQueryVariables>;
export const CliFollowJobDocument = new TypedDocumentString(`
    subscription CliFollowJob($jobId: ID!) {
  jobs(jobId: $jobId) {
    state
    approvalId
    endedAt
    progress {
      progress
      total
      message
    }
  }
}
    `) as unknown as TypedDocumentString<CliFollowJobSubscription, CliFollowJobSubscriptionVariables>;
export const CliCancelJobDocument = new TypedDocumentString(`
    mutation CliCancelJob($input: CancelJobInput!) {
  cancelJob(input: $input) {
    ...CliFailure
    ... on CancelJobPayload {
      job {
        ...CliJob
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliJob on Job {
  id
  state
  stackId
  toolId
  callerId
  endUser
  approvalId
  createdAt
  startedAt
  endedAt
  expiresAt
}`) as unknown as TypedDocumentString<CliCancelJobMutation, CliCancelJobMutationVariables>;
export const CliApiKeysDocument = new TypedDocumentString(`
    query CliApiKeys($search: String, $isInForce: Boolean, $after: String) {
  apiKeys(
    first: 100
    after: $after
    filter: {search: $search, isInForce: $isInForce}
  ) {
    nodes {
      ...CliApiKey
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliApiKey on ApiKey {
  id
  name
  display
  role
  scopes
  stackRoles {
    stackId
    role
  }
  tools
  networks
  callsMax
  calls
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}`) as unknown as TypedDocumentString<CliApiKeysQuery, CliApiKeysQueryVariables>;
export const CliCreateApiKeyDocument = new TypedDocumentString(`
    mutation CliCreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    ...CliFailure
    ... on CreateApiKeyPayload {
      key
      apiKey {
        ...CliApiKey
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliApiKey on ApiKey {
  id
  name
  display
  role
  scopes
  stackRoles {
    stackId
    role
  }
  tools
  networks
  callsMax
  calls
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}`) as unknown as TypedDocumentString<CliCreateApiKeyMutation, CliCreateApiKeyMutationVariables>;
export const CliRevokeApiKeyDocument = new TypedDocumentString(`
    mutation CliRevokeApiKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    ...CliFailure
    ... on RevokeApiKeyPayload {
      apiKey {
        ...CliApiKey
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliApiKey on ApiKey {
  id
  name
  display
  role
  scopes
  stackRoles {
    stackId
    role
  }
  tools
  networks
  callsMax
  calls
  makerId
  createdAt
  expiresAt
  revokedAt
  lastUsedAt
}`) as unknown as TypedDocumentString<CliRevokeApiKeyMutation, CliRevokeApiKeyMutationVariables>;
export const CliPolicyRulesDocument = new TypedDocumentString(`
    query CliPolicyRules($search: String, $effect: PolicyEffect, $after: String) {
  policyRules(
    first: 100
    after: $after
    filter: {search: $search, effect: $effect}
  ) {
    nodes {
      ...CliPolicyRule
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliPolicyRule on PolicyRule {
  id
  name
  effect
  stackId
  endpointId
  isDefault
  callers: callerIds
  endUsers
  servers
  tools
  isReadOnly
  isDestructive
  isOpenWorld
  condition
  quota {
    calls
    bytes
    per
    of
  }
  message
  isEnabled
  createdAt
}`) as unknown as TypedDocumentString<CliPolicyRulesQuery, CliPolicyRulesQueryVariables>;
export const CliCreatePolicyRuleDocument = new TypedDocumentString(`
    mutation CliCreatePolicyRule($input: CreatePolicyRuleInput!) {
  createPolicyRule(input: $input) {
    ...CliFailure
    ... on CreatePolicyRulePayload {
      rule {
        ...CliPolicyRule
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliPolicyRule on PolicyRule {
  id
  name
  effect
  stackId
  endpointId
  isDefault
  callers: callerIds
  endUsers
  servers
  tools
  isReadOnly
  isDestructive
  isOpenWorld
  condition
  quota {
    calls
    bytes
    per
    of
  }
  message
  isEnabled
  createdAt
}`) as unknown as TypedDocumentString<CliCreatePolicyRuleMutation, CliCreatePolicyRuleMutationVariables>;
export const CliUpdatePolicyRuleDocument = new TypedDocumentString(`
    mutation CliUpdatePolicyRule($input: UpdatePolicyRuleInput!) {
  updatePolicyRule(input: $input) {
    ...CliFailure
    ... on UpdatePolicyRulePayload {
      rule {
        ...CliPolicyRule
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliPolicyRule on PolicyRule {
  id
  name
  effect
  stackId
  endpointId
  isDefault
  callers: callerIds
  endUsers
  servers
  tools
  isReadOnly
  isDestructive
  isOpenWorld
  condition
  quota {
    calls
    bytes
    per
    of
  }
  message
  isEnabled
  createdAt
}`) as unknown as TypedDocumentString<CliUpdatePolicyRuleMutation, CliUpdatePolicyRuleMutationVariables>;
export const CliDeletePolicyRuleDocument = new TypedDocumentString(`
    mutation CliDeletePolicyRule($input: DeletePolicyRuleInput!) {
  deletePolicyRule(input: $input) {
    ...CliFailure
    ... on DeletePolicyRulePayload {
      rule {
        ...CliPolicyRule
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliPolicyRule on PolicyRule {
  id
  name
  effect
  stackId
  endpointId
  isDefault
  callers: callerIds
  endUsers
  servers
  tools
  isReadOnly
  isDestructive
  isOpenWorld
  condition
  quota {
    calls
    bytes
    per
    of
  }
  message
  isEnabled
  createdAt
}`) as unknown as TypedDocumentString<CliDeletePolicyRuleMutation, CliDeletePolicyRuleMutationVariables>;
export const CliExplainDecisionDocument = new TypedDocumentString(`
    query CliExplainDecision($stackId: ID!, $toolId: ID!, $callerId: ID, $attenuated: String, $endUser: String, $input: JSON, $results: [PassedResultInput!], $address: String, $rule: CreatePolicyRuleInput) {
  explainDecision(
    stackId: $stackId
    toolId: $toolId
    callerId: $callerId
    attenuated: $attenuated
    endUser: $endUser
    input: $input
    results: $results
    address: $address
    rule: $rule
  ) {
    ...CliFailure
    ... on PolicyExplanation {
      effect
      refusal
      isComplete
      considered {
        reason
        problem
        isTried
        rule {
          id
          name
          effect
        }
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliExplainDecisionQuery, CliExplainDecisionQueryVariables>;
export const CliTryPolicyRuleDocument = new TypedDocumentString(`
    query CliTryPolicyRule($rule: CreatePolicyRuleInput!, $days: Int) {
  tryPolicyRule(rule: $rule, days: $days) {
    ...CliFailure
    ... on PolicyDryRun {
      since
      callCount
      isComplete
      unrecordedStackCount
      groups {
        stackId
        serverId
        toolId
        endpointId
        callCount
        isCertain
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliTryPolicyRuleQuery, CliTryPolicyRuleQueryVariables>;
export const CliInstructionChangesDocument = new TypedDocumentString(`
    query CliInstructionChanges($serverId: ID, $search: String, $after: String) {
  instructionChanges(
    filter: {serverId: $serverId, search: $search}
    first: 100
    after: $after
  ) {
    nodes {
      server {
        id: slug
        digest
      }
      stackId
      before
      after
      skillChanges {
        uri
        before
        after
      }
      isRefused
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<CliInstructionChangesQuery, CliInstructionChangesQueryVariables>;
export const CliToolChangesDocument = new TypedDocumentString(`
    query CliToolChanges($serverId: ID, $search: String, $changeKind: ToolChangeKind, $orderBy: ToolChangeOrder, $after: String) {
  toolChanges(
    filter: {serverId: $serverId, search: $search, changeKind: $changeKind}
    first: 100
    after: $after
    orderBy: $orderBy
  ) {
    nodes {
      ...CliToolChange
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliToolChange on ToolChange {
  toolId
  server {
    id: slug
    digest
  }
  kind
  isRefused
  stackIds
  beforeDigest
  afterDigest
  changedAt
  changes {
    kind
    path
    difference
  }
}`) as unknown as TypedDocumentString<CliToolChangesQuery, CliToolChangesQueryVariables>;
export const CliShowToolChangesDocument = new TypedDocumentString(`
    query CliShowToolChanges($serverId: ID, $after: String) {
  toolChanges(filter: {serverId: $serverId}, first: 20, after: $after) {
    nodes {
      ...CliToolChange
      before
      after
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliToolChange on ToolChange {
  toolId
  server {
    id: slug
    digest
  }
  kind
  isRefused
  stackIds
  beforeDigest
  afterDigest
  changedAt
  changes {
    kind
    path
    difference
  }
}`) as unknown as TypedDocumentString<CliShowToolChangesQuery, CliShowToolChangesQueryVariables>;
export const CliAcceptToolChangesDocument = new TypedDocumentString(`
    mutation CliAcceptToolChanges($input: AcceptToolChangesInput!) {
  acceptToolChanges(input: $input) {
    ...CliFailure
    ... on AcceptToolChangesPayload {
      toolIds
      removedToolIds
      hasInstructions
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliAcceptToolChangesMutation, CliAcceptToolChangesMutationVariables>;
export const CliRefuseToolChangesDocument = new TypedDocumentString(`
    mutation CliRefuseToolChanges($input: RefuseToolChangesInput!) {
  refuseToolChanges(input: $input) {
    ...CliFailure
    ... on RefuseToolChangesPayload {
      toolIds
      hasInstructions
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliRefuseToolChangesMutation, CliRefuseToolChangesMutationVariables>;
export const CliUpdateServerHeldChangesDocument = new TypedDocumentString(`
    mutation CliUpdateServerHeldChanges($input: UpdateServerHeldChangesInput!) {
  updateServerHeldChanges(input: $input) {
    ...CliFailure
    ... on UpdateServerHeldChangesPayload {
      server {
        heldChanges
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateServerHeldChangesMutation, CliUpdateServerHeldChangesMutationVariables>;
export const CliUpdateHeldChangesDocument = new TypedDocumentString(`
    mutation CliUpdateHeldChanges($input: UpdateHeldChangesInput!) {
  updateHeldChanges(input: $input) {
    ...CliFailure
    ... on UpdateHeldChangesPayload {
      account {
        heldChanges
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateHeldChangesMutation, CliUpdateHeldChangesMutationVariables>;
export const CliServiceAccountsDocument = new TypedDocumentString(`
    query CliServiceAccounts($endpointId: ID!, $search: String, $isInForce: Boolean, $after: String) {
  clientEndpoint(by: {id: $endpointId}) {
    serviceAccounts(
      first: 100
      after: $after
      filter: {search: $search, isInForce: $isInForce}
    ) {
      nodes {
        ...CliServiceAccount
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment CliServiceAccount on ServiceAccount {
  id
  endpointId
  name
  endUser
  tools
  networks
  hasSecret
  thumbprints
  makerId
  createdAt
  expiresAt
  rotatedAt
}`) as unknown as TypedDocumentString<CliServiceAccountsQuery, CliServiceAccountsQueryVariables>;
export const CliCreateServiceAccountDocument = new TypedDocumentString(`
    mutation CliCreateServiceAccount($input: CreateServiceAccountInput!) {
  createServiceAccount(input: $input) {
    ...CliFailure
    ... on CreateServiceAccountPayload {
      serviceAccount {
        ...CliServiceAccount
      }
      secret
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliServiceAccount on ServiceAccount {
  id
  endpointId
  name
  endUser
  tools
  networks
  hasSecret
  thumbprints
  makerId
  createdAt
  expiresAt
  rotatedAt
}`) as unknown as TypedDocumentString<CliCreateServiceAccountMutation, CliCreateServiceAccountMutationVariables>;
export const CliRotateServiceAccountDocument = new TypedDocumentString(`
    mutation CliRotateServiceAccount($input: RotateServiceAccountInput!) {
  rotateServiceAccount(input: $input) {
    ...CliFailure
    ... on RotateServiceAccountPayload {
      serviceAccount {
        ...CliServiceAccount
      }
      secret
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliServiceAccount on ServiceAccount {
  id
  endpointId
  name
  endUser
  tools
  networks
  hasSecret
  thumbprints
  makerId
  createdAt
  expiresAt
  rotatedAt
}`) as unknown as TypedDocumentString<CliRotateServiceAccountMutation, CliRotateServiceAccountMutationVariables>;
export const CliRevokeServiceAccountDocument = new TypedDocumentString(`
    mutation CliRevokeServiceAccount($input: RevokeServiceAccountInput!) {
  revokeServiceAccount(input: $input) {
    ...CliFailure
    ... on RevokeServiceAccountPayload {
      serviceAccountId
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliRevokeServiceAccountMutation, CliRevokeServiceAccountMutationVariables>;
export const CliStackSkillsDocument = new TypedDocumentString(`
    query CliStackSkills($stackId: ID!) {
  stack(id: $stackId) {
    skills {
      name
      description
      uri
      digest
      updatedAt
      content
    }
    servers(first: 100) {
      nodes {
        server {
          slug
        }
        skills {
          name
          description
          uri
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliStackSkillsQuery, CliStackSkillsQueryVariables>;
export const CliSetSkillDocument = new TypedDocumentString(`
    mutation CliSetSkill($input: SetSkillInput!) {
  setSkill(input: $input) {
    ...CliFailure
    ... on SetSkillPayload {
      skill {
        name
        description
        uri
        digest
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliSetSkillMutation, CliSetSkillMutationVariables>;
export const CliDeleteSkillDocument = new TypedDocumentString(`
    mutation CliDeleteSkill($input: DeleteSkillInput!) {
  deleteSkill(input: $input) {
    ...CliFailure
    ... on DeleteSkillPayload {
      stack {
        id
      }
      name
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliDeleteSkillMutation, CliDeleteSkillMutationVariables>;
export const CliStackDocumentDocument = new TypedDocumentString(`
    query CliStackDocument($stackId: ID!) {
  stackDocument(stackId: $stackId) {
    name
    isRecorded
    contentDays
    contentRedactions
    servers {
      serverId
      credentialMode
      credentialFieldIds
      tools {
        toolId
        name
        description
        isPinned
      }
    }
    rules {
      name
      effect
      isDefault
      callers
      endUsers
      servers
      tools
      isReadOnly
      isDestructive
      isOpenWorld
      condition
      quota {
        calls
        bytes
        per
        of
      }
      message
      needsAnother
      isEnabled
    }
    skills
  }
}
    `) as unknown as TypedDocumentString<CliStackDocumentQuery, CliStackDocumentQueryVariables>;
export const CliStackPlanDocument = new TypedDocumentString(`
    query CliStackPlan($stackDocument: StackDocumentInput!) {
  stackPlan(stackDocument: $stackDocument) {
    stack {
      id
    }
    digest
    differences {
      path
      before
      after
    }
    missingCredentials {
      serverId
      fieldId
    }
  }
}
    `) as unknown as TypedDocumentString<CliStackPlanQuery, CliStackPlanQueryVariables>;
export const CliApplyStackDocumentDocument = new TypedDocumentString(`
    mutation CliApplyStackDocument($input: ApplyStackDocumentInput!) {
  applyStackDocument(input: $input) {
    ...CliFailure
    ... on ApplyStackDocumentPayload {
      stack {
        id
        name
      }
      differences {
        path
        before
        after
      }
      missingCredentials {
        serverId
        fieldId
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliApplyStackDocumentMutation, CliApplyStackDocumentMutationVariables>;
export const CliAddServerDocument = new TypedDocumentString(`
    mutation CliAddServer($input: AddServerToStackInput!) {
  addServerToStack(input: $input) {
    ...CliFailure
    ... on AddServerToStackPayload {
      enabledCount
      stackServer {
        lackingToolCount
        credentialStatus {
          ...CliCredentialStatus
        }
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliCredentialStatus on CredentialStatus {
  hasAll
  hasRequired
  required {
    fieldId
    state
    isMoved
  }
  optional {
    fieldId
    state
    isMoved
  }
}`) as unknown as TypedDocumentString<CliAddServerMutation, CliAddServerMutationVariables>;
export const CliUpdateServerToolsDocument = new TypedDocumentString(`
    mutation CliUpdateServerTools($input: UpdateServerToolsInput!) {
  updateServerTools(input: $input) {
    ...CliFailure
    ... on UpdateServerToolsPayload {
      enabledCount
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateServerToolsMutation, CliUpdateServerToolsMutationVariables>;
export const CliRemoveServerDocument = new TypedDocumentString(`
    mutation CliRemoveServer($input: RemoveServerFromStackInput!) {
  removeServerFromStack(input: $input) {
    ...CliFailure
    ... on RemoveServerFromStackPayload {
      serverId
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliRemoveServerMutation, CliRemoveServerMutationVariables>;
export const CliSetCredentialsDocument = new TypedDocumentString(`
    mutation CliSetCredentials($input: SetCredentialsInput!) {
  setCredentials(input: $input) {
    ...CliFailure
    ... on SetCredentialsPayload {
      fieldIds
      notes
      credentialStatus {
        ...CliCredentialStatus
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliCredentialStatus on CredentialStatus {
  hasAll
  hasRequired
  required {
    fieldId
    state
    isMoved
  }
  optional {
    fieldId
    state
    isMoved
  }
}`) as unknown as TypedDocumentString<CliSetCredentialsMutation, CliSetCredentialsMutationVariables>;
export const CliRemoveCredentialDocument = new TypedDocumentString(`
    mutation CliRemoveCredential($input: DeleteCredentialInput!) {
  deleteCredential(input: $input) {
    ...CliFailure
    ... on DeleteCredentialPayload {
      fieldIds
      credentialStatus {
        ...CliCredentialStatus
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliCredentialStatus on CredentialStatus {
  hasAll
  hasRequired
  required {
    fieldId
    state
    isMoved
  }
  optional {
    fieldId
    state
    isMoved
  }
}`) as unknown as TypedDocumentString<CliRemoveCredentialMutation, CliRemoveCredentialMutationVariables>;
export const CliStackCredentialsDocument = new TypedDocumentString(`
    query CliStackCredentials($id: ID!, $after: String) {
  stack(id: $id) {
    servers(first: 100, after: $after) {
      nodes {
        server {
          id: slug
          name
        }
        credentialStatus {
          ...CliCredentialStatus
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment CliCredentialStatus on CredentialStatus {
  hasAll
  hasRequired
  required {
    fieldId
    state
    isMoved
  }
  optional {
    fieldId
    state
    isMoved
  }
}`) as unknown as TypedDocumentString<CliStackCredentialsQuery, CliStackCredentialsQueryVariables>;
export const CliStackVersionsDocument = new TypedDocumentString(`
    query CliStackVersions($stackId: ID!, $after: String) {
  stack(id: $stackId) {
    versions(first: 100, after: $after) {
      nodes {
        id
        number
        createdAt
        action
        actor {
          displayName
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliStackVersionsQuery, CliStackVersionsQueryVariables>;
export const CliStackVersionDocument = new TypedDocumentString(`
    query CliStackVersion($stackId: ID!, $number: Int!) {
  stack(id: $stackId) {
    name
    version(number: $number) {
      id
      rollBackPlan {
        digest
        differences {
          path
          before
          after
        }
        missingCredentials {
          serverId
          fieldId
        }
        unavailable
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliStackVersionQuery, CliStackVersionQueryVariables>;
export const CliStackVersionDifferencesDocument = new TypedDocumentString(`
    query CliStackVersionDifferences($stackId: ID!, $number: Int!, $since: Int!) {
  stack(id: $stackId) {
    name
    version(number: $number) {
      differences(from: $since) {
        path
        before
        after
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliStackVersionDifferencesQuery, CliStackVersionDifferencesQueryVariables>;
export const CliRollBackStackDocument = new TypedDocumentString(`
    mutation CliRollBackStack($input: RollBackStackInput!) {
  rollBackStack(input: $input) {
    ...CliFailure
    ... on RollBackStackPayload {
      stack {
        name
      }
      differences {
        path
        before
        after
      }
      missingCredentials {
        serverId
        fieldId
      }
      unavailable
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliRollBackStackMutation, CliRollBackStackMutationVariables>;
export const CliStacksDocument = new TypedDocumentString(`
    query CliStacks($search: String, $needsAttention: Boolean, $isRecorded: Boolean, $orderBy: StackOrder, $after: String) {
  stacks(
    first: 100
    after: $after
    filter: {search: $search, isWide: true, needsAttention: $needsAttention, isRecorded: $isRecorded}
    orderBy: $orderBy
  ) {
    nodes {
      ...CliStackRow
      servers(first: 20) {
        totalCount
        nodes {
          server {
            id: slug
          }
          toolCount
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment CliStackRow on Stack {
  id
  name
  configuration {
    isRecorded
  }
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CliStacksQuery, CliStacksQueryVariables>;
export const CliStackByNameDocument = new TypedDocumentString(`
    query CliStackByName($name: String!) {
  stack(by: {name: $name}) {
    id
  }
}
    `) as unknown as TypedDocumentString<CliStackByNameQuery, CliStackByNameQueryVariables>;
export const CliStackNamesDocument = new TypedDocumentString(`
    query CliStackNames($after: String) {
  stacks(first: 100, after: $after) {
    nodes {
      id
      name
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<CliStackNamesQuery, CliStackNamesQueryVariables>;
export const CliStackDocument = new TypedDocumentString(`
    query CliStack($id: ID!) {
  stack(id: $id) {
    ...CliStackRow
    servers(first: 100) {
      totalCount
      nodes {
        server {
          id: slug
          name
        }
        toolCount
        lackingToolCount
        credentialStatus {
          hasRequired
          required {
            fieldId
            state
            isMoved
          }
          optional {
            fieldId
            state
            isMoved
          }
        }
      }
    }
  }
}
    fragment CliStackRow on Stack {
  id
  name
  configuration {
    isRecorded
  }
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CliStackQuery, CliStackQueryVariables>;
export const CliCreateStackDocument = new TypedDocumentString(`
    mutation CliCreateStack($input: CreateStackInput!) {
  createStack(input: $input) {
    ...CliFailure
    ... on CreateStackPayload {
      stack {
        ...CliStackRow
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliStackRow on Stack {
  id
  name
  configuration {
    isRecorded
  }
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CliCreateStackMutation, CliCreateStackMutationVariables>;
export const CliStackTemplatesDocument = new TypedDocumentString(`
    query CliStackTemplates {
  stackTemplates {
    id
    name
    description
    servers {
      serverId
      server {
        id: slug
      }
      toolIds
    }
    rules {
      name
      effect
      toolIds
    }
  }
}
    `) as unknown as TypedDocumentString<CliStackTemplatesQuery, CliStackTemplatesQueryVariables>;
export const CliDuplicateStackDocument = new TypedDocumentString(`
    mutation CliDuplicateStack($input: DuplicateStackInput!) {
  duplicateStack(input: $input) {
    ...CliFailure
    ... on DuplicateStackPayload {
      stack {
        ...CliStackRow
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliStackRow on Stack {
  id
  name
  configuration {
    isRecorded
  }
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CliDuplicateStackMutation, CliDuplicateStackMutationVariables>;
export const CliUpdateStackDocument = new TypedDocumentString(`
    mutation CliUpdateStack($input: UpdateStackInput!) {
  updateStack(input: $input) {
    ...CliFailure
    ... on UpdateStackPayload {
      stack {
        ...CliStackRow
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliStackRow on Stack {
  id
  name
  configuration {
    isRecorded
  }
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<CliUpdateStackMutation, CliUpdateStackMutationVariables>;
export const CliDeleteStackDocument = new TypedDocumentString(`
    mutation CliDeleteStack($input: DeleteStackInput!) {
  deleteStack(input: $input) {
    ...CliFailure
    ... on DeleteStackPayload {
      stackId
      name
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliDeleteStackMutation, CliDeleteStackMutationVariables>;
export const CliStackToolsDocument = new TypedDocumentString(`
    query CliStackTools($id: ID!, $format: ToolFormat!, $isDeferred: Boolean!) {
  stack(id: $id) {
    tools(format: $format, isDeferred: $isDeferred) {
      nodes {
        id: toolId
        serverId
        description
      }
      definitions
      warnings {
        toolId
        reason
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CliStackToolsQuery, CliStackToolsQueryVariables>;
export const CliToolProgressDocument = new TypedDocumentString(`
    subscription CliToolProgress($progressId: ID!) {
  toolProgress(progressId: $progressId) {
    progress
    total
    message
  }
}
    `) as unknown as TypedDocumentString<CliToolProgressSubscription, CliToolProgressSubscriptionVariables>;
export const CliInvokeToolDocument = new TypedDocumentString(`
    mutation CliInvokeTool($input: InvokeToolInput!) {
  invokeTool(input: $input) {
    ...CliFailure
    ... on ToolFailedError {
      outcome
      status
      retryAfterSeconds
      isRepeatable
      upstream {
        status
        code
        problems {
          field
          message
          code
        }
        contentType
        body
        isTruncated
      }
    }
    ... on InvokeToolPayload {
      result
      headers {
        name
        value
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliInvokeToolMutation, CliInvokeToolMutationVariables>;
export const CliUpdateCallContentsDocument = new TypedDocumentString(`
    mutation CliUpdateCallContents($input: UpdateCallContentsInput!) {
  updateCallContents(input: $input) {
    ...CliFailure
    ... on UpdateCallContentsPayload {
      stack {
        id
        name
        configuration {
          contentDays
          contentRedactions
        }
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliUpdateCallContentsMutation, CliUpdateCallContentsMutationVariables>;
export const CliDeleteCallContentsDocument = new TypedDocumentString(`
    mutation CliDeleteCallContents($input: DeleteCallContentsInput!) {
  deleteCallContents(input: $input) {
    ...CliFailure
    ... on DeleteCallContentsPayload {
      count
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliDeleteCallContentsMutation, CliDeleteCallContentsMutationVariables>;
export const CliWebhooksDocument = new TypedDocumentString(`
    query CliWebhooks {
  webhooks {
    ...CliWebhook
  }
}
    fragment CliWebhook on Webhook {
  id
  name
  url
  hasInput
  events
  failingSince
  disabledAt
  problem
  createdAt
}`) as unknown as TypedDocumentString<CliWebhooksQuery, CliWebhooksQueryVariables>;
export const CliWebhookDeliveriesDocument = new TypedDocumentString(`
    query CliWebhookDeliveries {
  webhooks {
    id
    deliveries {
      messageId
      type
      attempts
      status
      error
      deliveredAt
      nextAt
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<CliWebhookDeliveriesQuery, CliWebhookDeliveriesQueryVariables>;
export const CliCreateWebhookDocument = new TypedDocumentString(`
    mutation CliCreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    ...CliFailure
    ... on CreateWebhookPayload {
      secret
      webhook {
        ...CliWebhook
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliWebhook on Webhook {
  id
  name
  url
  hasInput
  events
  failingSince
  disabledAt
  problem
  createdAt
}`) as unknown as TypedDocumentString<CliCreateWebhookMutation, CliCreateWebhookMutationVariables>;
export const CliTestWebhookDocument = new TypedDocumentString(`
    mutation CliTestWebhook($input: TestWebhookInput!) {
  testWebhook(input: $input) {
    ...CliFailure
    ... on TestWebhookPayload {
      delivery {
        messageId
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliTestWebhookMutation, CliTestWebhookMutationVariables>;
export const CliUpdateWebhookDocument = new TypedDocumentString(`
    mutation CliUpdateWebhook($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) {
    ...CliFailure
    ... on UpdateWebhookPayload {
      webhook {
        ...CliWebhook
      }
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
fragment CliWebhook on Webhook {
  id
  name
  url
  hasInput
  events
  failingSince
  disabledAt
  problem
  createdAt
}`) as unknown as TypedDocumentString<CliUpdateWebhookMutation, CliUpdateWebhookMutationVariables>;
export const CliDeleteWebhookDocument = new TypedDocumentString(`
    mutation CliDeleteWebhook($input: DeleteWebhookInput!) {
  deleteWebhook(input: $input) {
    ...CliFailure
    ... on DeleteWebhookPayload {
      webhookId
    }
  }
}
    fragment CliFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<CliDeleteWebhookMutation, CliDeleteWebhookMutationVariables>;
export const TestCreateClientEndpointDocument = new TypedDocumentString(`
    mutation TestCreateClientEndpoint($input: CreateClientEndpointInput!) {
  createClientEndpoint(input: $input) {
    __typename
    ... on CreateClientEndpointPayload {
      endpoint {
        id
        clientId
        name
      }
      token
      tokenRecord {
        id
        expiresAt
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestCreateClientEndpointMutation, TestCreateClientEndpointMutationVariables>;
export const TestDeleteClientEndpointDocument = new TypedDocumentString(`
    mutation TestDeleteClientEndpoint($input: DeleteClientEndpointInput!) {
  deleteClientEndpoint(input: $input) {
    __typename
    ... on DeleteClientEndpointPayload {
      endpointId
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestDeleteClientEndpointMutation, TestDeleteClientEndpointMutationVariables>;
export const TestCreateStackTokenDocument = new TypedDocumentString(`
    mutation TestCreateStackToken($input: CreateStackTokenInput!) {
  createStackToken(input: $input) {
    __typename
    ... on CreateStackTokenPayload {
      token
      tokenRecord {
        id
        name
        expiresAt
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestCreateStackTokenMutation, TestCreateStackTokenMutationVariables>;
export const TestRevokeStackTokenDocument = new TypedDocumentString(`
    mutation TestRevokeStackToken($input: RevokeStackTokenInput!) {
  revokeStackToken(input: $input) {
    __typename
    ... on RevokeStackTokenPayload {
      tokenRecord {
        id
        revokedAt
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestRevokeStackTokenMutation, TestRevokeStackTokenMutationVariables>;
export const TestCreateApiKeyDocument = new TypedDocumentString(`
    mutation TestCreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    __typename
    ... on CreateApiKeyPayload {
      key
      apiKey {
        id
        name
        display
        scopes
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestCreateApiKeyMutation, TestCreateApiKeyMutationVariables>;
export const TestRevokeApiKeyDocument = new TypedDocumentString(`
    mutation TestRevokeApiKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    __typename
    ... on RevokeApiKeyPayload {
      apiKey {
        id
        revokedAt
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestRevokeApiKeyMutation, TestRevokeApiKeyMutationVariables>;
export const TestPreviewServerDocument = new TypedDocumentString(`
    mutation TestPreviewServer($input: PreviewServerInput!) {
  previewServer(input: $input) {
    __typename
    ... on PreviewServerPayload {
      server {
        id
        name
        description
        homepage
        document
        digest
        toolCount
        tools {
          id
          name
          title
          description
          inputSchema
          annotations
        }
        credentialFields {
          id
          name
          isRequired
          isSecret
          canConnect
        }
        needsSignIn
        refused {
          name
          reason
        }
        replaces {
          id: slug
          name
          isPrivate
        }
        hides {
          id: slug
          isPrivate
        }
        addedTools
        removedTools
        changedTools
        isChanged
      }
    }
    ... on UserError {
      code
      message
    }
    ... on InvalidInputError {
      issues {
        path
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TestPreviewServerMutation, TestPreviewServerMutationVariables>;
export const TestPreviewOperationsDocument = new TypedDocumentString(`
    mutation TestPreviewOperations($input: PreviewOperationsInput!) {
  previewOperations(input: $input) {
    __typename
    ... on PreviewOperationsPayload {
      title
      totalCount
      operations {
        method
        path
        operationId
        name
        summary
        tags
        isDeprecated
        isReadOnly
        isDestructive
        credentials
        tokens
        weights {
          openai
          anthropic
          gemini
          mcp
        }
        isProposed
      }
    }
    ... on UserError {
      code
      message
    }
    ... on InvalidInputError {
      issues {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TestPreviewOperationsMutation, TestPreviewOperationsMutationVariables>;
export const TestRegistryServersDocument = new TypedDocumentString(`
    query TestRegistryServers($search: String, $first: Int, $after: String) {
  registryServers(search: $search, first: $first, after: $after) {
    registryUrl
    endCursor
    unreadCount
    nodes {
      name
      title
      description
      version
      status
      updatedAt
      website
      repository
      remotes {
        type
        url
      }
      packages {
        registryType
        identifier
        version
        transport
      }
      way
      reason
      commandLine
      credentialFields {
        id
        name
        isRequired
        isSecret
      }
      documentUrl
    }
  }
}
    `) as unknown as TypedDocumentString<TestRegistryServersQuery, TestRegistryServersQueryVariables>;
export const TestRegistryServerDocument = new TypedDocumentString(`
    query TestRegistryServer($name: String!, $version: String) {
  registryServer(name: $name, version: $version) {
    name
    version
    documentUrl
  }
}
    `) as unknown as TypedDocumentString<TestRegistryServerQuery, TestRegistryServerQueryVariables>;
export const TestSetCredentialsDocument = new TypedDocumentString(`
    mutation TestSetCredentials($input: SetCredentialsInput!) {
  setCredentials(input: $input) {
    __typename
    ... on SetCredentialsPayload {
      serverId
      fieldIds
      credentialStatus {
        hasRequired
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestSetCredentialsMutation, TestSetCredentialsMutationVariables>;
export const TestRemoveCredentialDocument = new TypedDocumentString(`
    mutation TestRemoveCredential($input: RemoveCredentialInput!) {
  removeCredential(input: $input) {
    __typename
    ... on RemoveCredentialPayload {
      fieldIds
      credentialStatus {
        hasRequired
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestRemoveCredentialMutation, TestRemoveCredentialMutationVariables>;
export const TestImportServerDocument = new TypedDocumentString(`
    mutation TestImportServer($input: ImportServerInput!) {
  importServer(input: $input) {
    __typename
    ... on ImportServerPayload {
      server {
        id: slug
        isPrivate
      }
      isChanged
      toolCount
    }
    ... on UserError {
      code
      message
    }
    ... on InvalidInputError {
      issues {
        path
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TestImportServerMutation, TestImportServerMutationVariables>;
export const TestRemoveServerDocument = new TypedDocumentString(`
    mutation TestRemoveServer($input: RemoveServerInput!) {
  removeServer(input: $input) {
    __typename
    ... on RemoveServerPayload {
      serverId
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestRemoveServerMutation, TestRemoveServerMutationVariables>;
export const TestInvokeToolDocument = new TypedDocumentString(`
    mutation TestInvokeTool($input: InvokeToolInput!) {
  invokeTool(input: $input) {
    __typename
    ... on InvokeToolPayload {
      result
    }
    ... on UserError {
      code
      message
    }
    ... on InvalidInputError {
      issues {
        path
        message
      }
    }
    ... on ToolFailedError {
      outcome
      fieldIds
      status
      retryAfterSeconds
    }
  }
}
    `) as unknown as TypedDocumentString<TestInvokeToolMutation, TestInvokeToolMutationVariables>;
export const TestCreateStackDocument = new TypedDocumentString(`
    mutation TestCreateStack($input: CreateStackInput!) {
  createStack(input: $input) {
    __typename
    ... on CreateStackPayload {
      stack {
        id
        name
        configuration {
          isRecorded
        }
        servers {
          totalCount
        }
      }
    }
    ... on UserError {
      code
      message
    }
    ... on InvalidInputError {
      issues {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TestCreateStackMutation, TestCreateStackMutationVariables>;
export const TestUpdateStackDocument = new TypedDocumentString(`
    mutation TestUpdateStack($input: UpdateStackInput!) {
  updateStack(input: $input) {
    __typename
    ... on UpdateStackPayload {
      stack {
        name
        configuration {
          isRecorded
        }
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestUpdateStackMutation, TestUpdateStackMutationVariables>;
export const TestDeleteStackDocument = new TypedDocumentString(`
    mutation TestDeleteStack($input: DeleteStackInput!) {
  deleteStack(input: $input) {
    __typename
    ... on DeleteStackPayload {
      stackId
      name
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestDeleteStackMutation, TestDeleteStackMutationVariables>;
export const TestAddServerDocument = new TypedDocumentString(`
    mutation TestAddServer($input: AddServerToStackInput!) {
  addServerToStack(input: $input) {
    __typename
    ... on AddServerToStackPayload {
      enabledCount
      stackServer {
        server {
          id: slug
        }
        tools {
          nodes {
            id: toolId
          }
        }
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestAddServerMutation, TestAddServerMutationVariables>;
export const TestUpdateServerToolsDocument = new TypedDocumentString(`
    mutation TestUpdateServerTools($input: UpdateServerToolsInput!) {
  updateServerTools(input: $input) {
    __typename
    ... on UpdateServerToolsPayload {
      enabledCount
      stackServer {
        toolCount
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestUpdateServerToolsMutation, TestUpdateServerToolsMutationVariables>;
export const TestRemoveServerFromStackDocument = new TypedDocumentString(`
    mutation TestRemoveServerFromStack($input: RemoveServerFromStackInput!) {
  removeServerFromStack(input: $input) {
    __typename
    ... on RemoveServerFromStackPayload {
      stackId
      serverId
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TestRemoveServerFromStackMutation, TestRemoveServerFromStackMutationVariables>;