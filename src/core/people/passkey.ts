import { z } from 'zod';
import type { Passkey } from '../../generated/prisma/client.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import { newPasskeyId, type PasskeyId } from '../kernel/ids.ts';
import { requireUser } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { nameSchema } from '../lib/text.ts';
import { isUniqueViolation } from '../lib/unique.ts';
import { requireOwnPassword } from './ownPassword.ts';
import { type Challenge, type ChallengeUse, newChallenge, openChallenge, spendChallenge } from './passkeyChallenge.ts';
import { type RelyingParty, requireRelyingParty } from './relyingParty.ts';
import { attestationSchema, type Credential, challengeIn, creationOptions, verifyAttestation } from './webauthn.ts';

const beginInput = z.object({ currentPassword: z.string().default('') });
const finishInput = z.object({ name: nameSchema, response: attestationSchema });
type FinishInput = z.output<typeof finishInput>;

/** Binds a challenge to the session that requested it, and so to its person. */
const useIn = (session: string): ChallengeUse => ({ purpose: 'passkey-registration', session });

/**
 * The caller's passkeys, newest first. Tested by `test/core/people/passkeyRegistration.test.ts`.
 * @throws forbidden
 */
export async function listPasskeys(ctx: Ctx): Promise<Passkey[]> {
  const { userId } = requireUser(ctx.actor);
  return ctx.db.passkey.findMany({ where: { userId }, orderBy: { id: 'desc' } });
}

/** One of the caller's passkeys; null for another person's, and if the caller is not a person. */
export async function findOwnPasskey({ actor, db }: Ctx, id: PasskeyId): Promise<Passkey | null> {
  if (actor.kind !== 'user') return null;
  return db.passkey.findFirst({ where: { id, userId: actor.userId } });
}

/**
 * Starts a registration: the `PublicKeyCredentialCreationOptionsJSON` for the browser, valid for five minutes. A person
 * with a password must give `{ currentPassword }`.
 * @throws forbidden without a session, where passkeys are not possible, and at 20 passkeys; invalid_input; rate_limited
 */
export async function beginPasskeyRegistration(ctx: Ctx, input: unknown, at: RelyingParty | null) {
  const { userId, sessionId } = requireUser(ctx.actor);
  const relyingParty = requireRelyingParty(at);
  const { currentPassword } = parseInput(beginInput, input, 'Invalid request parameters');
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, include: { passkeys: true } });
  if (user.passkeys.length >= BOUNDS.max_passkeys.max) throw tooMany();
  const { passwordHash } = user;
  if (passwordHash !== null) await requireOwnPassword(ctx, { id: userId, passwordHash }, currentPassword);
  const known = user.passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));
  return creationOptions({ relyingParty, challenge: newChallenge(ctx, useIn(sessionId)) }, user, known);
}

/**
 * Stores a passkey created by the browser: `{ name, response }`, where `response` is its `RegistrationResponseJSON`.
 * @throws forbidden without a session, where passkeys are not possible, and at 20 passkeys
 * @throws invalid_input for a response that does not verify; already_exists for an authenticator that is already
 * registered
 */
export async function finishPasskeyRegistration(ctx: Ctx, input: unknown, at: RelyingParty | null): Promise<Passkey> {
  const { sessionId } = requireUser(ctx.actor);
  const relyingParty = requireRelyingParty(at);
  const finished = parseInput(finishInput, input, 'Invalid request parameters');
  const challenge = openChallenge(ctx, useIn(sessionId), challengeIn(finished.response));
  if (!challenge) throw refused('does not match a registration of this session within five minutes');
  const verification = await verifyAttestation(finished.response, { relyingParty, challenge: challenge.text });
  if (!('proven' in verification)) {
    ctx.log.info({ reason: verification.reason }, 'a new passkey was refused');
    throw refused('is not valid for this address');
  }
  return storePasskey(ctx, finished, challenge, verification.proven).catch((error) => {
    if (isUniqueViolation(error)) throw new AppError('already_exists', 'This passkey already exists');
    throw error;
  });
}

function storePasskey(
  ctx: Ctx,
  { name, response }: FinishInput,
  challenge: Challenge,
  made: Credential,
): Promise<Passkey> {
  const { userId } = requireUser(ctx.actor);
  const { id: credentialId, publicKey, counter } = made;
  const id = newPasskeyId();
  const { transports } = response.response;
  return write(ctx, async (tx) => {
    if (!(await spendChallenge(ctx, tx, challenge))) throw refused('is already used');
    // Locked, so that two registrations cannot both take the last place.
    const locked = await tx.$queryRaw<unknown[]>`SELECT id FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`;
    if (locked.length === 0) throw new AppError('forbidden', 'You were removed from this account');
    if ((await tx.passkey.count({ where: { userId } })) >= BOUNDS.max_passkeys.max) throw tooMany();
    const data = { id, userId, name, credentialId, publicKey, counter, transports, createdAt: ctx.now() };
    return {
      value: await tx.passkey.create({ data }),
      audit: { action: 'passkey.create', target: { kind: 'passkey', id }, details: { name } },
    };
  });
}

/**
 * Removes one of the caller's passkeys, with immediate effect. Sessions opened with it stay open.
 * @throws forbidden
 * @throws not_found, also for another person's passkey
 */
export async function removePasskey(ctx: Ctx, id: PasskeyId): Promise<{ readonly id: PasskeyId }> {
  const { userId } = requireUser(ctx.actor);
  const where = { id, userId };
  return write(ctx, async (tx) => {
    const row = await tx.passkey.findFirst({ where });
    const { count } = await tx.passkey.deleteMany({ where });
    if (!row || count === 0) throw new AppError('not_found', 'Passkey not found');
    return {
      value: { id },
      audit: { action: 'passkey.remove', target: { kind: 'passkey', id }, details: { name: row.name } },
    };
  });
}

const tooMany = (): AppError =>
  new AppError('forbidden', `A person has at most ${BOUNDS.max_passkeys.max} passkeys: remove one first`);

const refused = (message: string): AppError =>
  new AppError('invalid_input', 'The passkey was not added: start again', { issues: [{ path: '/response', message }] });
