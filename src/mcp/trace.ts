import type { Ctx } from '../core/kernel/context.ts';
import { readTraceparent } from '../core/lib/traceContext.ts';

/** The context of a message whose `_meta` may name its trace (SEP-414), which overrides the header. */
export function withTraceOf(ctx: Ctx, meta: Readonly<Record<string, unknown>> | undefined): Ctx {
  const trace = readTraceparent(meta?.['traceparent']);
  return trace === null ? ctx : { ...ctx, trace };
}
