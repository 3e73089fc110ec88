// How the dashboard is built: static files with hashed names in dashboard/dist, which the server hands out. Nothing in them names another
// host, and no script or style stands in the page, so that the strictest Content-Security-Policy holds.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The server that answers the calls while `npm run dev:dashboard` serves the sources. */
const SERVER = process.env['CARDFILE_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Styles know light-dark() and nesting: browsers of the last two years.
    target: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(
      ['/console/api', '/v2', '/docs', '/openapi.json', '/healthz', '/readyz'].map((path) => [
        path,
        { target: SERVER, changeOrigin: true },
      ]),
    ),
  },
});
