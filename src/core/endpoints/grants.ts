import type { StackToken } from '../../generated/prisma/client.ts';
import { type GrantId, toMachineClientId, toTrustedIssuerId } from '../ids.ts';

const MACHINE = 'machine_';

/**
 * What let the holder of a stack token in: a machine client, a trusted issuer, or both, where a machine client has
 * shown somebody's JWT. Their ids stay when the token gets another one, so that rules can name them. A client that has
 * the id of a machine client has proven that it is it (`machines/identityGrant.ts`).
 * `test/oauth/issuerMetadata.test.ts` tears it down.
 */
export function grantsOf({ grantId, oauthClient }: Pick<StackToken, 'grantId' | 'oauthClient'>): readonly GrantId[] {
  if (grantId === null) return [];
  const beside = oauthClient?.startsWith(MACHINE) ? [toMachineClientId(oauthClient)] : [];
  return [grantId.startsWith(MACHINE) ? toMachineClientId(grantId) : toTrustedIssuerId(grantId), ...beside];
}
