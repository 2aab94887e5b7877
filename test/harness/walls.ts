const ROOMS = [
  'connectors/egress',
  'core/authorization',
  'core/conditions',
  'core/credentials',
  'core/decisions',
  'core/endpoints',
  'core/kernel/vault',
  'core/limits',
  'core/people',
  'core/policies',
];
const FILES = [
  'connectors/kubernetes/launcher',
  'connectors/kubernetes/networkPolicy',
  'connectors/kubernetes/podSpec',
  'connectors/stdio/confinement',
  'core/accounts/authenticate',
  'core/results/scrub',
  'core/schemas/runBounded',
  'core/kernel/attenuation',
  'core/kernel/bounds',
  'core/kernel/endUser',
  'core/kernel/scope',
  'core/kernel/sealedJson',
  'core/kernel/secret',
  'core/kernel/storedRole',
  'core/lib/networks',
  'store/limiter',
  'store/sharedCounter',
  'wire/gate',
  'wire/sessionCookie',
];

/** Security-critical files. Each one's comment must name the test that attacks it. */
export const WALLS = new RegExp(`^src/((${ROOMS.join('|')})/|(${FILES.join('|')})\\.ts$)`);

/** Files that match `WALLS` but check nothing: types, tables, and parts of a check whose test another file names. */
export const NO_WALLS: readonly string[] = [
  'connectors/egress/proxyEnvironment.ts',
  'core/authorization/oauthError.ts',
  'core/credentials/clientFields.ts',
  'core/credentials/registration.ts',
  'core/credentials/status.ts',
  'core/credentials/tokenSet.ts',
  'core/decisions/checkedCall.ts',
  'core/decisions/explainedCaller.ts',
  'core/limits/list.ts',
  'core/people/commonPasswords.ts',
  'core/people/fields.ts',
  'core/people/identityProvider.ts',
  'core/people/relyingParty.ts',
];
