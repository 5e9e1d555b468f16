import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  // The formulas' styles are of one version, and so is what draws them.
  resolve: { dedupe: ['katex'] },
  build: {
    outDir: fileURLToPath(new URL('../dist/console', import.meta.url)),
    emptyOutDir: true,
    // Parts that are loaded later are told by their own requests; nothing is written into the page's head.
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4700', '/auth': 'http://127.0.0.1:4700' } },
});
