import type { Actor } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { AppError } from '../lib/errors.ts';

/** When the actor's own API key expires; null for no expiry and for other actors. */
const endOf = (actor: Actor): Date | null => (actor.kind === 'apiKey' ? (actor.expiresAt ?? null) : null);

/**
 * Requires that anything the actor creates expires no later than its own API key; null means no expiry. Tested by
 * `test/core/accounts/keysMake.test.ts`.
 * @throws forbidden, naming the key's expiry
 */
export function requireEndWith(actor: Actor, expiresAt: Date | null): void {
  const end = endOf(actor);
  if (end && (!expiresAt || expiresAt > end)) {
    const message = `This API key expires on ${end.toISOString()}: choose that or an earlier expiry`;
    throw new AppError('forbidden', message);
  }
}

/** Requires an expiry in the future; null or undefined means no expiry. @throws invalid_input */
export function requireFuture({ now }: Pick<Ctx, 'now'>, expiresAt: Date | null | undefined): void {
  if (!expiresAt || expiresAt > now()) return;
  const issues = [{ path: '/expiresAt', message: 'must be in the future' }];
  throw new AppError('invalid_input', 'Invalid request parameters', { issues });
}

/** Default expiry: the actor's own if it is earlier than `otherwise`. */
export function defaultEnd(actor: Actor, otherwise: Date | null): Date | null {
  const end = endOf(actor);
  return end && (!otherwise || otherwise > end) ? end : otherwise;
}

/** True if the actor may create resources that do not expire. */
export const mayMakePermanent = (actor: Actor): boolean => endOf(actor) === null;

/** Requires an actor that may create resources that do not expire. @throws forbidden */
export function requireMayMakePermanent(actor: Actor): void {
  if (mayMakePermanent(actor)) return;
  throw new AppError(
    'forbidden',
    'This API key expires, so it cannot create permanent resources: people, roles, webhooks, trust',
  );
}
