/**
 * Changes of the schema since the last release that may break a client, each with the reason for making it anyway. The
 * key is the element's path, as the failed check prints it.
 */
export const EXPECTED_BREAKS: Readonly<Record<string, string>> = {
  'ApiKey.scopes': 'Only these values exist, and a program that is generated from the schema now knows them.',
  'AuditEvent.actorKind':
    'As `Call.callerKind`: an enum that programs can be held to, null for what later releases add.',
  'AuditEvent.targetKind': 'As `AuditEvent.actorKind`.',
  'AuditEvent.seq': 'A position above 2^31 - 1 would fail the whole event. The JSON is the same number.',
  'Call.inputBytes': 'As `AuditEvent.seq`, of a size.',
  'Call.outputBytes': 'As `Call.inputBytes`.',
  'CreateApiKeyInput.scopes': 'As `ApiKey.scopes`; a scope that does not exist is refused before anything is done.',
};
