import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { reserveSignIn } from './signIn.ts';

type WithPassword = { readonly id: string; readonly passwordHash: string };

/**
 * Lets a person go on who knows their current password: before they change how they sign in.
 * @throws invalid_input at `/currentPassword`, rate_limited, unavailable
 */
export async function proveOwnPassword(ctx: Ctx, { id, passwordHash }: WithPassword, given: string): Promise<void> {
  await reserveSignIn(ctx, `user:${id}`);
  if (!(await ctx.passwords.verify(given, passwordHash))) throw wrongPassword();
}

/** The error for a current password that is not right: invalid_input at `/currentPassword`. */
export const wrongPassword = (): AppError =>
  new AppError('invalid_input', 'Invalid request parameters', {
    issues: [{ path: '/currentPassword', message: 'is not your password' }],
  });
