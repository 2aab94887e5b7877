import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What `npm test` leaves out: `npm run test:clients`, `npm run test:corpus`, `npm run test:partitions`. */
export default defineConfig({ ...base, test: { ...base.test, exclude: ['**/node_modules/**'] } });
