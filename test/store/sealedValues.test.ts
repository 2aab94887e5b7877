import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealedValuesOf } from '../../src/store/sealedValues.ts';
import { createTestAccount, createWorld } from '../core/world.ts';

/* Values of megabytes, in parts: other requests wait for one part, not for all. */

const PART = 262_144;
const world = await createWorld();
let stackId: Awaited<ReturnType<typeof createTestAccount>>['stackId'];
beforeAll(async () => {
  ({ stackId } = await createTestAccount(world, 'Kept'));
});
afterAll(() => world.database.close());
const { sealedValues } = world.as();

let count = 0;
async function storedKey(sealed: Uint8Array | null): Promise<string> {
  count += 1;
  const id = `kept${count}`;
  const times = { startedAt: new Date(), expiresAt: new Date(), leaseUntil: new Date() };
  const row = { id, stackId, caller: 'somebody', key: id, digest: Buffer.of(1), ...times };
  await world.database.db.idempotentCall.create({ data: row });
  if (sealed) await sealedValues.write('idempotent_call', id, sealed);
  return id;
}

it.each([0, 1, PART, PART + 1, 3 * PART - 1])('%d bytes are read back unchanged', async (length) => {
  const sealed = randomBytes(length);
  const read = await sealedValues.read('idempotent_call', await storedKey(sealed));
  expect(read?.equals(sealed)).toBe(true);
});

it.each([
  [0, 10],
  [7, PART],
  [PART - 1, 2 * PART],
  [3 * PART, PART],
  [3 * PART + 5, PART],
  [4 * PART, 1],
])('a read from byte %d of %d bytes returns that range', async (from, length) => {
  const sealed = randomBytes(3 * PART + 10);
  const read = await sealedValues.read('idempotent_call', await storedKey(sealed), { from, length });
  expect(read?.equals(sealed.subarray(from, from + length))).toBe(true);
});

it('a row without a value, and a missing row, return nothing', async () => {
  expect(await sealedValues.read('idempotent_call', await storedKey(null))).toBeNull();
  expect(await sealedValues.read('idempotent_call', 'nobody')).toBeNull();
});

it('a value replaced during a read is absent, never mixed', async () => {
  const id = await storedKey(randomBytes(3 * PART));
  const { pool } = world.database;
  let parts = 0;
  // Replaces the value between the first part and the second.
  const query = async (text: string, values: readonly unknown[]) => {
    const answer = await pool.query(text, [...values]);
    parts += 1;
    if (parts === 1) await sealedValues.write('idempotent_call', id, randomBytes(4 * PART));
    return answer;
  };
  const reading = sealedValuesOf(Object.create(pool, { query: { value: query } }));
  expect([await reading.read('idempotent_call', id), parts]).toEqual([null, 2]);
});
