import type { CallRecord } from '../../generated/prisma/client.ts';
import type { StackId } from '../ids.ts';

/** Rows for the store as `rowOf` built them; the store keeps one row per token, even after retries. */
export type CallBatch = { readonly token: string; readonly rows: readonly string[] };

/** A store of the operator's that call records are copied to; implemented in `store/clickHouse.ts`. */
export type CallSink = {
  /** A call as the store takes it: one line of text, without line breaks. */
  rowOf(call: CallRecord): string;
  /** Resolves once the store has the rows. @throws CallSinkError */
  insert(batch: CallBatch, signal: AbortSignal): Promise<void>;
  /** Deletes all calls of stacks; resolves once the store has promised to. @throws CallSinkError */
  erase(stackIds: readonly StackId[], signal: AbortSignal): Promise<void>;
};

/** Why a store did not do something. Its message may be logged: it quotes no row, address or credential. */
export class CallSinkError extends Error {
  override readonly name = 'CallSinkError';
  /** The store says that the request is malformed, so a retry would fail too. */
  readonly isWrong: boolean;
  constructor(message: string, { isWrong }: { readonly isWrong: boolean }) {
    super(message);
    this.isWrong = isWrong;
  }
}
