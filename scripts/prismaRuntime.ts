export const PRISMA_RUNTIME = 'node_modules/@prisma/client/runtime';

/** Files of the runtime that we don't load: query compilers of other databases and of edge workers, and source maps. */
export const PRISMA_UNUSED: readonly string[] = [
  ...['cockroachdb', 'mysql', 'sqlite', 'sqlserver', 'fast_bg', 'wasm-compiler-edge'].map((name) => `*${name}*`),
  '*.map',
];
