import { z } from 'zod';
import type { User } from '../../generated/prisma/client.ts';
import { appendAudit } from '../kernel/audit/audit.ts';
import type { Ctx, Db, Deps, Tx } from '../kernel/context.ts';
import type { AccountId, UserId } from '../kernel/ids.ts';
import { openJson, sealJson } from '../kernel/sealedJson.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { emailSchema } from './fields.ts';
import type { IdentityProvider, PersonIdentity, SignInChecks } from './identityProvider.ts';
import { isOpen, type NewSession, openSession, signInFailed, userCtxOf } from './session.ts';
import { type Browser, join } from './signIn.ts';

/** How long a person may take to sign in at the provider. */
export const SINGLE_SIGN_ON_LIFE_MS = 10 * 60_000;

const PURPOSE = 'single-sign-on';
const sealedSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), expiresAtMs: z.number() });

/** Encrypts the checks for the browser, which can neither read nor change them. */
export const sealChecks = ({ vault, now }: Pick<Deps, 'vault' | 'now'>, checks: SignInChecks): string =>
  sealJson(vault, PURPOSE, { ...checks, expiresAtMs: now().getTime() + SINGLE_SIGN_ON_LIFE_MS });

/**
 * Decrypts the output of `sealChecks`; null after ten minutes, and for any other text.
 * Tested by `test/core/people/singleSignOn.test.ts`.
 */
export function openChecks({ vault, now }: Pick<Deps, 'vault' | 'now'>, sealed: string): SignInChecks | null {
  const parsed = sealedSchema.safeParse(openJson(vault, PURPOSE, sealed));
  return parsed.success && parsed.data.expiresAtMs > now().getTime() ? parsed.data : null;
}

/** The error for a person whose e-mail belongs to a user that is not yet linked to the provider. */
export const PASSWORD_FIRST =
  'This e-mail already has a password or passkey here. Sign in with it once, then choose single sign-on again to connect the two.';

/**
 * Signs in a person identified by the provider: the user linked to that identity, or the user with the same verified
 * e-mail. Otherwise creates a user in the installation's oldest account, if the e-mail's domain may join. `ctx` is the
 * browser's: a user with a password or passkey is linked only in their own session.
 * @throws forbidden, with a message that says how to proceed
 */
export async function signInWithIdentity(
  ctx: Ctx,
  identity: PersonIdentity,
  provider: Pick<IdentityProvider, 'domains'>,
  browser: Browser,
): Promise<NewSession> {
  const { issuer: oidcIssuer, subject: oidcSubject } = identity;
  const known = await ctx.db.user.findUnique({ where: { oidcIssuer_oidcSubject: { oidcIssuer, oidcSubject } } });
  if (known) {
    const asUser = userCtxOf(ctx, known);
    return write(asUser, (tx) => openSession(asUser, tx, browser.userAgent));
  }
  const namesake = await ctx.db.user.findUnique({ where: { email: verifiedEmailOf(identity) } });
  return namesake ? link(ctx, namesake, identity, browser) : joinByDomain(ctx, identity, provider, browser);
}

function verifiedEmailOf({ verifiedEmail }: PersonIdentity): string {
  const email = emailSchema.safeParse(verifiedEmail).data;
  if (email === undefined) throw new AppError('forbidden', 'Your provider has not verified your e-mail address');
  return email;
}

/**
 * Adds a person to the installation's oldest account if their e-mail's domain may join. The account's first person
 * becomes its owner, later ones become developers. `before` runs first in the same transaction.
 * @throws forbidden, already_exists
 */
export async function joinByDomain(
  ctx: Ctx,
  identity: PersonIdentity,
  { domains }: Pick<IdentityProvider, 'domains'>,
  browser: Browser,
  before: (tx: Tx, email: string) => Promise<void> = async () => undefined,
): Promise<NewSession> {
  const { issuer: oidcIssuer, subject: oidcSubject } = identity;
  const email = verifiedEmailOf(identity);
  const accountId = await findAccountToJoin(ctx.db);
  const mayJoin = domains.includes(email.slice(email.lastIndexOf('@') + 1));
  if (accountId === null || !mayJoin) {
    throw new AppError('forbidden', `${email} has no invitation: ask for one`);
  }
  return join(ctx, { accountId, email, oidcIssuer, oidcSubject }, browser, (tx) => before(tx, email));
}

/** The installation's oldest account. */
async function findAccountToJoin(db: Db | Tx): Promise<AccountId | null> {
  const account = await db.account.findFirst({ orderBy: { id: 'asc' }, select: { id: true } });
  return account?.id ?? null;
}

/** Links a user to the provider's identity and signs them in. @throws forbidden */
function link(ctx: Ctx, user: User, identity: PersonIdentity, { userAgent }: Browser): Promise<NewSession> {
  const { id } = user;
  const { issuer, subject } = identity;
  const asUser = userCtxOf(ctx, user);
  return write(asUser, async (tx) => {
    await requireConnectable(ctx, tx, id, identity);
    await tx.user.update({ where: { id }, data: { oidcIssuer: issuer, oidcSubject: subject } });
    await appendAudit(asUser, tx, { action: 'user.link', target: { kind: 'user', id }, details: { issuer } });
    return openSession(asUser, tx, userAgent);
  });
}

/**
 * An invited user chooses their e-mail freely, so an equal e-mail proves nothing. A user with a password or passkey is
 * linked only in their own session; a user without either, only in the account that new people join.
 * @throws forbidden
 */
async function requireConnectable(ctx: Ctx, tx: Tx, id: UserId, { issuer, subject }: PersonIdentity): Promise<void> {
  // Lock until commit, so that no password or passkey is added in between.
  await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${id} FOR UPDATE`;
  const user = await tx.user.findUnique({ where: { id }, include: { passkeys: { select: { id: true }, take: 1 } } });
  if (!user) throw signInFailed();
  if (user.oidcIssuer === issuer && user.oidcSubject !== subject) {
    throw new AppError('forbidden', 'This e-mail address belongs to another person of your provider');
  }
  if (await isSignedInAs(ctx, tx, id)) return;
  if (user.passwordHash !== null || user.passkeys.length > 0) throw new AppError('forbidden', PASSWORD_FIRST);
  if (user.accountId !== (await findAccountToJoin(tx))) {
    throw new AppError('forbidden', 'This e-mail address belongs to a person of another account: ask the operator');
  }
}

async function isSignedInAs({ actor, now }: Ctx, tx: Tx, userId: UserId): Promise<boolean> {
  if (actor.kind !== 'user' || actor.userId !== userId) return false;
  return (await tx.session.findFirst({ where: { id: actor.sessionId, userId, ...isOpen(now()) } })) !== null;
}
