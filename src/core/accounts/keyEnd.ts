import type { Actor } from '../actor.ts';
import { AppError } from '../errors.ts';

/** When the actor's own API key ends, and with it all that it makes; null for never, and for anybody else. */
const endOf = (actor: Actor): Date | null => (actor.kind === 'apiKey' ? (actor.expiresAt ?? null) : null);

const outlivesKeyError = (end: Date): AppError => {
  const until = end.toISOString();
  const message = `This API key ends, and makes nothing that lasts longer: say an end of ${until} or before`;
  return new AppError('forbidden', message);
};

/**
 * Requires that what the actor makes ends with its own API key, where that ends; null stands for no end.
 * `test/core/accounts/keysMake.test.ts` tears it down.
 * @throws forbidden, which names the key's end
 */
export function requireEndWith(actor: Actor, expiresAt: Date | null): void {
  const end = endOf(actor);
  if (end && (!expiresAt || expiresAt > end)) throw outlivesKeyError(end);
}

/** The end that something gets for which none was asked: the actor's own, where that comes before `otherwise`. */
export function defaultEnd(actor: Actor, otherwise: Date | null): Date | null {
  const end = endOf(actor);
  return end && (!otherwise || otherwise > end) ? end : otherwise;
}

/** Whether the actor may make what stays until somebody takes it away. */
export const mayMakePermanent = (actor: Actor): boolean => endOf(actor) === null;

/** Requires an actor that may make what stays until somebody takes it away. @throws forbidden */
export function requireMayMakePermanent(actor: Actor): void {
  if (mayMakePermanent(actor)) return;
  throw new AppError(
    'forbidden',
    'This API key ends, and makes nothing that has no end: people, roles, webhooks, trust',
  );
}
