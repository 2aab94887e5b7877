import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from '../../../../src/core/kernel/vault/createVault.ts';
import { openBytes, openInChunks, SEAL_BYTES, sealInChunks } from '../../../../src/core/kernel/vault/sealText.ts';
import { VaultError } from '../../../../src/core/kernel/vault/vault.ts';

const PART = 262_144;
const vault = createVault({ current: randomBytes(32), previous: [] });

test.each([0, 1, PART, PART + 1, 3 * PART - 1])(
  '%d bytes sealed in chunks open unchanged, only for their row',
  async (length) => {
    const bytes = randomBytes(length);
    const pieces = [bytes.subarray(0, 3), bytes.subarray(3)];
    const sealed = await sealInChunks(vault, 'results', 'row_1', pieces);
    expect(sealed).toHaveLength(length + SEAL_BYTES);
    expect(openBytes(vault, 'results', 'row_1', sealed).equals(bytes)).toBe(true);
    expect((await openInChunks(vault, 'results', 'row_1', sealed)).equals(bytes)).toBe(true);
    expect(() => openBytes(vault, 'results', 'row_2', sealed)).toThrow(VaultError);
    await expect(openInChunks(vault, 'results', 'row_2', sealed)).rejects.toThrow(VaultError);
    await expect(openInChunks(vault, 'results', 'row_1', sealed.subarray(1))).rejects.toThrow(VaultError);
  },
);

/** How often other work runs meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const tick = (): void => {
    turns += 1;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isOver = true;
  return turns;
}

test('other work runs between the chunks', async () => {
  const bytes = randomBytes(4 * PART);
  let sealed: Uint8Array = bytes;
  const sealing = await turnsDuring(async () => {
    sealed = await sealInChunks(vault, 'results', 'row_1', [bytes]);
  });
  expect(sealing).toBeGreaterThanOrEqual(3);
  expect(await turnsDuring(() => openInChunks(vault, 'results', 'row_1', sealed))).toBeGreaterThanOrEqual(3);
});
