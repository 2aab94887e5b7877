/**
 * Writes sealed values, which may have megabytes, to the column `sealed` of a row that is there: past the database
 * client, which would rewrite their bytes as text several times, on the event loop.
 */
export type SealedValues = {
  write(table: 'idempotent_call' | 'stored_result', id: string, sealed: Uint8Array): Promise<void>;
};
