import type { Config } from '../config/config.ts';
import { rulesFor } from '../connectors/egress/allow.ts';
import { createEgress } from '../connectors/egress/egress.ts';
import type { IdentityProvider } from '../core/people/identityProvider.ts';
import type { Closers } from './closers.ts';

/** The identity provider that people sign in with; null without single sign-on. */
export async function openIdentityProvider(
  { egressAllow: allow, egressAllowIndirect: allowIndirect, oidc }: Config,
  closers: Closers,
): Promise<IdentityProvider | null> {
  if (!oidc) return null;
  // Allow the issuer's address even if accounts may not reach it, since the operator chose it.
  const egress = createEgress({ allow: [...allow, ...rulesFor(new URL(oidc.issuer))], allowIndirect });
  closers.add(() => egress.close());
  const { createIdentityProvider } = await import('../connectors/oauth/identityProvider.ts');
  return createIdentityProvider(oidc, egress);
}
