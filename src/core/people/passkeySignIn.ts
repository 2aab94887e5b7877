import { z } from 'zod';
import type { Ctx } from '../kernel/context.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { limitSubject } from '../limits/charge.ts';
import {
  CHALLENGE_LIFE_MS,
  type ChallengeUse,
  newChallenge,
  openChallenge,
  spendChallenge,
} from './passkeyChallenge.ts';
import { type RelyingParty, requireRelyingParty } from './relyingParty.ts';
import { type NewSession, openSession, userCtxOf } from './session.ts';
import type { Browser } from './signIn.ts';
import { assertionSchema, challengeIn, userHandleOf, verifyPasskeyAssertion } from './webauthn.ts';

const finishInput = z.object({ response: assertionSchema });

const USE: ChallengeUse = { purpose: 'passkey-sign-in', session: '' };

/**
 * The `PublicKeyCredentialRequestOptionsJSON` for a sign-in, valid for five minutes.
 * @throws forbidden where passkeys are not possible
 */
export const beginPasskeySignIn = (ctx: Ctx, at: RelyingParty | null) => ({
  rpId: requireRelyingParty(at).id,
  challenge: newChallenge(ctx, USE),
  timeout: CHALLENGE_LIFE_MS,
  userVerification: 'required',
  allowCredentials: [],
});

/**
 * Signs in the owner of the passkey that responded: `{ response }`, the browser's `AuthenticationResponseJSON`. Every
 * invalid response fails with the same message; the log has the reason. Tested by `test/core/people/passkeys.test.ts`.
 * @throws sign_in_failed; forbidden where passkeys are not possible; invalid_input for a response of the wrong shape
 */
export async function finishPasskeySignIn(
  ctx: Ctx,
  input: unknown,
  at: RelyingParty | null,
  browser: Browser,
): Promise<NewSession> {
  const relyingParty = requireRelyingParty(at);
  const { response: answer } = parseInput(finishInput, input, 'Invalid request parameters');
  const challenge = openChallenge(ctx, USE, challengeIn(answer));
  if (!challenge) throw refused(ctx, 'the challenge is unknown or expired');
  const passkey = await ctx.db.passkey.findUnique({ where: { credentialId: answer.id }, include: { user: true } });
  if (!passkey || answer.response.userHandle !== userHandleOf(passkey.userId)) {
    throw refused(ctx, 'the passkey is not known');
  }
  const known = { id: passkey.credentialId, publicKey: passkey.publicKey, counter: Number(passkey.counter) };
  const verification = await verifyPasskeyAssertion(answer, { relyingParty, challenge: challenge.text }, known);
  if (!('proven' in verification)) throw refused(ctx, verification.reason);
  const asUser = userCtxOf(ctx, passkey.user);
  return write(asUser, async (tx) => {
    if (!(await spendChallenge(ctx, tx, challenge))) throw refused(ctx, 'the challenge is already used');
    const { count } = await tx.passkey.updateMany({
      where: { id: passkey.id, counter: passkey.counter },
      data: { counter: verification.proven, lastUsedAt: ctx.now() },
    });
    if (count !== 1) throw refused(ctx, 'the passkey was used or removed meanwhile');
    const { audit, ...opened } = await openSession(asUser, tx, browser.userAgent);
    return { ...opened, audit: { ...audit, details: { passkeyId: passkey.id } } };
  });
}

/** The same error for every reason, so that it does not reveal which passkeys exist. */
function refused(ctx: Ctx, reason: string): AppError {
  ctx.refusals.note({ reason: 'sign_in_failed', subject: limitSubject(ctx) });
  ctx.log.info({ reason }, 'a sign-in with a passkey was refused');
  return new AppError('sign_in_failed', 'This passkey cannot sign you in');
}
