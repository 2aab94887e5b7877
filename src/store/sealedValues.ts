import type { Pool } from 'pg';
import type { SealedValues } from '../core/results/sealedValues.ts';

/**
 * Bytes per query. The driver would join and decode a whole value of 4 MiB, 8 MiB of text, in one step.
 */
const PART_BYTES = 262_144;

/** Reads sealed values over the pool's connections. Tested by `test/store/sealedValues.test.ts`. */
export function sealedValuesOf(pool: Pool): SealedValues {
  const partOf = async (table: string, id: string, from: number, length: number) => {
    const { rows } = await pool.query<{ total: number | null; part: string | null }>(
      `SELECT octet_length(sealed) AS total, encode(substring(sealed FROM $2::int FOR $3::int), 'base64') AS part
       FROM ${table} WHERE id = $1`,
      [id, from + 1, length],
    );
    const [{ total, part } = { total: null, part: null }] = rows;
    return total === null || part === null ? null : { total, bytes: Buffer.from(part, 'base64') };
  };
  return {
    async write(table, id, { buffer, byteOffset, length }) {
      const sealed = Buffer.from(buffer, byteOffset, length);
      await pool.query(`UPDATE ${table} SET sealed = $1 WHERE id = $2`, [sealed, id]);
    },
    async read(table, id, { from, length } = { from: 0, length: Number.POSITIVE_INFINITY }) {
      const first = await partOf(table, id, from, Math.min(length, PART_BYTES));
      if (!first) return null;
      const whole = Buffer.allocUnsafe(Math.max(0, Math.min(length, first.total - from)));
      for (let at = first.bytes.copy(whole); at < whole.length; ) {
        const next = await partOf(table, id, from + at, Math.min(whole.length - at, PART_BYTES));
        if (!next || next.total !== first.total || next.bytes.length === 0) return null;
        at += next.bytes.copy(whole, at);
      }
      return whole;
    },
  };
}
