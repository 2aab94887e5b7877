import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMasterKey } from '../../src/start/masterKey.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'toolyard-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** 32 bytes in base64, and a newline. */
const WHOLE_BYTES = 45;
const GENERATED = { from: 'generated', previous: [] } as const;
const read = (hasSealedData: boolean) =>
  readMasterKey(GENERATED, { dataDir, hasSealedData: async () => hasSealedData });

describe('a generated master key', () => {
  it('is a single key for concurrent starts', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => read(false)));
    expect(new Set(keys.map(({ key }) => key.toString('hex'))).size).toBe(1);
    expect(keys.filter(({ createdFile }) => createdFile !== null)).toHaveLength(1);
  });

  it('is never read half-written', async () => {
    const making = read(false);
    const sizes = new Set<number>();
    let isMade = false;
    void making.finally(() => {
      isMade = true;
    });
    while (!isMade) {
      sizes.add(statSync(join(dataDir, 'master.key'), { throwIfNoEntry: false })?.size ?? WHOLE_BYTES);
      await setImmediate();
    }
    expect([...sizes]).toEqual([WHOLE_BYTES]);
  });

  it('is one owner-only file', async () => {
    const { key, createdFile } = await read(false);
    expect(readdirSync(dataDir)).toEqual(['master.key']);
    expect(createdFile).toBe(join(dataDir, 'master.key'));
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(`${key.toString('base64')}\n`);
  });

  it('is reread, and announced only once', async () => {
    const made = await read(false);
    expect(await read(true)).toEqual({ ...made, createdFile: null });
  });

  it('is not created if another key sealed something', async () => {
    await expect(read(true)).rejects.toThrow('is missing: put it back');
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
