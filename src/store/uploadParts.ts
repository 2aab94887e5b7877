import type { Pool } from 'pg';
import type { UploadParts } from '../core/marketplace/uploadParts.ts';

/**
 * Bytes per query, across parts: with one query per part, a document in parts of one byte would need thousands.
 * Limited, since the driver decodes the bytes from text in one step.
 */
const READ_BYTES = 262_144;

/** Reads parts of uploads over the pool's connections. Tested by `test/store/uploadParts.test.ts`. */
export const uploadPartsOf = (pool: Pool): UploadParts => ({
  async append({ id, at, content: { buffer, byteOffset, length } }) {
    const { rowCount } = await pool.query(
      `WITH longer AS (
         UPDATE upload SET received = received + $4 WHERE id = $1 AND received = $2 AND received + $4 <= bytes RETURNING id
       )
       INSERT INTO upload_part (upload_id, at, content) SELECT id, $2, $3::bytea FROM longer`,
      [id, at, Buffer.from(buffer, byteOffset, length), length],
    );
    return rowCount === 1;
  },
  async read(id, bytes) {
    const whole = Buffer.allocUnsafe(bytes);
    for (let at = 0; at < bytes; ) {
      const { rows } = await pool.query<{ piece: string | null }>(
        `SELECT encode(
           substring(string_agg(content, ''::bytea ORDER BY at) FROM ($2::int - min(at) + 1) FOR $3::int), 'base64'
         ) AS piece
         FROM upload_part WHERE upload_id = $1 AND at < $2::int + $3::int
           AND at >= (SELECT max(at) FROM upload_part WHERE upload_id = $1 AND at <= $2::int)`,
        [id, at, READ_BYTES],
      );
      const piece = Buffer.from(rows[0]?.piece ?? '', 'base64');
      if (piece.length === 0) return null;
      at += piece.copy(whole, at);
    }
    return whole;
  },
});
