/**
 * Removes unused parts of installed packages: 130 MB of `npm ci`. Prisma's client has a query compiler for each
 * database, and Node has the headers of its C API.
 */
import { globSync, rmSync } from 'node:fs';
import { PRISMA_RUNTIME, PRISMA_UNUSED } from './prismaRuntime.ts';

const UNUSED = [
  ...PRISMA_UNUSED.map((pattern) => `${PRISMA_RUNTIME}/${pattern}`),
  'node_modules/node/node_modules/node-*/{include,share}',
];

for (const path of globSync(UNUSED)) rmSync(path, { recursive: true });
