import { defineConfig } from 'vitest/config';
import base, { LONG } from './vitest.config.ts';

/** What `npm test` leaves out: `npm run test:clients` and `test:corpus`, and by `--mode` one of the long lists. */
export default defineConfig(({ mode }) => ({
  ...base,
  test: { ...base.test, exclude: ['**/node_modules/**'], include: [...(LONG[mode] ?? ['test/**/*.test.ts'])] },
}));
