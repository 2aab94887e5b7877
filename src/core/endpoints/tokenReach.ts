import type { TokenReach } from '../kernel/actor.ts';
import { type Actor, rehearsalOf, tokenRestrictions } from '../kernel/actor.ts';
import { attenuationError } from '../kernel/attenuation.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import type { ApiKeyId, TokenId, ToolId } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import { createKeyedMutex } from '../lib/fairQueue.ts';
import { matchesPattern, plural } from '../lib/text.ts';
import { consumeRestrictedCalls, exhaustedAttenuation } from './attenuatedCalls.ts';

/**
 * Whether a token and each of its attenuations reach a tool. Only ids count, not a stack's own names: renaming a tool
 * does not bypass the restriction.
 */
export const mayReach = (
  { tools, attenuations }: Pick<TokenReach, 'tools' | 'attenuations'>,
  toolId: ToolId,
): boolean => isNamed(tools, toolId) && attenuations.every(({ limits }) => isNamed(limits.tools, toolId));

const isNamed = (tools: readonly string[] = [], toolId: ToolId): boolean =>
  tools.length === 0 || tools.some((pattern) => matchesPattern(pattern, toolId));

/**
 * Requires that a call's token reaches its tool. Tested by `test/core/endpoints/tokenReach.test.ts`.
 * @throws not_found for a tool that the token itself does not reach, as for an unknown tool
 * @throws forbidden for a tool that an attenuation excludes. The message names the allowed tools, since the token's
 * holder can read them in the token.
 */
export function requireReach({ tools, attenuations }: TokenReach, toolId: ToolId, name: string): void {
  if (!isNamed(tools, toolId)) throw new AppError('not_found', `Tool ${name} not found`);
  const left = attenuations.find(({ limits }) => !isNamed(limits.tools, toolId));
  if (left) throw attenuationError(left, `allows only the tools ${left.limits.tools?.join(', ')}`);
}

/** True if the credential may use server features other than tools; false if its tools or inputs are restricted. */
export function mayUseOtherFeatures(actor: Actor): boolean {
  const reach = tokenRestrictions(actor);
  if (!reach) return true;
  const { tools, attenuations } = reach;
  return (
    tools.length === 0 && attenuations.every(({ limits }) => limits.tools === undefined && limits.when === undefined)
  );
}

/** Whether the caller may use resources, prompts and skills that only their server can answer. Rehearsals can't. */
export const mayPassThrough = (actor: Actor): boolean => mayUseOtherFeatures(actor) && rehearsalOf(actor) === null;

/**
 * Consumes one call from the quota of a token and each of its attenuations, or of an API key, before the call is sent.
 * A call that fails afterwards still counts. A single statement on the row keeps the total exact across instances.
 * @throws forbidden when the quota is exhausted; as `FairQueue`; the database's error, after which the call must not be
 * made
 */
export async function consumeCallQuota(ctx: Pick<Ctx, 'actor' | 'db' | 'now' | 'background'>, reach: TokenReach) {
  const { actor, db } = ctx;
  if (actor.kind === 'apiKey') return consumeKeyCall(db, actor.keyId, reach);
  if (actor.kind !== 'agent') return;
  const counted = reach.attenuations.some(({ limits }) => limits.calls !== undefined);
  if (!counted) return consumeTokenCall(db, actor.tokenId, reach);
  await countTurns(actor.accountId, () =>
    db.$transaction(async (tx) => {
      await consumeTokenCall(tx, actor.tokenId, reach);
      await consumeRestrictedCalls(ctx, tx, actor.tokenId, reach);
    }),
  );
}

/** Checks the quotas of `consumeCallQuota` without consuming a call. @throws forbidden when one is exhausted */
export async function requireCallsLeft({ actor, db }: Pick<Ctx, 'actor' | 'db'>, reach: TokenReach): Promise<void> {
  if (actor.kind !== 'apiKey' && actor.kind !== 'agent') return;
  const { callsMax, attenuations } = reach;
  if (callsMax !== null) {
    const where = { revokedAt: null, calls: { lt: callsMax } };
    const left =
      actor.kind === 'apiKey'
        ? await db.apiKey.count({ where: { ...where, id: actor.keyId } })
        : await db.stackToken.count({ where: { ...where, id: actor.tokenId } });
    if (left === 0) throw noCallsLeft(callsMax, actor.kind === 'apiKey' ? 'API key' : 'token');
  }
  const used = actor.kind === 'agent' ? await exhaustedAttenuation(db, actor.tokenId, attenuations) : null;
  if (used) throw used;
}

/** Calls of one token lock its row. Queued separately from changes, since a call must not wait for them. */
const countTurns = createKeyedMutex({
  tooMany: 'Too many calls of this account wait to be counted: send fewer at a time',
  busy: 'Too many calls wait to be counted: try again',
});

async function consumeTokenCall(db: Db | Tx, id: TokenId, { callsMax }: TokenReach): Promise<void> {
  if (callsMax === null) return;
  const where = { id, revokedAt: null, calls: { lt: callsMax } };
  const { count } = await db.stackToken.updateMany({ where, data: { calls: { increment: 1 } } });
  if (count === 0) throw noCallsLeft(callsMax);
}

async function consumeKeyCall(db: Db, id: ApiKeyId, { callsMax }: TokenReach): Promise<void> {
  if (callsMax === null) return;
  const where = { id, revokedAt: null, calls: { lt: callsMax } };
  const { count } = await db.apiKey.updateMany({ where, data: { calls: { increment: 1 } } });
  if (count === 0) throw noCallsLeft(callsMax, 'API key');
}

/** Error for a token or key with an exhausted call quota. */
export const noCallsLeft = (callsMax: number, credential: 'token' | 'API key' = 'token'): AppError =>
  new AppError('forbidden', `This ${credential} has used its limit of ${plural(callsMax, 'call')}`);
