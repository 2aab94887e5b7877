/** The tables with an encrypted value in the column `sealed`. */
type SealedTable = 'idempotent_call' | 'stored_result' | 'job';

/**
 * Writes and reads encrypted values of existing rows, which may have megabytes. Bypasses Prisma, which would encode the
 * bytes as text several times, on the event loop.
 */
export type SealedValues = {
  write(table: SealedTable, id: string, sealed: Uint8Array): Promise<void>;
  /**
   * Reads the value, or `length` bytes of it starting at byte `from`, one part at a time. Null if the row has no value,
   * or if the value changes during the read.
   */
  read(
    table: SealedTable,
    id: string,
    range?: { readonly from: number; readonly length: number },
  ): Promise<Buffer | null>;
};
