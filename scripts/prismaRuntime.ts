export const PRISMA_RUNTIME = 'node_modules/@prisma/client/runtime';

/** Runtime files that we don't load: query compilers for other databases and for edge workers, and source maps. */
export const PRISMA_UNUSED: readonly string[] = [
  ...['cockroachdb', 'mysql', 'sqlite', 'sqlserver', 'fast_bg', 'wasm-compiler-edge'].map((name) => `*${name}*`),
  '*.map',
];
