import { z } from 'zod';
import { appendAudit } from '../kernel/audit/audit.ts';
import type { Ctx, Deps, Tx } from '../kernel/context.ts';
import { openJson, sealJson } from '../kernel/sealedJson.ts';
import { AppError } from '../lib/errors.ts';
import type { IdentityProvider, PersonIdentity } from './identityProvider.ts';
import { type NewSession, userCtxOf } from './session.ts';
import type { Browser } from './signIn.ts';
import { joinByDomain } from './singleSignOn.ts';

/** How long a person may take to decide whether to claim their address. */
const CLAIM_LIFE_MS = 10 * 60_000;
const PURPOSE = 'claimed-address';
const claimSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  verifiedEmail: z.string(),
  expiresAtMs: z.number(),
});

/** Encrypts the identity from the provider for the page on which the person decides whether to claim their address. */
export const sealClaim = ({ vault, now }: Pick<Deps, 'vault' | 'now'>, identity: PersonIdentity): string =>
  sealJson(vault, PURPOSE, { ...identity, expiresAtMs: now().getTime() + CLAIM_LIFE_MS });

/** Decrypts the output of `sealClaim`; null after ten minutes or for any other text. */
export function openClaim({ vault, now }: Pick<Deps, 'vault' | 'now'>, sealed: string): PersonIdentity | null {
  const parsed = claimSchema.safeParse(openJson(vault, PURPOSE, sealed));
  return parsed.success && parsed.data.expiresAtMs > now().getTime() ? parsed.data : null;
}

/**
 * Creates a user for a person whose domain may join, and takes over their e-mail address from a user who entered it
 * without proving ownership. That other user keeps everything else (account, sessions, password and passkeys) under an
 * unassigned address. Tested by `test/core/people/claimedAddress.test.ts`.
 * @throws forbidden for another domain; already_exists if the provider has verified the other user
 */
export function claimAddress(
  ctx: Ctx,
  identity: PersonIdentity,
  provider: Pick<IdentityProvider, 'domains'>,
  browser: Browser,
): Promise<NewSession> {
  return joinByDomain(ctx, identity, provider, browser, (tx, email) => releaseAddress(ctx, tx, email));
}

async function releaseAddress(ctx: Ctx, tx: Tx, email: string): Promise<void> {
  const claimant = await tx.user.findUnique({ where: { email } });
  if (!claimant || claimant.oidcSubject !== null)
    throw new AppError('forbidden', 'Sign in again to claim your address');
  const { id, accountId, role } = claimant;
  // No one can own an address in this domain (RFC 2606).
  await tx.user.update({ where: { id }, data: { email: `${id.toLowerCase()}@unproven.invalid` } });
  await appendAudit(userCtxOf(ctx, { id, accountId, role }), tx, {
    action: 'user.release_email',
    target: { kind: 'user', id },
    details: { email },
  });
}
