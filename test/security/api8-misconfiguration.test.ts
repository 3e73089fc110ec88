// OWASP API8:2023, security misconfiguration: protective headers, errors without internals, disabled methods, and
// pages for operators only.
import { METHODS } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS, OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { listen, requestText, talk } from '../support/raw-http.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

const TOKEN = 'reader-of-metrics';
/** Names of the software, its version, its files, or places in them. */
const INSIDE = /fastify|node(\.js)?\/|node:|sqlite|v?24\.\d+|\.ts\b|node_modules|\bat \S+ \(|\/(work|home|tmp|usr)\//i;

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService({}, { metricsToken: TOKEN });
  port = await listen(service);
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.ms += 1000;
});

const get = (url: string, options: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  service.request({ method: 'GET', url, ...options });

const PAGES = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs/api.html',
  '/docs/scalar.js',
  '/docs/start.js',
];
const UNKNOWN = ['/nowhere', '/v2/nowhere', '/v2/nowhere%', '/docs/nowhere'];
const CALLS = OPERATIONS.map((operation) => ENDPOINTS[operation].path);

describe('every answer', () => {
  it.each([...PAGES, ...UNKNOWN, ...CALLS])(
    '%s: names no software, allows no other site, and fixes its content type',
    async (url) => {
      const { headers } = await get(url);
      expect(headers['x-content-type-options']).toBe('nosniff');
      for (const name of [
        'server',
        'x-powered-by',
        'via',
        'set-cookie',
        'access-control-allow-origin',
        'access-control-allow-credentials',
      ])
        expect(headers).not.toHaveProperty(name);
      expect(JSON.stringify(headers)).not.toMatch(INSIDE);
    },
  );

  it.each(CALLS)('%s: is not cached', async (url) => {
    expect((await get(url, { headers: { 'x-api-key': service.key } })).headers['cache-control']).toBe('no-store');
  });
});

it('a page of another site has no access: no preflight is answered, and no origin is echoed', async () => {
  const headers = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-api-key',
  };
  for (const url of [...PAGES, ...CALLS]) {
    const reply = await service.request({ method: 'OPTIONS', url, headers });
    expect([404, 405]).toContain(reply.status);
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(JSON.stringify([reply.headers, reply.body])).not.toContain('evil');
  }
});

it.each(['/docs/api.html', '/docs/scalar.js', '/docs/start.js', '/openapi.json'])(
  '%s loads and embeds nothing of another host',
  async (url) => {
    const { headers } = await get(url);
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(rule);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    expect(headers['referrer-policy']).toBe('no-referrer');
  },
);

describe('an error reveals no internals:', () => {
  const rejections: readonly [string, () => Promise<Reply>][] = [
    ['no key', () => service.call('company', {}, { key: null })],
    ['another method', () => service.call('company', {}, { method: 'DELETE' })],
    ['malformed JSON', () => service.call('company', undefined, { raw: '{"a":' })],
    ['another type', () => service.call('company', {}, { headers: { 'content-type': 'text/html' } })],
    ['a wrong field', () => service.call('company', { company_network_url: 5 })],
    ['a wrong cursor', () => service.call('company-search', { company: { name: ['x'] }, cursor: 'AAAA' })],
    ['too large', () => service.call('company', undefined, { raw: Buffer.alloc(1024 * 1024 + 1) })],
    ['no match', () => service.call('company', { company_network_url: '/company/x' })],
    ['an unknown path', () => get('/v2/nowhere')],
    ['a path that cannot be decoded', () => get('/v2/%zz')],
    ['an unknown page', () => get('/nowhere')],
    ['metrics for other hosts', () => get('/metrics', { remoteAddress: '192.0.2.1' })],
  ];

  it.each(rejections)('%s', async (_, request) => {
    const { status, headers, body } = await request();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify([headers, body])).not.toMatch(INSIDE);
  });

  it('input that is not HTTP', async () => {
    const { answers } = await talk(port, ['nonsense\r\n\r\n']);
    expect(JSON.stringify(answers)).toMatch(/INVALID_INPUT/);
    expect(JSON.stringify(answers)).not.toMatch(INSIDE);
  });

  it('markup in a path or a field is answered as JSON or plain text, never as a page', async () => {
    const markup = '<script>alert(1)</script>';
    const replies = [
      await get(`/v2/${encodeURIComponent(markup)}`),
      await get(`/${encodeURIComponent(markup)}`),
      await service.call('company', { company_network_url: markup }),
      await service.call('company', { [markup]: 1 }),
    ];
    for (const { headers } of replies)
      expect(headers['content-type']).toMatch(/^(application\/json|text\/plain); charset=utf-8$/);
  });
});

