import type { PolicyReason } from '../generated/gql/graphql.ts';

/** Titles of refusal reasons other than rules. The dashboard has the same titles (`web/src/pages/rules/words.ts`). */
export const DENY_REASONS: Readonly<Partial<Record<PolicyReason, string>>> = {
  CREDENTIAL_ENDED: 'Revoked or expired',
  OTHER_STACK: 'Another stack',
  OTHER_NETWORK: 'Network',
  NETWORK_UNKNOWN: 'Depends on the network',
  OTHER_END_USER: 'Another end user',
  ROLE_LACKS_RIGHT: 'Role',
  OUT_OF_REACH: 'Token scope',
  ATTENUATED: 'Attenuated token',
  INPUT_INVALID: 'Input',
  HELD_FOR_REVIEW: 'Held for review',
  NO_CALLS_LEFT: 'Call limit',
};
