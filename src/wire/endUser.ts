import type { Actor } from '../core/actor.ts';
import { checkEndUser } from '../core/endUser.ts';
import { AppError } from '../core/errors.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The end user that a request is for: the one that its token names, else the one in `X-End-User`.
 * @throws invalid_input for a header that is no end user's id, or names another than the token does
 */
export function endUserOf(headers: Headers, actor: Actor): string | null {
  const header = headers['x-end-user'];
  const given = header === undefined ? null : checkEndUser(String(header));
  const bound = actor.kind === 'agent' ? actor.endUser : null;
  if (bound !== null && given !== null && given !== bound) {
    throw new AppError('invalid_input', 'The token is for another end user');
  }
  return bound ?? given;
}
