// How the dashboard is built: static files with hashed names in dashboard/dist, which the server hands out. Nothing in them names another
// host, and no script or style stands in the page, so that the strictest Content-Security-Policy holds.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { ENDPOINTS, OPERATIONS } from '../src/contract/endpoints/endpoints.ts';

/** The server that answers the calls while `npm run dev:dashboard` serves the sources. */
const SERVER = process.env['CARDFILE_URL'] ?? 'http://127.0.0.1:8080';

/** Parts of as many screens are loaded with the first one. */
const SHARED_SCREENS_MIN = 6;

/** What the screens show of the endpoint table, without the library that its schemas are made by. */
const endpointFacts = OPERATIONS.map((operation) => {
  const { method, path, tag, summary, credits, itemsOf, example } = ENDPOINTS[operation];
  return { operation, method, path, tag, summary, credits, itemsOf, example };
});

/** Packs what is worth packing once, instead of at each request. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
      const bytes = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
    }
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  plugins: [packed],
  define: { ENDPOINT_FACTS: JSON.stringify(endpointFacts) },
  // Without the names of source files, whatever NODE_ENV says.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Styles know light-dark() and nesting: browsers of the last two years.
    target: ['chrome125', 'firefox128', 'safari18'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Parts of many screens are one file: a screen that is opened waits for a few files instead of for twenty.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: SHARED_SCREENS_MIN }] } } },
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
