import type { StackToken } from '../../generated/prisma/client.ts';
import { type GrantId, toServiceAccountId, toTrustedIssuerId } from '../kernel/ids.ts';

const MACHINE = 'machine_';

/**
 * The grants of a stack token: a service account, a trusted issuer, or both if a service account presented an identity
 * JWT. Their ids stay the same for later tokens, so rules can refer to them. `oauthClient` names a service account only
 * if that client has authenticated (`machines/identityGrant.ts`). Tested by `test/oauth/issuerMetadata.test.ts`.
 */
export function grantsOf({ grantId, oauthClient }: Pick<StackToken, 'grantId' | 'oauthClient'>): readonly GrantId[] {
  if (grantId === null) return [];
  const client = oauthClient?.startsWith(MACHINE) ? [toServiceAccountId(oauthClient)] : [];
  return [grantId.startsWith(MACHINE) ? toServiceAccountId(grantId) : toTrustedIssuerId(grantId), ...client];
}
