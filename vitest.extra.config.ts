import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import base, { LONG, QUICK } from './vitest.config.ts';

/**
 * What `npm test` leaves out: what scripts such as `test:clients` run, and by `--mode` one of the long lists. Whole
 * programs start in most of it, on whatever machine: a test is given up only when it hangs.
 */
const HUNG_MS = 120_000;

/** The files whose tables `npm test` samples. */
const sampled = (): readonly string[] =>
  globSync('test/**/*.test.ts', { exclude: ['**/node_modules'] }).filter((file) =>
    readFileSync(file, 'utf8').includes('harness/wholeTables.ts'),
  );

function filesOf(mode: string): readonly string[] {
  if (mode === 'tables') return sampled();
  return mode === 'quick' ? QUICK : (LONG[mode] ?? ['test/**/*.test.ts']);
}

export default defineConfig(({ mode }) => ({
  ...base,
  test: {
    ...base.test,
    exclude: ['**/node_modules/**'],
    include: [...filesOf(mode)],
    provide: { wholeTables: true },
    testTimeout: HUNG_MS,
    hookTimeout: HUNG_MS,
    expect: { poll: { timeout: HUNG_MS / 2 } },
  },
}));
