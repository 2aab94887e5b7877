import type { Ctx } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';
import { reserveSignIn } from './signIn.ts';

type WithPassword = { readonly id: string; readonly passwordHash: string };

/**
 * Requires the caller's current password, before they change how they sign in. Tested by
 * `test/core/people/passkeyRegistration.test.ts`.
 * @throws invalid_input at `/currentPassword`, rate_limited, unavailable
 */
export async function requireOwnPassword(
  ctx: Ctx,
  { id, passwordHash }: WithPassword,
  password: string,
): Promise<void> {
  await reserveSignIn(ctx, `user:${id}`);
  if (!(await ctx.passwords.verify(password, passwordHash))) throw wrongPassword();
}

/** The error for a wrong current password: invalid_input at `/currentPassword`. */
export const wrongPassword = (): AppError =>
  new AppError('invalid_input', 'Invalid request parameters', {
    issues: [{ path: '/currentPassword', message: 'is not your password' }],
  });
