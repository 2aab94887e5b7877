import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Two pages, and the script of the pages that the service renders itself, which finds it by this name. */
const ENTRIES = { index: 'index.html', graphiql: 'graphiql.html', site: 'src/site/main.ts' };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Emits every asset as a separate file: the content security policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(import.meta.dirname, path)])),
      // Hints of GraphiQL's own build for the React compiler, which is not used here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
    // Monaco, GraphiQL's editor, is one large piece.
    chunkSizeWarningLimit: 5_000,
  },
  // While the pages are worked on; the API is asked of a running service.
  server: { port: 5173, proxy: { '/graphql': 'http://127.0.0.1:4000', '/docs': 'http://127.0.0.1:4000' } },
});
