import { defineConfig } from 'vitest/config';

/** The dashboard in a real Chromium: `npm run test:browser`. Separate from `npm test`, which needs no browser. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/browser/global.ts'],
    // Tests time out only if they hang: a busy machine may take ten times as long as an idle one.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
