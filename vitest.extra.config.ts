import { defineConfig } from 'vitest/config';
import base, { LONG } from './vitest.config.ts';

/** What `npm test` leaves out: what scripts such as `test:clients` run, and by `--mode` one of the long lists. */
export default defineConfig(({ mode }) => ({
  ...base,
  test: { ...base.test, exclude: ['**/node_modules/**'], include: [...(LONG[mode] ?? ['test/**/*.test.ts'])] },
}));
