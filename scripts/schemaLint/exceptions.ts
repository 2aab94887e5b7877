/* Exceptions to the rules of `rules.ts`, each with its reason. An exception that no rule needs fails the check. */

/** Ids of objects that the mutation has just removed. */
export const GONE: ReadonlySet<string> = new Set([
  'DeleteClientEndpointPayload.endpointId',
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
  // Of the object itself.
  ...['ClientEndpoint.clientId', 'CredentialField.fieldId', 'Tool.toolId', 'WebhookDelivery.messageId'],
  // Of a request, a trace, or an operation of a document.
  ...['AuditEvent.requestId', 'Call.requestId', 'Call.traceId', 'OperationPreview.operationId'],
  // Of any kind of object, most of which are gone when people read the event.
  'AuditEvent.targetId',
  // Keys of a server’s credential fields, which are all that a client needs to set them.
  ...[
    'CredentialChoice.fieldIds',
    'CredentialFieldStatus.fieldId',
    'CredentialProblem.fieldId',
    'CredentialSet.fieldIds',
  ],
  ...['DeleteCredentialPayload.fieldIds', 'SetCredentialsPayload.fieldIds'],
  ...['SignInNeeds.clientFieldIds', 'ToolFailedError.fieldIds'],
  // Names that a model was offered or has written.
  ...['OfferedTool.serverId', 'PickedCall.toolId', 'ToolWarning.toolId'],
  // Tools of a template, whose server this installation may not have, and tools that a server no longer has.
  ...['StackTemplateRule.toolIds', 'StackTemplateServer.toolIds', 'StackServer.removedToolIds'],
  ...['AcceptToolChangesPayload.removedToolIds', 'AcceptToolChangesPayload.toolIds'],
  ...['RefuseToolChangesPayload.removedToolIds', 'RefuseToolChangesPayload.toolIds'],
]);

/** JSON whose shape somebody else decides. */
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
  ...['StackTools.definitions', 'Tool.inputSchema', 'Tool.outputSchema', 'ToolCallAnswer.result'],
  ...['ToolPreview.inputSchema', 'UpstreamError.body'],
  // Hints of a server about its tool, to which servers add their own.
  ...['ApprovalTool.annotations', 'Tool.annotations', 'ToolPreview.annotations'],
  // Definitions as a server gave them, and server documents, whose schema is public.
  ...[
    'ToolChange.after',
    'ToolChange.before',
    'ImportServerInput.document',
    'Server.document',
    'ServerPreview.document',
  ],
  'ServerSourceInput.document',
  // WebAuthn, of which browsers make and read the JSON.
  ...['BeginPasskeyRegistrationPayload.options', 'BeginPasskeySignInPayload.options'],
  ...['FinishPasskeyRegistrationInput.response', 'FinishPasskeySignInInput.response'],
  // JWK Sets, and claims with the names of an identity provider.
  ...['CreateMachineClientInput.publicKeys', 'RotateMachineClientInput.publicKeys'],
  ...['CreateTrustedIssuerInput.claims', 'TrustedIssuer.claims', 'UpdateTrustedIssuerInput.claims'],
  // Values by the field ids of a server.
  ...['ImportServerInput.credentials', 'PreviewServerInput.credentials', 'SetCredentialsInput.credentials'],
  // Differs by the kind of event, of which there will be more.
  ...['Alert.details', 'AuditEvent.details'],
]);

/** Types of 0.1 that are kept for its clients. */
export const OLD_NAMES: ReadonlySet<string> = new Set(['Error']);

/** Names of the ids that identify the object to update. */
export const UPDATE_KEYS: ReadonlySet<string> = new Set([
  ...['apiKeyId', 'endpointId', 'machineClientId', 'ruleId', 'serverId', 'stackId', 'tokenId', 'toolId'],
  ...['trustedIssuerId', 'userId', 'webhookId'],
]);

/** Booleans of 0.1, hints that MCP names, and answers in forms of their own. */
export const BOOLEAN_NAMES: ReadonlySet<string> = new Set([
  ...[
    'AddServerToStackInput.enableAllTools',
    'CreateClientEndpointInput.neverExpires',
    'CreateStackTokenInput.neverExpires',
  ],
  ...['CredentialField.required', 'CredentialField.secret', 'CredentialFieldPreview.required'],
  ...['CredentialFieldPreview.secret', 'CredentialStatus.allAdded', 'CredentialStatus.requiredAdded'],
  ...['StackConfiguration.analyticsEnabled', 'StackConfigurationInput.analyticsEnabled', 'StackToken.renews'],
  ...['CreatePolicyRuleInput.destructive', 'CreatePolicyRuleInput.openWorld', 'CreatePolicyRuleInput.readOnly'],
  ...['PolicyRule.destructive', 'PolicyRule.openWorld', 'PolicyRule.readOnly'],
  ...['UpdatePolicyRuleInput.destructive', 'UpdatePolicyRuleInput.openWorld', 'UpdatePolicyRuleInput.readOnly'],
  ...['ToolHints.destructive', 'ToolHints.idempotent', 'ToolHints.readOnly'],
  ...['UpdateToolHintsInput.destructive', 'UpdateToolHintsInput.idempotent', 'UpdateToolHintsInput.readOnly'],
  ...['AcceptToolChangesInput.instructions', 'RefuseToolChangesInput.instructions'],
]);

/** Creations of what lives for minutes, or is used once. */
export const UNCHANGEABLE: ReadonlySet<string> = new Set(['createConnectLink', 'createInvitation']);

/** Mutations that change no object: signing in and out, and passkeys that a browser has yet to make. */
export const WITHOUT_OBJECT: ReadonlySet<string> = new Set([
  ...['beginPasskeyRegistration', 'beginPasskeySignIn', 'signOut', 'signOutEverywhere'],
]);

/** Sizes of 0.1 that a limit below 2^31 bounds. */
export const SMALL_SIZES: ReadonlySet<string> = new Set(['BatchCallInput.maxBytes', 'InvokeToolInput.maxBytes']);

/** Types without an identity: pages, payloads, errors, and parts of one thing. */
export const WITHOUT_ID = {
  suffixes: ['Connection', 'Edge', 'PageInfo', 'Payload', 'Error', 'Preview', 'Figures', 'Answer'],
  types: [
    ...['Inbox', 'ServerChange', 'StackChange', 'ToolHints'],
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
    ...['RateLimit', 'RegistryServer', 'RegistryServerPackage', 'RegistryServerPage', 'RegistryServerRemote'],
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

/** Fields that begin with the name of their type: what it is called everywhere else, or the caller of a call. */
export const TYPENAME_PREFIXES: ReadonlySet<string> = new Set([
  'Call.caller',
  'Call.callerId',
  'Call.callerKind',
  'Tool.toolId',
]);

/** Credentials of Toolyard: keys, sign-ins and invitations. */
export const REVOCABLE: ReadonlySet<string> = new Set([
  ...['revokeApiKey', 'revokeInvitation', 'revokeMachineClient', 'revokePasskey', 'revokeSession', 'revokeStackToken'],
  'revokeTokenNarrowing',
]);
