import type { Ctx } from '../core/context.ts';
import type { LimitState } from '../core/limits/limiter.ts';

/** What every resolver gets. Made once per request, before the document is parsed. */
export type GraphqlContext = {
  readonly app: Ctx;
  /** The address clients use, without a trailing slash. */
  readonly publicUrl: string;
  /** The counters this request was charged to so far, for the response's headers. */
  readonly charged: LimitState[];
};
