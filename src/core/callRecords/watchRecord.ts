import type { CallRecord } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';

/**
 * The context of one call. `record` returns its record once it has ended; null if it wasn't recorded, or is a replay.
 */
type WatchedCall = { readonly ctx: Ctx; record(): CallRecord | null };

/** Wraps a context to capture the record of one call, which is written later. */
export function watchRecord(ctx: Ctx): WatchedCall {
  const { callRecorder } = ctx;
  let seen: CallRecord | null = null;
  const add: Ctx['callRecorder']['add'] = (record, contents) => {
    seen = record;
    callRecorder.add(record, contents);
  };
  const waiting = () => callRecorder.waiting();
  return { ctx: { ...ctx, callRecorder: { add, waiting } }, record: () => seen };
}
