import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from '../../../src/core/vault/createVault.ts';
import { openBytes, SEAL_BYTES, sealInTurns } from '../../../src/core/vault/sealText.ts';
import { VaultError } from '../../../src/core/vault/vault.ts';

const PART = 262_144;
const vault = createVault({ current: randomBytes(32), previous: [] });

test.each([0, 1, PART, PART + 1, 3 * PART - 1])(
  '%d bytes that are sealed in turns open as they were, for their row alone',
  async (length) => {
    const bytes = randomBytes(length);
    const sealed = await sealInTurns(vault, 'results', 'row_1', bytes);
    expect(sealed).toHaveLength(length + SEAL_BYTES);
    expect(openBytes(vault, 'results', 'row_1', sealed).equals(bytes)).toBe(true);
    expect(() => openBytes(vault, 'results', 'row_2', sealed)).toThrow(VaultError);
  },
);

test('others have their turn between the parts', async () => {
  let turns = 0;
  let isOver = false;
  const take = (): void => {
    turns += 1;
    if (!isOver) setImmediate(take);
  };
  setImmediate(take);
  await sealInTurns(vault, 'results', 'row_1', randomBytes(4 * PART));
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(3);
});
