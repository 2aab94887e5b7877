import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkOf } from '../../../src/core/results/part.ts';
import { readResult, type StoredPart, storeResult } from '../../../src/core/results/storedResult.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

const SEGMENT = 65_536;

let world: World;
let alice: TestAccount;

beforeAll(async () => {
  world = await createWorld();
  alice = await createTestAccount(world, 'Alice');
});
afterAll(() => world?.database.close());

const chunkIn = ({ handle, ...part }: StoredPart) => ({ handle, ...chunkOf(part) });
const keep = async (text: string, bytesMax: number) =>
  chunkIn(await storeResult(alice.ctx, alice.stackId, Buffer.from(text), { chunkBytes: bytesMax, sources: [] }));
const read = async (handle: string | null, offset: number) =>
  chunkIn(await readResult(alice.ctx, alice.stackId, handle ?? '', offset));

describe('a stored result', () => {
  it.each([
    { label: 'one segment', text: 'é€😀x'.repeat(1_000), bytesMax: 997 },
    { label: 'several segments', text: 'é€😀x'.repeat(20_000), bytesMax: 40_001 },
    { label: 'parts larger than a segment', text: '€'.repeat(100_000), bytesMax: 2 * SEGMENT + 1 },
    { label: 'whole segments', text: 'a'.repeat(3 * SEGMENT), bytesMax: SEGMENT },
  ])('of $label is read in parts unchanged', async ({ text, bytesMax }) => {
    const { handle, ...first } = await keep(text, bytesMax);
    const parts = [first.text];
    for (let offset = first.nextOffset; offset !== null; ) {
      const part = await read(handle, offset);
      expect([part.totalBytes, part.offset]).toEqual([Buffer.byteLength(text), offset]);
      parts.push(part.text);
      offset = part.nextOffset;
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('') === text).toBe(true);
  });

  it('expires after ten minutes, even before its row is deleted', async () => {
    const { handle } = await keep('a'.repeat(1_000), 256);
    const at = (minutes: number) => {
      const time = new Date(alice.ctx.now().getTime() + minutes * 60_000);
      return readResult({ ...alice.ctx, now: () => time }, alice.stackId, handle ?? '', 256);
    };
    expect(chunkIn(await at(9))).toMatchObject({ handle, totalBytes: 1_000 });
    await expect(at(11)).rejects.toMatchObject({ code: 'not_found' });
    expect(await alice.ctx.db.storedResult.count({ where: { stackId: alice.stackId } })).toBeGreaterThan(0);
  });

  it.each([1e6, 2 ** 31, Number.MAX_SAFE_INTEGER])('returns nothing at %d, beyond its end', async (offset) => {
    const { handle } = await keep('a'.repeat(1_000), 256);
    expect(await read(handle, offset)).toMatchObject({ text: '', nextOffset: null, totalBytes: 1_000 });
  });

  const sealed = SEGMENT + 28;
  const spoilt: readonly { label: string; spoil: (bytes: Buffer) => Buffer }[] = [
    {
      label: 'a flipped bit',
      spoil: (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]),
    },
    {
      label: 'segments that changed places',
      spoil: (bytes) => Buffer.concat([bytes.subarray(sealed), bytes.subarray(0, sealed)]),
    },
    { label: 'its last segment cut off', spoil: (bytes) => bytes.subarray(0, sealed) },
    { label: 'a segment that is there twice', spoil: (bytes) => Buffer.concat([bytes, bytes.subarray(sealed)]) },
  ];
  it.each(spoilt)('with $label does not open', async ({ spoil }) => {
    const { handle } = await keep('a'.repeat(2 * SEGMENT), 2 * SEGMENT - 1);
    const where = { id: { equals: handle ?? '' } };
    const row = await world.database.db.storedResult.findFirstOrThrow({ where });
    const bytes = new Uint8Array(spoil(Buffer.from(row.sealed)));
    await world.database.db.storedResult.updateMany({ where, data: { sealed: bytes } });
    await expect(read(handle, 0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is read one large part at a time per account, and immediately for another account or a small part', async () => {
    const bob = await createTestAccount(world, 'Bob');
    const large = 'a'.repeat(8 * SEGMENT);
    const ofBob = await storeResult(bob.ctx, bob.stackId, Buffer.from(large), { chunkBytes: 4 * SEGMENT, sources: [] });
    const [ofAlice, small] = [await keep(large, 4 * SEGMENT), await keep(large, 256)];
    const underWay = { now: 0, most: 0 };
    const { sealedValues } = alice.ctx;
    const othersAreRead = Promise.withResolvers<void>();
    const watched: typeof sealedValues = {
      ...sealedValues,
      async read(...args) {
        underWay.now += 1;
        underWay.most = Math.max(underWay.most, underWay.now);
        await othersAreRead.promise;
        const bytes = await sealedValues.read(...args);
        underWay.now -= 1;
        return bytes;
      },
    };
    const ctx = { ...alice.ctx, sealedValues: watched };
    const reads = Array.from({ length: 6 }, () => readResult(ctx, alice.stackId, ofAlice.handle ?? '', 0));
    await readResult(bob.ctx, bob.stackId, ofBob.handle ?? '', 0);
    expect((await read(small.handle, 0)).text.length).toBe(256);
    othersAreRead.resolve();
    expect((await Promise.all(reads)).map(({ window }) => window.totalBytes)).toEqual(reads.map(() => large.length));
    expect(underWay.most).toBe(1);
  });
});
