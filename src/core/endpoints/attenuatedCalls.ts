import type { Attenuation } from '../kernel/attenuation.ts';
import { attenuationError } from '../kernel/attenuation.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import type { TokenId } from '../kernel/ids.ts';
import type { AppError } from '../lib/errors.ts';
import { plural } from '../lib/text.ts';
import { requireStored } from '../limits/countedBounds.ts';

/**
 * Maximum attenuations with call counters per token. Each needs a row, and the token's holder can create any number.
 */
const COUNTED_MAX = 1_000;
/**
 * Maximum attenuations with call counters inside one attenuation, so that its holder cannot use up the token's maximum.
 */
const COUNTED_WITHIN_MAX = 100;

/** The attenuations of a token, outermost first, and the token's own expiry; absent for never. */
type CountedReach = { readonly attenuations: readonly Attenuation[]; readonly expiresAt?: Date };

type CallsCounter = {
  readonly id: Attenuation['id'];
  /** Id of the token's first attenuation, which contains this one or is the same. */
  readonly outermostId: Attenuation['id'];
  readonly callsMax: number;
  readonly expiresAt: Date | null;
};

/**
 * Consumes one call of each attenuation with a call limit: all or none, in the transaction that also consumes a call of
 * the token itself. Outer attenuations come first, which prevents deadlocks. Tested by
 * `test/core/endpoints/tokenReach.test.ts`.
 * @throws forbidden when a limit is reached, or when too many attenuations of the token have call counters;
 * rate_limited when the account has too many call counters
 */
export async function consumeRestrictedCalls(
  { actor, now, db, background }: Pick<Ctx, 'actor' | 'now' | 'db' | 'background'>,
  tx: Tx,
  tokenId: TokenId,
  reach: CountedReach,
): Promise<void> {
  for (const counted of countedIn(reach)) {
    const calls = await countCall(tx, tokenId, counted, now());
    if (calls === null) throw await refusalOf(tx, tokenId, counted);
    if (calls > 1) continue;
    await requireStored({ actor, now, db: tx }, 'max_attenuated_calls', 1);
    const where = { tokenId, expiresAt: { lte: now() } };
    background.run('remove counts of attenuated tokens', () => db.attenuatedCalls.deleteMany({ where }));
  }
}

/** Attenuations with a call limit, outermost first. None expires later than the attenuations around it. */
function countedIn({ attenuations, expiresAt: end }: CountedReach): readonly CallsCounter[] {
  let until = end ? end.getTime() / 1_000 : Number.POSITIVE_INFINITY;
  const [outermost] = attenuations;
  return attenuations.flatMap(({ id, limits: { calls, exp } }) => {
    until = Math.min(until, exp ?? until);
    const expiresAt = Number.isFinite(until) ? new Date(until * 1_000) : null;
    return calls === undefined ? [] : [{ id, outermostId: outermost?.id ?? id, callsMax: calls, expiresAt }];
  });
}

/**
 * Counts a call of this attenuation. Returns the number of calls so far, or null if none is left. Uses a single
 * statement, so that the count is exact across instances.
 */
async function countCall(tx: Tx, tokenId: TokenId, counted: CallsCounter, now: Date): Promise<number | null> {
  const { id, outermostId, callsMax, expiresAt } = counted;
  const [row] = await tx.$queryRaw<readonly { calls: number }[]>`
    INSERT INTO narrowed_calls (token_id, id, outermost_id, calls, expires_at)
    SELECT ${tokenId}, ${id}, ${outermostId}, 1, ${expiresAt}::timestamptz
    WHERE EXISTS (SELECT 1 FROM narrowed_calls WHERE token_id = ${tokenId} AND id = ${id})
      OR (SELECT count(*) < ${COUNTED_MAX} AND count(*) FILTER (WHERE outermost_id = ${outermostId}) < ${COUNTED_WITHIN_MAX}
          FROM narrowed_calls WHERE token_id = ${tokenId} AND (expires_at IS NULL OR expires_at > ${now}))
    ON CONFLICT (token_id, id) DO UPDATE SET calls = narrowed_calls.calls + 1
      WHERE narrowed_calls.calls < ${callsMax}
    RETURNING calls`;
  return row?.calls ?? null;
}

async function refusalOf(tx: Tx, tokenId: TokenId, counted: CallsCounter) {
  const { id, callsMax } = counted;
  const isKnown = await tx.attenuatedCalls.findUnique({ where: { tokenId_id: { tokenId, id } }, select: { id: true } });
  return isKnown
    ? noAttenuatedCallsLeft({ id }, callsMax)
    : attenuationError(
        counted,
        `cannot be counted: ${COUNTED_WITHIN_MAX} attenuations are already counted within the token's own attenuation, or ${COUNTED_MAX} within the token`,
      );
}

/** The refusal by the first attenuation whose calls are used up; null if each has one left. */
export async function exhaustedAttenuation(
  db: Db | Tx,
  tokenId: TokenId,
  attenuations: readonly Attenuation[],
): Promise<AppError | null> {
  const counted = attenuations.filter(({ limits }) => limits.calls !== undefined);
  if (counted.length === 0) return null;
  const rows = await db.attenuatedCalls.findMany({ where: { tokenId, id: { in: counted.map(({ id }) => id) } } });
  const used = counted.find(({ id, limits: { calls = 0 } }) => rows.some((row) => row.id === id && row.calls >= calls));
  return used ? noAttenuatedCallsLeft(used, used.limits.calls ?? 0) : null;
}

/** The error for an attenuation whose calls are used up. */
const noAttenuatedCallsLeft = (attenuation: Pick<Attenuation, 'id'>, callsMax: number) =>
  attenuationError(attenuation, `has used its limit of ${plural(callsMax, 'call')}`);
