// The files of the built dashboard: their size, and their compliance with the Content-Security-Policy.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packedBytes, routeSizes } from '../dashboard/route-sizes.ts';

const dist = fileURLToPath(new URL('../dashboard/dist', import.meta.url));
const isBuilt = existsSync(`${dist}/index.html`);
if (!isBuilt)
  console.warn('\n*** SKIPPED: the dashboard is not built (npm run build), so its files are not measured ***\n');

/** The limit for what a screen loads at its first visit: scripts, styles and fonts. */
const SCREEN_GZIP_BYTES_MAX = 150_000;
/** The limit for scripts and styles that are loaded before any screen. */
const FIRST_GZIP_BYTES_MAX = 40_000;
/** The files `*-screen.tsx` of dashboard/src that are loaded on demand. */
const SCREENS = 18;

describe.skipIf(!isBuilt && process.env['CARDFILE_BROWSER'] !== 'required')('the built dashboard', () => {
  const read = (name: string) => readFileSync(`${dist}/${name}`, 'utf8');
  const assets = () => readdirSync(`${dist}/assets`).filter((name) => /\.(js|css)$/.test(name));
  const packed = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + packedBytes(`${dist}/assets/${name}`), 0);

  it(`loads at most ${FIRST_GZIP_BYTES_MAX / 1000} KB before any screen, and ${SCREEN_GZIP_BYTES_MAX / 1000} with one`, () => {
    const first = assets().filter((name) => read('index.html').includes(name));
    expect(first.length).toBeGreaterThan(0);
    expect(packed(first)).toBeLessThanOrEqual(FIRST_GZIP_BYTES_MAX);
    const sizes = routeSizes(dist);
    expect(sizes.length).toBe(SCREENS);
    expect(sizes.filter(({ gzipBytes }) => gzipBytes > SCREEN_GZIP_BYTES_MAX)).toEqual([]);
    for (const { files } of sizes) expect(files).toEqual(expect.arrayContaining(first.map((name) => `assets/${name}`)));
  });

  it('has neither script nor style in its page, and uses no other host', () => {
    const page = read('index.html');
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i);
    expect(
      [...page.matchAll(/<script\b([^>]*)>([^<]*)</g)].map(([, attributes, text]) => [
        /src="\//.test(attributes ?? ''),
        text,
      ]),
    ).toEqual([[true, '']]);
    expect(page).not.toMatch(/https?:\/\//);
    for (const name of assets().filter((file) => file.endsWith('.css')))
      expect(read(`assets/${name}`)).not.toMatch(/@import|url\(\s*["']?(https?:)?\/\//);
  });

  it('has compressed copies of its files with equal contents', () => {
    const names = readdirSync(`${dist}/assets`);
    for (const name of assets()) expect(names).toEqual(expect.arrayContaining([`${name}.gz`, `${name}.br`]));
  });
});
