import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillFile, readContent } from '../../../src/core/files/content.ts';
import { SEGMENT_BYTES } from '../../../src/core/files/fileStore.ts';
import { createFile, getFile, handleOf } from '../../../src/core/files/storedFile.ts';
import { newAccountId, toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createScrubber } from '../../../src/core/results/scrub.ts';
import type { StoredFile } from '../../../src/generated/prisma/client.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';
import { contentOf, digestOf } from './filesKit.ts';

let world: World;
let alice: TestAccount;

beforeAll(async () => {
  world = await createWorld();
  alice = await createTestAccount(world, 'Alice');
});
afterAll(() => world?.database.close());

const NEW = { name: 'f', mediaType: 't', origin: { server: toServerId('s'), toolId: toToolId('t') }, sources: [] };
const create = () => createFile(alice.ctx, alice, NEW);

/** The content in chunks whose sizes don't divide a segment. */
async function* chunksOf(bytes: Buffer, size = 50_001): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const bytesOf = (name: string, bytes: number) => Buffer.concat([...contentOf(name, bytes)]);

async function read(file: StoredFile, range = {}): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readContent(alice.ctx, file, range)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

describe('the content of a file', () => {
  const sizes = [0, 1, SEGMENT_BYTES - 1, SEGMENT_BYTES, SEGMENT_BYTES + 1, 3 * SEGMENT_BYTES];
  it.each(sizes)(`of ${sizes.length} sizes is stored and read, whole and in part: %d bytes`, async (size) => {
    const bytes = bytesOf('n', size);
    const file = await fillFile(alice.ctx, await create(), chunksOf(bytes));
    expect([Number(file.bytes), Buffer.from(file.digest ?? '').toString('hex')]).toEqual([size, digestOf([bytes])]);
    expect(bytes.equals(await read(file))).toBe(true);
    for (const [from, to] of [
      [0, Math.min(size, 10)],
      [Math.floor(size / 2), size],
      [Math.max(0, size - 1), size],
    ] as const)
      expect(bytes.subarray(from, to).equals(await read(file, { from, to }))).toBe(true);
  });

  it('can’t be read if it is changed, moved or cut off, or by another reader', async () => {
    const bytes = bytesOf('m', 2 * SEGMENT_BYTES);
    const [one, other] = [
      await fillFile(alice.ctx, await create(), chunksOf(bytes)),
      await fillFile(alice.ctx, await create(), chunksOf(bytes)),
    ];
    const { fileStore } = alice.ctx;
    const [first, second] = [await fileStore.read(one.id, 0), await fileStore.read(one.id, 1)];
    if (!first || !second) throw new Error('both segments are there');
    const spoilt: readonly [string, () => Promise<void>, StoredFile][] = [
      [
        'changed',
        () => fileStore.write(one.id, 0, [Buffer.from(first.map((byte, at) => (at === 99 ? byte ^ 1 : byte)))]),
        one,
      ],
      ['swapped', () => fileStore.write(one.id, 0, [second]), one],
      ['of another file', () => fileStore.write(other.id, 0, [first]), other],
      ['cut off', () => fileStore.write(one.id, 0, [first]), { ...one, bytes: BigInt(SEGMENT_BYTES), segments: 1 }],
      ['of another reader', async () => undefined, { ...one, reader: 'somebody' }],
      ['of another account', async () => undefined, { ...one, accountId: newAccountId() }],
      ['gone', () => fileStore.remove(one.id, 2), one],
    ];
    for (const [label, spoil, file] of spoilt) {
      await spoil();
      await expect(read(file), label).rejects.toBeDefined();
    }
  });

  it('with a secret anywhere is refused, also across the edges of parts', async () => {
    const secret = 'c0ffee-5ecret-of-the-call';
    const forms = [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')];
    for (const form of forms) {
      for (const at of [0, 65_530, SEGMENT_BYTES - 5, SEGMENT_BYTES + 65_530, 2 * SEGMENT_BYTES - 60]) {
        // Spaces end a run of characters, as in a text.
        const bytes = Buffer.alloc(2 * SEGMENT_BYTES, ' ');
        bytes.write(form, at);
        const filling = fillFile(alice.ctx, await create(), chunksOf(bytes), createScrubber([secret]));
        await expect(filling, `${form} at ${at}`).rejects.toThrow();
      }
    }
  });
});

it('belongs to its caller and end user, and expires after a day', async () => {
  const { id } = await fillFile(alice.ctx, await create(), chunksOf(Buffer.from('x')));
  const get = (ctx: typeof alice.ctx) => getFile(ctx, alice.accountId, handleOf(id));
  expect((await get(alice.ctx)).id).toBe(id);
  const later = (hours: number) => ({
    ...alice.ctx,
    now: () => new Date(world.clock.now.getTime() + hours * 3_600_000),
  });
  expect((await get(later(23))).id).toBe(id);
  await expect(get(later(24))).rejects.toMatchObject({ code: 'not_found' });
  await expect(get({ ...alice.ctx, endUser: 'ann' })).rejects.toMatchObject({ code: 'not_found' });
  const { id: incomplete } = await create();
  await expect(getFile(alice.ctx, alice.accountId, handleOf(incomplete))).rejects.toMatchObject({ code: 'not_found' });
});
