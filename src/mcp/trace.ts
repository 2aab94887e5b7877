import type { Ctx } from '../core/context.ts';
import { readTraceparent } from '../core/lib/traceContext.ts';

/** The context of a message whose `_meta` may say which trace it is part of (SEP-414); that wins over the header. */
export function withTraceOf(ctx: Ctx, meta: Readonly<Record<string, unknown>> | undefined): Ctx {
  const trace = readTraceparent(meta?.['traceparent']);
  return trace === null ? ctx : { ...ctx, trace };
}
