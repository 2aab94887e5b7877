import { z } from 'zod';
import type { User } from '../../generated/prisma/client.ts';
import { appendAudit } from '../kernel/audit/audit.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { newUserId } from '../kernel/ids.ts';
import type { LimitClass } from '../kernel/limitClasses.ts';
import { hashSecret } from '../kernel/secret.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { sha256Text } from '../lib/sha256.ts';
import { isUniqueViolation } from '../lib/unique.ts';
import { limitSubject } from '../limits/charge.ts';
import { lockAccount, requireCapacity } from '../limits/countedBounds.ts';
import { rateLimited, rateLimitedAnyway } from '../limits/rateLimited.ts';
import { emailSchema, newPasswordSchema, normalEmail } from './fields.ts';
import { isOpenInvitation } from './invitation.ts';
import { type NewSession, openSession, signInFailed, userCtxOf } from './session.ts';
import { requireUnlikeEmail } from './weakPassword.ts';

/** The browser data stored with a sign-in. */
export type Browser = { readonly userAgent: string };

/**
 * Maximum attempts per account and hour to accept an invitation with a taken e-mail. More attempts would reveal who has
 * an account here.
 */
const TAKEN_EMAILS_MAX = 20;

const acceptInput = z.object({ secret: z.string(), email: emailSchema, password: newPasswordSchema });
const signInInput = z.object({ email: z.string(), password: z.string() });

/**
 * Creates a user for the holder of an invitation, and signs them in: `{ secret, email, password }`. If two people use
 * the same invitation, only one succeeds. Tested by `test/core/people/signIn.test.ts`.
 * @throws not_found for an unknown, used or expired invitation; already_exists; invalid_input; rate_limited
 */
export async function acceptInvitation(ctx: Ctx, input: unknown, browser: Browser): Promise<NewSession> {
  const { secret, email, password } = parseInput(acceptInput, input, 'Invalid request parameters');
  requireUnlikeEmail(email, password, '/password');
  // A separate counter, so that guessed invitations do not use up the attempts of people who sign in.
  await reserveSignIn(ctx, `invitation:${email}`);
  const where = { hash: hashSecret(secret), ...isOpenInvitation(ctx.now()) };
  // Find the invitation before hashing the password, so that only invited people can cause hashing.
  const invitation = await ctx.db.invitation.findFirst({ where });
  if (!invitation) throw uselessInvitation();
  const bucket = hashed(`taken:${invitation.accountId}`);
  // Check the limit before the e-mail: refusing only taken e-mails would reveal them.
  const left = await ctx.limiter.peek('sign_in_hourly', bucket, TAKEN_EMAILS_MAX);
  if (!left.isAllowed) throw rateLimitedAnyway(left, ctx.now());
  const { accountId, role, stackRoles } = invitation;
  const newUser = { accountId, role, stackRoles, email, passwordHash: await ctx.passwords.hash(password) };
  const joining = join(ctx, newUser, browser, async (tx) => {
    const { count } = await tx.invitation.updateMany({ where, data: { usedAt: ctx.now() } });
    if (count === 0) throw uselessInvitation();
  });
  return joining.catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'already_exists')
      await ctx.limiter.reserve('sign_in_hourly', bucket, TAKEN_EMAILS_MAX);
    throw error;
  });
}

type NewUser = Pick<User, 'accountId' | 'email'> &
  Partial<Pick<User, 'role' | 'stackRoles' | 'passwordHash' | 'oidcIssuer' | 'oidcSubject'>>;

/**
 * Creates a user, unless `permit` throws, and opens a session. Without a given role, the first person of an account
 * becomes its owner and everyone else a developer.
 * @throws already_exists
 */
export async function join(
  ctx: Ctx,
  newUser: NewUser,
  { userAgent }: Browser,
  permit: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<NewSession> {
  const { accountId, email } = newUser;
  const id = newUserId();
  const asUser = userCtxOf(ctx, {
    id,
    accountId,
    role: newUser.role ?? 'developer',
    stackRoles: newUser.stackRoles ?? [],
  });
  const joining = write(asUser, async (tx) => {
    // Lock the account first, so that the second of two concurrent requests sees the first. Code that withdraws
    // invitations locks in the same order.
    await lockAccount(tx, accountId);
    await permit(tx);
    await requireCapacity(asUser, tx, 'max_users');
    const role = newUser.role ?? ((await tx.user.count({ where: { accountId } })) === 0 ? 'owner' : 'developer');
    await tx.user.create({ data: { ...newUser, role, id, createdAt: ctx.now() } });
    await appendAudit(asUser, tx, { action: 'user.create', target: { kind: 'user', id }, details: { email, role } });
    return openSession(asUser, tx, userAgent);
  });
  return joining.catch((error) => {
    if (isUniqueViolation(error)) throw new AppError('already_exists', 'A user with this e-mail already exists');
    throw error;
  });
}

const uselessInvitation = (): AppError =>
  new AppError('not_found', 'This invitation is invalid, already used, or expired: ask for a new one');

/**
 * Signs a user in with `{ email, password }`. Every failure has the same message and takes the same time.
 * @throws sign_in_failed, rate_limited, unavailable
 */
export async function signIn(ctx: Ctx, input: unknown, browser: Browser): Promise<NewSession> {
  const { email, password } = parseInput(signInInput, input, 'Invalid request parameters');
  const name = `email:${normalEmail(email)}`;
  await reserveSignIn(ctx, name);
  // Also count attempts per e-mail across all networks. The network's own limit comes first, so that attempts from a
  // blocked network don't count.
  await reserve(ctx, 'sign_in_hourly', name);
  const known = emailSchema.safeParse(email);
  const user = known.success ? await ctx.db.user.findUnique({ where: { email: known.data } }) : null;
  const isRight = await ctx.passwords.verify(password, user?.passwordHash ?? null);
  if (!user || !isRight) {
    const subject = user?.id ?? limitSubject(ctx);
    ctx.refusals.note({ reason: 'sign_in_failed', subject, accountId: user?.accountId ?? null });
    throw signInFailed();
  }
  const asUser = userCtxOf(ctx, user);
  return write(asUser, (tx) => openSession(asUser, tx, browser.userAgent));
}

/**
 * Consumes one of a network's attempts per minute for one name. Each network has its own counter for the name.
 * @throws rate_limited
 */
export const reserveSignIn = (ctx: Ctx, name: string): Promise<void> =>
  reserve(ctx, 'sign_in', `${limitSubject(ctx)} ${name}`);

async function reserve(ctx: Ctx, limitClass: LimitClass, name: string): Promise<void> {
  const state = await ctx.limiter.reserve(limitClass, hashed(name));
  if (!state.isAllowed) throw rateLimited(state, ctx.now(), ctx.actor);
}

/** Hashed, because the counter's key may be stored in Redis. */
const hashed = (name: string): string => sha256Text(name, 'hex');
