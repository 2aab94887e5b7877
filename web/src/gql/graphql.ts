/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How an invited person will sign in. */
export type AcceptInvitationInput = {
  /** The e-mail address to sign in with; case does not matter. */
  email: string;
  /** 12 to 128 characters of any kind, except easily guessed passwords. */
  password: string;
  /** The part of the invitation link after `#`, `inv_…`. */
  secret: string;
};

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

/** Whether a person receives alerts by e-mail. */
export type AlertMailState =
  /** Nothing is sent. */
  | 'OFF'
  /** Alerts are sent. */
  | 'ON'
  /** They were asked by e-mail to confirm the address. No alerts are sent. */
  | 'UNCONFIRMED';

/** How to sort API keys. */
export type ApiKeyOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: ApiKeyOrderField;
};

/** Sort keys for API keys. */
export type ApiKeyOrderField =
  /** Creation time. */
  | 'CREATED_AT'
  /** Last use, as in `lastUsedAt`. Rows that were never used count as the earliest. */
  | 'LAST_USED_AT'
  /** Name, then creation time. */
  | 'NAME';

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

/** The kind of actor that made a change. */
export type AuditActorKind =
  /** A stack token. */
  | 'AGENT'
  /** An API key of the account. */
  | 'API_KEY'
  /** A person who opened a connect link. */
  | 'LINK'
  /** The operator of the service. */
  | 'OPERATOR'
  /** A person. */
  | 'USER'
  /** A visitor who was not signed in. */
  | 'VISITOR';

/** How to sort audit events. */
export type AuditEventOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: AuditEventOrderField;
};

/** Sort keys for audit events. */
export type AuditEventOrderField =
  /** Time. */
  | 'AT';

/** The kind of object that a change applies to. */
export type AuditTargetKind =
  /** The account. */
  | 'ACCOUNT'
  /** An API key. */
  | 'API_KEY'
  /** A call that waits for an approval. */
  | 'APPROVAL'
  /** The chain of audit events itself. */
  | 'AUDIT'
  /** A call record. */
  | 'CALL'
  /** A client endpoint. */
  | 'ENDPOINT'
  /** An invitation. */
  | 'INVITATION'
  /** A passkey. */
  | 'PASSKEY'
  /** A rule for tool calls. */
  | 'RULE'
  /** A server, in a stack or by itself. */
  | 'SERVER'
  /** A service account. */
  | 'SERVICE_ACCOUNT'
  /** A session of a person. */
  | 'SESSION'
  /** A key that signs stack tokens. */
  | 'SIGNING_KEY'
  /** A stack. */
  | 'STACK'
  /** A stack token. */
  | 'TOKEN'
  /** A trusted issuer. */
  | 'TRUSTED_ISSUER'
  /** A person. */
  | 'USER'
  /** The vault that encrypts credentials. */
  | 'VAULT'
  /** A webhook. */
  | 'WEBHOOK';

/** Proof of identity in addition to the session. */
export type BeginPasskeyRegistrationInput = {
  /** The current user’s password, if they have one. */
  currentPassword?: string | null | undefined;
};

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

/** How to sort calls. */
export type CallOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: CallOrderField;
};

/** Sort keys for calls. */
export type CallOrderField =
  /** Time. */
  | 'AT';

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

/** A new password for the current user. */
export type ChangePasswordInput = {
  /** The current password. */
  currentPassword: string;
  /** 12 to 128 characters of any kind, except easily guessed passwords. */
  newPassword: string;
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

/** How to sort client endpoints. */
export type ClientEndpointOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: ClientEndpointOrderField;
};

/** Sort keys for client endpoints. */
export type ClientEndpointOrderField =
  /** Creation time. */
  | 'CREATED_AT'
  /** Name, then creation time. */
  | 'NAME';

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

