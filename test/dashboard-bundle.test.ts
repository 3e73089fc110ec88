// The files of the built dashboard: their size, and their compliance with the Content-Security-Policy.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../dashboard/dist', import.meta.url));
const isBuilt = existsSync(`${dist}/index.html`);
if (!isBuilt)
  console.warn('\n*** SKIPPED: the dashboard is not built (npm run build), so its files are not measured ***\n');

const GZIP_BYTES_MAX = 150_000;
/** The limit for files that are loaded before the first screen. */
const FIRST_GZIP_BYTES_MAX = 40_000;

describe.skipIf(!isBuilt && process.env['CARDFILE_BROWSER'] !== 'required')('the built dashboard', () => {
  const read = (name: string) => readFileSync(`${dist}/${name}`, 'utf8');
  const assets = () => readdirSync(`${dist}/assets`).filter((name) => /\.(js|css)$/.test(name));
  const packed = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + gzipSync(read(`assets/${name}`)).length, 0);

  it(`has at most ${GZIP_BYTES_MAX / 1000} KB packed, ${FIRST_GZIP_BYTES_MAX / 1000} before the first screen`, () => {
    const first = assets().filter((name) => read('index.html').includes(name));
    expect(first.length).toBeGreaterThan(0);
    expect(packed(assets())).toBeLessThanOrEqual(GZIP_BYTES_MAX);
    expect(packed(first)).toBeLessThanOrEqual(FIRST_GZIP_BYTES_MAX);
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
