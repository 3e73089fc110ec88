// Packed sizes of the built dashboard, by screen: the files that the browser needs before the screen is drawn. Printed by
// `npm run build`, limited by test/dashboard-bundle.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** One screen, and what its first visit loads: scripts, styles and the fonts of Latin text. */
export interface RouteSize {
  /** Name of its module, without `-screen`. */
  readonly screen: string;
  readonly files: readonly string[];
  readonly gzipBytes: number;
}

/** The list of files that Vite writes into the entry, and the calls that load some of them. */
const FILE_LIST = /m\.f=(\[[^\]]*\])/;
const LOADED = /import\(["'`]\.\/(([a-z-]+)-screen-[^"'`]+\.js)["'`]\)[^,]{0,80},__vite__mapDeps\((\[[\d,]*\])\)/g;

/** The screens of a built dashboard, the largest first; `dist` is its folder. */
export function routeSizes(dist: string): RouteSize[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const all = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`);
  const first = all.filter((name) => page.includes(name));
  const fonts = all.filter((name) => /-latin-wght-.*\.woff2$/.test(name));
  const entry = first
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .find((text) => FILE_LIST.test(text));
  const listed = JSON.parse(FILE_LIST.exec(entry ?? '')?.[1] ?? '[]') as readonly string[];
  return [...(entry ?? '').matchAll(LOADED)]
    .map(([, , screen = '', places = '[]']) => {
      const own = (JSON.parse(places) as readonly number[]).map((place) => listed[place] ?? '');
      const files = [...new Set([...first, ...own, ...fonts])];
      return { screen, files, gzipBytes: files.reduce((sum, name) => sum + packedBytes(join(dist, name)), 0) };
    })
    .toSorted((a, b) => b.gzipBytes - a.gzipBytes);
}

/** Fonts are packed already. */
export function packedBytes(file: string): number {
  const bytes = readFileSync(file);
  return file.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write('Packed size of what each screen of the dashboard loads first:\n');
  for (const { screen, gzipBytes } of routeSizes(join(import.meta.dirname, 'dist')))
    process.stdout.write(`  ${screen.padEnd(12)} ${(gzipBytes / 1000).toFixed(1).padStart(6)} KB\n`);
}
