import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { AppError } from '../../core/lib/errors.ts';
import { charge } from '../../core/limits/charge.ts';
import { type LimitState, NO_LIMIT } from '../../core/limits/limiter.ts';
import type { GraphqlContext } from '../context.ts';

/** Maximum cost of an operation: the weighted number of its fields, for every row of every page. */
export const COMPLEXITY_MAX = 20_000;

/** A request's cost so far. */
export type Spent = {
  /** Points of the operation; 0 for introspection and invalid documents. */
  points: number;
  /** For a query with potentially large pages: the points of the rows read so far. */
  measured: number | null;
  /** Whether the operation may run; set when its first field is resolved. @throws rate_limited */
  admission: Promise<void> | null;
  /** The reason for a response without data. */
  refusal: AppError | GraphQLError | null;
  /** The charged counters, with the amount for each. */
  readonly charged: (LimitState & { readonly points: number })[];
  /** The charge for a request that reached no field, as with introspection or an invalid document. */
  itself: LimitState | null;
};

/** The state of an operation that has spent nothing yet. */
export const nothingSpent = (): Spent => ({
  points: 0,
  measured: null,
  admission: null,
  refusal: null,
  charged: [],
  itself: null,
});

/** Charges a request that reached no field, so that invalid documents are not free. Repeated calls charge once. */
export async function settle({ app, spent }: GraphqlContext): Promise<void> {
  if (spent.charged.length > 0) return;
  spent.itself = await charge(app, 'default');
  spent.charged.push({ ...spent.itself, points: 1 });
}

const points = ({ points: requested, measured }: Spent) => ({
  requested: measured ?? requested,
  maximum: COMPLEXITY_MAX,
});

/** One entry per limited counter: the number of charges, and the remainder. A refusal charges nothing. */
function rateLimits(charged: Spent['charged']): object[] {
  const limited = charged.filter(({ limit }) => limit !== NO_LIMIT);
  const byName = Map.groupBy(limited, ({ limitClass }) => limitClass);
  return [...byName].map(([limitName, states]) => {
    const remaining = Math.min(...states.map((state) => state.remaining));
    const { limit = 0, resetAt = 0 } = states.at(-1) ?? {};
    const points = states.reduce((sum, state) => sum + (state.isAllowed ? state.points : 0), 0);
    return { limitName, charged: points, limit, remaining, resetAt: new Date(resetAt * 1_000).toISOString() };
  });
}

/** The result with `extensions.cost`. */
export const withCost = (result: ExecutionResult, { spent }: GraphqlContext): ExecutionResult => ({
  ...result,
  extensions: { ...result.extensions, cost: { ...points(spent), rateLimits: rateLimits(spent.charged) } },
});

/** An event of a subscription with its cost. The counters were charged when the subscription began. */
export const withEventCost = (event: ExecutionResult, { spent }: GraphqlContext): ExecutionResult => ({
  ...event,
  extensions: { ...event.extensions, cost: points(spent) },
});

/** Adds the cost to every response of Yoga. */
export const costPlugin: Plugin<GraphqlContext, GraphqlContext> = {
  async onResultProcess({ result, setResult, serverContext }) {
    await settle(serverContext);
    if (!(Symbol.asyncIterator in result) && !Array.isArray(result)) setResult(withCost(result, serverContext));
  },
};
