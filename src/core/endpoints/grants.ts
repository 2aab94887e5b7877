import type { StackToken } from '../../generated/prisma/client.ts';
import { type GrantId, toMachineClientId, toTrustedIssuerId } from '../ids.ts';

const MACHINE = 'machine_';

/**
 * The grants of a stack token: a machine client, a trusted issuer, or both if a machine client presented an identity
 * JWT. Their ids stay the same for later tokens, so rules can refer to them. `oauthClient` names a machine client only
 * if that client has authenticated (`machines/identityGrant.ts`). Tested by `test/oauth/issuerMetadata.test.ts`.
 */
export function grantsOf({ grantId, oauthClient }: Pick<StackToken, 'grantId' | 'oauthClient'>): readonly GrantId[] {
  if (grantId === null) return [];
  const client = oauthClient?.startsWith(MACHINE) ? [toMachineClientId(oauthClient)] : [];
  return [grantId.startsWith(MACHINE) ? toMachineClientId(grantId) : toTrustedIssuerId(grantId), ...client];
}
