import type { AgentActor } from '../kernel/actor.ts';
import { type Attenuation, endUserWithin, NO_END_USER } from '../kernel/attenuation.ts';
import type { Deps } from '../kernel/context.ts';
import type { Network } from '../lib/networks.ts';

/** Cached facts about a valid stack token, independent of the request's URL and network address. */
export type KnownToken = {
  readonly actor: AgentActor;
  readonly expiresAt: Date | null;
  /** Null for a token that may be sent from anywhere. */
  readonly networks: readonly Network[] | null;
  readonly revokedAttenuations: readonly string[];
};

/**
 * The token with its attenuations; null if one of them was revoked, or if they name different end users. If `refusals`
 * is given, counts the use of a revoked attenuation there. Tested by `test/core/endpoints/attenuatedChains.test.ts`.
 */
export function attenuatedOf(
  parent: KnownToken,
  attenuations: readonly Attenuation[],
  options?: Pick<Deps, 'refusals'>,
): KnownToken | null {
  const { actor, revokedAttenuations } = parent;
  const revoked = attenuations.find(({ id }) => revokedAttenuations.includes(id));
  if (revoked) {
    options?.refusals.note({ reason: 'revoked_credential', subject: revoked.id, accountId: actor.accountId });
    return null;
  }
  const endUser = endUserWithin(actor.endUser, attenuations);
  if (endUser === NO_END_USER) return null;
  const { tools = [], callsMax = null } = actor.reach ?? {};
  const expiresAt = attenuations.reduce((until, { limits }) => earlierExpiry(until, limits.exp), parent.expiresAt);
  const reach = { tools, callsMax, attenuations, ...(parent.expiresAt && { expiresAt: parent.expiresAt }) };
  return { ...parent, actor: { ...actor, endUser, reach, ...(expiresAt && { expiresAt }) }, expiresAt };
}

/**
 * The earlier of a token's two expiries: its record's and its `exp` claim (Unix time in seconds). They differ if the
 * record was renewed after the token was signed.
 */
export function earlierExpiry(expiresAt: Date | null, exp: number | undefined): Date | null {
  const own = exp === undefined ? null : new Date(exp * 1_000);
  if (own === null || expiresAt === null) return own ?? expiresAt;
  return own < expiresAt ? own : expiresAt;
}
