/** The tables whose rows have a sealed value, in the column `sealed`. */
export type SealedTable = 'idempotent_call' | 'stored_result';

/**
 * Writes and reads encrypted values, which may have megabytes, of existing rows. Bypasses the database client, which
 * would re-encode their bytes as text several times, on the event loop.
 */
export type SealedValues = {
  write(table: SealedTable, id: string, sealed: Uint8Array): Promise<void>;
  /**
   * The value, or `length` bytes of it from byte `from` on: read a part at a time. Null for a row that has none, or has
   * another one before all is read.
   */
  read(
    table: SealedTable,
    id: string,
    range?: { readonly from: number; readonly length: number },
  ): Promise<Buffer | null>;
};
