/** A part of the code whose tests must notice every change: what is changed, and the tests that guard it. */
export type Room = { readonly mutate: readonly string[]; readonly tests: readonly string[] };

/** The walls: a mistake in one of these lets somebody else in. */
export const ROOMS: Readonly<Record<string, Room>> = {
  vault: {
    mutate: ['src/core/vault/*.ts'],
    tests: ['test/core/vault/*.test.ts', 'test/core/results/storedResult.test.ts'],
  },
  tokens: {
    mutate: [
      'src/core/endpoints/{signingKey,stackToken,tokenFormat,verificationKeys,verifyToken}.ts',
      'src/core/accounts/{apiKey,authenticate,keyFormat}.ts',
      'src/core/authorization/*.ts',
    ],
    tests: ['test/core/{endpoints,accounts,authorization}/*.test.ts', 'test/oauth/*.test.ts'],
  },
  authorisation: {
    mutate: ['src/core/scope.ts', 'src/core/people/{invitation,user}.ts'],
    tests: ['test/core/scope.test.ts', 'test/core/people/{keysWrite,invitation,gate}.test.ts'],
  },
  limits: {
    mutate: ['src/core/limits/*.ts', 'src/store/limiter.ts'],
    tests: ['test/core/limits/*.test.ts', 'test/store/limiter.test.ts'],
  },
  audit: {
    mutate: ['src/core/audit/{chain,key,envelopes,verify,keyChains}.ts'],
    tests: ['test/core/audit/*.test.ts'],
  },
  egress: {
    mutate: ['src/connectors/egress/*.ts'],
    tests: ['test/connectors/egress/*.test.ts'],
  },
};
