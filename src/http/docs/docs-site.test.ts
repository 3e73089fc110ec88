import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsPage } from './docs-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-docs-'));
const app = Fastify();
const unbuilt = Fastify();
beforeAll(async () => {
  const site = join(folder, 'site');
  mkdirSync(join(site, 'reference'), { recursive: true });
  for (const name of ['index.html', 'reference/index.html', 'site.css', 'api.html', 'notes.bak', 'llms.txt', 'page.md'])
    writeFileSync(join(site, name), `${name === 'index.html' ? '<head>' : ''}content of ${name}`);
  writeFileSync(join(site, 'packed.js.br'), brotliCompressSync('content of packed.js'));
  writeFileSync(join(folder, 'secret.html'), 'secret');
  await app.register(docsPage, { version: '1.2.3', site });
  await unbuilt.register(docsPage, { version: '1.2.3', site: join(folder, 'missing') });
});
afterAll(async () => {
  await Promise.all([app.close(), unbuilt.close()]);
  rmSync(folder, { recursive: true });
});

describe('a built site', () => {
  it.each([
    ['/docs/', '<head>content of index.html', 'text/html; charset=utf-8'],
    ['/docs/index.html', '<head>content of index.html', 'text/html; charset=utf-8'],
    ['/docs/reference/index.html', 'content of reference/index.html', 'text/html; charset=utf-8'],
    ['/docs/site.css', 'content of site.css', 'text/css; charset=utf-8'],
    ['/docs/packed.js', 'content of packed.js', 'text/javascript; charset=utf-8'],
    ['/docs/page.md', 'content of page.md', 'text/markdown; charset=utf-8'],
    ['/llms.txt', 'content of llms.txt', 'text/plain; charset=utf-8'],
  ])('answers %s with its file and security headers', async (url, content, type) => {
    const { statusCode, body, headers } = await app.inject(url);
    expect([statusCode, body, headers['content-type']]).toEqual([200, content, type]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('answers a file that the browser has with 304', async () => {
    const { headers } = await app.inject('/docs/site.css');
    const again = await app.inject({ url: '/docs/site.css', headers: { 'if-none-match': String(headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('answers /docs with the start page, whose links are relative to /docs/', async () => {
    const { statusCode, body } = await app.inject('/docs');
    expect([statusCode, body]).toEqual([200, '<head><base href="/docs/">content of index.html']);
  });

  it('leaves the interactive page to the server', async () => {
    expect((await app.inject('/docs/api.html')).body).toContain('/docs/scalar.js');
  });

  it.each([
    ...[
      '/docsite',
      '/docs/nowhere',
      '/docs/reference',
      '/docs/reference/',
      '/docs/notes.bak',
      '/docs/packed.js.br',
      '/docs//site.css',
    ],
    ...['/docs/../secret.html', '/docs/%2e%2e/secret.html', '/docs/..%2fsecret.html', '/docs/__proto__'],
  ])('does not answer %s', async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect([statusCode, body.includes('secret of')]).toEqual([404, false]);
    expect(body).not.toMatch(/^secret/);
  });
});

it('a site that is not built leads to the interactive reference', async () => {
  for (const url of ['/docs', '/docs/']) {
    const { statusCode, headers } = await unbuilt.inject(url);
    expect([statusCode, headers['location']]).toEqual([302, '/docs/api.html']);
  }
  expect((await unbuilt.inject('/docs/site.css')).statusCode).toBe(404);
});
