import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** The tests of one room alone: each change of its code costs as long as they take. */
export default defineConfig({
  test: { ...base.test, include: (process.env['MUTATION_TESTS'] ?? '').split(',') },
});
