import type { Prisma } from '../../generated/prisma/client.ts';
import type { Tx } from '../kernel/context.ts';
import {
  type AccountId,
  type CallerId,
  isApiKeyId,
  isEndpointId,
  isTokenId,
  isUserId,
  type StackId,
} from '../kernel/ids.ts';
import { HOUR_MS } from '../lib/day.ts';
import { hourAfter, hourOf } from './day.ts';
import { byIndex } from './totals.ts';

/** Whose calls to list, as `readUsage` counts them; a filter that is absent or null does not apply. */
export type CallerFilter = {
  /** A client endpoint, stack token, API key or user. */
  readonly callerId?: CallerId | null | undefined;
  /** The end user that an agent named. Calls of users count for the user. */
  readonly endUser?: string | null | undefined;
};

export const hasCaller = ({ callerId, endUser }: CallerFilter): boolean => Boolean(callerId) || Boolean(endUser);

/** The condition of `call_callers`, a function of the database, for a caller, or that of a stack token. */
export function ofCaller(callerId: CallerId): Prisma.CallRecordWhereInput {
  if (isEndpointId(callerId)) return { endpointId: callerId };
  if (isApiKeyId(callerId)) return { callerId, callerKind: 'apiKey', endpointId: null };
  return isUserId(callerId) ? { callerId, callerKind: 'user' } : { callerId };
}

type Filter = CallerFilter & {
  readonly stackId?: StackId | null | undefined;
  readonly since?: Date | null | undefined;
  readonly until?: Date | null | undefined;
};
type SpansQuery = { readonly filter: Filter; readonly isNewer: boolean; readonly from: Date | null };

/** Hours without calls are skipped if there are more of them. */
const GAP_MS = 3 * HOUR_MS;

/**
 * The spans of time in which the caller made calls, in reading order: no index finds its calls, but hourly totals show
 * when there are any. Null if unknown, for a token that is gone.
 */
export async function spansOfCaller(
  tx: Tx,
  accountId: AccountId,
  { filter, isNewer, from }: SpansQuery,
): Promise<Prisma.DateTimeFilter[] | null> {
  const caller = await countedCaller(tx, accountId, filter);
  if (caller === null) return null;
  const after = [filter.since, isNewer ? from : null].filter((time) => time instanceof Date);
  const before = [filter.until, isNewer ? null : from].filter((time) => time instanceof Date);
  const rows = await byIndex(tx, () =>
    tx.callCallerHour.groupBy({
      by: ['hour'],
      where: {
        ...{ accountId, ...caller, calls: { gt: 0 } },
        ...(filter.stackId && { stackId: filter.stackId }),
        AND: [...after.map((time) => ({ hour: { gte: hourOf(time) } })), ...before.map((lte) => ({ hour: { lte } }))],
      },
      orderBy: { hour: 'asc' },
    }),
  );
  const spans: { readonly gte: Date; lt: Date }[] = [];
  for (const { hour } of rows) {
    const last = spans.at(-1);
    if (last && hour.getTime() - last.lt.getTime() <= GAP_MS) last.lt = hourAfter(hour);
    else spans.push({ gte: hour, lt: hourAfter(hour) });
  }
  return isNewer ? spans : spans.reverse();
}

type Counted = Prisma.CallCallerHourWhereInput;

/** The caller as the totals name it: for a token, its endpoint. */
async function countedCaller(
  tx: Tx,
  accountId: AccountId,
  { callerId, endUser }: CallerFilter,
): Promise<Counted | null> {
  if (!callerId) return { callerKind: 'endUser', callerId: endUser ?? '' };
  if (isEndpointId(callerId)) return { callerKind: 'endpoint', callerId };
  if (isApiKeyId(callerId)) return { callerKind: 'apiKey', callerId };
  if (isUserId(callerId)) return { callerKind: 'user', callerId };
  if (!isTokenId(callerId)) return null;
  const token = await tx.stackToken.findFirst({
    where: { id: callerId, endpoint: { stack: { accountId } } },
    select: { endpointId: true },
  });
  return token && { callerKind: 'endpoint', callerId: token.endpointId };
}