/** The recipient of the invitation. */
export type CreateInvitationInput = {
  /** The person’s role in the account. Defaults to the inviter’s role, or to a member with `stackRoles`. */
  role?: Role | null | undefined;
  /** Additional roles in individual stacks, at most 100. */
  stackRoles?: Array<StackRoleInput> | null | undefined;
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

/** A private server to delete. */
export type DeleteServerInput = {
  /** The server’s id, `server_…`. */
  serverId: string | number;
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

/** A person to remove from the account. */
export type DeleteUserInput = {
  /** The user’s id, `user_…`. */
  userId: string | number;
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

/** A server to copy, and the copy’s id and name. */
export type DuplicateServerInput = {
  /** The id of the copy, such as `slack-work`: lower case letters, digits and hyphens. */
  id: string | number;
  /** The name of the copy, 1 to 200 characters; the server’s name by default. */
  name?: string | null | undefined;
  /** The server to copy. */
  serverId: string | number;
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

/** A passkey that a browser created. */
export type FinishPasskeyRegistrationInput = {
  /** Its display name, 1 to 100 characters. */
  name: string;
  /** The browser’s `RegistrationResponseJSON`, from the credential’s `toJSON()`. */
  response: unknown;
};

/** The signed passkey response. */
export type FinishPasskeySignInInput = {
  /** The browser’s `AuthenticationResponseJSON`, from the credential’s `toJSON()`. */
  response: unknown;
};

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

/** The state of a sign-in with a service. */
export type OAuthState =
  /** It works and renews itself. */
  | 'CONNECTED'
  /** It works until `expiresAt` and can’t be renewed. */
  | 'EXPIRING'
  /** A person has to sign in again. */
  | 'RECONNECT_REQUIRED';

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

/** How to sort rules. */
export type PolicyRuleOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: PolicyRuleOrderField;
};

/** Sort keys for rules. */
export type PolicyRuleOrderField =
  /** Creation time. */
  | 'CREATED_AT'
  /** Name, then creation time. */
  | 'NAME';

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

/** A group of requests with a shared limit. GraphQL and REST share the same counters. */
export type RateLimitClass =
  /** Tool calls that people make in the dashboard, counted for the whole account. */
  | 'DASHBOARD_CALLS'
  /** All other requests. */
  | 'DEFAULT'
  /** Tool calls of programs. */
  | 'INVOKE'
  /** Creation and updates of stacks. */
  | 'STACKS';

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

/** A server to remove from a stack. */
export type RemoveServerFromStackInput = {
  /** The server’s id, or its exact name. */
  serverId: string | number;
  /** The stack. */
  stackId: string | number;
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

/** An invitation to revoke. */
export type RevokeInvitationInput = {
  /** The invitation’s id, `invitation_…`. */
  invitationId: string | number;
};

/** A passkey to revoke. */
export type RevokePasskeyInput = {
  /** The passkey’s id, `passkey_…`. */
  passkeyId: string | number;
};

/** A service account to revoke. */
export type RevokeServiceAccountInput = {
  /** The service account’s id, `machine_…`. */
  serviceAccountId: string | number;
};

/** A session to end. */
export type RevokeSessionInput = {
  /** The session’s id, `session_…`. */
  sessionId: string | number;
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

/** A right that roles grant. */
export type Right =
  /** Manage people, API keys and rules. */
  | 'ADMIN'
  /** See pending calls and decide on them. */
  | 'APPROVE'
  /** Call tools. */
  | 'INVOKE'
  /** Grant and remove the owner role. */
  | 'OWNER'
  /** See everything in the account except secrets and the inputs of pending calls. */
  | 'READ'
  /** Change stacks, servers, credentials and endpoints. */
  | 'WRITE';

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

/** The marketplace category of a server. */
export type ServerCategory =
  /** Models, memory and search for agents. */
  | 'AI'
  /** Hosting, machines and data. */
  | 'CLOUD'
  /** Mail, chat, calls and contacts. */
  | 'COMMUNICATION'
  /** Code, design and developer questions. */
  | 'DEVELOPMENT'
  /** File storage. */
  | 'FILES'
  /** Payments and accounting. */
  | 'FINANCE'
  /** Music, video, pictures and social networks. */
  | 'MEDIA'
  /** Tasks, calendars and documents. */
  | 'PRODUCTIVITY';

/** How to sort servers. */
export type ServerOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: ServerOrderField;
};

/** Sort keys for servers. */
export type ServerOrderField =
  /** Creation time. */
  | 'CREATED_AT'
  /** Name, then creation time. */
  | 'NAME';

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

/** How to sort stacks that have a server. */
export type ServerStackOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: ServerStackOrderField;
};

/** Sort keys for stacks that have a server. */
export type ServerStackOrderField =
  /** Creation time. */
  | 'CREATED_AT'
  /** Name, then creation time. */
  | 'NAME';

/** How to sort service accounts. */
export type ServiceAccountOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: ServiceAccountOrderField;
};

/** Sort keys for service accounts. */
export type ServiceAccountOrderField =
  /** Creation time. */
  | 'CREATED_AT'
  /** Name, then creation time. */
  | 'NAME';

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

/** The e-mail address and password. */
export type SignInInput = {
  /** Their e-mail address; case does not matter. */
  email: string;
  /** Their password. */
  password: string;
};

/** A person to sign out. */
export type SignOutUserInput = {
  /** The user’s id, `user_…`. */
  userId: string | number;
};

/** Why a stack needs attention. */
export type StackAttention =
  /** A stored credential must be entered again, needs a new sign-in, or expires within a week without renewal. */
  | 'CREDENTIAL'
  /** An open alert concerns a stack token that expires soon. */
  | 'ENDING_TOKEN'
  /** An open alert concerns failing calls. */
  | 'FAILING_TOOL'
  /** A server needs a missing credential, or all its enabled tools need one. */
  | 'MISSING_CREDENTIAL';

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

/** How to sort stack tokens. */
export type StackTokenOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: StackTokenOrderField;
};

/** Sort keys for stack tokens. */
export type StackTokenOrderField =
  /** Creation time. */
  | 'CREATED_AT'
  /** Last use, as in `lastUsedAt`. Rows that were never used count as the earliest. */
  | 'LAST_USED_AT'
  /** Name, then creation time. */
  | 'NAME';

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

/** How to sort trusted issuers. */
export type TrustedIssuerOrder = {
  /** The direction. */
  direction?: OrderDirection;
  /** The sort key. */
  field: TrustedIssuerOrderField;
};

/** Sort keys for trusted issuers. */
export type TrustedIssuerOrderField =
  /** Creation time. */
  | 'CREATED_AT'
  /** Name, then creation time. */
  | 'NAME';

/** Whether the current user should receive alerts by e-mail. */
export type UpdateAlertMailInput = {
  /** The part after `#confirm=` of the link in the e-mail. */
  confirmation?: string | null | undefined;
  /** True without a `confirmation` sends an e-mail that holds one. False or null stops all alert e-mail. Unchanged if omitted. */
  isOn?: boolean | null | undefined;
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

/** A change to a private server. Omitted fields stay unchanged; null removes a text. */
export type UpdateServerInput = {
  /** Its category. */
  category?: ServerCategory | null | undefined;
  /** Its purpose. */
  description?: string | null | undefined;
  /** Its home page. */
  homepage?: string | null | undefined;
  /** Its instructions to models about all of its tools. */
  instructions?: string | null | undefined;
  /** Its display name, 1 to 200 characters. */
  name?: string | null | undefined;
  /** The server’s id, `server_…`. */
  serverId: string | number;
  /** Its new slug, the prefix of its tools’ ids. It can change only while no stack uses the server. */
  slug?: string | null | undefined;
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

/** How a stack shows one of its enabled tools. Omitted fields stay unchanged. */
export type UpdateStackToolInput = {
  /** The stack’s description of the tool, for models. Null restores the original. */
  description?: string | null | undefined;
  /** Whether it is also listed in search mode and code mode. */
  isPinned?: boolean | null | undefined;
  /** The stack’s name for it, unique there: a letter and up to 63 letters, digits, `_` or `-`. Null restores the original. */
  name?: string | null | undefined;
  /** The stack. */
  stackId: string | number;
  /** The tool’s id; it must be enabled in the stack, and never changes. */
  toolId: string | number;
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

/** A new role for a person. */
export type UpdateUserRoleInput = {
  /** The new role. Unchanged if omitted. */
  role?: Role | null | undefined;
  /** Additional roles in individual stacks, at most 100; null for none. Unchanged if omitted. */
  stackRoles?: Array<StackRoleInput> | null | undefined;
  /** The user’s id, `user_…`. */
  userId: string | number;
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

export type AccountKeysQueryVariables = Exact<{
  search?: string | null | undefined;
  isInForce?: boolean | null | undefined;
  orderBy?: ApiKeyOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type AccountKeysQuery = { apiKeys: { totalCount: number, nodes: Array<{ id: string, name: string, display: string, role: Role, scopes: Array<KeyScope>, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null, maker: string | null, stackRoles: Array<{ stackId: string, role: Role, stack: { name: string } | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AccountKeyTotalsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountKeyTotalsQuery = { apiKeys: { totalCount: number } | null };

export type AccountCreateKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type AccountCreateKeyMutation = { createApiKey:
    | { __typename: 'CreateApiKeyPayload', key: string, apiKey: { id: string, name: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type AccountRevokeKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type AccountRevokeKeyMutation = { revokeApiKey:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RevokeApiKeyPayload' }
   | null };

export type AccountLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountLimitsQuery = { rateLimit: Array<{ class: RateLimitClass, limit: number, remaining: number, resetAt: string, name: string, howToRaise: string }> | null };

export type AccountPeopleQueryVariables = Exact<{
  ofAccount?: boolean;
}>;


export type AccountPeopleQuery = { me: { id: string, email: string, hasPassword: boolean } | null, users?: Array<{ id: string, email: string, role: Role, lastSignInAt: string | null, stackRoles: Array<{ stackId: string, role: Role, stack: { name: string } | null }> }> | null, invitations?: Array<{ id: string, role: Role, createdAt: string, expiresAt: string, stackRoles: Array<{ stackId: string, role: Role, stack: { name: string } | null }> }> | null };

export type AccountSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountSessionsQuery = { sessions: Array<{ id: string, userAgent: string, createdAt: string, lastSeenAt: string, isCurrent: boolean }> | null };

export type AccountSignOutEverywhereMutationVariables = Exact<{ [key: string]: never; }>;


export type AccountSignOutEverywhereMutation = { signOutEverywhere:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'SignOutPayload' }
   | null };

export type AccountRevokeSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type AccountRevokeSessionMutation = { revokeSession:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RevokeSessionPayload' }
   | null };

export type AccountChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type AccountChangePasswordMutation = { changePassword:
    | { __typename: 'ChangePasswordPayload' }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type AccountPasskeysQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountPasskeysQuery = { signInOptions: { canUsePasskeys: boolean }, passkeys: Array<{ id: string, name: string, createdAt: string, lastUsedAt: string | null }> | null };

export type AccountBeginPasskeyMutationVariables = Exact<{
  input: BeginPasskeyRegistrationInput;
}>;


export type AccountBeginPasskeyMutation = { beginPasskeyRegistration:
    | { __typename: 'BeginPasskeyRegistrationPayload', options: unknown }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type AccountFinishPasskeyMutationVariables = Exact<{
  input: FinishPasskeyRegistrationInput;
}>;


export type AccountFinishPasskeyMutation = { finishPasskeyRegistration:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'FinishPasskeyRegistrationPayload' }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type AccountRemovePasskeyMutationVariables = Exact<{
  input: RevokePasskeyInput;
}>;


export type AccountRemovePasskeyMutation = { revokePasskey:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RevokePasskeyPayload' }
   | null };

export type AccountWithdrawMutationVariables = Exact<{
  input: RevokeInvitationInput;
}>;


export type AccountWithdrawMutation = { revokeInvitation:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RevokeInvitationPayload' }
   | null };

export type AccountInviteMutationVariables = Exact<{
  input: CreateInvitationInput;
}>;


export type AccountInviteMutation = { createInvitation:
    | { __typename: 'CreateInvitationPayload', url: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type AccountUpdateRoleMutationVariables = Exact<{
  input: UpdateUserRoleInput;
}>;


export type AccountUpdateRoleMutation = { updateUserRole:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateUserRolePayload' }
   | null };

export type AccountRemoveUserMutationVariables = Exact<{
  input: DeleteUserInput;
}>;


export type AccountRemoveUserMutation = { deleteUser:
    | { __typename: 'DeleteUserPayload' }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type AccountSignOutUserMutationVariables = Exact<{
  input: SignOutUserInput;
}>;


export type AccountSignOutUserMutation = { signOutUser:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'SignOutUserPayload' }
   | null };

export type ActivityRowFragment = { id: string, at: string, serverId: string, toolId: string, outcome: CallOutcome, latencyMs: number, inputBytes: number, outputBytes: number, endpointId: string | null, surface: CallSurface | null, callerKind: CallerKind | null, callerId: string | null, endUser: string | null, requestId: string | null, traceId: string | null, decision: CallDecision | null, approvalId: string | null, upstreamStatus: number | null, queueMs: number | null, ownMs: number | null, upstreamMs: number | null, error: string | null, contents: CallContentState | null, stack: { id: string, name: string }, endpoint: { name: string } | null, caller:
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
   | null };

export type ActivityCallsQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  serverId?: string | number | null | undefined;
  toolId?: string | number | null | undefined;
  callerId?: string | number | null | undefined;
  endUser?: string | null | undefined;
  outcome?: Array<CallOutcome> | CallOutcome | null | undefined;
  isFailure?: boolean | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
  orderBy?: CallOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ActivityCallsQuery = { calls: { nodes: Array<{ id: string, at: string, serverId: string, toolId: string, outcome: CallOutcome, latencyMs: number, inputBytes: number, outputBytes: number, endpointId: string | null, surface: CallSurface | null, callerKind: CallerKind | null, callerId: string | null, endUser: string | null, requestId: string | null, traceId: string | null, decision: CallDecision | null, approvalId: string | null, upstreamStatus: number | null, queueMs: number | null, ownMs: number | null, upstreamMs: number | null, error: string | null, contents: CallContentState | null, stack: { id: string, name: string }, endpoint: { name: string } | null, caller:
        | { displayName: string }
        | { displayName: string }
        | { displayName: string }
        | { displayName: string }
        | { displayName: string }
        | { displayName: string }
       | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type ActivityCountQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  serverId?: string | number | null | undefined;
  toolId?: string | number | null | undefined;
  callerId?: string | number | null | undefined;
  endUser?: string | null | undefined;
  outcome?: Array<CallOutcome> | CallOutcome | null | undefined;
  isFailure?: boolean | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
}>;


export type ActivityCountQuery = { callCount: { count: number, isExact: boolean } | null };

export type ActivityLiveSubscriptionVariables = Exact<{
  stackId?: string | number | null | undefined;
}>;


export type ActivityLiveSubscription = { calls: { id: string, at: string, serverId: string, toolId: string, outcome: CallOutcome, latencyMs: number, inputBytes: number, outputBytes: number, endpointId: string | null, surface: CallSurface | null, callerKind: CallerKind | null, callerId: string | null, endUser: string | null, requestId: string | null, traceId: string | null, decision: CallDecision | null, approvalId: string | null, upstreamStatus: number | null, queueMs: number | null, ownMs: number | null, upstreamMs: number | null, error: string | null, contents: CallContentState | null, stack: { id: string, name: string }, endpoint: { name: string } | null, caller:
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
     | null } };

export type ActivityStacksQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivityStacksQuery = { silent: { totalCount: number, nodes: Array<{ id: string, name: string, rights: Array<Right>, configuration: { isRecorded: boolean } }> } | null, recorded: { totalCount: number } | null };

export type ActivityStackQueryVariables = Exact<{
  id: string | number;
}>;


export type ActivityStackQuery = { stack: { id: string, name: string, rights: Array<Right>, configuration: { isRecorded: boolean } } | null };

export type ActivityRecordMutationVariables = Exact<{
  input: UpdateStackInput;
}>;


export type ActivityRecordMutation = { updateStack:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateStackPayload', stack: { id: string } }
   | null };

export type ActivityFiguresQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  serverId?: string | number | null | undefined;
  toolId?: string | number | null | undefined;
  since: string;
  until?: string | null | undefined;
  bucketSeconds: number;
}>;


export type ActivityFiguresQuery = { callStatistics: { total: { callCount: number, failureCount: number, p50Ms: number | null, p95Ms: number | null }, buckets: Array<{ start: string, figures: { callCount: number, failureCount: number, p50Ms: number | null, p95Ms: number | null } }> } | null };

export type ActivityComparedQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  serverId?: string | number | null | undefined;
  toolId?: string | number | null | undefined;
  since: string;
  until?: string | null | undefined;
  wholeSeconds: number;
}>;


export type ActivityComparedQuery = { callStatistics: { before: { recordedSince: string | null, total: { callCount: number, failureCount: number, p50Ms: number | null, p95Ms: number | null } | null } | null } | null };

export type ActivityCalledQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  serverId?: string | number | null | undefined;
  since: string;
  until?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type ActivityCalledQuery = { toolStatistics: Array<{ toolId: string, serverId: string }> | null };

export type ActivityToolsQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  serverId?: string | number | null | undefined;
  since: string;
  until?: string | null | undefined;
  orderBy: ToolRanking;
  callsMin: number;
}>;


export type ActivityToolsQuery = { toolStatistics: Array<{ toolId: string, serverId: string, figures: { callCount: number, failureCount: number, meanMs: number | null, p95Ms: number | null }, mainFailure: { outcome: CallOutcome, callCount: number } | null }> | null };

export type ActivityUsageQueryVariables = Exact<{
  usageBy: UsageBreakdown;
  stackId?: string | number | null | undefined;
  since: string;
  until?: string | null | undefined;
  bucketSeconds: number;
}>;


export type ActivityUsageQuery = { usageStatistics: Array<{ toolId: string | null, serverId: string | null, callCount: number, failureCount: number, callerId: string | null, endUser: string | null, buckets: Array<{ start: string, callCount: number, failureCount: number }>, caller:
      | { __typename: 'ApiKey', displayName: string }
      | { __typename: 'ClientEndpoint', displayName: string, stack: { name: string } }
      | { __typename: 'ServiceAccount', displayName: string }
      | { __typename: 'StackToken', displayName: string }
      | { __typename: 'TrustedIssuer', displayName: string }
      | { __typename: 'User', displayName: string }
     | null }> | null };

export type ActivityCallersQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  since: string;
  until?: string | null | undefined;
  wholeSeconds: number;
}>;


export type ActivityCallersQuery = { agents: Array<{ callerId: string | null, endUser: string | null, caller:
      | { __typename: 'ApiKey', displayName: string }
      | { __typename: 'ClientEndpoint', displayName: string, stack: { name: string } }
      | { __typename: 'ServiceAccount', displayName: string }
      | { __typename: 'StackToken', displayName: string }
      | { __typename: 'TrustedIssuer', displayName: string }
      | { __typename: 'User', displayName: string }
     | null }> | null, people: Array<{ callerId: string | null, endUser: string | null, caller:
      | { __typename: 'ApiKey', displayName: string }
      | { __typename: 'ClientEndpoint', displayName: string, stack: { name: string } }
      | { __typename: 'ServiceAccount', displayName: string }
      | { __typename: 'StackToken', displayName: string }
      | { __typename: 'TrustedIssuer', displayName: string }
      | { __typename: 'User', displayName: string }
     | null }> | null };

export type ActivityCallerFragment = { callerId: string | null, endUser: string | null, caller:
    | { __typename: 'ApiKey', displayName: string }
    | { __typename: 'ClientEndpoint', displayName: string, stack: { name: string } }
    | { __typename: 'ServiceAccount', displayName: string }
    | { __typename: 'StackToken', displayName: string }
    | { __typename: 'TrustedIssuer', displayName: string }
    | { __typename: 'User', displayName: string }
   | null };

export type ActivityOfCallerQueryVariables = Exact<{
  usageBy: UsageBreakdown;
  stackId?: string | number | null | undefined;
  callerId?: string | number | null | undefined;
  endUser?: string | null | undefined;
  since: string;
  until?: string | null | undefined;
  bucketSeconds: number;
}>;


export type ActivityOfCallerQuery = { usageStatistics: Array<{ callCount: number, failureCount: number, buckets: Array<{ start: string, callCount: number, failureCount: number }> }> | null };

export type ActivityCallerNameQueryVariables = Exact<{
  id: string | number;
}>;


export type ActivityCallerNameQuery = { node:
    | { __typename: 'Account' }
    | { __typename: 'Alert' }
    | { __typename: 'ApiKey', displayName: string }
    | { __typename: 'Approval' }
    | { __typename: 'AuditEvent' }
    | { __typename: 'Call' }
    | { __typename: 'ClientEndpoint', displayName: string }
    | { __typename: 'CredentialField' }
    | { __typename: 'EnabledTool' }
    | { __typename: 'InstructionChange' }
    | { __typename: 'Invitation' }
    | { __typename: 'Job' }
    | { __typename: 'Passkey' }
    | { __typename: 'PolicyRule' }
    | { __typename: 'Server' }
    | { __typename: 'ServiceAccount', displayName: string }
    | { __typename: 'Session' }
    | { __typename: 'Stack' }
    | { __typename: 'StackServer' }
    | { __typename: 'StackToken', displayName: string }
    | { __typename: 'StackVersion' }
    | { __typename: 'StoredFile' }
    | { __typename: 'Tool' }
    | { __typename: 'ToolChange' }
    | { __typename: 'TrustedIssuer', displayName: string }
    | { __typename: 'User', displayName: string }
    | { __typename: 'Webhook' }
    | { __typename: 'WebhookDelivery' }
   | null };

export type ActivityReadContentsMutationVariables = Exact<{
  input: ReadCallContentsInput;
}>;


export type ActivityReadContentsMutation = { readCallContents:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'ReadCallContentsPayload', contents: { input: unknown, output: unknown } }
   | null };

export type AlertsListQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertsListQuery = { alerts: Array<{ id: string, kind: AlertKind | null, title: string, path: string, startedAt: string, endedAt: string | null }> | null };

export type AlertsBoundQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertsBoundQuery = { viewer: { limits: Array<{ name: string, max: number }> } | null };

export type AlertsRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertsRulesQuery = { alertRules: { muted: Array<AlertKind>, failureHours: number, failureCount: number, failurePercent: number, endDays: number } | null };

export type AlertsUpdateRulesMutationVariables = Exact<{
  input: UpdateAlertRulesInput;
}>;


export type AlertsUpdateRulesMutation = { updateAlertRules:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateAlertRulesPayload' }
   | null };

export type AlertsMailQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertsMailQuery = { alertMail: { state: AlertMailState, address: string } | null };

export type AlertsUpdateMailMutationVariables = Exact<{
  input: UpdateAlertMailInput;
}>;


export type AlertsUpdateMailMutation = { updateAlertMail:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateAlertMailPayload', mail: { state: AlertMailState } }
   | null };

export type ApprovalsRowFragment = { id: string, state: ApprovalState, toolId: string, input: unknown, callerId: string, endUser: string | null, isForAll: boolean, isForSession: boolean, message: string | null, deciderId: string | null, deciderName: string | null, decidedAt: string | null, createdAt: string, expiresAt: string, stack: { id: string, name: string }, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, isConfirmed: boolean, serverName: string } | null, announcedCalls: Array<{ toolId: string, ruleId: string, isMade: boolean, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, isConfirmed: boolean, serverName: string } | null }> | null, rule: { name: string, message: string | null, stackId: string | null, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, callers: Array<string>, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null }, caller: { kind: CallerKind | null, name: string | null, endpointName: string | null, serviceAccount: string | null, trustedIssuer: string | null, person: string | null } };

export type ApprovalsListQueryVariables = Exact<{
  search?: string | null | undefined;
  isPending?: boolean | null | undefined;
  orderBy?: ApprovalOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type ApprovalsListQuery = { all: { totalCount: number } | null, waiting: { totalCount: number } | null, approvals: { totalCount: number, nodes: Array<{ id: string, state: ApprovalState, toolId: string, input: unknown, callerId: string, endUser: string | null, isForAll: boolean, isForSession: boolean, message: string | null, deciderId: string | null, deciderName: string | null, decidedAt: string | null, createdAt: string, expiresAt: string, stack: { id: string, name: string }, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, isConfirmed: boolean, serverName: string } | null, announcedCalls: Array<{ toolId: string, ruleId: string, isMade: boolean, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, isConfirmed: boolean, serverName: string } | null }> | null, rule: { name: string, message: string | null, stackId: string | null, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, callers: Array<string>, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null }, caller: { kind: CallerKind | null, name: string | null, endpointName: string | null, serviceAccount: string | null, trustedIssuer: string | null, person: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ApprovalsOneQueryVariables = Exact<{
  id: string | number;
}>;


export type ApprovalsOneQuery = { approval: { id: string, state: ApprovalState, toolId: string, input: unknown, callerId: string, endUser: string | null, isForAll: boolean, isForSession: boolean, message: string | null, deciderId: string | null, deciderName: string | null, decidedAt: string | null, createdAt: string, expiresAt: string, stack: { id: string, name: string }, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, isConfirmed: boolean, serverName: string } | null, announcedCalls: Array<{ toolId: string, ruleId: string, isMade: boolean, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, isConfirmed: boolean, serverName: string } | null }> | null, rule: { name: string, message: string | null, stackId: string | null, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, callers: Array<string>, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null }, caller: { kind: CallerKind | null, name: string | null, endpointName: string | null, serviceAccount: string | null, trustedIssuer: string | null, person: string | null } } | null };

export type ApprovalsApproveMutationVariables = Exact<{
  input: ApproveCallInput;
}>;


export type ApprovalsApproveMutation = { approveCall:
    | { __typename: 'ApproveCallPayload' }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type ApprovalsDenyMutationVariables = Exact<{
  input: DenyCallInput;
}>;


export type ApprovalsDenyMutation = { denyCall:
    | { __typename: 'DenyCallPayload' }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type ApprovalsWebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type ApprovalsWebhooksQuery = { webhooks: Array<{ id: string, name: string, url: string, hasInput: boolean, events: Array<WebhookSubject>, disabledAt: string | null, problem: string | null, deliveries: Array<{ messageId: string, type: WebhookMessageType | null, attempts: number, status: number | null, error: string | null, deliveredAt: string | null, nextAt: string | null, createdAt: string }> }> | null };

export type ApprovalsCreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type ApprovalsCreateWebhookMutation = { createWebhook:
    | { __typename: 'CreateWebhookPayload', secret: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type ApprovalsTestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
}>;


export type ApprovalsTestWebhookMutation = { testWebhook:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'TestWebhookPayload' }
   | null };

export type ApprovalsUpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type ApprovalsUpdateWebhookMutation = { updateWebhook:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateWebhookPayload' }
   | null };

export type ApprovalsDeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type ApprovalsDeleteWebhookMutation = { deleteWebhook:
    | { __typename: 'DeleteWebhookPayload' }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type AuditRowFragment = { id: string, seq: number, at: string, actorKind: AuditActorKind | null, actorId: string, action: AuditAction | null, summary: string, targetKind: AuditTargetKind | null, targetId: string, stackId: string | null, details: unknown, requestId: string | null, hash: string, actor:
    | { name: string }
    | { name: string }
    | { email: string }
    | Record<PropertyKey, never>
   | null, stack: { name: string } | null };

export type AuditEventsQueryVariables = Exact<{
  search?: string | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
  orderBy?: AuditEventOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditEventsQuery = { auditEvents: { nodes: Array<{ id: string, seq: number, at: string, actorKind: AuditActorKind | null, actorId: string, action: AuditAction | null, summary: string, targetKind: AuditTargetKind | null, targetId: string, stackId: string | null, details: unknown, requestId: string | null, hash: string, actor:
        | { name: string }
        | { name: string }
        | { email: string }
        | Record<PropertyKey, never>
       | null, stack: { name: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type AuditCountQueryVariables = Exact<{
  search?: string | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
}>;


export type AuditCountQuery = { auditEventCount: { count: number, isExact: boolean } | null };

export type AuditLiveSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type AuditLiveSubscription = { auditEvents: { id: string, seq: number, at: string, actorKind: AuditActorKind | null, actorId: string, action: AuditAction | null, summary: string, targetKind: AuditTargetKind | null, targetId: string, stackId: string | null, details: unknown, requestId: string | null, hash: string, actor:
      | { name: string }
      | { name: string }
      | { email: string }
      | Record<PropertyKey, never>
     | null, stack: { name: string } | null } };

export type HomeQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeQuery = { firstSteps: { hasOwnServer: boolean, hasOwnCredential: boolean, hasConnectedAgent: boolean, hasAgentCall: boolean, hasRule: boolean, stackId: string | null } | null };

export type HomeLastDayQueryVariables = Exact<{
  since: string;
  bucketSeconds: number;
}>;


export type HomeLastDayQuery = { callStatistics: { total: { callCount: number, failureCount: number, p50Ms: number | null, p95Ms: number | null }, before: { total: { callCount: number, failureCount: number, p50Ms: number | null, p95Ms: number | null } | null } | null } | null };

export type HomeCredentialProblemsQueryVariables = Exact<{ [key: string]: never; }>;


export type HomeCredentialProblemsQuery = { credentialProblems: { isComplete: boolean, nodes: Array<{ kind: CredentialProblemKind, stackId: string, stackName: string, serverId: string, serverName: string, fieldId: string, wanted: string, expiresAt: string | null }> } | null };

export type ImportPreviewMutationVariables = Exact<{
  input: PreviewServerInput;
}>;


export type ImportPreviewMutation = { previewServer:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'PreviewServerPayload', server: { id: string, name: string, description: string, homepage: string | null, document: unknown, digest: string, toolCount: number, needsSignIn: boolean, addedTools: Array<string>, removedTools: Array<string>, changedTools: Array<string>, isChanged: boolean, tools: Array<{ id: string, name: string, title: string | null, description: string, inputSchema: unknown, annotations: unknown }>, credentialFields: Array<{ id: string, name: string, description: string, isRequired: boolean, isSecret: boolean }>, refused: Array<{ name: string, reason: string }>, replaces: { name: string, id: string } | null, hides: { name: string, id: string } | null } }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type ImportOperationsMutationVariables = Exact<{
  input: PreviewOperationsInput;
}>;


export type ImportOperationsMutation = { previewOperations:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'PreviewOperationsPayload', title: string, totalCount: number, marketplaceServer: { name: string, id: string, tools: { totalCount: number } } | null, operations: Array<{ method: HttpMethod, path: string, operationId: string | null, name: string, summary: string, tags: Array<string>, isDeprecated: boolean, isReadOnly: boolean, isDestructive: boolean, credentials: Array<string>, tokens: number | null, isProposed: boolean, weights: { openai: number | null, anthropic: number | null, gemini: number | null, mcp: number | null } | null }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type ImportSaveMutationVariables = Exact<{
  input: ImportServerInput;
}>;


export type ImportSaveMutation = { importServer:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'ImportServerPayload', heldCount: number, server: { id: string } }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type ImportSavedQueryVariables = Exact<{
  id: string;
}>;


export type ImportSavedQuery = { server: { name: string, isPrivate: boolean, id: string, tools: { totalCount: number } } | null };

export type ImportSearchMutationVariables = Exact<{
  input: PreviewOperationsInput;
}>;


export type ImportSearchMutation = { previewOperations:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'PreviewOperationsPayload', operations: Array<{ method: HttpMethod, path: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type InboxApprovalsQueryVariables = Exact<{ [key: string]: never; }>;


export type InboxApprovalsQuery = { approvals: { totalCount: number, nodes: Array<{ id: string, state: ApprovalState, toolId: string, input: unknown, callerId: string, endUser: string | null, isForAll: boolean, isForSession: boolean, message: string | null, deciderId: string | null, deciderName: string | null, decidedAt: string | null, createdAt: string, expiresAt: string, stack: { id: string, name: string }, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, isConfirmed: boolean, serverName: string } | null, announcedCalls: Array<{ toolId: string, ruleId: string, isMade: boolean, tool: { exposedName: string, title: string | null, description: string, annotations: unknown, isConfirmed: boolean, serverName: string } | null }> | null, rule: { name: string, message: string | null, stackId: string | null, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, callers: Array<string>, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null }, caller: { kind: CallerKind | null, name: string | null, endpointName: string | null, serviceAccount: string | null, trustedIssuer: string | null, person: string | null } }> } | null };

export type InboxReviewsQueryVariables = Exact<{ [key: string]: never; }>;


export type InboxReviewsQuery = { toolChanges: { nodes: Array<{ toolId: string, server: { name: string, id: string } }> } | null, instructionChanges: { nodes: Array<{ stackId: string, server: { name: string, id: string } }> } | null };

export type InboxAlertsQueryVariables = Exact<{ [key: string]: never; }>;


export type InboxAlertsQuery = { alerts: Array<{ id: string, kind: AlertKind | null, title: string, path: string, startedAt: string, endedAt: string | null }> | null };

export type JobsRowFragment = { id: string, state: JobState, toolId: string, callerId: string, endUser: string | null, approvalId: string | null, createdAt: string, endedAt: string | null, stack: { id: string, name: string, rights: Array<Right> }, caller:
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
   | null, progress: { progress: number, total: number | null, message: string | null } | null };

export type JobsListQueryVariables = Exact<{
  stackId?: string | number | null | undefined;
  states?: Array<JobState> | JobState | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type JobsListQuery = { jobs: { nodes: Array<{ id: string, state: JobState, toolId: string, callerId: string, endUser: string | null, approvalId: string | null, createdAt: string, endedAt: string | null, stack: { id: string, name: string, rights: Array<Right> }, caller:
        | { displayName: string }
        | { displayName: string }
        | { displayName: string }
        | { displayName: string }
        | { displayName: string }
        | { displayName: string }
       | null, progress: { progress: number, total: number | null, message: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type JobsLiveSubscriptionVariables = Exact<{
  stackId?: string | number | null | undefined;
}>;


export type JobsLiveSubscription = { jobs: { id: string, state: JobState, toolId: string, callerId: string, endUser: string | null, approvalId: string | null, createdAt: string, endedAt: string | null, stack: { id: string, name: string, rights: Array<Right> }, caller:
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
      | { displayName: string }
     | null, progress: { progress: number, total: number | null, message: string | null } | null } };

export type JobsAnswerQueryVariables = Exact<{
  id: string | number;
}>;


export type JobsAnswerQuery = { job: { answer: { result: unknown, failure: { message: string } | null } | null } | null };

export type JobsCancelMutationVariables = Exact<{
  input: CancelJobInput;
}>;


export type JobsCancelMutation = { cancelJob:
    | { __typename: 'CancelJobPayload', job: { id: string, state: JobState, toolId: string, callerId: string, endUser: string | null, approvalId: string | null, createdAt: string, endedAt: string | null, stack: { id: string, name: string, rights: Array<Right> }, caller:
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
         | null, progress: { progress: number, total: number | null, message: string | null } | null } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type MarketplaceServersQueryVariables = Exact<{
  search?: string | null | undefined;
  category?: ServerCategory | null | undefined;
  isVerified?: boolean | null | undefined;
  isPrivate?: boolean | null | undefined;
  takesCredentials?: boolean | null | undefined;
  needsAttention?: boolean | null | undefined;
  orderBy?: ServerOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type MarketplaceServersQuery = { servers: { totalCount: number, nodes: Array<{ name: string, description: string, isVerified: boolean, isPrivate: boolean, id: string, refresh: { problem: string | null } | null, tools: { totalCount: number }, credentialFields: Array<{ isRequired: boolean, id: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type MarketplaceTotalsQueryVariables = Exact<{ [key: string]: never; }>;


export type MarketplaceTotalsQuery = { all: { totalCount: number } | null, failing: { totalCount: number } | null };

export type MarketplaceHoldingQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MarketplaceHoldingQuery = { server: { stacks: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type MarketplaceStackQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type MarketplaceStackQuery = { stack: { id: string, name: string, servers: { nodes: Array<{ server: { id: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type MarketplaceToolsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MarketplaceToolsQuery = { server: { tools: { totalCount: number, nodes: Array<{ name: string, title: string | null, description: string, id: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type MarketplaceCreateStackMutationVariables = Exact<{
  input: CreateStackInput;
}>;


export type MarketplaceCreateStackMutation = { createStack:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'CreateStackPayload', stack: { id: string, name: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type MarketplaceAddMutationVariables = Exact<{
  input: AddServerToStackInput;
}>;


export type MarketplaceAddMutation = { addServerToStack:
    | { __typename: 'AddServerToStackPayload', enabledCount: number, stackServer: { toolCount: number, lackingToolCount: number, stack: { id: string, name: string }, server: { name: string, id: string }, tools: { nodes: Array<{ id: string }> }, credentialStatus: { hasRequired: boolean, optional: Array<{ state: CredentialState }> } } }
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type PlaygroundStackQueryVariables = Exact<{
  id: string | number;
}>;


export type PlaygroundStackQuery = { stack: { id: string, name: string, configuration: { isRecorded: boolean }, endpoints: { nodes: Array<{ url: string }> }, tools: { nodes: Array<{ exposedName: string, name: string, title: string | null, description: string, serverId: string, serverName: string, inputSchema: unknown, id: string }> } } | null };

export type PlaygroundProgressSubscriptionVariables = Exact<{
  progressId: string | number;
}>;


export type PlaygroundProgressSubscription = { toolProgress: { progress: number, total: number | null, message: string | null } };

export type PlaygroundInvokeMutationVariables = Exact<{
  input: InvokeToolInput;
}>;


export type PlaygroundInvokeMutation = { invokeTool:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'InvokeToolPayload', result: unknown }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'ToolFailedError', message: string, outcome: CallOutcome, status: number | null, fieldIds: Array<string>, connectUrl: string | null, retryAfterSeconds: number | null }
   | null };

export type PlaygroundUploadMutationVariables = Exact<{
  input: CreateFileUploadInput;
}>;


export type PlaygroundUploadMutation = { createFileUpload:
    | { __typename: 'CreateFileUploadPayload', handle: string, upload: { url: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type RegistryServersQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type RegistryServersQuery = { registryServers: { registryUrl: string, endCursor: string | null, unreadCount: number, nodes: Array<{ name: string, title: string | null, description: string, version: string, status: RegistryServerStatus | null, updatedAt: string | null, website: string | null, repository: string | null, way: RegistryServerWay, reason: string | null, commandLine: string | null, documentUrl: string, remotes: Array<{ type: string, url: string }>, packages: Array<{ registryType: string, identifier: string, version: string | null }>, credentialFields: Array<{ id: string, name: string, isRequired: boolean }> }> } | null };

export type ReviewsListQueryVariables = Exact<{
  search?: string | null | undefined;
  changeKind?: ToolChangeKind | null | undefined;
  orderBy?: ToolChangeOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type ReviewsListQuery = { all: { totalCount: number } | null, allInstructions: { totalCount: number } | null, toolChanges: { totalCount: number, nodes: Array<{ toolId: string, kind: ToolChangeKind, isRefused: boolean, stackIds: Array<string>, beforeDigest: string, afterDigest: string | null, before: unknown, after: unknown, changedAt: string, server: { name: string, digest: string, id: string }, changes: Array<{ kind: ToolChangeKind, path: string, difference: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ReviewsInstructionsQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type ReviewsInstructionsQuery = { instructionChanges: { totalCount: number, nodes: Array<{ stackId: string, before: string, after: string, isRefused: boolean, server: { name: string, digest: string, id: string }, skillChanges: Array<{ uri: string, before: unknown, after: unknown }> }> } | null };

export type ReviewsHeldKindsQueryVariables = Exact<{ [key: string]: never; }>;


export type ReviewsHeldKindsQuery = { viewer: { account: { heldChanges: Array<ToolChangeKind> } } | null };

export type ReviewsHoldMutationVariables = Exact<{
  input: UpdateHeldChangesInput;
}>;


export type ReviewsHoldMutation = { updateHeldChanges:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateHeldChangesPayload' }
   | null };

export type ReviewsAcceptMutationVariables = Exact<{
  input: AcceptToolChangesInput;
}>;


export type ReviewsAcceptMutation = { acceptToolChanges:
    | { __typename: 'AcceptToolChangesPayload' }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type ReviewsRefuseMutationVariables = Exact<{
  input: RefuseToolChangesInput;
}>;


export type ReviewsRefuseMutation = { refuseToolChanges:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RefuseToolChangesPayload' }
   | null };

export type RulesListQueryVariables = Exact<{
  search?: string | null | undefined;
  effect?: PolicyEffect | null | undefined;
  orderBy?: PolicyRuleOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type RulesListQuery = { all: { totalCount: number } | null, policyRules: { totalCount: number, nodes: Array<{ id: string, name: string, effect: PolicyEffect, stackId: string | null, endpointId: string | null, isDefault: boolean, endUsers: Array<string>, servers: Array<string>, tools: Array<string>, isReadOnly: boolean | null, isDestructive: boolean | null, isOpenWorld: boolean | null, condition: string | null, message: string | null, isEnabled: boolean, callers: Array<string>, stack: { name: string } | null, endpoint: { name: string } | null, quota: { calls: number | null, bytes: number | null, per: QuotaPeriod, of: QuotaSubject } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RulesExplainQueryVariables = Exact<{
  stackId: string | number;
  toolId: string | number;
  callerId?: string | number | null | undefined;
  input?: unknown;
  address?: string | null | undefined;
  rule?: CreatePolicyRuleInput | null | undefined;
}>;


export type RulesExplainQuery = { explainDecision:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'PolicyExplanation', effect: PolicyEffect, refusal: string | null, isComplete: boolean, considered: Array<{ reason: PolicyReason, problem: string | null, isTried: boolean, rule: { id: string, name: string, effect: PolicyEffect } | null }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type RulesTryQueryVariables = Exact<{
  rule: CreatePolicyRuleInput;
}>;


export type RulesTryQuery = { tryPolicyRule:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'PolicyDryRun', since: string, callCount: number, isComplete: boolean, unrecordedStackCount: number, groups: Array<{ stackId: string, toolId: string, endpointId: string | null, callCount: number, isCertain: boolean }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type RulesCreateMutationVariables = Exact<{
  input: CreatePolicyRuleInput;
}>;


export type RulesCreateMutation = { createPolicyRule:
    | { __typename: 'CreatePolicyRulePayload', rule: { id: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type RulesUpdateMutationVariables = Exact<{
  input: UpdatePolicyRuleInput;
}>;


export type RulesUpdateMutation = { updatePolicyRule:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdatePolicyRulePayload', rule: { id: string } }
   | null };

export type RulesDeleteMutationVariables = Exact<{
  input: DeletePolicyRuleInput;
}>;


export type RulesDeleteMutation = { deletePolicyRule:
    | { __typename: 'DeletePolicyRulePayload' }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type RulesToolsQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type RulesToolsQuery = { servers: { nodes: Array<{ name: string, slug: string, tools: { nodes: Array<{ toolId: string, title: string | null }> } }> } | null };

export type RulesCallersQueryVariables = Exact<{
  search?: string | null | undefined;
  stackId: string | number;
  hasStack: boolean;
}>;


export type RulesCallersQuery = { stack?: { id: string, name: string, endpoints: { nodes: Array<{ id: string, name: string }> } } | null, stacks?: { nodes: Array<{ id: string, name: string, endpoints: { nodes: Array<{ id: string, name: string }> } }> } | null, apiKeys: { nodes: Array<{ id: string, name: string }> } | null, users: Array<{ id: string, displayName: string }> | null };

export type RulesCallerNamesQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type RulesCallerNamesQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { displayName: string, id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { displayName: string, id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { displayName: string, id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { displayName: string, id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { displayName: string, id: string }
    | { displayName: string, id: string }
    | { id: string }
    | { id: string }
   | null> | null };

export type RulesLabelsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type RulesLabelsQuery = { servers: { totalCount: number, nodes: Array<{ name: string, slug: string, resultLabel: string | null, labelledTools: { totalCount: number, nodes: Array<{ toolId: string, title: string | null, resultLabel: string | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RulesSetLabelMutationVariables = Exact<{
  input: UpdateResultLabelInput;
}>;


export type RulesSetLabelMutation = { updateResultLabel:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateResultLabelPayload' }
   | null };

export type ServerQueryVariables = Exact<{
  id: string;
}>;


export type ServerQuery = { viewer: { account: { heldChanges: Array<ToolChangeKind> } } | null, server: { heldChanges: Array<ToolChangeKind> | null, areHintsTrusted: boolean, isMcp: boolean, name: string, description: string, category: ServerCategory | null, homepage: string | null, isVerified: boolean, isPrivate: boolean, isRefreshable: boolean, scopes: Array<string>, updatedAt: string, id: string, refresh: { when: ServerRefreshWhen, stackId: string | null, dueAt: string | null, refreshedAt: string | null, problem: string | null } | null, credentialFields: Array<{ name: string, description: string, isRequired: boolean, toolCount: number, isSecret: boolean, link: string | null, id: string }> } | null };

export type ServerHoldMutationVariables = Exact<{
  input: UpdateServerHeldChangesInput;
}>;


export type ServerHoldMutation = { updateServerHeldChanges:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateServerHeldChangesPayload' }
   | null };

export type ServerHintsMutationVariables = Exact<{
  input: UpdateToolHintsInput;
}>;


export type ServerHintsMutation = { updateToolHints:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateToolHintsPayload' }
   | null };

export type ServerHintTrustMutationVariables = Exact<{
  input: UpdateServerHintTrustInput;
}>;


export type ServerHintTrustMutation = { updateServerHintTrust:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateServerHintTrustPayload' }
   | null };

export type ServerToolsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type ServerToolsQuery = { server: { tools: { totalCount: number, nodes: Array<{ name: string, title: string | null, description: string, annotations: unknown, method: HttpMethod | null, selection: string | null, inputSchema: unknown, id: string, hints: { isReadOnly: boolean | null, isDestructive: boolean | null, isIdempotent: boolean | null, isConfirmed: boolean, isUsedByRules: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type ServerDocumentQueryVariables = Exact<{
  id: string;
}>;


export type ServerDocumentQuery = { server: { document: unknown } | null };

export type ServerRefreshMutationVariables = Exact<{
  input: RefreshServerToolsInput;
}>;


export type ServerRefreshMutation = { refreshServerTools:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RefreshServerToolsPayload', isChanged: boolean, toolCount: number, heldCount: number, refused: Array<{ name: string, reason: string }> }
   | null };

export type ServerScheduleMutationVariables = Exact<{
  input: UpdateServerRefreshInput;
}>;


export type ServerScheduleMutation = { updateServerRefresh:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateServerRefreshPayload', server: { id: string } }
   | null };

export type ServerDuplicateMutationVariables = Exact<{
  input: DuplicateServerInput;
}>;


export type ServerDuplicateMutation = { duplicateServer:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'DuplicateServerPayload', server: { name: string, id: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type ServerChangeIdMutationVariables = Exact<{
  input: UpdateServerInput;
}>;


export type ServerChangeIdMutation = { updateServer:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateServerPayload', server: { id: string } }
   | null };

export type ServerRemoveMutationVariables = Exact<{
  input: DeleteServerInput;
}>;


export type ServerRemoveMutation = { deleteServer:
    | { __typename: 'DeleteServerPayload', serverId: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type SignInOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SignInOptionsQuery = { signInOptions: { hasUsers: boolean, canUsePasskeys: boolean, singleSignOn: { label: string, url: string } | null } };

export type SignInMutationVariables = Exact<{
  input: SignInInput;
}>;


export type SignInMutation = { signIn:
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'SignInFailedError', code: FailureCode, message: string }
    | { __typename: 'SignInPayload', user: { id: string } }
   | null };

export type SignInBeginPasskeyMutationVariables = Exact<{ [key: string]: never; }>;


export type SignInBeginPasskeyMutation = { beginPasskeySignIn:
    | { __typename: 'BeginPasskeySignInPayload', options: unknown }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type SignInFinishPasskeyMutationVariables = Exact<{
  input: FinishPasskeySignInInput;
}>;


export type SignInFinishPasskeyMutation = { finishPasskeySignIn:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'SignInFailedError', code: FailureCode, message: string }
    | { __typename: 'SignInPayload' }
   | null };

export type StacksChatModelQueryVariables = Exact<{ [key: string]: never; }>;


export type StacksChatModelQuery = { chatModel: { api: ModelApi, url: string, model: string, keyState: ModelKeyState } | null };

export type StacksSetModelMutationVariables = Exact<{
  input: UpdateChatModelInput;
}>;


export type StacksSetModelMutation = { updateChatModel:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateChatModelPayload', model: { model: string } }
   | null };

export type StacksRemoveModelMutationVariables = Exact<{ [key: string]: never; }>;


export type StacksRemoveModelMutation = { deleteChatModel:
    | { __typename: 'DeleteChatModelPayload', model: { model: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksAskModelMutationVariables = Exact<{
  input: AskModelInput;
}>;


export type StacksAskModelMutation = { askModel:
    | { __typename: 'AskModelPayload', model: string, text: string, isCut: boolean, inputTokens: number | null, picks: Array<{ ref: string, name: string, toolId: string | null, toolInput: unknown, inputText: string }>, offered: Array<{ name: string, serverId: string }> }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'ModelFailedError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksTokenFragment = { id: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, createdAt: string, expiresAt: string | null, isRenewed: boolean, revokedAt: string | null, revokedAttenuations: Array<string>, grantedBy: string | null, oauthClient: string | null, lastUsedAt: string | null, maker: string | null };

export type StacksEndpointFragment = { id: string, name: string, mode: ToolListMode, mayProgramsWrite: boolean, pinnedVersion: number | null, isRehearsal: boolean, failurePercent: number, url: string, createdAt: string, canary: { version: number, percent: number } | null, tokens: { totalCount: number, nodes: Array<{ id: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, createdAt: string, expiresAt: string | null, isRenewed: boolean, revokedAt: string | null, revokedAttenuations: Array<string>, grantedBy: string | null, oauthClient: string | null, lastUsedAt: string | null, maker: string | null }> } };

export type StacksEndpointsQueryVariables = Exact<{
  stackId: string | number;
  search?: string | null | undefined;
  orderBy?: ClientEndpointOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type StacksEndpointsQuery = { stack: { all: { totalCount: number }, endpoints: { totalCount: number, nodes: Array<{ id: string, name: string, mode: ToolListMode, mayProgramsWrite: boolean, pinnedVersion: number | null, isRehearsal: boolean, failurePercent: number, url: string, createdAt: string, canary: { version: number, percent: number } | null, tokens: { totalCount: number, nodes: Array<{ id: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, createdAt: string, expiresAt: string | null, isRenewed: boolean, revokedAt: string | null, revokedAttenuations: Array<string>, grantedBy: string | null, oauthClient: string | null, lastUsedAt: string | null, maker: string | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type StacksEndpointFiguresQueryVariables = Exact<{
  endpointId: string | number;
}>;


export type StacksEndpointFiguresQuery = { clientEndpoint: { versionFigures: Array<{ version: number | null, callCount: number, failureCount: number }> | null } | null };

export type StacksTokensQueryVariables = Exact<{
  endpointId: string | number;
  search?: string | null | undefined;
  isInForce?: boolean | null | undefined;
  orderBy?: StackTokenOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type StacksTokensQuery = { clientEndpoint: { tokens: { totalCount: number, nodes: Array<{ id: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, callsMax: number | null, calls: number, createdAt: string, expiresAt: string | null, isRenewed: boolean, revokedAt: string | null, revokedAttenuations: Array<string>, grantedBy: string | null, oauthClient: string | null, lastUsedAt: string | null, maker: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type StacksCreateEndpointMutationVariables = Exact<{
  input: CreateClientEndpointInput;
}>;


export type StacksCreateEndpointMutation = { createClientEndpoint:
    | { __typename: 'CreateClientEndpointPayload', token: string, endpoint: { name: string, url: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksUpdateEndpointMutationVariables = Exact<{
  input: UpdateClientEndpointInput;
}>;


export type StacksUpdateEndpointMutation = { updateClientEndpoint:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateClientEndpointPayload', endpoint: { id: string } }
   | null };

export type StacksDeleteEndpointMutationVariables = Exact<{
  input: DeleteClientEndpointInput;
}>;


export type StacksDeleteEndpointMutation = { deleteClientEndpoint:
    | { __typename: 'DeleteClientEndpointPayload', endpointId: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksCreateTokenMutationVariables = Exact<{
  input: CreateStackTokenInput;
}>;


export type StacksCreateTokenMutation = { createStackToken:
    | { __typename: 'CreateStackTokenPayload', token: string, tokenRecord: { name: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksRevokeTokenMutationVariables = Exact<{
  input: RevokeStackTokenInput;
}>;


export type StacksRevokeTokenMutation = { revokeStackToken:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RevokeStackTokenPayload', tokenRecord: { id: string } }
   | null };

export type StacksRevokeAttenuationMutationVariables = Exact<{
  input: RevokeTokenAttenuationInput;
}>;


export type StacksRevokeAttenuationMutation = { revokeTokenAttenuation:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RevokeTokenAttenuationPayload' }
   | null };

export type StacksSetCredentialsMutationVariables = Exact<{
  input: SetCredentialsInput;
}>;


export type StacksSetCredentialsMutation = { setCredentials:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'SetCredentialsPayload', fieldIds: Array<string>, notes: Array<string> }
   | null };

export type StacksRemoveCredentialMutationVariables = Exact<{
  input: DeleteCredentialInput;
}>;


export type StacksRemoveCredentialMutation = { deleteCredential:
    | { __typename: 'DeleteCredentialPayload', fieldIds: Array<string> }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksConnectLinkMutationVariables = Exact<{
  input: CreateConnectLinkInput;
}>;


export type StacksConnectLinkMutation = { createConnectLink:
    | { __typename: 'CreateConnectLinkPayload', url: string, expiresAt: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksSetModeMutationVariables = Exact<{
  input: UpdateServerCredentialModeInput;
}>;


export type StacksSetModeMutation = { updateServerCredentialMode:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateServerCredentialModePayload', stackServer: { credentialMode: CredentialMode } }
   | null };

export type StacksTestConnectionMutationVariables = Exact<{
  input: TestConnectionInput;
}>;


export type StacksTestConnectionMutation = { testConnection:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'TestConnectionPayload', outcome: CallOutcome | null, message: string, toolId: string | null, toolIds: Array<string> }
   | null };

export type StacksShareApplicationMutationVariables = Exact<{
  input: UpdateApplicationSharingInput;
}>;


export type StacksShareApplicationMutation = { updateApplicationSharing:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateApplicationSharingPayload', isShared: boolean, stackCount: number }
   | null };

export type StacksListQueryVariables = Exact<{
  search?: string | null | undefined;
  needsAttention?: boolean | null | undefined;
  orderBy?: StackOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type StacksListQuery = { stacks: { totalCount: number, nodes: Array<{ id: string, name: string, rights: Array<Right>, createdAt: string, lastCalledAt: string | null, attention: Array<StackAttention>, servers: { totalCount: number, nodes: Array<{ toolCount: number, server: { name: string } }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type StacksTotalsQueryVariables = Exact<{ [key: string]: never; }>;


export type StacksTotalsQuery = { all: { totalCount: number } | null, needing: { totalCount: number } | null };

export type StacksTemplatesQueryVariables = Exact<{ [key: string]: never; }>;


export type StacksTemplatesQuery = { stackTemplates: Array<{ id: string, name: string, description: string, servers: Array<{ serverId: string, toolIds: Array<string>, server: { name: string, credentialFields: Array<{ name: string, isRequired: boolean }> } | null }>, rules: Array<{ name: string }> }> | null };

export type StacksCreateMutationVariables = Exact<{
  input: CreateStackInput;
}>;


export type StacksCreateMutation = { createStack:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'CreateStackPayload', stack: { id: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksMachineFragment = { id: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, hasSecret: boolean, thumbprints: Array<string>, createdAt: string, expiresAt: string | null, rotatedAt: string | null, endpoint: { id: string, name: string } };

export type StacksIssuerFragment = { id: string, name: string, issuer: string, audience: string | null, jwksUrl: string | null, endUserClaim: string, endUserPrefix: string, tools: Array<string>, networks: Array<string>, createdAt: string, endpoint: { name: string, url: string }, claims: Array<{ name: string, values: Array<string> }> };

export type StacksMachinesQueryVariables = Exact<{
  stackId: string | number;
  search?: string | null | undefined;
  isInForce?: boolean | null | undefined;
  orderBy?: ServiceAccountOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type StacksMachinesQuery = { stack: { all: { totalCount: number }, serviceAccounts: { totalCount: number, nodes: Array<{ id: string, name: string, endUser: string | null, tools: Array<string>, networks: Array<string>, hasSecret: boolean, thumbprints: Array<string>, createdAt: string, expiresAt: string | null, rotatedAt: string | null, endpoint: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type StacksIssuersQueryVariables = Exact<{
  stackId: string | number;
  search?: string | null | undefined;
  orderBy?: TrustedIssuerOrder | null | undefined;
  after?: string | null | undefined;
}>;


export type StacksIssuersQuery = { stack: { all: { totalCount: number }, trustedIssuers: { totalCount: number, nodes: Array<{ id: string, name: string, issuer: string, audience: string | null, jwksUrl: string | null, endUserClaim: string, endUserPrefix: string, tools: Array<string>, networks: Array<string>, createdAt: string, endpoint: { name: string, url: string }, claims: Array<{ name: string, values: Array<string> }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type StacksPickEndpointsQueryVariables = Exact<{
  stackId: string | number;
  search?: string | null | undefined;
}>;


export type StacksPickEndpointsQuery = { stack: { endpoints: { totalCount: number, nodes: Array<{ id: string, name: string, url: string }> } } | null };

export type StacksCreateMachineMutationVariables = Exact<{
  input: CreateServiceAccountInput;
}>;


export type StacksCreateMachineMutation = { createServiceAccount:
    | { __typename: 'CreateServiceAccountPayload', secret: string | null, serviceAccount: { id: string, name: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksRotateMachineMutationVariables = Exact<{
  input: RotateServiceAccountInput;
}>;


export type StacksRotateMachineMutation = { rotateServiceAccount:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RotateServiceAccountPayload', secret: string | null, serviceAccount: { id: string, name: string } }
   | null };

export type StacksRevokeMachineMutationVariables = Exact<{
  input: RevokeServiceAccountInput;
}>;


export type StacksRevokeMachineMutation = { revokeServiceAccount:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RevokeServiceAccountPayload' }
   | null };

export type StacksTrustIssuerMutationVariables = Exact<{
  input: CreateTrustedIssuerInput;
}>;


export type StacksTrustIssuerMutation = { createTrustedIssuer:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'CreateTrustedIssuerPayload', trustedIssuer: { id: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksDeleteIssuerMutationVariables = Exact<{
  input: DeleteTrustedIssuerInput;
}>;


export type StacksDeleteIssuerMutation = { deleteTrustedIssuer:
    | { __typename: 'DeleteTrustedIssuerPayload' }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

type StacksFailure_AlreadyExistsError_Fragment = { code: FailureCode, message: string };

type StacksFailure_ForbiddenError_Fragment = { code: FailureCode, message: string };

type StacksFailure_InvalidInputError_Fragment = { code: FailureCode, message: string, issues: Array<{ path: string, message: string }> };

type StacksFailure_ModelFailedError_Fragment = { code: FailureCode, message: string };

type StacksFailure_NotFoundError_Fragment = { code: FailureCode, message: string };

type StacksFailure_RateLimitedError_Fragment = { code: FailureCode, message: string };

type StacksFailure_SignInFailedError_Fragment = { code: FailureCode, message: string };

type StacksFailure_ToolFailedError_Fragment = { code: FailureCode, message: string };

export type StacksFailureFragment =
  | StacksFailure_AlreadyExistsError_Fragment
  | StacksFailure_ForbiddenError_Fragment
  | StacksFailure_InvalidInputError_Fragment
  | StacksFailure_ModelFailedError_Fragment
  | StacksFailure_NotFoundError_Fragment
  | StacksFailure_RateLimitedError_Fragment
  | StacksFailure_SignInFailedError_Fragment
  | StacksFailure_ToolFailedError_Fragment
;

export type StacksHeadQueryVariables = Exact<{
  stackId: string | number;
}>;


export type StacksHeadQuery = { stack: { id: string, name: string, rights: Array<Right>, createdAt: string, updatedAt: string, configuration: { isRecorded: boolean, contentDays: number | null, contentRedactions: Array<string> } } | null };

export type StacksKeepContentsMutationVariables = Exact<{
  input: UpdateCallContentsInput;
}>;


export type StacksKeepContentsMutation = { updateCallContents:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateCallContentsPayload', stack: { id: string } }
   | null };

export type StacksUpdateMutationVariables = Exact<{
  input: UpdateStackInput;
}>;


export type StacksUpdateMutation = { updateStack:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateStackPayload', stack: { id: string } }
   | null };

export type StacksDuplicateMutationVariables = Exact<{
  input: DuplicateStackInput;
}>;


export type StacksDuplicateMutation = { duplicateStack:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'DuplicateStackPayload', stack: { id: string } }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksDeleteMutationVariables = Exact<{
  input: DeleteStackInput;
}>;


export type StacksDeleteMutation = { deleteStack:
    | { __typename: 'DeleteStackPayload', name: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksServerFragment = { credentialMode: CredentialMode, toolCount: number, lackingToolCount: number, removedToolIds: Array<string>, server: { name: string, description: string, isRefreshable: boolean, scopes: Array<string>, id: string, credentialChoices: Array<{ fieldIds: Array<string>, toolCount: number }>, credentialFields: Array<{ name: string, description: string, isRequired: boolean, toolCount: number, isSecret: boolean, mayBeEmpty: boolean, link: string | null, id: string, signIn: { redirectUrl: string | null, providerUrl: string | null, scopes: Array<string>, clientFieldIds: Array<string> } | null }>, tools: { totalCount: number } }, credentialStatus: { hasRequired: boolean, required: Array<{ fieldId: string, state: CredentialState, canConnect: boolean, isMoved: boolean, isShared: boolean, oauthState: OAuthState | null, expiresAt: string | null }>, optional: Array<{ fieldId: string, state: CredentialState, canConnect: boolean, isMoved: boolean, isShared: boolean, oauthState: OAuthState | null, expiresAt: string | null }> } };

export type StacksFieldFragment = { fieldId: string, state: CredentialState, canConnect: boolean, isMoved: boolean, isShared: boolean, oauthState: OAuthState | null, expiresAt: string | null };

export type StacksServersQueryVariables = Exact<{
  stackId: string | number;
  endUser?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type StacksServersQuery = { stack: { servers: { totalCount: number, nodes: Array<{ credentialMode: CredentialMode, toolCount: number, lackingToolCount: number, removedToolIds: Array<string>, server: { name: string, description: string, isRefreshable: boolean, scopes: Array<string>, id: string, credentialChoices: Array<{ fieldIds: Array<string>, toolCount: number }>, credentialFields: Array<{ name: string, description: string, isRequired: boolean, toolCount: number, isSecret: boolean, mayBeEmpty: boolean, link: string | null, id: string, signIn: { redirectUrl: string | null, providerUrl: string | null, scopes: Array<string>, clientFieldIds: Array<string> } | null }>, tools: { totalCount: number } }, credentialStatus: { hasRequired: boolean, required: Array<{ fieldId: string, state: CredentialState, canConnect: boolean, isMoved: boolean, isShared: boolean, oauthState: OAuthState | null, expiresAt: string | null }>, optional: Array<{ fieldId: string, state: CredentialState, canConnect: boolean, isMoved: boolean, isShared: boolean, oauthState: OAuthState | null, expiresAt: string | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type StacksServerToolsQueryVariables = Exact<{
  serverId: string;
  after?: string | null | undefined;
}>;


export type StacksServerToolsQuery = { server: { tools: { totalCount: number, nodes: Array<{ name: string, title: string | null, description: string, id: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type StacksEnabledToolsQueryVariables = Exact<{
  stackId: string | number;
}>;


export type StacksEnabledToolsQuery = { stack: { tools: { nodes: Array<{ serverId: string, exposedName: string, description: string, isPinned: boolean, id: string, credentialSets: Array<{ fieldIds: Array<string> }> }> } } | null };

export type StacksSetToolsMutationVariables = Exact<{
  input: UpdateServerToolsInput;
}>;


export type StacksSetToolsMutation = { updateServerTools:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateServerToolsPayload', enabledCount: number }
   | null };

export type StacksUpdateToolMutationVariables = Exact<{
  input: UpdateStackToolInput;
}>;


export type StacksUpdateToolMutation = { updateStackTool:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'UpdateStackToolPayload', tool: { id: string } }
   | null };

export type StacksAddServerMutationVariables = Exact<{
  input: AddServerToStackInput;
}>;


export type StacksAddServerMutation = { addServerToStack:
    | { __typename: 'AddServerToStackPayload', enabledCount: number }
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksRemoveServerMutationVariables = Exact<{
  input: RemoveServerFromStackInput;
}>;


export type StacksRemoveServerMutation = { removeServerFromStack:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RemoveServerFromStackPayload', serverId: string }
   | null };

export type StacksRefreshToolsMutationVariables = Exact<{
  input: RefreshServerToolsInput;
}>;


export type StacksRefreshToolsMutation = { refreshServerTools:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RefreshServerToolsPayload', isChanged: boolean, toolCount: number, refused: Array<{ name: string, reason: string }> }
   | null };

export type StacksPickQueryVariables = Exact<{
  search?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type StacksPickQuery = { servers: { nodes: Array<{ name: string, description: string, isPrivate: boolean, id: string, tools: { totalCount: number }, credentialFields: Array<{ id: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type StacksSkillFragment = { name: string, description: string, content: string, updatedAt: string };

export type StacksSkillsQueryVariables = Exact<{
  stackId: string | number;
}>;


export type StacksSkillsQuery = { stack: { skills: Array<{ name: string, description: string, content: string, updatedAt: string }>, servers: { nodes: Array<{ id: string, server: { slug: string, name: string }, skills: Array<{ uri: string, name: string, description: string }> }> } } | null };

export type StacksSetSkillMutationVariables = Exact<{
  input: SetSkillInput;
}>;


export type StacksSetSkillMutation = { setSkill:
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'SetSkillPayload', skill: { name: string } }
   | null };

export type StacksDeleteSkillMutationVariables = Exact<{
  input: DeleteSkillInput;
}>;


export type StacksDeleteSkillMutation = { deleteSkill:
    | { __typename: 'DeleteSkillPayload', name: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type StacksUsageQueryVariables = Exact<{
  stackId: string | number;
  since: string;
  bucketSeconds: number;
}>;


export type StacksUsageQuery = { callStatistics: { total: { callCount: number, failureCount: number, p50Ms: number | null, p95Ms: number | null }, before: { total: { callCount: number, failureCount: number, p50Ms: number | null, p95Ms: number | null } | null } | null, buckets: Array<{ start: string, figures: { callCount: number, failureCount: number } }>, byTool: Array<{ toolId: string, figures: { callCount: number, failureCount: number, p50Ms: number | null, p95Ms: number | null } }> } | null };

export type StacksVersionFragment = { id: string, number: number, createdAt: string, action: AuditAction | null, actor:
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
    | { displayName: string }
   | null };

export type StacksDifferenceFragment = { path: string, before: string | null, after: string | null };

export type StacksVersionsQueryVariables = Exact<{
  stackId: string | number;
  after?: string | null | undefined;
}>;


export type StacksVersionsQuery = { stack: { versions: { nodes: Array<{ id: string, number: number, createdAt: string, action: AuditAction | null, actor:
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
          | { displayName: string }
         | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type StacksVersionDifferencesQueryVariables = Exact<{
  stackId: string | number;
  number: number;
  from?: number | null | undefined;
}>;


export type StacksVersionDifferencesQuery = { stack: { version: { differences: Array<{ path: string, before: string | null, after: string | null }> | null } | null } | null };

export type StacksRollBackPlanQueryVariables = Exact<{
  stackId: string | number;
  number: number;
}>;


export type StacksRollBackPlanQuery = { stack: { version: { rollBackPlan: { digest: string | null, unavailable: Array<string>, differences: Array<{ path: string, before: string | null, after: string | null }>, missingCredentials: Array<{ serverId: string, fieldId: string }> } } | null } | null };

export type StacksRollBackMutationVariables = Exact<{
  input: RollBackStackInput;
}>;


export type StacksRollBackMutation = { rollBackStack:
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'ForbiddenError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
    | { __typename: 'RollBackStackPayload', stack: { id: string } }
   | null };

export type InvitedToQueryVariables = Exact<{
  secret: string;
}>;


export type InvitedToQuery = { invitedTo: { accountName: string | null } | null };

export type AcceptInvitationMutationVariables = Exact<{
  input: AcceptInvitationInput;
}>;


export type AcceptInvitationMutation = { acceptInvitation:
    | { __typename: 'AcceptInvitationPayload', user: { id: string } }
    | { __typename: 'AlreadyExistsError', code: FailureCode, message: string }
    | { __typename: 'InvalidInputError', code: FailureCode, message: string, issues: Array<{ path: string, message: string }> }
    | { __typename: 'NotFoundError', code: FailureCode, message: string }
    | { __typename: 'RateLimitedError', code: FailureCode, message: string }
   | null };

export type AlertRowFragment = { id: string, kind: AlertKind | null, title: string, path: string, startedAt: string, endedAt: string | null };

export type InboxFollowSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type InboxFollowSubscription = { inbox: { approvalCount: number, reviewCount: number, alertCount: number } };

export type InboxNewestQueryVariables = Exact<{ [key: string]: never; }>;


export type InboxNewestQuery = { approvals: { nodes: Array<{ id: string, toolId: string, tool: { exposedName: string, serverName: string } | null, stack: { name: string } }> } | null };

export type ShellMeQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellMeQuery = { me: { email: string } | null, viewer: { role: Role, rights: Array<Right>, rightsSomewhere: Array<Right> } | null };

export type ShellSignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type ShellSignOutMutation = { signOut:
    | { __typename: 'ForbiddenError' }
    | { __typename: 'RateLimitedError' }
    | { __typename: 'SignOutPayload' }
   | null };

export type PaletteFoundQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type PaletteFoundQuery = { stacks: { nodes: Array<{ id: string, name: string }> } | null, servers: { nodes: Array<{ name: string, id: string }> } | null };

export type PaletteToolsQueryVariables = Exact<{
  id: string | number;
}>;


export type PaletteToolsQuery = { stack: { id: string, name: string, tools: { nodes: Array<{ exposedName: string, title: string | null, serverName: string, id: string }> } } | null };

export type PickStackFragment = { id: string, name: string, rights: Array<Right> };

export type PickStacksQueryVariables = Exact<{
  search?: string | null | undefined;
  orderBy?: StackOrder | null | undefined;
}>;


export type PickStacksQuery = { stacks: { totalCount: number, nodes: Array<{ id: string, name: string, rights: Array<Right> }> } | null };

export type PickServerStacksQueryVariables = Exact<{
  serverId: string;
  search?: string | null | undefined;
  orderBy?: ServerStackOrder | null | undefined;
}>;


export type PickServerStacksQuery = { server: { stacks: { totalCount: number, nodes: Array<{ id: string, name: string, rights: Array<Right> }> } } | null };

export type PickedStackQueryVariables = Exact<{
  id: string | number;
}>;


export type PickedStackQuery = { stack: { id: string, name: string, rights: Array<Right> } | null };

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
export const ActivityRowFragmentDoc = new TypedDocumentString(`
    fragment ActivityRow on Call {
  id
  at
  stack {
    id
    name
  }
  serverId
  toolId
  outcome
  latencyMs
  inputBytes
  outputBytes
  endpointId
  endpoint {
    name
  }
  surface
  callerKind
  callerId
  caller {
    displayName
  }
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
    `, {"fragmentName":"ActivityRow"}) as unknown as TypedDocumentString<ActivityRowFragment, unknown>;
export const ActivityCallerFragmentDoc = new TypedDocumentString(`
    fragment ActivityCaller on UsageFigures {
  callerId
  caller {
    __typename
    displayName
    ... on ClientEndpoint {
      stack {
        name
      }
    }
  }
  endUser
}
    `, {"fragmentName":"ActivityCaller"}) as unknown as TypedDocumentString<ActivityCallerFragment, unknown>;
export const ApprovalsRowFragmentDoc = new TypedDocumentString(`
    fragment ApprovalsRow on Approval {
  id
  state
  stack {
    id
    name
  }
  toolId
  tool {
    exposedName
    title
    description
    annotations
    isConfirmed
    serverName
  }
  input
  announcedCalls {
    toolId
    tool {
      exposedName
      title
      description
      annotations
      isConfirmed
      serverName
    }
    ruleId
    isMade
  }
  rule {
    name
    message
    stackId
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
  }
  callerId
  caller: callerDetails {
    kind
    name
    endpointName
    serviceAccount
    trustedIssuer
    person
  }
  endUser
  isForAll
  isForSession
  message
  deciderId
  deciderName
  decidedAt
  createdAt
  expiresAt
}
    `, {"fragmentName":"ApprovalsRow"}) as unknown as TypedDocumentString<ApprovalsRowFragment, unknown>;
export const AuditRowFragmentDoc = new TypedDocumentString(`
    fragment AuditRow on AuditEvent {
  id
  seq
  at
  actorKind
  actorId
  actor {
    ... on User {
      email
    }
    ... on ApiKey {
      name
    }
    ... on StackToken {
      name
    }
  }
  action
  summary
  targetKind
  targetId
  stackId
  stack {
    name
  }
  details
  requestId
  hash
}
    `, {"fragmentName":"AuditRow"}) as unknown as TypedDocumentString<AuditRowFragment, unknown>;
export const JobsRowFragmentDoc = new TypedDocumentString(`
    fragment JobsRow on Job {
  id
  state
  toolId
  stack {
    id
    name
    rights
  }
  caller {
    displayName
  }
  callerId
  endUser
  approvalId
  progress {
    progress
    total
    message
  }
  createdAt
  endedAt
}
    `, {"fragmentName":"JobsRow"}) as unknown as TypedDocumentString<JobsRowFragment, unknown>;
export const StacksTokenFragmentDoc = new TypedDocumentString(`
    fragment StacksToken on StackToken {
  id
  name
  endUser
  tools
  networks
  callsMax
  calls
  maker: makerName
  createdAt
  expiresAt
  isRenewed
  revokedAt
  revokedAttenuations
  grantedBy
  oauthClient
  lastUsedAt
}
    `, {"fragmentName":"StacksToken"}) as unknown as TypedDocumentString<StacksTokenFragment, unknown>;
export const StacksEndpointFragmentDoc = new TypedDocumentString(`
    fragment StacksEndpoint on ClientEndpoint {
  id
  name
  mode
  mayProgramsWrite
  pinnedVersion
  canary {
    version
    percent
  }
  isRehearsal
  failurePercent
  url
  createdAt
  tokens(first: 20) {
    totalCount
    nodes {
      ...StacksToken
    }
  }
}
    fragment StacksToken on StackToken {
  id
  name
  endUser
  tools
  networks
  callsMax
  calls
  maker: makerName
  createdAt
  expiresAt
  isRenewed
  revokedAt
  revokedAttenuations
  grantedBy
  oauthClient
  lastUsedAt
}`, {"fragmentName":"StacksEndpoint"}) as unknown as TypedDocumentString<StacksEndpointFragment, unknown>;
export const StacksMachineFragmentDoc = new TypedDocumentString(`
    fragment StacksMachine on ServiceAccount {
  id
  endpoint {
    id
    name
  }
  name
  endUser
  tools
  networks
  hasSecret
  thumbprints
  createdAt
  expiresAt
  rotatedAt
}
    `, {"fragmentName":"StacksMachine"}) as unknown as TypedDocumentString<StacksMachineFragment, unknown>;
export const StacksIssuerFragmentDoc = new TypedDocumentString(`
    fragment StacksIssuer on TrustedIssuer {
  id
  endpoint {
    name
    url
  }
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
    `, {"fragmentName":"StacksIssuer"}) as unknown as TypedDocumentString<StacksIssuerFragment, unknown>;
export const StacksFailureFragmentDoc = new TypedDocumentString(`
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}
    `, {"fragmentName":"StacksFailure"}) as unknown as TypedDocumentString<StacksFailureFragment, unknown>;
export const StacksFieldFragmentDoc = new TypedDocumentString(`
    fragment StacksField on CredentialFieldStatus {
  fieldId
  state
  canConnect
  isMoved
  isShared
  oauthState
  expiresAt
}
    `, {"fragmentName":"StacksField"}) as unknown as TypedDocumentString<StacksFieldFragment, unknown>;
export const StacksServerFragmentDoc = new TypedDocumentString(`
    fragment StacksServer on StackServer {
  credentialMode
  toolCount
  lackingToolCount(endUser: $endUser)
  removedToolIds
  server {
    id: slug
    name
    description
    isRefreshable
    scopes
    credentialChoices {
      fieldIds
      toolCount
    }
    credentialFields {
      id: fieldId
      name
      description
      isRequired
      toolCount
      isSecret
      mayBeEmpty
      link
      signIn {
        redirectUrl
        providerUrl
        scopes
        clientFieldIds
      }
    }
    tools(first: 1) {
      totalCount
    }
  }
  credentialStatus(endUser: $endUser) {
    hasRequired
    required {
      ...StacksField
    }
    optional {
      ...StacksField
    }
  }
}
    fragment StacksField on CredentialFieldStatus {
  fieldId
  state
  canConnect
  isMoved
  isShared
  oauthState
  expiresAt
}`, {"fragmentName":"StacksServer"}) as unknown as TypedDocumentString<StacksServerFragment, unknown>;
export const StacksSkillFragmentDoc = new TypedDocumentString(`
    fragment StacksSkill on Skill {
  name
  description
  content
  updatedAt
}
    `, {"fragmentName":"StacksSkill"}) as unknown as TypedDocumentString<StacksSkillFragment, unknown>;
export const StacksVersionFragmentDoc = new TypedDocumentString(`
    fragment StacksVersion on StackVersion {
  id
  number
  createdAt
  action
  actor {
    displayName
  }
}
    `, {"fragmentName":"StacksVersion"}) as unknown as TypedDocumentString<StacksVersionFragment, unknown>;
export const StacksDifferenceFragmentDoc = new TypedDocumentString(`
    fragment StacksDifference on StackDifference {
  path
  before
  after
}
    `, {"fragmentName":"StacksDifference"}) as unknown as TypedDocumentString<StacksDifferenceFragment, unknown>;
export const AlertRowFragmentDoc = new TypedDocumentString(`
    fragment AlertRow on Alert {
  id
  kind
  title
  path
  startedAt
  endedAt
}
    `, {"fragmentName":"AlertRow"}) as unknown as TypedDocumentString<AlertRowFragment, unknown>;
export const PickStackFragmentDoc = new TypedDocumentString(`
    fragment PickStack on Stack {
  id
  name
  rights
}
    `, {"fragmentName":"PickStack"}) as unknown as TypedDocumentString<PickStackFragment, unknown>;
export const AccountKeysDocument = new TypedDocumentString(`
    query AccountKeys($search: String, $isInForce: Boolean, $orderBy: ApiKeyOrder, $after: String) {
  apiKeys(
    first: 50
    after: $after
    filter: {search: $search, isInForce: $isInForce}
    orderBy: $orderBy
  ) {
    totalCount
    nodes {
      id
      name
      display
      role
      stackRoles {
        stackId
        stack {
          name
        }
        role
      }
      scopes
      tools
      networks
      callsMax
      calls
      maker: makerName
      createdAt
      expiresAt
      revokedAt
      lastUsedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AccountKeysQuery, AccountKeysQueryVariables>;
export const AccountKeyTotalsDocument = new TypedDocumentString(`
    query AccountKeyTotals {
  apiKeys(first: 1) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<AccountKeyTotalsQuery, AccountKeyTotalsQueryVariables>;
export const AccountCreateKeyDocument = new TypedDocumentString(`
    mutation AccountCreateKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    __typename
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
    ... on CreateApiKeyPayload {
      key
      apiKey {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AccountCreateKeyMutation, AccountCreateKeyMutationVariables>;
export const AccountRevokeKeyDocument = new TypedDocumentString(`
    mutation AccountRevokeKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AccountRevokeKeyMutation, AccountRevokeKeyMutationVariables>;
export const AccountLimitsDocument = new TypedDocumentString(`
    query AccountLimits {
  rateLimit {
    class
    limit
    remaining
    resetAt
    name
    howToRaise
  }
}
    `) as unknown as TypedDocumentString<AccountLimitsQuery, AccountLimitsQueryVariables>;
export const AccountPeopleDocument = new TypedDocumentString(`
    query AccountPeople($ofAccount: Boolean! = true) {
  me {
    id
    email
    hasPassword
  }
  users @include(if: $ofAccount) {
    id
    email
    role
    stackRoles {
      stackId
      stack {
        name
      }
      role
    }
    lastSignInAt
  }
  invitations @include(if: $ofAccount) {
    id
    role
    stackRoles {
      stackId
      stack {
        name
      }
      role
    }
    createdAt
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<AccountPeopleQuery, AccountPeopleQueryVariables>;
export const AccountSessionsDocument = new TypedDocumentString(`
    query AccountSessions {
  sessions {
    id
    userAgent
    createdAt
    lastSeenAt
    isCurrent
  }
}
    `) as unknown as TypedDocumentString<AccountSessionsQuery, AccountSessionsQueryVariables>;
export const AccountSignOutEverywhereDocument = new TypedDocumentString(`
    mutation AccountSignOutEverywhere {
  signOutEverywhere {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AccountSignOutEverywhereMutation, AccountSignOutEverywhereMutationVariables>;
export const AccountRevokeSessionDocument = new TypedDocumentString(`
    mutation AccountRevokeSession($input: RevokeSessionInput!) {
  revokeSession(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AccountRevokeSessionMutation, AccountRevokeSessionMutationVariables>;
export const AccountChangePasswordDocument = new TypedDocumentString(`
    mutation AccountChangePassword($input: ChangePasswordInput!) {
  changePassword(input: $input) {
    __typename
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
    `) as unknown as TypedDocumentString<AccountChangePasswordMutation, AccountChangePasswordMutationVariables>;
export const AccountPasskeysDocument = new TypedDocumentString(`
    query AccountPasskeys {
  signInOptions {
    canUsePasskeys
  }
  passkeys {
    id
    name
    createdAt
    lastUsedAt
  }
}
    `) as unknown as TypedDocumentString<AccountPasskeysQuery, AccountPasskeysQueryVariables>;
export const AccountBeginPasskeyDocument = new TypedDocumentString(`
    mutation AccountBeginPasskey($input: BeginPasskeyRegistrationInput!) {
  beginPasskeyRegistration(input: $input) {
    __typename
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
    ... on BeginPasskeyRegistrationPayload {
      options
    }
  }
}
    `) as unknown as TypedDocumentString<AccountBeginPasskeyMutation, AccountBeginPasskeyMutationVariables>;
export const AccountFinishPasskeyDocument = new TypedDocumentString(`
    mutation AccountFinishPasskey($input: FinishPasskeyRegistrationInput!) {
  finishPasskeyRegistration(input: $input) {
    __typename
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
    `) as unknown as TypedDocumentString<AccountFinishPasskeyMutation, AccountFinishPasskeyMutationVariables>;
export const AccountRemovePasskeyDocument = new TypedDocumentString(`
    mutation AccountRemovePasskey($input: RevokePasskeyInput!) {
  revokePasskey(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AccountRemovePasskeyMutation, AccountRemovePasskeyMutationVariables>;
export const AccountWithdrawDocument = new TypedDocumentString(`
    mutation AccountWithdraw($input: RevokeInvitationInput!) {
  revokeInvitation(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AccountWithdrawMutation, AccountWithdrawMutationVariables>;
export const AccountInviteDocument = new TypedDocumentString(`
    mutation AccountInvite($input: CreateInvitationInput!) {
  createInvitation(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
    ... on CreateInvitationPayload {
      url
    }
  }
}
    `) as unknown as TypedDocumentString<AccountInviteMutation, AccountInviteMutationVariables>;
export const AccountUpdateRoleDocument = new TypedDocumentString(`
    mutation AccountUpdateRole($input: UpdateUserRoleInput!) {
  updateUserRole(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AccountUpdateRoleMutation, AccountUpdateRoleMutationVariables>;
export const AccountRemoveUserDocument = new TypedDocumentString(`
    mutation AccountRemoveUser($input: DeleteUserInput!) {
  deleteUser(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AccountRemoveUserMutation, AccountRemoveUserMutationVariables>;
export const AccountSignOutUserDocument = new TypedDocumentString(`
    mutation AccountSignOutUser($input: SignOutUserInput!) {
  signOutUser(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<AccountSignOutUserMutation, AccountSignOutUserMutationVariables>;
export const ActivityCallsDocument = new TypedDocumentString(`
    query ActivityCalls($stackId: ID, $serverId: ID, $toolId: ID, $callerId: ID, $endUser: String, $outcome: [CallOutcome!], $isFailure: Boolean, $since: DateTime, $until: DateTime, $orderBy: CallOrder, $first: Int, $after: String) {
  calls(
    filter: {stackId: $stackId, serverId: $serverId, toolId: $toolId, callerId: $callerId, endUser: $endUser, outcome: $outcome, isFailure: $isFailure, since: $since, until: $until}
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    nodes {
      ...ActivityRow
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    fragment ActivityRow on Call {
  id
  at
  stack {
    id
    name
  }
  serverId
  toolId
  outcome
  latencyMs
  inputBytes
  outputBytes
  endpointId
  endpoint {
    name
  }
  surface
  callerKind
  callerId
  caller {
    displayName
  }
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
}`) as unknown as TypedDocumentString<ActivityCallsQuery, ActivityCallsQueryVariables>;
export const ActivityCountDocument = new TypedDocumentString(`
    query ActivityCount($stackId: ID, $serverId: ID, $toolId: ID, $callerId: ID, $endUser: String, $outcome: [CallOutcome!], $isFailure: Boolean, $since: DateTime, $until: DateTime) {
  callCount(
    filter: {stackId: $stackId, serverId: $serverId, toolId: $toolId, callerId: $callerId, endUser: $endUser, outcome: $outcome, isFailure: $isFailure, since: $since, until: $until}
  ) {
    count
    isExact
  }
}
    `) as unknown as TypedDocumentString<ActivityCountQuery, ActivityCountQueryVariables>;
export const ActivityLiveDocument = new TypedDocumentString(`
    subscription ActivityLive($stackId: ID) {
  calls(stackId: $stackId) {
    ...ActivityRow
  }
}
    fragment ActivityRow on Call {
  id
  at
  stack {
    id
    name
  }
  serverId
  toolId
  outcome
  latencyMs
  inputBytes
  outputBytes
  endpointId
  endpoint {
    name
  }
  surface
  callerKind
  callerId
  caller {
    displayName
  }
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
}`) as unknown as TypedDocumentString<ActivityLiveSubscription, ActivityLiveSubscriptionVariables>;
export const ActivityStacksDocument = new TypedDocumentString(`
    query ActivityStacks {
  silent: stacks(first: 100, filter: {isRecorded: false}) {
    totalCount
    nodes {
      id
      name
      rights
      configuration {
        isRecorded
      }
    }
  }
  recorded: stacks(first: 1, filter: {isRecorded: true}) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<ActivityStacksQuery, ActivityStacksQueryVariables>;
export const ActivityStackDocument = new TypedDocumentString(`
    query ActivityStack($id: ID!) {
  stack(id: $id) {
    id
    name
    rights
    configuration {
      isRecorded
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityStackQuery, ActivityStackQueryVariables>;
export const ActivityRecordDocument = new TypedDocumentString(`
    mutation ActivityRecord($input: UpdateStackInput!) {
  updateStack(input: $input) {
    __typename
    ... on UpdateStackPayload {
      stack {
        id
      }
    }
    ... on InvalidInputError {
      issues {
        path
        message
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityRecordMutation, ActivityRecordMutationVariables>;
export const ActivityFiguresDocument = new TypedDocumentString(`
    query ActivityFigures($stackId: ID, $serverId: ID, $toolId: ID, $since: DateTime!, $until: DateTime, $bucketSeconds: Int!) {
  callStatistics(
    stackId: $stackId
    serverId: $serverId
    toolId: $toolId
    since: $since
    until: $until
    bucketSeconds: $bucketSeconds
  ) {
    total {
      callCount
      failureCount
      p50Ms
      p95Ms
    }
    buckets {
      start
      figures {
        callCount
        failureCount
        p50Ms
        p95Ms
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityFiguresQuery, ActivityFiguresQueryVariables>;
export const ActivityComparedDocument = new TypedDocumentString(`
    query ActivityCompared($stackId: ID, $serverId: ID, $toolId: ID, $since: DateTime!, $until: DateTime, $wholeSeconds: Int!) {
  callStatistics(
    stackId: $stackId
    serverId: $serverId
    toolId: $toolId
    since: $since
    until: $until
    bucketSeconds: $wholeSeconds
  ) {
    before {
      recordedSince
      total {
        callCount
        failureCount
        p50Ms
        p95Ms
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityComparedQuery, ActivityComparedQueryVariables>;
export const ActivityCalledDocument = new TypedDocumentString(`
    query ActivityCalled($stackId: ID, $serverId: ID, $since: DateTime!, $until: DateTime, $search: String) {
  toolStatistics(
    stackId: $stackId
    serverId: $serverId
    since: $since
    until: $until
    search: $search
    orderBy: CALLS
    first: 50
  ) {
    toolId
    serverId
  }
}
    `) as unknown as TypedDocumentString<ActivityCalledQuery, ActivityCalledQueryVariables>;
export const ActivityToolsDocument = new TypedDocumentString(`
    query ActivityTools($stackId: ID, $serverId: ID, $since: DateTime!, $until: DateTime, $orderBy: ToolRanking!, $callsMin: Int!) {
  toolStatistics(
    stackId: $stackId
    serverId: $serverId
    since: $since
    until: $until
    orderBy: $orderBy
    callsMin: $callsMin
    first: 10
  ) {
    toolId
    serverId
    figures {
      callCount
      failureCount
      meanMs
      p95Ms
    }
    mainFailure {
      outcome
      callCount
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityToolsQuery, ActivityToolsQueryVariables>;
export const ActivityUsageDocument = new TypedDocumentString(`
    query ActivityUsage($usageBy: UsageBreakdown!, $stackId: ID, $since: DateTime!, $until: DateTime, $bucketSeconds: Int!) {
  usageStatistics(
    by: $usageBy
    stackId: $stackId
    since: $since
    until: $until
    bucketSeconds: $bucketSeconds
    first: 8
  ) {
    toolId
    serverId
    ...ActivityCaller
    callCount
    failureCount
    buckets {
      start
      callCount
      failureCount
    }
  }
}
    fragment ActivityCaller on UsageFigures {
  callerId
  caller {
    __typename
    displayName
    ... on ClientEndpoint {
      stack {
        name
      }
    }
  }
  endUser
}`) as unknown as TypedDocumentString<ActivityUsageQuery, ActivityUsageQueryVariables>;
export const ActivityCallersDocument = new TypedDocumentString(`
    query ActivityCallers($stackId: ID, $since: DateTime!, $until: DateTime, $wholeSeconds: Int!) {
  agents: usageStatistics(
    by: AGENT
    stackId: $stackId
    since: $since
    until: $until
    bucketSeconds: $wholeSeconds
    first: 50
  ) {
    ...ActivityCaller
  }
  people: usageStatistics(
    by: PERSON
    stackId: $stackId
    since: $since
    until: $until
    bucketSeconds: $wholeSeconds
    first: 50
  ) {
    ...ActivityCaller
  }
}
    fragment ActivityCaller on UsageFigures {
  callerId
  caller {
    __typename
    displayName
    ... on ClientEndpoint {
      stack {
        name
      }
    }
  }
  endUser
}`) as unknown as TypedDocumentString<ActivityCallersQuery, ActivityCallersQueryVariables>;
export const ActivityOfCallerDocument = new TypedDocumentString(`
    query ActivityOfCaller($usageBy: UsageBreakdown!, $stackId: ID, $callerId: ID, $endUser: String, $since: DateTime!, $until: DateTime, $bucketSeconds: Int!) {
  usageStatistics(
    by: $usageBy
    stackId: $stackId
    callerId: $callerId
    endUser: $endUser
    since: $since
    until: $until
    bucketSeconds: $bucketSeconds
    first: 1
  ) {
    callCount
    failureCount
    buckets {
      start
      callCount
      failureCount
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityOfCallerQuery, ActivityOfCallerQueryVariables>;
export const ActivityCallerNameDocument = new TypedDocumentString(`
    query ActivityCallerName($id: ID!) {
  node(id: $id) {
    __typename
    ... on Actor {
      displayName
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityCallerNameQuery, ActivityCallerNameQueryVariables>;
export const ActivityReadContentsDocument = new TypedDocumentString(`
    mutation ActivityReadContents($input: ReadCallContentsInput!) {
  readCallContents(input: $input) {
    __typename
    ... on ReadCallContentsPayload {
      contents {
        input
        output
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityReadContentsMutation, ActivityReadContentsMutationVariables>;
export const AlertsListDocument = new TypedDocumentString(`
    query AlertsList {
  alerts {
    ...AlertRow
  }
}
    fragment AlertRow on Alert {
  id
  kind
  title
  path
  startedAt
  endedAt
}`) as unknown as TypedDocumentString<AlertsListQuery, AlertsListQueryVariables>;
export const AlertsBoundDocument = new TypedDocumentString(`
    query AlertsBound {
  viewer {
    limits {
      name
      max
    }
  }
}
    `) as unknown as TypedDocumentString<AlertsBoundQuery, AlertsBoundQueryVariables>;
export const AlertsRulesDocument = new TypedDocumentString(`
    query AlertsRules {
  alertRules {
    muted
    failureHours
    failureCount
    failurePercent
    endDays
  }
}
    `) as unknown as TypedDocumentString<AlertsRulesQuery, AlertsRulesQueryVariables>;
export const AlertsUpdateRulesDocument = new TypedDocumentString(`
    mutation AlertsUpdateRules($input: UpdateAlertRulesInput!) {
  updateAlertRules(input: $input) {
    __typename
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
    `) as unknown as TypedDocumentString<AlertsUpdateRulesMutation, AlertsUpdateRulesMutationVariables>;
export const AlertsMailDocument = new TypedDocumentString(`
    query AlertsMail {
  alertMail {
    state
    address
  }
}
    `) as unknown as TypedDocumentString<AlertsMailQuery, AlertsMailQueryVariables>;
export const AlertsUpdateMailDocument = new TypedDocumentString(`
    mutation AlertsUpdateMail($input: UpdateAlertMailInput!) {
  updateAlertMail(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
    ... on UpdateAlertMailPayload {
      mail {
        state
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AlertsUpdateMailMutation, AlertsUpdateMailMutationVariables>;
export const ApprovalsListDocument = new TypedDocumentString(`
    query ApprovalsList($search: String, $isPending: Boolean, $orderBy: ApprovalOrder, $after: String) {
  all: approvals(first: 1) {
    totalCount
  }
  waiting: approvals(first: 1, filter: {isPending: true}) {
    totalCount
  }
  approvals(
    first: 50
    after: $after
    filter: {search: $search, isPending: $isPending}
    orderBy: $orderBy
  ) {
    totalCount
    nodes {
      ...ApprovalsRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ApprovalsRow on Approval {
  id
  state
  stack {
    id
    name
  }
  toolId
  tool {
    exposedName
    title
    description
    annotations
    isConfirmed
    serverName
  }
  input
  announcedCalls {
    toolId
    tool {
      exposedName
      title
      description
      annotations
      isConfirmed
      serverName
    }
    ruleId
    isMade
  }
  rule {
    name
    message
    stackId
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
  }
  callerId
  caller: callerDetails {
    kind
    name
    endpointName
    serviceAccount
    trustedIssuer
    person
  }
  endUser
  isForAll
  isForSession
  message
  deciderId
  deciderName
  decidedAt
  createdAt
  expiresAt
}`) as unknown as TypedDocumentString<ApprovalsListQuery, ApprovalsListQueryVariables>;
export const ApprovalsOneDocument = new TypedDocumentString(`
    query ApprovalsOne($id: ID!) {
  approval(id: $id) {
    ...ApprovalsRow
  }
}
    fragment ApprovalsRow on Approval {
  id
  state
  stack {
    id
    name
  }
  toolId
  tool {
    exposedName
    title
    description
    annotations
    isConfirmed
    serverName
  }
  input
  announcedCalls {
    toolId
    tool {
      exposedName
      title
      description
      annotations
      isConfirmed
      serverName
    }
    ruleId
    isMade
  }
  rule {
    name
    message
    stackId
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
  }
  callerId
  caller: callerDetails {
    kind
    name
    endpointName
    serviceAccount
    trustedIssuer
    person
  }
  endUser
  isForAll
  isForSession
  message
  deciderId
  deciderName
  decidedAt
  createdAt
  expiresAt
}`) as unknown as TypedDocumentString<ApprovalsOneQuery, ApprovalsOneQueryVariables>;
export const ApprovalsApproveDocument = new TypedDocumentString(`
    mutation ApprovalsApprove($input: ApproveCallInput!) {
  approveCall(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ApprovalsApproveMutation, ApprovalsApproveMutationVariables>;
export const ApprovalsDenyDocument = new TypedDocumentString(`
    mutation ApprovalsDeny($input: DenyCallInput!) {
  denyCall(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ApprovalsDenyMutation, ApprovalsDenyMutationVariables>;
export const ApprovalsWebhooksDocument = new TypedDocumentString(`
    query ApprovalsWebhooks {
  webhooks {
    id
    name
    url
    hasInput
    events
    disabledAt
    problem
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
    `) as unknown as TypedDocumentString<ApprovalsWebhooksQuery, ApprovalsWebhooksQueryVariables>;
export const ApprovalsCreateWebhookDocument = new TypedDocumentString(`
    mutation ApprovalsCreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    __typename
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
    ... on CreateWebhookPayload {
      secret
    }
  }
}
    `) as unknown as TypedDocumentString<ApprovalsCreateWebhookMutation, ApprovalsCreateWebhookMutationVariables>;
export const ApprovalsTestWebhookDocument = new TypedDocumentString(`
    mutation ApprovalsTestWebhook($input: TestWebhookInput!) {
  testWebhook(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ApprovalsTestWebhookMutation, ApprovalsTestWebhookMutationVariables>;
export const ApprovalsUpdateWebhookDocument = new TypedDocumentString(`
    mutation ApprovalsUpdateWebhook($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ApprovalsUpdateWebhookMutation, ApprovalsUpdateWebhookMutationVariables>;
export const ApprovalsDeleteWebhookDocument = new TypedDocumentString(`
    mutation ApprovalsDeleteWebhook($input: DeleteWebhookInput!) {
  deleteWebhook(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ApprovalsDeleteWebhookMutation, ApprovalsDeleteWebhookMutationVariables>;
export const AuditEventsDocument = new TypedDocumentString(`
    query AuditEvents($search: String, $since: DateTime, $until: DateTime, $orderBy: AuditEventOrder, $first: Int, $after: String) {
  auditEvents(
    filter: {search: $search, since: $since, until: $until}
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    nodes {
      ...AuditRow
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    fragment AuditRow on AuditEvent {
  id
  seq
  at
  actorKind
  actorId
  actor {
    ... on User {
      email
    }
    ... on ApiKey {
      name
    }
    ... on StackToken {
      name
    }
  }
  action
  summary
  targetKind
  targetId
  stackId
  stack {
    name
  }
  details
  requestId
  hash
}`) as unknown as TypedDocumentString<AuditEventsQuery, AuditEventsQueryVariables>;
export const AuditCountDocument = new TypedDocumentString(`
    query AuditCount($search: String, $since: DateTime, $until: DateTime) {
  auditEventCount(filter: {search: $search, since: $since, until: $until}) {
    count
    isExact
  }
}
    `) as unknown as TypedDocumentString<AuditCountQuery, AuditCountQueryVariables>;
export const AuditLiveDocument = new TypedDocumentString(`
    subscription AuditLive {
  auditEvents {
    ...AuditRow
  }
}
    fragment AuditRow on AuditEvent {
  id
  seq
  at
  actorKind
  actorId
  actor {
    ... on User {
      email
    }
    ... on ApiKey {
      name
    }
    ... on StackToken {
      name
    }
  }
  action
  summary
  targetKind
  targetId
  stackId
  stack {
    name
  }
  details
  requestId
  hash
}`) as unknown as TypedDocumentString<AuditLiveSubscription, AuditLiveSubscriptionVariables>;
export const HomeDocument = new TypedDocumentString(`
    query Home {
  firstSteps {
    hasOwnServer
    hasOwnCredential
    hasConnectedAgent
    hasAgentCall
    hasRule
    stackId
  }
}
    `) as unknown as TypedDocumentString<HomeQuery, HomeQueryVariables>;
export const HomeLastDayDocument = new TypedDocumentString(`
    query HomeLastDay($since: DateTime!, $bucketSeconds: Int!) {
  callStatistics(since: $since, bucketSeconds: $bucketSeconds) {
    total {
      callCount
      failureCount
      p50Ms
      p95Ms
    }
    before {
      total {
        callCount
        failureCount
        p50Ms
        p95Ms
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HomeLastDayQuery, HomeLastDayQueryVariables>;
export const HomeCredentialProblemsDocument = new TypedDocumentString(`
    query HomeCredentialProblems {
  credentialProblems {
    isComplete
    nodes {
      kind
      stackId
      stackName
      serverId
      serverName
      fieldId
      wanted
      expiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<HomeCredentialProblemsQuery, HomeCredentialProblemsQueryVariables>;
export const ImportPreviewDocument = new TypedDocumentString(`
    mutation ImportPreview($input: PreviewServerInput!) {
  previewServer(input: $input) {
    __typename
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
          description
          isRequired
          isSecret
        }
        needsSignIn
        refused {
          name
          reason
        }
        replaces {
          id: slug
          name
        }
        hides {
          id: slug
          name
        }
        addedTools
        removedTools
        changedTools
        isChanged
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ImportPreviewMutation, ImportPreviewMutationVariables>;
export const ImportOperationsDocument = new TypedDocumentString(`
    mutation ImportOperations($input: PreviewOperationsInput!) {
  previewOperations(input: $input) {
    __typename
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
    ... on PreviewOperationsPayload {
      title
      totalCount
      marketplaceServer {
        id: slug
        name
        tools {
          totalCount
        }
      }
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
  }
}
    `) as unknown as TypedDocumentString<ImportOperationsMutation, ImportOperationsMutationVariables>;
export const ImportSaveDocument = new TypedDocumentString(`
    mutation ImportSave($input: ImportServerInput!) {
  importServer(input: $input) {
    __typename
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
    ... on ImportServerPayload {
      server {
        id: slug
      }
      heldCount
    }
  }
}
    `) as unknown as TypedDocumentString<ImportSaveMutation, ImportSaveMutationVariables>;
export const ImportSavedDocument = new TypedDocumentString(`
    query ImportSaved($id: String!) {
  server(by: {slug: $id}) {
    id: slug
    name
    isPrivate
    tools(first: 1) {
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<ImportSavedQuery, ImportSavedQueryVariables>;
export const ImportSearchDocument = new TypedDocumentString(`
    mutation ImportSearch($input: PreviewOperationsInput!) {
  previewOperations(input: $input) {
    __typename
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
    ... on PreviewOperationsPayload {
      operations {
        method
        path
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ImportSearchMutation, ImportSearchMutationVariables>;
export const InboxApprovalsDocument = new TypedDocumentString(`
    query InboxApprovals {
  approvals(
    first: 5
    filter: {isPending: true}
    orderBy: {field: CREATED_AT, direction: ASC}
  ) {
    totalCount
    nodes {
      ...ApprovalsRow
    }
  }
}
    fragment ApprovalsRow on Approval {
  id
  state
  stack {
    id
    name
  }
  toolId
  tool {
    exposedName
    title
    description
    annotations
    isConfirmed
    serverName
  }
  input
  announcedCalls {
    toolId
    tool {
      exposedName
      title
      description
      annotations
      isConfirmed
      serverName
    }
    ruleId
    isMade
  }
  rule {
    name
    message
    stackId
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
  }
  callerId
  caller: callerDetails {
    kind
    name
    endpointName
    serviceAccount
    trustedIssuer
    person
  }
  endUser
  isForAll
  isForSession
  message
  deciderId
  deciderName
  decidedAt
  createdAt
  expiresAt
}`) as unknown as TypedDocumentString<InboxApprovalsQuery, InboxApprovalsQueryVariables>;
export const InboxReviewsDocument = new TypedDocumentString(`
    query InboxReviews {
  toolChanges(first: 100) {
    nodes {
      toolId
      server {
        id: slug
        name
      }
    }
  }
  instructionChanges(first: 100) {
    nodes {
      stackId
      server {
        id: slug
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InboxReviewsQuery, InboxReviewsQueryVariables>;
export const InboxAlertsDocument = new TypedDocumentString(`
    query InboxAlerts {
  alerts(filter: {isOpen: true}) {
    ...AlertRow
  }
}
    fragment AlertRow on Alert {
  id
  kind
  title
  path
  startedAt
  endedAt
}`) as unknown as TypedDocumentString<InboxAlertsQuery, InboxAlertsQueryVariables>;
export const JobsListDocument = new TypedDocumentString(`
    query JobsList($stackId: ID, $states: [JobState!], $first: Int, $after: String) {
  jobs(filter: {stackId: $stackId, states: $states}, first: $first, after: $after) {
    nodes {
      ...JobsRow
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    fragment JobsRow on Job {
  id
  state
  toolId
  stack {
    id
    name
    rights
  }
  caller {
    displayName
  }
  callerId
  endUser
  approvalId
  progress {
    progress
    total
    message
  }
  createdAt
  endedAt
}`) as unknown as TypedDocumentString<JobsListQuery, JobsListQueryVariables>;
export const JobsLiveDocument = new TypedDocumentString(`
    subscription JobsLive($stackId: ID) {
  jobs(stackId: $stackId) {
    ...JobsRow
  }
}
    fragment JobsRow on Job {
  id
  state
  toolId
  stack {
    id
    name
    rights
  }
  caller {
    displayName
  }
  callerId
  endUser
  approvalId
  progress {
    progress
    total
    message
  }
  createdAt
  endedAt
}`) as unknown as TypedDocumentString<JobsLiveSubscription, JobsLiveSubscriptionVariables>;
export const JobsAnswerDocument = new TypedDocumentString(`
    query JobsAnswer($id: ID!) {
  job(id: $id) {
    answer {
      result
      failure {
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<JobsAnswerQuery, JobsAnswerQueryVariables>;
export const JobsCancelDocument = new TypedDocumentString(`
    mutation JobsCancel($input: CancelJobInput!) {
  cancelJob(input: $input) {
    __typename
    ... on CancelJobPayload {
      job {
        ...JobsRow
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
    fragment JobsRow on Job {
  id
  state
  toolId
  stack {
    id
    name
    rights
  }
  caller {
    displayName
  }
  callerId
  endUser
  approvalId
  progress {
    progress
    total
    message
  }
  createdAt
  endedAt
}`) as unknown as TypedDocumentString<JobsCancelMutation, JobsCancelMutationVariables>;
export const MarketplaceServersDocument = new TypedDocumentString(`
    query MarketplaceServers($search: String, $category: ServerCategory, $isVerified: Boolean, $isPrivate: Boolean, $takesCredentials: Boolean, $needsAttention: Boolean, $orderBy: ServerOrder, $after: String) {
  servers(
    filter: {search: $search, category: $category, isVerified: $isVerified, isPrivate: $isPrivate, takesCredentials: $takesCredentials, needsAttention: $needsAttention}
    orderBy: $orderBy
    first: 48
    after: $after
  ) {
    totalCount
    nodes {
      id: slug
      name
      description
      isVerified
      isPrivate
      refresh {
        problem
      }
      tools(first: 1) {
        totalCount
      }
      credentialFields {
        id: fieldId
        isRequired
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<MarketplaceServersQuery, MarketplaceServersQueryVariables>;
export const MarketplaceTotalsDocument = new TypedDocumentString(`
    query MarketplaceTotals {
  all: servers(first: 1) {
    totalCount
  }
  failing: servers(first: 1, filter: {needsAttention: true}) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<MarketplaceTotalsQuery, MarketplaceTotalsQueryVariables>;
export const MarketplaceHoldingDocument = new TypedDocumentString(`
    query MarketplaceHolding($id: String!, $after: String) {
  server(by: {slug: $id}) {
    stacks(first: 100, after: $after) {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MarketplaceHoldingQuery, MarketplaceHoldingQueryVariables>;
export const MarketplaceStackDocument = new TypedDocumentString(`
    query MarketplaceStack($id: ID!, $after: String) {
  stack(id: $id) {
    id
    name
    servers(first: 100, after: $after) {
      nodes {
        server {
          id: slug
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MarketplaceStackQuery, MarketplaceStackQueryVariables>;
export const MarketplaceToolsDocument = new TypedDocumentString(`
    query MarketplaceTools($id: String!, $after: String) {
  server(by: {slug: $id}) {
    tools(first: 100, after: $after) {
      totalCount
      nodes {
        id: toolId
        name
        title
        description
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MarketplaceToolsQuery, MarketplaceToolsQueryVariables>;
export const MarketplaceCreateStackDocument = new TypedDocumentString(`
    mutation MarketplaceCreateStack($input: CreateStackInput!) {
  createStack(input: $input) {
    __typename
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
    ... on CreateStackPayload {
      stack {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MarketplaceCreateStackMutation, MarketplaceCreateStackMutationVariables>;
export const MarketplaceAddDocument = new TypedDocumentString(`
    mutation MarketplaceAdd($input: AddServerToStackInput!) {
  addServerToStack(input: $input) {
    __typename
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
    ... on AddServerToStackPayload {
      enabledCount
      stackServer {
        stack {
          id
          name
        }
        server {
          id: slug
          name
        }
        tools(first: 1) {
          nodes {
            id: toolId
          }
        }
        toolCount
        lackingToolCount
        credentialStatus {
          hasRequired
          optional {
            state
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MarketplaceAddMutation, MarketplaceAddMutationVariables>;
export const PlaygroundStackDocument = new TypedDocumentString(`
    query PlaygroundStack($id: ID!) {
  stack(id: $id) {
    id
    name
    configuration {
      isRecorded
    }
    endpoints(first: 1) {
      nodes {
        url
      }
    }
    tools {
      nodes {
        id: toolId
        exposedName
        name
        title
        description
        serverId
        serverName
        inputSchema
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PlaygroundStackQuery, PlaygroundStackQueryVariables>;
export const PlaygroundProgressDocument = new TypedDocumentString(`
    subscription PlaygroundProgress($progressId: ID!) {
  toolProgress(progressId: $progressId) {
    progress
    total
    message
  }
}
    `) as unknown as TypedDocumentString<PlaygroundProgressSubscription, PlaygroundProgressSubscriptionVariables>;
export const PlaygroundInvokeDocument = new TypedDocumentString(`
    mutation PlaygroundInvoke($input: InvokeToolInput!) {
  invokeTool(input: $input) {
    __typename
    ... on InvokeToolPayload {
      result
    }
    ... on ToolFailedError {
      message
      outcome
      status
      fieldIds
      connectUrl
      retryAfterSeconds
    }
    ... on InvalidInputError {
      code
      message
      issues {
        path
        message
      }
    }
    ... on NotFoundError {
      code
      message
    }
    ... on ForbiddenError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<PlaygroundInvokeMutation, PlaygroundInvokeMutationVariables>;
export const PlaygroundUploadDocument = new TypedDocumentString(`
    mutation PlaygroundUpload($input: CreateFileUploadInput!) {
  createFileUpload(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
    ... on CreateFileUploadPayload {
      handle
      upload {
        url
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PlaygroundUploadMutation, PlaygroundUploadMutationVariables>;
export const RegistryServersDocument = new TypedDocumentString(`
    query RegistryServers($search: String, $after: String) {
  registryServers(search: $search, first: 30, after: $after) {
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
      }
      way
      reason
      commandLine
      credentialFields {
        id
        name
        isRequired
      }
      documentUrl
    }
  }
}
    `) as unknown as TypedDocumentString<RegistryServersQuery, RegistryServersQueryVariables>;
export const ReviewsListDocument = new TypedDocumentString(`
    query ReviewsList($search: String, $changeKind: ToolChangeKind, $orderBy: ToolChangeOrder, $after: String) {
  all: toolChanges(first: 1) {
    totalCount
  }
  allInstructions: instructionChanges(first: 1) {
    totalCount
  }
  toolChanges(
    first: 50
    after: $after
    filter: {search: $search, changeKind: $changeKind}
    orderBy: $orderBy
  ) {
    totalCount
    nodes {
      toolId
      server {
        id: slug
        name
        digest
      }
      kind
      isRefused
      stackIds
      beforeDigest
      afterDigest
      before
      after
      changedAt
      changes {
        kind
        path
        difference
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ReviewsListQuery, ReviewsListQueryVariables>;
export const ReviewsInstructionsDocument = new TypedDocumentString(`
    query ReviewsInstructions($search: String) {
  instructionChanges(first: 100, filter: {search: $search}) {
    totalCount
    nodes {
      server {
        id: slug
        name
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
  }
}
    `) as unknown as TypedDocumentString<ReviewsInstructionsQuery, ReviewsInstructionsQueryVariables>;
export const ReviewsHeldKindsDocument = new TypedDocumentString(`
    query ReviewsHeldKinds {
  viewer {
    account {
      heldChanges
    }
  }
}
    `) as unknown as TypedDocumentString<ReviewsHeldKindsQuery, ReviewsHeldKindsQueryVariables>;
export const ReviewsHoldDocument = new TypedDocumentString(`
    mutation ReviewsHold($input: UpdateHeldChangesInput!) {
  updateHeldChanges(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ReviewsHoldMutation, ReviewsHoldMutationVariables>;
export const ReviewsAcceptDocument = new TypedDocumentString(`
    mutation ReviewsAccept($input: AcceptToolChangesInput!) {
  acceptToolChanges(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ReviewsAcceptMutation, ReviewsAcceptMutationVariables>;
export const ReviewsRefuseDocument = new TypedDocumentString(`
    mutation ReviewsRefuse($input: RefuseToolChangesInput!) {
  refuseToolChanges(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ReviewsRefuseMutation, ReviewsRefuseMutationVariables>;
export const RulesListDocument = new TypedDocumentString(`
    query RulesList($search: String, $effect: PolicyEffect, $orderBy: PolicyRuleOrder, $after: String) {
  all: policyRules(first: 1) {
    totalCount
  }
  policyRules(
    first: 50
    after: $after
    filter: {search: $search, effect: $effect}
    orderBy: $orderBy
  ) {
    totalCount
    nodes {
      id
      name
      effect
      stack {
        name
      }
      endpoint {
        name
      }
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
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RulesListQuery, RulesListQueryVariables>;
export const RulesExplainDocument = new TypedDocumentString(`
    query RulesExplain($stackId: ID!, $toolId: ID!, $callerId: ID, $input: JSON, $address: String, $rule: CreatePolicyRuleInput) {
  explainDecision(
    stackId: $stackId
    toolId: $toolId
    callerId: $callerId
    input: $input
    address: $address
    rule: $rule
  ) {
    __typename
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
    `) as unknown as TypedDocumentString<RulesExplainQuery, RulesExplainQueryVariables>;
export const RulesTryDocument = new TypedDocumentString(`
    query RulesTry($rule: CreatePolicyRuleInput!) {
  tryPolicyRule(rule: $rule) {
    __typename
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
    ... on PolicyDryRun {
      since
      callCount
      isComplete
      unrecordedStackCount
      groups {
        stackId
        toolId
        endpointId
        callCount
        isCertain
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RulesTryQuery, RulesTryQueryVariables>;
export const RulesCreateDocument = new TypedDocumentString(`
    mutation RulesCreate($input: CreatePolicyRuleInput!) {
  createPolicyRule(input: $input) {
    __typename
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
    ... on CreatePolicyRulePayload {
      rule {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RulesCreateMutation, RulesCreateMutationVariables>;
export const RulesUpdateDocument = new TypedDocumentString(`
    mutation RulesUpdate($input: UpdatePolicyRuleInput!) {
  updatePolicyRule(input: $input) {
    __typename
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
    ... on UpdatePolicyRulePayload {
      rule {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RulesUpdateMutation, RulesUpdateMutationVariables>;
export const RulesDeleteDocument = new TypedDocumentString(`
    mutation RulesDelete($input: DeletePolicyRuleInput!) {
  deletePolicyRule(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RulesDeleteMutation, RulesDeleteMutationVariables>;
export const RulesToolsDocument = new TypedDocumentString(`
    query RulesTools($search: String) {
  servers(first: 10, filter: {search: $search}) {
    nodes {
      name
      slug
      tools(first: 100) {
        nodes {
          toolId
          title
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RulesToolsQuery, RulesToolsQueryVariables>;
export const RulesCallersDocument = new TypedDocumentString(`
    query RulesCallers($search: String, $stackId: ID!, $hasStack: Boolean!) {
  stack(by: {id: $stackId}) @include(if: $hasStack) {
    id
    name
    endpoints(first: 20, filter: {search: $search}) {
      nodes {
        id
        name
      }
    }
  }
  stacks(first: 20) @skip(if: $hasStack) {
    nodes {
      id
      name
      endpoints(first: 5, filter: {search: $search}) {
        nodes {
          id
          name
        }
      }
    }
  }
  apiKeys(first: 20, filter: {search: $search, isInForce: true}) {
    nodes {
      id
      name
    }
  }
  users {
    id
    displayName
  }
}
    `) as unknown as TypedDocumentString<RulesCallersQuery, RulesCallersQueryVariables>;
export const RulesCallerNamesDocument = new TypedDocumentString(`
    query RulesCallerNames($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on Actor {
      displayName
    }
  }
}
    `) as unknown as TypedDocumentString<RulesCallerNamesQuery, RulesCallerNamesQueryVariables>;
export const RulesLabelsDocument = new TypedDocumentString(`
    query RulesLabels($after: String) {
  servers(
    first: 50
    after: $after
    filter: {hasResultLabels: true}
    orderBy: {field: NAME, direction: ASC}
  ) {
    totalCount
    nodes {
      name
      slug
      resultLabel
      labelledTools(first: 20) {
        totalCount
        nodes {
          toolId
          title
          resultLabel
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<RulesLabelsQuery, RulesLabelsQueryVariables>;
export const RulesSetLabelDocument = new TypedDocumentString(`
    mutation RulesSetLabel($input: UpdateResultLabelInput!) {
  updateResultLabel(input: $input) {
    __typename
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
    `) as unknown as TypedDocumentString<RulesSetLabelMutation, RulesSetLabelMutationVariables>;
export const ServerDocument = new TypedDocumentString(`
    query Server($id: String!) {
  viewer {
    account {
      heldChanges
    }
  }
  server(by: {slug: $id}) {
    heldChanges
    areHintsTrusted
    isMcp
    id: slug
    name
    description
    category
    homepage
    isVerified
    isPrivate
    isRefreshable
    refresh {
      when
      stackId
      dueAt
      refreshedAt
      problem
    }
    scopes
    updatedAt
    credentialFields {
      id: fieldId
      name
      description
      isRequired
      toolCount
      isSecret
      link
    }
  }
}
    `) as unknown as TypedDocumentString<ServerQuery, ServerQueryVariables>;
export const ServerHoldDocument = new TypedDocumentString(`
    mutation ServerHold($input: UpdateServerHeldChangesInput!) {
  updateServerHeldChanges(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ServerHoldMutation, ServerHoldMutationVariables>;
export const ServerHintsDocument = new TypedDocumentString(`
    mutation ServerHints($input: UpdateToolHintsInput!) {
  updateToolHints(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ServerHintsMutation, ServerHintsMutationVariables>;
export const ServerHintTrustDocument = new TypedDocumentString(`
    mutation ServerHintTrust($input: UpdateServerHintTrustInput!) {
  updateServerHintTrust(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ServerHintTrustMutation, ServerHintTrustMutationVariables>;
export const ServerToolsDocument = new TypedDocumentString(`
    query ServerTools($id: String!, $after: String) {
  server(by: {slug: $id}) {
    tools(first: 100, after: $after) {
      totalCount
      nodes {
        id: toolId
        name
        title
        description
        annotations
        method
        selection
        hints {
          isReadOnly
          isDestructive
          isIdempotent
          isConfirmed
          isUsedByRules
        }
        inputSchema
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ServerToolsQuery, ServerToolsQueryVariables>;
export const ServerDocumentDocument = new TypedDocumentString(`
    query ServerDocument($id: String!) {
  server(by: {slug: $id}) {
    document
  }
}
    `) as unknown as TypedDocumentString<ServerDocumentQuery, ServerDocumentQueryVariables>;
export const ServerRefreshDocument = new TypedDocumentString(`
    mutation ServerRefresh($input: RefreshServerToolsInput!) {
  refreshServerTools(input: $input) {
    __typename
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
    ... on RefreshServerToolsPayload {
      isChanged
      toolCount
      heldCount
      refused {
        name
        reason
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ServerRefreshMutation, ServerRefreshMutationVariables>;
export const ServerScheduleDocument = new TypedDocumentString(`
    mutation ServerSchedule($input: UpdateServerRefreshInput!) {
  updateServerRefresh(input: $input) {
    __typename
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
    ... on UpdateServerRefreshPayload {
      server {
        id: slug
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ServerScheduleMutation, ServerScheduleMutationVariables>;
export const ServerDuplicateDocument = new TypedDocumentString(`
    mutation ServerDuplicate($input: DuplicateServerInput!) {
  duplicateServer(input: $input) {
    __typename
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
    ... on DuplicateServerPayload {
      server {
        id: slug
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ServerDuplicateMutation, ServerDuplicateMutationVariables>;
export const ServerChangeIdDocument = new TypedDocumentString(`
    mutation ServerChangeId($input: UpdateServerInput!) {
  updateServer(input: $input) {
    __typename
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
    ... on UpdateServerPayload {
      server {
        id: slug
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ServerChangeIdMutation, ServerChangeIdMutationVariables>;
export const ServerRemoveDocument = new TypedDocumentString(`
    mutation ServerRemove($input: DeleteServerInput!) {
  deleteServer(input: $input) {
    __typename
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
    ... on DeleteServerPayload {
      serverId
    }
  }
}
    `) as unknown as TypedDocumentString<ServerRemoveMutation, ServerRemoveMutationVariables>;
export const SignInOptionsDocument = new TypedDocumentString(`
    query SignInOptions {
  signInOptions {
    hasUsers
    canUsePasskeys
    singleSignOn {
      label
      url
    }
  }
}
    `) as unknown as TypedDocumentString<SignInOptionsQuery, SignInOptionsQueryVariables>;
export const SignInDocument = new TypedDocumentString(`
    mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
    ... on SignInPayload {
      user {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const SignInBeginPasskeyDocument = new TypedDocumentString(`
    mutation SignInBeginPasskey {
  beginPasskeySignIn {
    __typename
    ... on UserError {
      code
      message
    }
    ... on BeginPasskeySignInPayload {
      options
    }
  }
}
    `) as unknown as TypedDocumentString<SignInBeginPasskeyMutation, SignInBeginPasskeyMutationVariables>;
export const SignInFinishPasskeyDocument = new TypedDocumentString(`
    mutation SignInFinishPasskey($input: FinishPasskeySignInInput!) {
  finishPasskeySignIn(input: $input) {
    __typename
    ... on UserError {
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SignInFinishPasskeyMutation, SignInFinishPasskeyMutationVariables>;
export const StacksChatModelDocument = new TypedDocumentString(`
    query StacksChatModel {
  chatModel {
    api
    url
    model
    keyState
  }
}
    `) as unknown as TypedDocumentString<StacksChatModelQuery, StacksChatModelQueryVariables>;
export const StacksSetModelDocument = new TypedDocumentString(`
    mutation StacksSetModel($input: UpdateChatModelInput!) {
  updateChatModel(input: $input) {
    __typename
    ...StacksFailure
    ... on UpdateChatModelPayload {
      model {
        model
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksSetModelMutation, StacksSetModelMutationVariables>;
export const StacksRemoveModelDocument = new TypedDocumentString(`
    mutation StacksRemoveModel {
  deleteChatModel {
    __typename
    ...StacksFailure
    ... on DeleteChatModelPayload {
      model {
        model
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksRemoveModelMutation, StacksRemoveModelMutationVariables>;
export const StacksAskModelDocument = new TypedDocumentString(`
    mutation StacksAskModel($input: AskModelInput!) {
  askModel(input: $input) {
    __typename
    ...StacksFailure
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
        serverId
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksAskModelMutation, StacksAskModelMutationVariables>;
export const StacksEndpointsDocument = new TypedDocumentString(`
    query StacksEndpoints($stackId: ID!, $search: String, $orderBy: ClientEndpointOrder, $after: String) {
  stack(id: $stackId) {
    all: endpoints(first: 1) {
      totalCount
    }
    endpoints(
      first: 20
      after: $after
      filter: {search: $search, isWide: true}
      orderBy: $orderBy
    ) {
      totalCount
      nodes {
        ...StacksEndpoint
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment StacksToken on StackToken {
  id
  name
  endUser
  tools
  networks
  callsMax
  calls
  maker: makerName
  createdAt
  expiresAt
  isRenewed
  revokedAt
  revokedAttenuations
  grantedBy
  oauthClient
  lastUsedAt
}
fragment StacksEndpoint on ClientEndpoint {
  id
  name
  mode
  mayProgramsWrite
  pinnedVersion
  canary {
    version
    percent
  }
  isRehearsal
  failurePercent
  url
  createdAt
  tokens(first: 20) {
    totalCount
    nodes {
      ...StacksToken
    }
  }
}`) as unknown as TypedDocumentString<StacksEndpointsQuery, StacksEndpointsQueryVariables>;
export const StacksEndpointFiguresDocument = new TypedDocumentString(`
    query StacksEndpointFigures($endpointId: ID!) {
  clientEndpoint(by: {id: $endpointId}) {
    versionFigures {
      version
      callCount
      failureCount
    }
  }
}
    `) as unknown as TypedDocumentString<StacksEndpointFiguresQuery, StacksEndpointFiguresQueryVariables>;
export const StacksTokensDocument = new TypedDocumentString(`
    query StacksTokens($endpointId: ID!, $search: String, $isInForce: Boolean, $orderBy: StackTokenOrder, $after: String) {
  clientEndpoint(by: {id: $endpointId}) {
    tokens(
      first: 50
      after: $after
      filter: {search: $search, isInForce: $isInForce}
      orderBy: $orderBy
    ) {
      totalCount
      nodes {
        ...StacksToken
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment StacksToken on StackToken {
  id
  name
  endUser
  tools
  networks
  callsMax
  calls
  maker: makerName
  createdAt
  expiresAt
  isRenewed
  revokedAt
  revokedAttenuations
  grantedBy
  oauthClient
  lastUsedAt
}`) as unknown as TypedDocumentString<StacksTokensQuery, StacksTokensQueryVariables>;
export const StacksCreateEndpointDocument = new TypedDocumentString(`
    mutation StacksCreateEndpoint($input: CreateClientEndpointInput!) {
  createClientEndpoint(input: $input) {
    __typename
    ...StacksFailure
    ... on CreateClientEndpointPayload {
      token
      endpoint {
        name
        url
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksCreateEndpointMutation, StacksCreateEndpointMutationVariables>;
export const StacksUpdateEndpointDocument = new TypedDocumentString(`
    mutation StacksUpdateEndpoint($input: UpdateClientEndpointInput!) {
  updateClientEndpoint(input: $input) {
    __typename
    ...StacksFailure
    ... on UpdateClientEndpointPayload {
      endpoint {
        id
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksUpdateEndpointMutation, StacksUpdateEndpointMutationVariables>;
export const StacksDeleteEndpointDocument = new TypedDocumentString(`
    mutation StacksDeleteEndpoint($input: DeleteClientEndpointInput!) {
  deleteClientEndpoint(input: $input) {
    __typename
    ...StacksFailure
    ... on DeleteClientEndpointPayload {
      endpointId
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksDeleteEndpointMutation, StacksDeleteEndpointMutationVariables>;
export const StacksCreateTokenDocument = new TypedDocumentString(`
    mutation StacksCreateToken($input: CreateStackTokenInput!) {
  createStackToken(input: $input) {
    __typename
    ...StacksFailure
    ... on CreateStackTokenPayload {
      token
      tokenRecord {
        name
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksCreateTokenMutation, StacksCreateTokenMutationVariables>;
export const StacksRevokeTokenDocument = new TypedDocumentString(`
    mutation StacksRevokeToken($input: RevokeStackTokenInput!) {
  revokeStackToken(input: $input) {
    __typename
    ...StacksFailure
    ... on RevokeStackTokenPayload {
      tokenRecord {
        id
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksRevokeTokenMutation, StacksRevokeTokenMutationVariables>;
export const StacksRevokeAttenuationDocument = new TypedDocumentString(`
    mutation StacksRevokeAttenuation($input: RevokeTokenAttenuationInput!) {
  revokeTokenAttenuation(input: $input) {
    __typename
    ...StacksFailure
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksRevokeAttenuationMutation, StacksRevokeAttenuationMutationVariables>;
export const StacksSetCredentialsDocument = new TypedDocumentString(`
    mutation StacksSetCredentials($input: SetCredentialsInput!) {
  setCredentials(input: $input) {
    __typename
    ...StacksFailure
    ... on SetCredentialsPayload {
      fieldIds
      notes
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksSetCredentialsMutation, StacksSetCredentialsMutationVariables>;
export const StacksRemoveCredentialDocument = new TypedDocumentString(`
    mutation StacksRemoveCredential($input: DeleteCredentialInput!) {
  deleteCredential(input: $input) {
    __typename
    ...StacksFailure
    ... on DeleteCredentialPayload {
      fieldIds
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksRemoveCredentialMutation, StacksRemoveCredentialMutationVariables>;
export const StacksConnectLinkDocument = new TypedDocumentString(`
    mutation StacksConnectLink($input: CreateConnectLinkInput!) {
  createConnectLink(input: $input) {
    __typename
    ...StacksFailure
    ... on CreateConnectLinkPayload {
      url
      expiresAt
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksConnectLinkMutation, StacksConnectLinkMutationVariables>;
export const StacksSetModeDocument = new TypedDocumentString(`
    mutation StacksSetMode($input: UpdateServerCredentialModeInput!) {
  updateServerCredentialMode(input: $input) {
    __typename
    ...StacksFailure
    ... on UpdateServerCredentialModePayload {
      stackServer {
        credentialMode
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksSetModeMutation, StacksSetModeMutationVariables>;
export const StacksTestConnectionDocument = new TypedDocumentString(`
    mutation StacksTestConnection($input: TestConnectionInput!) {
  testConnection(input: $input) {
    __typename
    ...StacksFailure
    ... on TestConnectionPayload {
      outcome
      message
      toolId
      toolIds
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksTestConnectionMutation, StacksTestConnectionMutationVariables>;
export const StacksShareApplicationDocument = new TypedDocumentString(`
    mutation StacksShareApplication($input: UpdateApplicationSharingInput!) {
  updateApplicationSharing(input: $input) {
    __typename
    ...StacksFailure
    ... on UpdateApplicationSharingPayload {
      isShared
      stackCount
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksShareApplicationMutation, StacksShareApplicationMutationVariables>;
export const StacksListDocument = new TypedDocumentString(`
    query StacksList($search: String, $needsAttention: Boolean, $orderBy: StackOrder, $after: String) {
  stacks(
    first: 50
    after: $after
    filter: {search: $search, isWide: true, needsAttention: $needsAttention}
    orderBy: $orderBy
  ) {
    totalCount
    nodes {
      id
      name
      rights
      createdAt
      lastCalledAt
      attention
      servers(first: 40) {
        totalCount
        nodes {
          toolCount
          server {
            name
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<StacksListQuery, StacksListQueryVariables>;
export const StacksTotalsDocument = new TypedDocumentString(`
    query StacksTotals {
  all: stacks(first: 1) {
    totalCount
  }
  needing: stacks(first: 1, filter: {needsAttention: true}) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<StacksTotalsQuery, StacksTotalsQueryVariables>;
export const StacksTemplatesDocument = new TypedDocumentString(`
    query StacksTemplates {
  stackTemplates {
    id
    name
    description
    servers {
      serverId
      server {
        name
        credentialFields {
          name
          isRequired
        }
      }
      toolIds
    }
    rules {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<StacksTemplatesQuery, StacksTemplatesQueryVariables>;
export const StacksCreateDocument = new TypedDocumentString(`
    mutation StacksCreate($input: CreateStackInput!) {
  createStack(input: $input) {
    __typename
    ...StacksFailure
    ... on CreateStackPayload {
      stack {
        id
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksCreateMutation, StacksCreateMutationVariables>;
export const StacksMachinesDocument = new TypedDocumentString(`
    query StacksMachines($stackId: ID!, $search: String, $isInForce: Boolean, $orderBy: ServiceAccountOrder, $after: String) {
  stack(id: $stackId) {
    all: serviceAccounts(first: 1) {
      totalCount
    }
    serviceAccounts(
      first: 25
      after: $after
      filter: {search: $search, isInForce: $isInForce}
      orderBy: $orderBy
    ) {
      totalCount
      nodes {
        ...StacksMachine
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment StacksMachine on ServiceAccount {
  id
  endpoint {
    id
    name
  }
  name
  endUser
  tools
  networks
  hasSecret
  thumbprints
  createdAt
  expiresAt
  rotatedAt
}`) as unknown as TypedDocumentString<StacksMachinesQuery, StacksMachinesQueryVariables>;
export const StacksIssuersDocument = new TypedDocumentString(`
    query StacksIssuers($stackId: ID!, $search: String, $orderBy: TrustedIssuerOrder, $after: String) {
  stack(id: $stackId) {
    all: trustedIssuers(first: 1) {
      totalCount
    }
    trustedIssuers(
      first: 25
      after: $after
      filter: {search: $search}
      orderBy: $orderBy
    ) {
      totalCount
      nodes {
        ...StacksIssuer
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment StacksIssuer on TrustedIssuer {
  id
  endpoint {
    name
    url
  }
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
}`) as unknown as TypedDocumentString<StacksIssuersQuery, StacksIssuersQueryVariables>;
export const StacksPickEndpointsDocument = new TypedDocumentString(`
    query StacksPickEndpoints($stackId: ID!, $search: String) {
  stack(id: $stackId) {
    endpoints(first: 50, filter: {search: $search}, orderBy: {field: NAME}) {
      totalCount
      nodes {
        id
        name
        url
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StacksPickEndpointsQuery, StacksPickEndpointsQueryVariables>;
export const StacksCreateMachineDocument = new TypedDocumentString(`
    mutation StacksCreateMachine($input: CreateServiceAccountInput!) {
  createServiceAccount(input: $input) {
    __typename
    ...StacksFailure
    ... on CreateServiceAccountPayload {
      secret
      serviceAccount {
        id
        name
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksCreateMachineMutation, StacksCreateMachineMutationVariables>;
export const StacksRotateMachineDocument = new TypedDocumentString(`
    mutation StacksRotateMachine($input: RotateServiceAccountInput!) {
  rotateServiceAccount(input: $input) {
    __typename
    ...StacksFailure
    ... on RotateServiceAccountPayload {
      secret
      serviceAccount {
        id
        name
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksRotateMachineMutation, StacksRotateMachineMutationVariables>;
export const StacksRevokeMachineDocument = new TypedDocumentString(`
    mutation StacksRevokeMachine($input: RevokeServiceAccountInput!) {
  revokeServiceAccount(input: $input) {
    __typename
    ...StacksFailure
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksRevokeMachineMutation, StacksRevokeMachineMutationVariables>;
export const StacksTrustIssuerDocument = new TypedDocumentString(`
    mutation StacksTrustIssuer($input: CreateTrustedIssuerInput!) {
  createTrustedIssuer(input: $input) {
    __typename
    ...StacksFailure
    ... on CreateTrustedIssuerPayload {
      trustedIssuer {
        id
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksTrustIssuerMutation, StacksTrustIssuerMutationVariables>;
export const StacksDeleteIssuerDocument = new TypedDocumentString(`
    mutation StacksDeleteIssuer($input: DeleteTrustedIssuerInput!) {
  deleteTrustedIssuer(input: $input) {
    __typename
    ...StacksFailure
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksDeleteIssuerMutation, StacksDeleteIssuerMutationVariables>;
export const StacksHeadDocument = new TypedDocumentString(`
    query StacksHead($stackId: ID!) {
  stack(id: $stackId) {
    id
    name
    rights
    createdAt
    updatedAt
    configuration {
      isRecorded
      contentDays
      contentRedactions
    }
  }
}
    `) as unknown as TypedDocumentString<StacksHeadQuery, StacksHeadQueryVariables>;
export const StacksKeepContentsDocument = new TypedDocumentString(`
    mutation StacksKeepContents($input: UpdateCallContentsInput!) {
  updateCallContents(input: $input) {
    __typename
    ...StacksFailure
    ... on UpdateCallContentsPayload {
      stack {
        id
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksKeepContentsMutation, StacksKeepContentsMutationVariables>;
export const StacksUpdateDocument = new TypedDocumentString(`
    mutation StacksUpdate($input: UpdateStackInput!) {
  updateStack(input: $input) {
    __typename
    ...StacksFailure
    ... on UpdateStackPayload {
      stack {
        id
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksUpdateMutation, StacksUpdateMutationVariables>;
export const StacksDuplicateDocument = new TypedDocumentString(`
    mutation StacksDuplicate($input: DuplicateStackInput!) {
  duplicateStack(input: $input) {
    __typename
    ...StacksFailure
    ... on DuplicateStackPayload {
      stack {
        id
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksDuplicateMutation, StacksDuplicateMutationVariables>;
export const StacksDeleteDocument = new TypedDocumentString(`
    mutation StacksDelete($input: DeleteStackInput!) {
  deleteStack(input: $input) {
    __typename
    ...StacksFailure
    ... on DeleteStackPayload {
      name
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksDeleteMutation, StacksDeleteMutationVariables>;
export const StacksServersDocument = new TypedDocumentString(`
    query StacksServers($stackId: ID!, $endUser: String, $after: String) {
  stack(id: $stackId) {
    servers(first: 25, after: $after) {
      totalCount
      nodes {
        ...StacksServer
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment StacksServer on StackServer {
  credentialMode
  toolCount
  lackingToolCount(endUser: $endUser)
  removedToolIds
  server {
    id: slug
    name
    description
    isRefreshable
    scopes
    credentialChoices {
      fieldIds
      toolCount
    }
    credentialFields {
      id: fieldId
      name
      description
      isRequired
      toolCount
      isSecret
      mayBeEmpty
      link
      signIn {
        redirectUrl
        providerUrl
        scopes
        clientFieldIds
      }
    }
    tools(first: 1) {
      totalCount
    }
  }
  credentialStatus(endUser: $endUser) {
    hasRequired
    required {
      ...StacksField
    }
    optional {
      ...StacksField
    }
  }
}
fragment StacksField on CredentialFieldStatus {
  fieldId
  state
  canConnect
  isMoved
  isShared
  oauthState
  expiresAt
}`) as unknown as TypedDocumentString<StacksServersQuery, StacksServersQueryVariables>;
export const StacksServerToolsDocument = new TypedDocumentString(`
    query StacksServerTools($serverId: String!, $after: String) {
  server(by: {slug: $serverId}) {
    tools(first: 100, after: $after) {
      totalCount
      nodes {
        id: toolId
        name
        title
        description
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StacksServerToolsQuery, StacksServerToolsQueryVariables>;
export const StacksEnabledToolsDocument = new TypedDocumentString(`
    query StacksEnabledTools($stackId: ID!) {
  stack(id: $stackId) {
    tools {
      nodes {
        id: toolId
        serverId
        exposedName
        description
        isPinned
        credentialSets {
          fieldIds
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StacksEnabledToolsQuery, StacksEnabledToolsQueryVariables>;
export const StacksSetToolsDocument = new TypedDocumentString(`
    mutation StacksSetTools($input: UpdateServerToolsInput!) {
  updateServerTools(input: $input) {
    __typename
    ...StacksFailure
    ... on UpdateServerToolsPayload {
      enabledCount
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksSetToolsMutation, StacksSetToolsMutationVariables>;
export const StacksUpdateToolDocument = new TypedDocumentString(`
    mutation StacksUpdateTool($input: UpdateStackToolInput!) {
  updateStackTool(input: $input) {
    __typename
    ...StacksFailure
    ... on UpdateStackToolPayload {
      tool {
        id
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksUpdateToolMutation, StacksUpdateToolMutationVariables>;
export const StacksAddServerDocument = new TypedDocumentString(`
    mutation StacksAddServer($input: AddServerToStackInput!) {
  addServerToStack(input: $input) {
    __typename
    ...StacksFailure
    ... on AddServerToStackPayload {
      enabledCount
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksAddServerMutation, StacksAddServerMutationVariables>;
export const StacksRemoveServerDocument = new TypedDocumentString(`
    mutation StacksRemoveServer($input: RemoveServerFromStackInput!) {
  removeServerFromStack(input: $input) {
    __typename
    ...StacksFailure
    ... on RemoveServerFromStackPayload {
      serverId
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksRemoveServerMutation, StacksRemoveServerMutationVariables>;
export const StacksRefreshToolsDocument = new TypedDocumentString(`
    mutation StacksRefreshTools($input: RefreshServerToolsInput!) {
  refreshServerTools(input: $input) {
    __typename
    ...StacksFailure
    ... on RefreshServerToolsPayload {
      isChanged
      toolCount
      refused {
        name
        reason
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksRefreshToolsMutation, StacksRefreshToolsMutationVariables>;
export const StacksPickDocument = new TypedDocumentString(`
    query StacksPick($search: String, $after: String) {
  servers(first: 20, filter: {search: $search}, after: $after) {
    nodes {
      id: slug
      name
      description
      isPrivate
      tools(first: 1) {
        totalCount
      }
      credentialFields {
        id: fieldId
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<StacksPickQuery, StacksPickQueryVariables>;
export const StacksSkillsDocument = new TypedDocumentString(`
    query StacksSkills($stackId: ID!) {
  stack(id: $stackId) {
    skills {
      ...StacksSkill
    }
    servers(first: 100) {
      nodes {
        id
        server {
          slug
          name
        }
        skills {
          uri
          name
          description
        }
      }
    }
  }
}
    fragment StacksSkill on Skill {
  name
  description
  content
  updatedAt
}`) as unknown as TypedDocumentString<StacksSkillsQuery, StacksSkillsQueryVariables>;
export const StacksSetSkillDocument = new TypedDocumentString(`
    mutation StacksSetSkill($input: SetSkillInput!) {
  setSkill(input: $input) {
    __typename
    ... on SetSkillPayload {
      skill {
        name
      }
    }
    ...StacksFailure
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksSetSkillMutation, StacksSetSkillMutationVariables>;
export const StacksDeleteSkillDocument = new TypedDocumentString(`
    mutation StacksDeleteSkill($input: DeleteSkillInput!) {
  deleteSkill(input: $input) {
    __typename
    ... on DeleteSkillPayload {
      name
    }
    ...StacksFailure
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksDeleteSkillMutation, StacksDeleteSkillMutationVariables>;
export const StacksUsageDocument = new TypedDocumentString(`
    query StacksUsage($stackId: ID!, $since: DateTime!, $bucketSeconds: Int!) {
  callStatistics(stackId: $stackId, since: $since, bucketSeconds: $bucketSeconds) {
    total {
      callCount
      failureCount
      p50Ms
      p95Ms
    }
    before {
      total {
        callCount
        failureCount
        p50Ms
        p95Ms
      }
    }
    buckets {
      start
      figures {
        callCount
        failureCount
      }
    }
    byTool {
      toolId
      figures {
        callCount
        failureCount
        p50Ms
        p95Ms
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StacksUsageQuery, StacksUsageQueryVariables>;
export const StacksVersionsDocument = new TypedDocumentString(`
    query StacksVersions($stackId: ID!, $after: String) {
  stack(id: $stackId) {
    versions(first: 25, after: $after) {
      nodes {
        ...StacksVersion
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment StacksVersion on StackVersion {
  id
  number
  createdAt
  action
  actor {
    displayName
  }
}`) as unknown as TypedDocumentString<StacksVersionsQuery, StacksVersionsQueryVariables>;
export const StacksVersionDifferencesDocument = new TypedDocumentString(`
    query StacksVersionDifferences($stackId: ID!, $number: Int!, $from: Int) {
  stack(id: $stackId) {
    version(number: $number) {
      differences(from: $from) {
        ...StacksDifference
      }
    }
  }
}
    fragment StacksDifference on StackDifference {
  path
  before
  after
}`) as unknown as TypedDocumentString<StacksVersionDifferencesQuery, StacksVersionDifferencesQueryVariables>;
export const StacksRollBackPlanDocument = new TypedDocumentString(`
    query StacksRollBackPlan($stackId: ID!, $number: Int!) {
  stack(id: $stackId) {
    version(number: $number) {
      rollBackPlan {
        digest
        differences {
          ...StacksDifference
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
    fragment StacksDifference on StackDifference {
  path
  before
  after
}`) as unknown as TypedDocumentString<StacksRollBackPlanQuery, StacksRollBackPlanQueryVariables>;
export const StacksRollBackDocument = new TypedDocumentString(`
    mutation StacksRollBack($input: RollBackStackInput!) {
  rollBackStack(input: $input) {
    __typename
    ...StacksFailure
    ... on RollBackStackPayload {
      stack {
        id
      }
    }
  }
}
    fragment StacksFailure on UserError {
  code
  message
  ... on InvalidInputError {
    issues {
      path
      message
    }
  }
}`) as unknown as TypedDocumentString<StacksRollBackMutation, StacksRollBackMutationVariables>;
export const InvitedToDocument = new TypedDocumentString(`
    query InvitedTo($secret: String!) {
  invitedTo(secret: $secret) {
    accountName
  }
}
    `) as unknown as TypedDocumentString<InvitedToQuery, InvitedToQueryVariables>;
export const AcceptInvitationDocument = new TypedDocumentString(`
    mutation AcceptInvitation($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) {
    __typename
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
    ... on AcceptInvitationPayload {
      user {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AcceptInvitationMutation, AcceptInvitationMutationVariables>;
export const InboxFollowDocument = new TypedDocumentString(`
    subscription InboxFollow {
  inbox {
    approvalCount
    reviewCount
    alertCount
  }
}
    `) as unknown as TypedDocumentString<InboxFollowSubscription, InboxFollowSubscriptionVariables>;
export const InboxNewestDocument = new TypedDocumentString(`
    query InboxNewest {
  approvals(
    first: 5
    filter: {isPending: true}
    orderBy: {field: CREATED_AT, direction: DESC}
  ) {
    nodes {
      id
      toolId
      tool {
        exposedName
        serverName
      }
      stack {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InboxNewestQuery, InboxNewestQueryVariables>;
export const ShellMeDocument = new TypedDocumentString(`
    query ShellMe {
  me {
    email
  }
  viewer {
    role
    rights
    rightsSomewhere
  }
}
    `) as unknown as TypedDocumentString<ShellMeQuery, ShellMeQueryVariables>;
export const ShellSignOutDocument = new TypedDocumentString(`
    mutation ShellSignOut {
  signOut {
    __typename
  }
}
    `) as unknown as TypedDocumentString<ShellSignOutMutation, ShellSignOutMutationVariables>;
export const PaletteFoundDocument = new TypedDocumentString(`
    query PaletteFound($search: String) {
  stacks(filter: {search: $search}, first: 6) {
    nodes {
      id
      name
    }
  }
  servers(filter: {search: $search}, first: 6) {
    nodes {
      id: slug
      name
    }
  }
}
    `) as unknown as TypedDocumentString<PaletteFoundQuery, PaletteFoundQueryVariables>;
export const PaletteToolsDocument = new TypedDocumentString(`
    query PaletteTools($id: ID!) {
  stack(id: $id) {
    id
    name
    tools {
      nodes {
        id: toolId
        exposedName
        title
        serverName
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PaletteToolsQuery, PaletteToolsQueryVariables>;
export const PickStacksDocument = new TypedDocumentString(`
    query PickStacks($search: String, $orderBy: StackOrder) {
  stacks(first: 50, filter: {search: $search}, orderBy: $orderBy) {
    totalCount
    nodes {
      ...PickStack
    }
  }
}
    fragment PickStack on Stack {
  id
  name
  rights
}`) as unknown as TypedDocumentString<PickStacksQuery, PickStacksQueryVariables>;
export const PickServerStacksDocument = new TypedDocumentString(`
    query PickServerStacks($serverId: String!, $search: String, $orderBy: ServerStackOrder) {
  server(by: {slug: $serverId}) {
    stacks(first: 50, filter: {search: $search}, orderBy: $orderBy) {
      totalCount
      nodes {
        ...PickStack
      }
    }
  }
}
    fragment PickStack on Stack {
  id
  name
  rights
}`) as unknown as TypedDocumentString<PickServerStacksQuery, PickServerStacksQueryVariables>;
export const PickedStackDocument = new TypedDocumentString(`
    query PickedStack($id: ID!) {
  stack(id: $id) {
    ...PickStack
  }
}
    fragment PickStack on Stack {
  id
  name
  rights
}`) as unknown as TypedDocumentString<PickedStackQuery, PickedStackQueryVariables>;