describe('other methods are disabled:', () => {
  it('TRACE echoes nothing', async () => {
    for (const target of [...PAGES, ...CALLS]) {
      const { answers } = await talk(port, [
        requestText({
          method: 'TRACE',
          target,
          key: service.key,
          lines: ['X-Echo: secret', 'Connection: close'],
          body: '',
        }),
      ]);
      expect([404, 405]).toContain(answers[0]?.status);
      expect(JSON.stringify(answers)).not.toMatch(/secret|cf_live/);
    }
  });

  it('pages accept no method but GET and HEAD', async () => {
    const found = [];
    for (const url of PAGES) {
      for (const method of METHODS.filter((name) => !['GET', 'HEAD', 'CONNECT'].includes(name))) {
        const { status } = await service.request({ method: method as 'POST', url });
        if (status !== 404) found.push(`${method} ${url} ${status}`);
      }
    }
    expect(found).toEqual([]);
  });
});

describe('metrics are readable', () => {
  const statusOf = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await get('/metrics', { remoteAddress, headers })).status;

  it('on loopback, or with the token from anywhere', async () => {
    for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
      expect(await statusOf(address)).toBe(200);
    expect(await statusOf('192.0.2.1', { authorization: `Bearer ${TOKEN}` })).toBe(200);
  });

  it('from no other address, even if a header claims loopback', async () => {
    for (const address of ['192.0.2.1', '10.0.0.1', '::2', '::ffff:192.0.2.1', '1270.0.0.1']) {
      expect(await statusOf(address)).toBe(403);
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'client-ip', 'true-client-ip'])
        expect(await statusOf('192.0.2.1', { [name]: '127.0.0.1' })).toBe(403);
    }
  });

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])(
    'not through a proxy on this machine, which sets %s',
    async (name) => {
      expect(await statusOf('127.0.0.1', { [name]: '192.0.2.1' })).toBe(403);
      expect(await statusOf('127.0.0.1', { [name]: '192.0.2.1', authorization: `Bearer ${TOKEN}` })).toBe(200);
    },
  );

  it.each([
    '',
    TOKEN,
    `bearer ${TOKEN}`,
    `Bearer  ${TOKEN}`,
    `Bearer ${TOKEN} `,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}`,
    'Bearer null',
    'Bearer undefined',
    'Bearer ',
  ])('not with the token %j', async (authorization) => {
    expect(await statusOf('192.0.2.1', { authorization })).toBe(403);
  });

  it('only on loopback without a token', async () => {
    const open = await startTestService();
    for (const authorization of ['Bearer null', 'Bearer ', 'Bearer undefined', ''])
      expect(
        (await open.request({ method: 'GET', url: '/metrics', remoteAddress: '192.0.2.1', headers: { authorization } }))
          .status,
      ).toBe(403);
    await open.close();
  });

  it('and contain no key, no account and no text of a caller', async () => {
    await service.call('company', { company_network_url: '/company/caller-text' });
    await get('/v2/caller-text');
    const { body } = await get('/metrics');
    expect(body).toContain('cardfile_requests_total');
    expect(body).not.toMatch(/caller-text|cf_live|tester|key_/);
  });
});

it('health and readiness reveal no more than that', async () => {
  expect((await get('/healthz')).body).toEqual({ status: 'ok' });
  const { body } = await get('/readyz');
  const known = ['companies', 'edition', 'generation', 'jobs', 'people', 'positions', 'status'];
  expect(Object.keys(body).toSorted()).toEqual(known);
});
