import { z } from 'zod';
import type { User } from '../../generated/prisma/client.ts';
import { appendAudit } from '../audit/audit.ts';
import { openText, sealText } from '../authorization/sealed.ts';
import type { Ctx, Deps } from '../context.ts';
import { AppError } from '../errors.ts';
import { write } from '../write.ts';
import { emailSchema } from './fields.ts';
import type { Identity, IdentityProvider, SignInChecks } from './identityProvider.ts';
import { openSession, type SignedIn, signingIn } from './session.ts';
import { type Browser, join } from './signIn.ts';

/** How long a person may take at the provider. */
export const SINGLE_SIGN_ON_LIFE_MS = 10 * 60_000;

const PURPOSE = 'single-sign-on';
const sealedSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), expiresAtMs: z.number() });

/** The checks as the browser carries them: it can neither read nor change them. */
export const sealChecks = ({ vault, now }: Pick<Deps, 'vault' | 'now'>, checks: SignInChecks): string =>
  sealText(vault, PURPOSE, { ...checks, expiresAtMs: now().getTime() + SINGLE_SIGN_ON_LIFE_MS });

/** What was sealed; null for any other text, and after ten minutes. */
export function openChecks({ vault, now }: Pick<Deps, 'vault' | 'now'>, sealed: string): SignInChecks | null {
  const parsed = sealedSchema.safeParse(openText(vault, PURPOSE, sealed));
  return parsed.success && parsed.data.expiresAtMs > now().getTime() ? parsed.data : null;
}

/**
 * Signs in whom the provider vouches for: the user who has signed in with it before, else the one with the same
 * verified e-mail, else a new one of the installation's oldest account if the e-mail's domain may join.
 * @throws forbidden, which says what to do
 */
export async function signInWithIdentity(
  ctx: Ctx,
  identity: Identity,
  { domains }: Pick<IdentityProvider, 'domains'>,
  browser: Browser,
): Promise<SignedIn> {
  const { issuer: oidcIssuer, subject: oidcSubject } = identity;
  const known = await ctx.db.user.findUnique({ where: { oidcIssuer_oidcSubject: { oidcIssuer, oidcSubject } } });
  if (known) return enter(ctx, known, browser);
  const email = emailSchema.safeParse(identity.verifiedEmail).data;
  if (email === undefined) throw new AppError('forbidden', 'Your provider does not say that your e-mail is verified');
  const namesake = await ctx.db.user.findUnique({ where: { email } });
  if (namesake) return link(ctx, namesake, identity, browser);
  const account = await ctx.db.account.findFirst({ orderBy: { id: 'asc' }, select: { id: true } });
  const mayJoin = domains.includes(email.slice(email.lastIndexOf('@') + 1));
  if (!account || !mayJoin) throw new AppError('forbidden', `Nobody has invited ${email} yet: ask for an invitation`);
  return join(ctx, { accountId: account.id, email, oidcIssuer, oidcSubject }, browser);
}

function enter(ctx: Ctx, user: User, { userAgent }: Browser): Promise<SignedIn> {
  const asUser = signingIn(ctx, user);
  return write(asUser, (tx) => openSession(asUser, tx, userAgent));
}

/** @throws forbidden when the provider gave the address to another person since */
function link(ctx: Ctx, user: User, { issuer, subject }: Identity, { userAgent }: Browser): Promise<SignedIn> {
  const { id } = user;
  const asUser = signingIn(ctx, user);
  return write(asUser, async (tx) => {
    const where = { id, OR: [{ oidcIssuer: null }, { oidcIssuer: { not: issuer } }] };
    const { count } = await tx.user.updateMany({ where, data: { oidcIssuer: issuer, oidcSubject: subject } });
    if (count === 0) throw new AppError('forbidden', 'This e-mail address belongs to another person of your provider');
    await appendAudit(asUser, tx, { action: 'user.link', target: { kind: 'user', id }, details: { issuer } });
    return openSession(asUser, tx, userAgent);
  });
}
