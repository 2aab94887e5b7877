/**
 * Changes of the schema that may break a client, by the release after which they were made, each with the reason for
 * making it anyway. The key is the element's path, as the failed check prints it.
 */
export const EXPECTED_BREAKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0.1.0': {
    'ApiKey.scopes': 'Only these values exist, and a program that is generated from the schema now knows them.',
    'AuditEvent.action': 'As `AuditEvent.actorKind`: `stack.create` is `STACK_CREATE`.',
    'AuditEvent.actorKind':
      'As `Call.callerKind`: an enum that programs can be held to, null for what later releases add.',
    'AuditEvent.targetKind': 'As `AuditEvent.actorKind`.',
    'AuditEvent.seq': 'A position above 2^31 - 1 would fail the whole event. The JSON is the same number.',
    'Call.inputBytes': 'As `AuditEvent.seq`, of a size.',
    'Call.outputBytes': 'As `Call.inputBytes`.',
    'ClientEndpoint.tokens': 'A bad argument or cursor fails only this field, not the object that has it.',
    'CreateApiKeyInput.scopes': 'As `ApiKey.scopes`; a scope that does not exist is refused before anything is done.',
    'Server.tools': 'As `ClientEndpoint.tokens`.',
    'Stack.endpoints': 'As `ClientEndpoint.tokens`.',
    'Stack.servers': 'As `ClientEndpoint.tokens`.',
    'Stack.tools': 'As `ClientEndpoint.tokens`.',
    'StackServer.credentialStatus': 'As `ClientEndpoint.tokens`.',
    'StackServer.tools':
      'Every list of tools has one type, so that a client writes one fragment. Its fields are the same. Nullable as `ClientEndpoint.tokens`.',
    StackServerToolConnection: 'As `StackServer.tools`: `ToolConnection`.',
    StackServerToolEdge: 'As `StackServer.tools`: `ToolEdge`.',
    'ToolCallFailure.code': 'Every failure has the same codes. The JSON is the same text.',
    'ToolCallFailure.outcome': 'A failed call and its record have the same outcomes. The JSON is the same text.',
    ToolCallFailureCode: 'As `ToolCallFailure.code`: `FailureCode`.',
    'ToolFailedError.outcome': 'As `ToolCallFailure.outcome`.',
    ToolFailureOutcome: 'As `ToolCallFailure.outcome`: `CallOutcome`.',
  },
};
