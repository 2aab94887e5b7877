import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { newUploadId, type UploadId } from '../../../src/core/kernel/ids.ts';
import {
  appendToUpload,
  createUpload,
  findUpload,
  removeUpload,
  UPLOAD_PART_BYTES_MAX,
} from '../../../src/core/marketplace/upload.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';

/* Uploads in core. `test/graphql/uploads.test.ts` sends documents to a service. */

const RETENTION_MS = 30 * 60_000;
const LONGEST = 32 * 1_048_576;
const world = await createWorld();
afterAll(() => world.database.close());

let alice: TestAccount;
beforeEach(async () => {
  alice = await createTestAccount(world, 'Alice');
});

const bytes = (text: string): Uint8Array => Buffer.from(text);
const begin = async (size: number) => (await createUpload(alice.ctx, size)).id;
const append = (id: UploadId, at: number, content: Uint8Array) => appendToUpload(alice.ctx, id, at, content);
const idsLeft = async () =>
  (await world.database.db.upload.findMany({ where: { accountId: alice.accountId }, orderBy: { id: 'asc' } })).map(
    ({ id }) => id,
  );
const invalid = (message = '') => ({ code: 'invalid_input', message: expect.stringContaining(message) });

describe('an upload', () => {
  it('has at most the size limit of a document', async () => {
    for (const size of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(begin(size), `${size}`).rejects.toMatchObject(invalid('Specify the number of bytes'));
    await expect(begin(LONGEST + 1)).rejects.toMatchObject(invalid('larger than 32 MiB'));
    const upload = await createUpload(alice.ctx, LONGEST);
    const expiresAt = new Date(world.clock.now.getTime() + RETENTION_MS);
    expect(upload).toMatchObject({ bytes: LONGEST, received: 0, expiresAt });
    await expect(begin(1)).resolves.toBeDefined();
  });

  it('is started, sent and removed only with the right to write', async () => {
    const id = await begin(1);
    const reader: Ctx = { ...alice.ctx, actor: { ...alice.ctx.actor, role: 'auditor' } as Ctx['actor'] };
    const steps = [
      () => createUpload(reader, 1),
      () => appendToUpload(reader, id, 0, bytes('x')),
      () => removeUpload(reader, id),
    ];
    for (const step of steps) await expect(step(), `${step}`).rejects.toMatchObject({ code: 'forbidden' });
    expect(await append(id, 0, bytes('x'))).toBe(1);
  });

  it('belongs to its account, and is otherwise not found', async () => {
    const id = await begin(1);
    const { ctx } = await createTestAccount(world, 'Bob');
    for (const each of [id, newUploadId()]) {
      await expect(appendToUpload(ctx, each, 0, bytes('x'))).rejects.toMatchObject({ code: 'not_found' });
      await expect(removeUpload(ctx, each)).rejects.toMatchObject({ code: 'not_found' });
      await expect(findUpload(ctx, each)).rejects.toMatchObject(invalid('Upload not found'));
    }
    await createUpload(ctx, 1);
    expect(await idsLeft()).toEqual([id]);
    await removeUpload(alice.ctx, id);
    expect(await idsLeft()).toEqual([]);
  });

  it('beyond max_uploads deletes the oldest, expired ones first', async () => {
    const limit = (rateLimits: object) =>
      world.database.db.account.update({ where: { id: alice.accountId }, data: { rateLimits } });
    await limit({ max_uploads: 3 });
    const first = [await begin(1), await begin(1), await begin(1), await begin(1)];
    expect(await idsLeft()).toEqual(first.slice(1));
    world.pass(RETENTION_MS);
    const next = [await begin(1), await begin(1)];
    expect(await idsLeft()).toEqual(next);
    await limit({ max_uploads: 1 });
    const last = await begin(1);
    expect(await idsLeft()).toEqual([last]);
    await limit({ max_uploads: 0 });
    await expect(begin(1)).rejects.toMatchObject(invalid('max_uploads is reached: 0'));
    expect(await idsLeft()).toEqual([last]);
  });

  it('accepts the next part, and is complete with its last byte', async () => {
    const id = await begin(5);
    await expect(append(id, 0, bytes(''))).rejects.toMatchObject(invalid('exceed the declared 5 bytes'));
    await expect(append(id, 0, bytes('abcdef'))).rejects.toMatchObject(invalid('exceed the declared 5 bytes'));
    await expect(append(id, Number.NaN, bytes('a'))).rejects.toMatchObject(invalid('exceed the declared 5 bytes'));
    await expect(append(id, 1, bytes('b'))).rejects.toMatchObject(invalid('must begin at byte 0'));
    expect([await append(id, 0, bytes('ab')), await append(id, 0, bytes('ab'))]).toEqual([2, 2]);
    await expect(append(id, 0, bytes('a'))).rejects.toMatchObject(invalid('must begin at byte 2'));
    await expect(findUpload(alice.ctx, id)).rejects.toMatchObject(invalid('has 2 of 5 bytes'));
    expect(await append(id, 2, bytes('cde'))).toBe(5);
    const { read, ...upload } = await findUpload(alice.ctx, id);
    expect([upload, Buffer.from(await read()).toString()]).toEqual([{ bytes: 5 }, 'abcde']);
    await removeUpload(alice.ctx, id);
    await expect(read()).rejects.toMatchObject(invalid('Upload not found'));
  });

  it('has parts of at most a mebibyte', async () => {
    const id = await begin(LONGEST);
    const part = (length: number) => append(id, 0, new Uint8Array(length));
    await expect(part(UPLOAD_PART_BYTES_MAX + 1)).rejects.toMatchObject({ code: 'too_large' });
    expect(await part(UPLOAD_PART_BYTES_MAX)).toBe(1_048_576);
  });

  it('lasts until it expires, or is removed while a part arrives', async () => {
    const [id, other] = [await begin(2), await begin(1)];
    const { uploadParts } = alice.ctx;
    const removing: Ctx['uploadParts'] = {
      ...uploadParts,
      append: async (part) => {
        await removeUpload(alice.ctx, other);
        return uploadParts.append(part);
      },
    };
    const coming = appendToUpload({ ...alice.ctx, uploadParts: removing }, other, 0, bytes('x'));
    await expect(coming).rejects.toMatchObject({ code: 'not_found' });
    world.pass(RETENTION_MS - 1);
    expect(await append(id, 0, bytes('x'))).toBe(1);
    world.pass(1);
    await expect(append(id, 1, bytes('y'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(findUpload(alice.ctx, id)).rejects.toMatchObject(invalid('Upload not found'));
  });
});
