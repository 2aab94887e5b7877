import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // A file of its own for every asset: the content security policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // While the pages are worked on; the API is asked of a running service.
  server: { port: 5173, proxy: { '/graphql': 'http://127.0.0.1:4000', '/docs': 'http://127.0.0.1:4000' } },
});
