import type { CallRecord } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';

/** A context of one call, and its record once the call has ended: null if its stack records none, and for a replay. */
type WatchedCall = { readonly ctx: Ctx; record(): CallRecord | null };

/** Notes the record of one call, which is written later. */
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
