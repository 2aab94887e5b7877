import { z } from 'zod';
import { AppError } from '../lib/errors.ts';
import type { Ctx } from './context.ts';

/** The `endUser` of a stack's own credentials; real end user ids are never empty. */
export const STACK_ITSELF = '';

const END_USER = /^[\x21-\x7e]{1,128}$/;

/** A caller's own id for one of its users: 1 to 128 visible ASCII characters. */
export const endUserSchema = z.string().regex(END_USER, 'must be 1 to 128 visible ASCII characters');

/** Checks an end user's id. Tested by `test/core/credentials/endUsers.test.ts`. @throws invalid_input */
export function checkEndUser(text: string): string {
  if (!END_USER.test(text)) throw new AppError('invalid_input', 'Invalid end user');
  return text;
}

/**
 * The credential owner: the named end user, otherwise the request's end user, otherwise the stack (`""`).
 * @throws invalid_input
 */
export function credentialOwner(ctx: Pick<Ctx, 'endUser'>, named: string | null | undefined): string {
  return (named === null || named === undefined ? null : checkEndUser(named)) ?? ctx.endUser ?? STACK_ITSELF;
}
