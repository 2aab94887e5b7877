import { defineConfig } from 'vitest/config';

/** The dashboard in a real Chromium: `npm run test:browser`. Apart from `npm test`, which needs no browser. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/browser/global.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
