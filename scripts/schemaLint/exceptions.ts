/* Exceptions to the rules of `rules.ts`, each with its reason. An exception that no rule needs fails the check. */

/** Ids of objects that the mutation has just removed. */
export const GONE: ReadonlySet<string> = new Set([
  'DeleteClientEndpointPayload.endpointId',
  'DeleteFilePayload.fileId',
  'DeleteStackPayload.stackId',
  'DeleteTrustedIssuerPayload.trustedIssuerId',
  'DeleteWebhookPayload.webhookId',
  'RevokePasskeyPayload.passkeyId',
  'RemoveServerFromStackPayload.serverId',
  'DeleteServerPayload.serverId',
  'DeleteUserPayload.userId',
  'RevokeInvitationPayload.invitationId',
  'RevokeMachineClientPayload.machineClientId',
  'RevokeSessionPayload.sessionId',
]);

/** Ids that refer to no other object of this schema: names of the object itself or of something outside. */
export const NAMES_OF_THEIR_OWN: ReadonlySet<string> = new Set([
  // Names of the object itself.
  ...['ClientEndpoint.clientId', 'CredentialField.fieldId', 'Tool.toolId', 'WebhookDelivery.messageId'],
  // Ids of a request, a trace, or an operation of an OpenAPI document.
  ...['AuditEvent.requestId', 'Call.requestId', 'Call.traceId', 'OperationPreview.operationId'],
  // An object of any kind, which may be deleted by the time people read the event.
  'AuditEvent.targetId',
  // Keys of a server’s credential fields. A client needs nothing else to set a field.
  ...[
    'AlertDetails.fieldId',
    'CredentialChoice.fieldIds',
    'CredentialFieldStatus.fieldId',
    'CredentialProblem.fieldId',
    'CredentialSet.fieldIds',
  ],
  ...['DeleteCredentialPayload.fieldIds', 'SetCredentialsPayload.fieldIds'],
  ...['SignInNeeds.clientFieldIds', 'ToolFailedError.fieldIds'],
  // Names that a model received or wrote.
  ...['OfferedTool.serverId', 'PickedCall.toolId', 'ToolWarning.toolId'],
  // Names in the document of a stack, whose servers and tools may not exist here; a file that is not uploaded yet.
  ...['MissingCredential.fieldId', 'MissingCredential.serverId', 'StackDocumentServer.credentialFieldIds'],
  ...['StackDocumentServer.serverId', 'StackDocumentTool.toolId', 'CreateFileUploadPayload.fileId'],
  // Tools that may not exist: a template's server may not be installed, and a server may have removed tools.
  ...['StackTemplateRule.toolIds', 'StackTemplateServer.toolIds', 'StackServer.removedToolIds'],
  ...['AcceptToolChangesPayload.removedToolIds', 'AcceptToolChangesPayload.toolIds'],
  ...['RefuseToolChangesPayload.removedToolIds', 'RefuseToolChangesPayload.toolIds'],
]);

/** JSON whose shape Toolyard doesn't define. */
export const JSON_MEMBERS: ReadonlySet<string> = new Set([
  // Inputs and results of tools, and schemas.
  ...[
    'Approval.input',
    'BatchCallInput.toolInput',
    'CallContents.input',
    'CallContents.output',
    'ChatPickInput.toolInput',
  ],
  ...['EnabledTool.inputSchema', 'InvokeToolInput.toolInput', 'InvokeToolPayload.result', 'PickedCall.toolInput'],
  'StartJobInput.toolInput',
  ...['StackTools.definitions', 'Tool.inputSchema', 'Tool.outputSchema', 'ToolCallAnswer.result'],
  ...['ToolPreview.inputSchema', 'UpstreamError.body'],
  // A server's hints about its tool. Servers may add other members.
  ...['ApprovalTool.annotations', 'Tool.annotations', 'ToolPreview.annotations'],
  // Definitions as reviewed: `beforeDigest` is the hash of that JSON, and pointers of `changes` lead into it. Server
  // documents have a published JSON Schema.
  ...[
    'ToolChange.after',
    'ToolChange.before',
    'ImportServerInput.document',
    'Server.document',
    'ServerPreview.document',
  ],
  'ServerSourceInput.document',
  // WebAuthn messages, whose JSON the browser's own functions create and read.
  ...['BeginPasskeyRegistrationPayload.options', 'BeginPasskeySignInPayload.options'],
  ...['FinishPasskeyRegistrationInput.response', 'FinishPasskeySignInInput.response'],
  // JWK Sets.
  ...['CreateMachineClientInput.publicKeys', 'RotateMachineClientInput.publicKeys'],
  // Each of about 150 actions has its own members, which the event’s hash covers, and later releases add actions.
  'AuditEvent.details',
]);

/** Types of version 0.1 that remain for its clients. */
export const OLD_NAMES: ReadonlySet<string> = new Set(['Error']);

/** Names of the ids that identify the object to update. */
export const UPDATE_KEYS: ReadonlySet<string> = new Set([
  ...['apiKeyId', 'endpointId', 'machineClientId', 'ruleId', 'serverId', 'stackId', 'tokenId', 'toolId'],
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
export const WITHOUT_FILTER: ReadonlySet<string> = new Set(['Query.nodes', 'Query.toolStatistics']);

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
    ...['StackDocumentServer', 'StackDocumentTool', 'StackPlan'],
    ...['AlertDetails', 'FirstSteps', 'Inbox', 'ServerChange', 'StackChange', 'ToolHints'],
    ...['AccountLimit', 'AlertMail', 'AlertRules', 'ApprovalCaller', 'ApprovalTool', 'CallBucket', 'CallContents'],
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
    ...['StackRole', 'StackTemplateRule', 'StackTemplateServer', 'StackTools', 'ToolCallFailure', 'ToolProgress'],
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
  ...['revokeApiKey', 'revokeInvitation', 'revokeMachineClient', 'revokePasskey', 'revokeSession', 'revokeStackToken'],
  'revokeTokenNarrowing',
]);
