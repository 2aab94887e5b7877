import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { newUploadId, type UploadId } from '../../src/core/kernel/ids.ts';
import { uploadPartsOf } from '../../src/store/uploadParts.ts';
import { createTestAccount, createWorld } from '../core/world.ts';
import { openPool } from '../harness/database.ts';

const READ_BYTES = 262_144;
const world = await createWorld();
const { accountId } = await createTestAccount(world, 'Ours');
afterAll(() => world.database.close());
const { uploadParts } = world.as();

async function begun(bytes: number): Promise<UploadId> {
  const id = newUploadId();
  await world.database.db.upload.create({ data: { id, accountId, bytes, expiresAt: world.clock.now } });
  return id;
}

it.each([[[1]], [[READ_BYTES]], [[READ_BYTES + 1, 1, READ_BYTES - 1]], [[3, 3 * READ_BYTES + 7, 2]]])(
  'parts of %j bytes are read as the whole upload',
  async (lengths) => {
    const parts = lengths.map((length) => randomBytes(length));
    const whole = Buffer.concat(parts);
    const id = await begun(whole.length);
    let at = 0;
    for (const content of parts) {
      expect(await uploadParts.read(id, whole.length)).toBeNull();
      // A view of a longer buffer, like a request's body.
      expect(
        await uploadParts.append({ id, at, content: Buffer.concat([content, content]).subarray(0, content.length) }),
      ).toBe(true);
      at += content.length;
    }
    expect(whole.equals((await uploadParts.read(id, whole.length)) ?? Buffer.alloc(0))).toBe(true);
  },
);

it('one of several concurrent parts at the same place is kept, and none beyond the end', async () => {
  const id = await begun(5);
  const together = Array.from({ length: 20 }, (_, byte) =>
    uploadParts.append({ id, at: 0, content: Buffer.of(byte, byte) }),
  );
  expect((await Promise.all(together)).filter(Boolean)).toHaveLength(1);
  expect(await uploadParts.append({ id, at: 2, content: Buffer.alloc(4) })).toBe(false);
  expect(await uploadParts.append({ id, at: 2, content: Buffer.alloc(3) })).toBe(true);
});

it('parts of one byte are read in as few statements as long ones', async () => {
  const bytes = 20_000;
  const id = await begun(bytes);
  await world.database.db.$executeRaw`
    INSERT INTO upload_part (upload_id, at, content)
    SELECT ${id}, at, decode(lpad(to_hex(at % 256), 2, '0'), 'hex') FROM generate_series(0, ${bytes - 1}::int) AS at`;
  const pool = openPool(world.database.url);
  let statements = 0;
  pool.on('acquire', () => {
    statements += 1;
  });
  const read = await uploadPartsOf(pool).read(id, bytes);
  await pool.end();
  const whole = Buffer.from(Array.from({ length: bytes }, (_, at) => at % 256));
  expect(whole.equals(read ?? Buffer.alloc(0))).toBe(true);
  expect(statements).toBe(1);
});
