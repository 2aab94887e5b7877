import { defineConfig } from 'vitest/config';

/** They start the whole program or a PostgreSQL of its own in each test, a minute and more together. */
const STARTS = [
  'test/start/failures.test.ts',
  'test/start/lifecycle.test.ts',
  'test/store/embedded.test.ts',
  'test/store/supervisor.test.ts',
];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They need packages of their own, or a minute for themselves: see vitest.extra.config.ts.
    exclude: ['**/node_modules/**', 'test/clients/**', 'test/corpus/**', 'test/partitions/**', ...STARTS],
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
