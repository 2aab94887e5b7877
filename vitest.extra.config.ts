import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests that need packages of their own: `npm run test:clients`, `npm run test:corpus`. */
export default defineConfig({ ...base, test: { ...base.test, exclude: ['**/node_modules/**'] } });
