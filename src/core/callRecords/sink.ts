import type { CallRecord } from '../../generated/prisma/client.ts';
import type { StackId } from '../kernel/ids.ts';

/** Rows for the store, built by `rowOf`. The store ignores a batch whose token it has already stored. */
type CallBatch = { readonly token: string; readonly rows: readonly string[] };

/** The operator's store that call records are copied to; implemented in `store/clickHouse.ts`. */
export type CallSink = {
  /** A call in the store's format: text without line breaks. */
  rowOf(call: CallRecord): string;
  /** Resolves once the store has accepted the rows. @throws CallSinkError */
  insert(batch: CallBatch, signal: AbortSignal): Promise<void>;
  /** Deletes all calls of stacks; resolves once the store has accepted the deletion. @throws CallSinkError */
  erase(stackIds: readonly StackId[], signal: AbortSignal): Promise<void>;
};

/** Why a store failed. The message may be logged: it contains no row, address or credential. */
export class CallSinkError extends Error {
  override readonly name = 'CallSinkError';
  /** True if the store rejects the request as malformed, so that a retry would fail too. */
  readonly isWrong: boolean;
  constructor(message: string, { isWrong }: { readonly isWrong: boolean }) {
    super(message);
    this.isWrong = isWrong;
  }
}
