import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), silentIcons()],
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

/**
 * antd's icons call themselves `check-circle`, in English, to whoever listens, and so do the buttons they are in. Only one
 * that is given a name has one: else the words beside it say more.
 */
function silentIcons(): Plugin {
  const named = '"aria-label": icon.name';
  return {
    name: 'silent-icons',
    transform: {
      filter: { id: /@ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js/ },
      handler(code) {
        if (!code.includes(named)) this.error(`antd's icons are no longer named by ${named}`);
        return code.replace(named, '"aria-hidden": restProps["aria-label"] ? undefined : true');
      },
    },
  };
}
