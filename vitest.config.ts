import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/global.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    // Files share what they import: loading it for each file anew takes as long as half of the tests.
    isolate: false,
    // One module instance of graphql: the CommonJS and ES builds are different realms.
    alias: { graphql: 'graphql/index.js' },
  },
});
