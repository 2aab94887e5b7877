import type { StackToken } from '../../generated/prisma/client.ts';
import { type GrantId, toMachineClientId, toTrustedIssuerId } from '../ids.ts';

const MACHINE = 'machine_';

/**
 * Grants behind a stack token: a machine client, a trusted issuer, or both if a machine client presented an identity
 * JWT. Their ids survive token rotation, so that rules can refer to them. A client whose id is a machine client's has
 * authenticated as it (`machines/identityGrant.ts`). Tested by `test/oauth/issuerMetadata.test.ts`.
 */
export function grantsOf({ grantId, oauthClient }: Pick<StackToken, 'grantId' | 'oauthClient'>): readonly GrantId[] {
  if (grantId === null) return [];
  const beside = oauthClient?.startsWith(MACHINE) ? [toMachineClientId(oauthClient)] : [];
  return [grantId.startsWith(MACHINE) ? toMachineClientId(grantId) : toTrustedIssuerId(grantId), ...beside];
}
