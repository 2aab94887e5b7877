/* Exceptions to the rules of `rules.ts`, each with its reason. An exception that no rule needs fails the check. */

/** Members by the reason for their exception. `docs/graphql.md` has the same rows. */
export type Reasons = Readonly<Record<string, readonly string[]>>;

/** Ids without a field for their object. */
export const BARE_IDS: Reasons = {
  'The mutation has just deleted the object.': [
    ...['DeleteClientEndpointPayload.endpointId', 'DeleteFilePayload.fileId', 'DeleteServerPayload.serverId'],
    ...['DeleteStackPayload.stackId', 'DeleteTrustedIssuerPayload.trustedIssuerId', 'DeleteUserPayload.userId'],
    ...['DeleteWebhookPayload.webhookId', 'RemoveServerFromStackPayload.serverId'],
    ...['RevokeInvitationPayload.invitationId', 'RevokeServiceAccountPayload.serviceAccountId'],
    ...['RevokePasskeyPayload.passkeyId', 'RevokeSessionPayload.sessionId'],
  ],
  'The server no longer has the tools.': [
    ...['AcceptToolChangesPayload.removedToolIds', 'RefuseToolChangesPayload.removedToolIds'],
    'StackServer.removedToolIds',
  ],
  'The file exists only after the upload.': ['CreateFileUploadPayload.fileId'],
  'A document or a template names things that may not exist here.': [
    ...['MissingCredential.fieldId', 'MissingCredential.serverId', 'StackDocumentServer.credentialFieldIds'],
    ...['StackDocumentServer.serverId', 'StackDocumentTool.toolId'],
    ...['StackTemplateRule.toolIds', 'StackTemplateServer.toolIds'],
  ],
  'Another name of the object itself.': [
    ...['ClientEndpoint.clientId', 'CredentialField.fieldId', 'Tool.toolId', 'WebhookDelivery.messageId'],
  ],
  'The id of a request, a trace, or an operation of an OpenAPI document.': [
    ...['AuditEvent.requestId', 'Call.requestId', 'Call.traceId', 'OperationPreview.operationId'],
  ],
  'An object of any kind, by the id or name at that time; `targetKind` says which. It may be gone.': [
    'AuditEvent.targetId',
  ],
  'Keys in `credentialFields` of the same server, as `setCredentials` takes them.': [
    ...['CredentialChoice.fieldIds', 'CredentialSet.fieldIds', 'DeleteCredentialPayload.fieldIds'],
    ...['SetCredentialsPayload.fieldIds', 'SignInNeeds.clientFieldIds', 'ToolFailedError.fieldIds'],
  ],
  'A name that a model received or wrote.': ['OfferedTool.serverId', 'PickedCall.toolId', 'ToolWarning.toolId'],
};

/** JSON whose shape Toolyard doesn't define. */
export const JSON_MEMBERS: Reasons = {
  'The input or result of a tool, which its schema describes.': [
    ...['Approval.input', 'BatchCallInput.toolInput', 'CallContents.input', 'CallContents.output'],
    ...['ChatPickInput.toolInput', 'InvokeToolInput.toolInput', 'InvokeToolPayload.result', 'PickedCall.toolInput'],
    ...['StartJobInput.toolInput', 'ToolCallAnswer.result'],
  ],
  'The upstream’s own error.': ['UpstreamError.body'],
  'A JSON Schema.': [
    ...['EnabledTool.inputSchema', 'Tool.inputSchema', 'Tool.outputSchema', 'ToolPreview.inputSchema'],
  ],
  'Each provider has its own format.': ['StackTools.definitions'],
  'The server’s hints about its tool. Servers may add others.': [
    ...['ApprovalTool.annotations', 'Tool.annotations', 'ToolPreview.annotations'],
  ],
  'A definition as reviewed: its digest covers this JSON, and `changes` point into it.': [
    ...['SkillChange.after', 'SkillChange.before', 'ToolChange.after', 'ToolChange.before'],
  ],
  'A server document, which has a [JSON Schema](add-your-api.md#server-documents).': [
    ...['ImportServerInput.document', 'Server.document', 'ServerPreview.document', 'ServerSourceInput.document'],
  ],
  'A WebAuthn message, which the browser’s own functions create and read.': [
    ...['BeginPasskeyRegistrationPayload.options', 'BeginPasskeySignInPayload.options'],
    ...['FinishPasskeyRegistrationInput.response', 'FinishPasskeySignInInput.response'],
  ],
  'A JWK Set.': ['CreateServiceAccountInput.publicKeys', 'RotateServiceAccountInput.publicKeys'],
  'Each of about 150 actions has its own members, the hash covers them, and releases add actions.': [
    'AuditEvent.details',
  ],
};

