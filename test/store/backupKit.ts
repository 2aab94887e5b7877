import { buffer } from 'node:stream/consumers';
import { dumpDatabase } from '../../src/store/backup/dump.ts';

/** A complete backup of a database. */
export const dumped = (url: string): Promise<Buffer> => buffer(dumpDatabase(url, '9.9.9'));

/** The bytes in chunks, as a file stream delivers them. */
export async function* pieces(bytes: Buffer, length = 997): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
}
