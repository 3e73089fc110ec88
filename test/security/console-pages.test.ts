// The files of the dashboard: only built files are served, with their content types, and none runs foreign code.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from '../support/console.ts';

const PAGE = '<!doctype html><title>Cardfile</title><script type="module" src="/assets/app-1a2b.js"></script>';
let site: TestConsole;
/** Work that the opened pages have begun. */
const begun: PromiseWithResolvers<void>[] = [];
const onPage = () => {
  const work = Promise.withResolvers<void>();
  begun.push(work);
  return work.promise;
};
beforeAll(async () => {
  const files = { 'index.html': PAGE, 'assets/app-1a2b.js': 'export {};', 'favicon.svg': '<svg/>' };
  site = await startTestConsole({ files, onPage });
  writeFileSync(join(site.service.config.data, 'secret.txt'), 'secret of the data folder');
});
afterAll(() => site.close());

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (url: string) => site.stranger().request('GET', url, { headers: html });

test('answers the page of the app for its paths, uncached', async () => {
  for (const path of [
    '/',
    '/keys',
    '/set-up',
    '/sign-in?problem=failed',
    '/accounts/acme',
    '/data/imports/upl_1'.replace('_', '-'),
  ]) {
    const reply = await open(path);
    expect([reply.status, reply.body], path).toEqual([200, PAGE]);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
  }
});

test('answers HEAD like GET, without a body', async () => {
  for (const path of ['/', '/keys', '/people/jane', '/assets/app-1a2b.js', '/console/api/session']) {
    const [head, get] = [await site.stranger().request('HEAD', path, { headers: html }), await open(path)];
    const answered = ({ status, headers }: typeof get) => [status, headers['content-type'], headers['content-length']];
    expect(answered(head), path).toEqual(answered(get));
    expect(head.body, path).toBe('');
  }
  expect((await site.stranger().request('HEAD', '/console/api/session/sign-out')).status).toBe(405);
});

test('answers the page of a record for any slug that can be decoded', async () => {
  for (const path of ["/people/o'brien", '/companies/acme-(uk)', '/companies/zo%C3%AB&co', '/companies/a+b,c%2Bd'])
    expect([(await open(path)).status, path]).toEqual([200, path]);
  for (const path of ['/people/%zz', '/people/100%', '/people/a%E0%A4'])
    expect([(await open(path)).status, path]).toEqual([404, path]);
});

test('the policy allows no foreign scripts, styles, frames and connections', async () => {
  for (const path of ['/', '/keys', '/assets/app-1a2b.js', '/favicon.svg']) {
    const { headers } = await open(path);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('files with a hash in their name are cached forever, others are revalidated', async () => {
  const asset = await open('/assets/app-1a2b.js');
  expect(asset.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
  expect(String(asset.headers['content-type'])).toMatch(/^(text|application)\/javascript/);
  expect((await open('/favicon.svg')).headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'image/svg+xml',
  });
  expect((await open('/assets/app-0000.js')).status).toBe(404);
});

test('no path leads out of the folder of the app', async () => {
  const tricks = [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/..\\..\\secret.txt',
    '//secret.txt',
    '/assets//../../secret.txt',
    '/%00/../secret.txt',
    '/assets/app-1a2b.js%00.html',
    '/..;/secret.txt',
    '/....//secret.txt',
    '/catalog.db',
    '/../catalog.db',
    '/../accounts.db',
    '/../members.db',
    '/file:///etc/passwd',
    '/etc/passwd',
    '/.git/config',
    '/package.json',
    '/index.html.bak',
  ];
  for (const path of tricks) {
    const reply = await open(path);
    expect(String(reply.body), path).not.toMatch(/secret of|SQLite format|root:|\[core\]|"dependencies"/);
    expect([200, 404], `${path}: ${reply.status}`).toContain(reply.status);
    if (reply.status === 200) expect(reply.body, path).toBe(PAGE);
  }
});

test('paths outside the app keep their answers', async () => {
  expect((await open('/docs/api.html')).body).toContain('API reference');
  expect((await open('/healthz')).body).toEqual({ status: 'ok' });
  expect((await open('/openapi.json')).body.openapi).toMatch(/^3\.1/);
  for (const path of ['/v2', '/v2/nothing', '/console', '/console/api/nothing', '/console/api/keys/x/y']) {
    const reply = await open(path);
    expect([reply.status, reply.body.error.code], path).toEqual([404, 'NOT_FOUND']);
  }
  const plain = await site.stranger().request('GET', '/keys');
  expect([plain.status, plain.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  expect((await site.stranger().request('POST', '/keys', { headers: html })).status).toBe(404);
});

test('without the built app a page shows the remedy', async () => {
  const bare = await startTestConsole();
  const reply = await bare.stranger().request('GET', '/keys', { headers: html });
  expect(reply.status).toBe(503);
  expect(reply.body).toContain('npm run build');
  await bare.close();
});

test('answers markup in names as data, never as a page', async () => {
  const markup = '<img src=x onerror=alert(1)>"\'</script><script>alert(1)</script>';
  const { operator } = site;
  await operator.do('plans.set', { body: { name: markup, credits_per_month: 1, requests_per_second: 1 } });
  await operator.do('accounts.create', { body: { name: markup, plan: markup } });
  await operator.do('keys.create', { body: { account: markup, name: markup, allowed_paths: [], expires_at: null } });
  await operator.request('POST', `/console/api/call/v2/utils/current-date?account=${encodeURIComponent(markup)}`, {
    body: { region: 'UTC' },
  });
  site.service.clock.ms += 60_000;
  const replies = [
    await operator.call('keys.list'),
    await operator.call('accounts.list'),
    await operator.call('plans.list'),
    await operator.call('usage.csv', { query: { by: 'account' } }),
    await operator.call('keys.list', { query: { account: `${markup}!` } }),
    await operator.call('plans.set', { body: { [markup]: markup } }),
    await operator.request('GET', `/console/api/${encodeURIComponent(markup)}`),
    await open(`/${encodeURIComponent(markup)}`),
  ];
  for (const { status, headers, body } of replies) {
    expect(String(headers['content-type'])).not.toContain('html');
    expect(headers['x-content-type-options']).toBe('nosniff');
    if (status !== 404 || typeof body === 'object')
      expect(String(headers['content-security-policy'])).toContain("default-src 'none'");
  }
  const csv = replies[3];
  expect(csv?.headers['content-disposition']).toMatch(/^attachment; filename="usage-[\d-]+\.csv"$/);
  expect(csv?.body).toContain('""');
});

test('pages that are opened at any rate begin their work once at a time', async () => {
  const before = begun.length;
  begun.at(-1)?.resolve();
  for (let time = 0; time < 5; time += 1) await open('/');
  expect(begun).toHaveLength(before + 1);
  begun.at(-1)?.resolve();
  for (let time = 0; time < 5; time += 1) await open('/');
  expect(begun).toHaveLength(before + 2);
});