/** Types of version 0.1 that remain for its clients. */
export const OLD_NAMES: ReadonlySet<string> = new Set(['Error']);

/** Names of the ids that identify the object to update. */
export const UPDATE_KEYS: ReadonlySet<string> = new Set([
  ...['apiKeyId', 'endpointId', 'serviceAccountId', 'ruleId', 'serverId', 'stackId', 'tokenId', 'toolId'],
  ...['trustedIssuerId', 'userId', 'webhookId'],
]);

/** Mutations that create an object which lasts minutes or is used once, so there's no update. */
export const UNCHANGEABLE: ReadonlySet<string> = new Set([
  ...['createConnectLink', 'createFileDownload', 'createFileUpload', 'createInvitation'],
]);

/** Mutations that return no object: signing in and out, and starting a passkey ceremony. */
export const WITHOUT_OBJECT: ReadonlySet<string> = new Set([
  ...['beginPasskeyRegistration', 'beginPasskeySignIn', 'signOut', 'signOutEverywhere'],
]);

/** Lists of the given ids, and a ranking of a period, which must be given. */
export const WITHOUT_FILTER: ReadonlySet<string> = new Set([
  ...['Query.nodes', 'Query.toolStatistics', 'Query.usageStatistics', 'StackVersion.differences'],
]);

/** Sizes of version 0.1 whose limit is below 2^31. */
export const SMALL_SIZES: ReadonlySet<string> = new Set([
  'BatchCallInput.maxBytes',
  'InvokeToolInput.maxBytes',
  'StartJobInput.maxBytes',
]);

/** Types without an identity: pages, payloads, errors, and parts of one object. */
export const WITHOUT_ID = {
  suffixes: ['Connection', 'Edge', 'PageInfo', 'Payload', 'Error', 'Preview', 'Figures', 'Answer'],
  types: [
    ...['FileAddress', 'MissingCredential', 'StackDifference', 'StackDocument', 'StackDocumentRule'],
    ...['StackDocumentServer', 'StackDocumentTool', 'StackPlan', 'RollBackPlan'],
    ...['AlertDetails', 'FirstSteps', 'Inbox', 'ServerChange', 'StackChange', 'ToolHints'],
    ...[
      'AccountLimit',
      'AlertMail',
      'AnnouncedCall',
      'AlertRules',
      'EndpointCanary',
      'ApprovalCaller',
      'ApprovalTool',
      'CallBucket',
      'CallContents',
    ],
    ...['CallStatistics', 'CallsBefore', 'ChatModel', 'ConsideredRule', 'CredentialChoice', 'CredentialFieldStatus'],
    ...[
      'CredentialProblem',
      'CredentialProblems',
      'CredentialSet',
      'CredentialStatus',
      'DefinitionChange',
      'InputIssue',
    ],
    ...[
      'InvitedTo',
      'OfferedTool',
      'PickedCall',
      'PolicyDryRun',
      'PolicyDryRunCalls',
      'PolicyExplanation',
      'PolicyQuota',
    ],
    ...[
      'RateLimit',
      'RegistryServer',
      'RegistryServerPackage',
      'RegistryServerPage',
      'RegistryServerRemote',
      'RequiredClaim',
    ],
    ...[
      'ResponseHeader',
      'RowCount',
      'ServerRefresh',
      'SignInNeeds',
      'SignInOptions',
      'SingleSignOn',
      'StackConfiguration',
    ],
    ...[
      'Skill',
      'StackRole',
      'StackTemplateRule',
      'StackTemplateServer',
      'StackTools',
      'ToolCallFailure',
      'ToolProgress',
    ],
    ...['ServerSkill', 'SkillChange', 'UsageBucket'],
    ...['ToolRefusal', 'ToolWarning', 'ToolWeights', 'UpstreamProblem', 'Viewer'],
  ],
} as const;

/** Fields that may begin with the name of their type: the tool's usual id, and the caller of a call. */
export const TYPENAME_PREFIXES: ReadonlySet<string> = new Set([
  'Call.caller',
  'Call.callerId',
  'Call.callerKind',
  'Tool.toolId',
]);

/** Mutations that may use the verb `revoke`, because they end a credential that Toolyard issued. */
export const REVOCABLE: ReadonlySet<string> = new Set([
  ...['revokeApiKey', 'revokeInvitation', 'revokeServiceAccount', 'revokePasskey', 'revokeSession', 'revokeStackToken'],
  'revokeTokenAttenuation',
]);
