import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What `npm test` leaves out: `npm run test:clients`, `test:corpus`, `test:partitions` and `test:starts`. */
export default defineConfig({ ...base, test: { ...base.test, exclude: ['**/node_modules/**'] } });
