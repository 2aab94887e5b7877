/** A part of the code, and the tests that must notice every change to it. */
export type Area = {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Milliseconds per test; a change that makes code wait forever costs this much. Ten seconds by default. */
  readonly testMsMax?: number;
};

/** Security-critical areas. Those whose tests need no database come first. */
export const AREAS: Readonly<Record<string, Area>> = {
  vault: {
    mutate: ['src/core/kernel/vault/{createVault,envelope,keyRing,masterKey,sealText,vault}.ts'],
    tests: ['test/core/kernel/vault/{knownAnswers,masterKey,sealInTurns,vault}.test.ts'],
  },
  scopes: {
    mutate: ['src/core/kernel/{roles,scope}.ts'],
    tests: ['test/core/kernel/{roles,scope}.test.ts', 'test/core/stackScope.test.ts'],
  },
  egress: { mutate: ['src/connectors/egress/allow.ts'], tests: ['test/connectors/egress/egressAllow.test.ts'] },
  limits: {
    mutate: ['src/core/limits/{charge,limiter,network,slots}.ts', 'src/core/kernel/{bounds,limitClasses}.ts'],
    tests: ['test/core/limits/{anyone,rules,slots}.test.ts'],
  },
  'token-formats': {
    mutate: [
      'src/core/authorization/redirectUri.ts',
      'src/core/kernel/{sealedJson,secret}.ts',
      'src/core/endpoints/grants.ts',
    ],
    tests: [
      'test/core/authorization/redirectUri.test.ts',
      'test/core/kernel/secret.test.ts',
      'test/core/endpoints/grants.test.ts',
      'test/core/kernel/vault/knownAnswers.test.ts',
    ],
  },
  'limits-counted': {
    mutate: ['src/core/limits/{list,countedBounds}.ts'],
    tests: ['test/core/limits/{counts,rules}.test.ts'],
  },
  'limits-in-windows': { mutate: ['src/store/limiter.ts'], tests: ['test/store/limiter.test.ts'] },
  'egress-connections': {
    mutate: ['src/connectors/egress/{body,connect,egress,error,exchange}.ts'],
    tests: ['test/connectors/egress/egress*.test.ts'],
    testMsMax: 4_000,
  },
  'vault-keys': {
    mutate: ['src/core/kernel/vault/{keyCheck,rotate}.ts'],
    tests: ['test/core/kernel/vault/{keyCheck,vaultKeys}.test.ts'],
  },
  people: {
    mutate: ['src/core/people/{invitation,logins,user}.ts'],
    tests: [
      'test/core/people/{consent,invitation,roles,signOut,stackRoles,user,withdrawn}.test.ts',
      'test/core/accounts/keysMake.test.ts',
    ],
  },
  'attenuated-tokens': {
    mutate: [
      'src/core/kernel/attenuation.ts',
      'src/core/decisions/attenuatedReach.ts',
      'src/core/endpoints/{attenuatedCalls,tokenReach}.ts',
      'src/core/lib/networks.ts',
    ],
    tests: [
      'test/core/endpoints/{keyReach,attenuated*,tokenReach}.test.ts',
      'test/core/decisions/attenuatedReach.test.ts',
      'test/core/kernel/attenuation.test.ts',
      'test/core/lib/networks.test.ts',
      'test/core/accounts/keyLimits.test.ts',
    ],
    testMsMax: 20_000,
  },
  roles: {
    mutate: ['src/core/accounts/{keyEnd,keyLimits,lockAdmin}.ts', 'src/core/kernel/{stackRoles,storedRole}.ts'],
    tests: ['test/core/accounts/{keyLimits,keyRules}.test.ts', 'test/core/people/{lostRoles,roles,stackRoles}.test.ts'],
  },
  uploads: {
    mutate: ['src/core/marketplace/upload.ts', 'src/store/uploadParts.ts'],
    tests: ['test/core/marketplace/upload.test.ts', 'test/graphql/uploads.test.ts', 'test/store/uploadParts.test.ts'],
    testMsMax: 20_000,
  },
  'graphql-documents': {
    mutate: ['src/graphql/execution/{nesting,publicFields,trustedDocuments}.ts'],
    tests: ['test/graphql/{documentRules,nesting}.test.ts'],
  },
  'graphql-bounds': {
    mutate: ['src/graphql/execution/guards.ts'],
    tests: ['test/graphql/guards.test.ts'],
  },
  'pages-of-browsers': {
    mutate: ['src/wire/{address,crossOrigin,sessionCookie}.ts', 'src/graphql/{connections/upgrade,execution/gate}.ts'],
    tests: [
      'test/wire/{crossOrigin,pages}.test.ts',
      'test/core/people/gate.test.ts',
      'test/graphql/{eventStream,getRequest,limits,uploads,webSocket}.test.ts',
      'test/mcp/protectedResource.test.ts',
    ],
  },
  'published-endpoints': {
    mutate: ['src/core/registry/published.ts', 'src/registry/{query,server}.ts'],
    tests: ['test/registry/*.test.ts'],
  },
  'limits-of-reads': {
    mutate: ['src/core/limits/{answerBytes,heavyReads,refusedCallers}.ts'],
    tests: ['test/core/limits/{answerBytes,heavyReads,refusedCallers}.test.ts', 'test/graphql/limits.test.ts'],
  },
  logins: {
    mutate: ['src/core/authorization/login.ts'],
    tests: [
      'test/core/authorization/login.test.ts',
      'test/core/people/{consent,stackRoles}.test.ts',
      'test/oauth/login.test.ts',
    ],
  },
  keys: {
    mutate: ['src/core/accounts/{apiKey,authenticate,keyFormat}.ts'],
    tests: ['test/core/accounts/*.test.ts'],
  },
  tokens: {
    mutate: [
      'src/core/endpoints/{knownToken,attenuatedTokens,signingKey,stackToken,tokenFormat,verificationKeys,verifyToken}.ts',
    ],
    tests: [
      'test/core/accounts/keysMake.test.ts',
      'test/core/endpoints/{endpoints,attenuated*,refusedTokens,signingKeys,tokenRecords,tokens}.test.ts',
    ],
    testMsMax: 20_000,
  },
  'sign-in-of-machines': {
    mutate: ['src/core/machines/*.ts'],
    tests: [
      'test/core/machines/*.test.ts',
      'test/core/accounts/keysMake.test.ts',
      'test/core/credentials/subjectTokens.test.ts',
      'test/oauth/{issuerMetadata,machineEnds,machines,trustedIssuers}.test.ts',
    ],
    testMsMax: 20_000,
  },
  'sign-in-of-clients': {
    mutate: ['src/core/authorization/{client,clientDocument,code,consent,issue,oauthError,refresh,request}.ts'],
    tests: ['test/core/authorization/*.test.ts', 'test/core/accounts/keysMake.test.ts', 'test/oauth/*.test.ts'],
    testMsMax: 5_000,
  },
  audit: {
    mutate: ['src/core/kernel/audit/{chain,envelopes,key}.ts', 'src/core/audit/{keyChains,verify,walk}.ts'],
    tests: ['test/core/{audit,kernel/audit}/*.test.ts'],
  },
};
