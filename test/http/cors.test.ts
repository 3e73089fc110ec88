// Calls from web pages (CORS): the browser blocks them unless the operator allows their origin.
import { afterEach, describe, expect, it } from 'vitest';
import { ENDPOINTS, OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { MCP_PATH } from '../../src/contract/mcp-path.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PAGE = 'https://app.acme.example';
const PATH = '/v2/utils/current-date';

let service: TestService;
afterEach(() => service.close());

const start = async (corsOrigins?: string) => {
  service = await startTestService({}, corsOrigins === undefined ? {} : { corsOrigins });
};
const preflight = (url = PATH, origin = PAGE) =>
  service.request({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-api-key',
    },
  });
const call = (origin: string | null, key = service.key) =>
  service.request({
    method: 'POST',
    url: PATH,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...(origin === null ? {} : { origin }) },
    payload: '{"region":"UTC"}',
  });
const corsHeaders = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
const listed = (header: unknown) => String(header).toLowerCase().split(', ').toSorted();

describe('without the setting', () => {
  it('answers OPTIONS with 405 and sends no CORS header', async () => {
    await start();
    const { status, headers, body } = await preflight();
    expect([status, headers['allow'], body.error.code]).toEqual([405, 'POST', 'METHOD_NOT_ALLOWED']);
    for (const answer of [headers, (await call(PAGE)).headers]) {
      expect(corsHeaders(answer)).toEqual({});
      expect(answer).not.toHaveProperty('vary');
    }
  });
});

describe('with a list of origins', () => {
  it('answers the preflight request of every endpoint without a key', async () => {
    await start(`${PAGE}, http://localhost:3000`);
    const calls = OPERATIONS.map((operation) => ENDPOINTS[operation]);
    for (const { method, path } of [...calls, { method: 'POST', path: MCP_PATH }]) {
      for (const origin of [PAGE, 'http://localhost:3000']) {
        const { status, headers, body } = await preflight(path, origin);
        expect([status, body]).toEqual([204, '']);
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': method,
          'access-control-max-age': expect.stringMatching(/^\d+$/),
          vary: 'origin',
        });
        expect(listed(headers['access-control-allow-headers'])).toEqual([
          'authorization',
          'content-type',
          'idempotency-key',
          'mcp-method',
          'mcp-name',
          'mcp-protocol-version',
          'x-api-key',
        ]);
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
      }
    }
  });

  it.each([
    ['/v2/batches', 'GET, POST'],
    ['/v2/batches/preview', 'POST'],
    ['/v2/batches/bat_0123456789abcdef01234567', 'GET, DELETE'],
    ['/v2/batches/bat_0123456789abcdef01234567/results', 'GET'],
  ])('answers the preflight request of %s', async (path, methods) => {
    await start(PAGE);
    const { status, headers } = await preflight(path, PAGE);
    expect([status, headers['access-control-allow-methods']]).toEqual([204, methods]);
  });

  it('lets a page of an allowed origin read answers and errors with their headers', async () => {
    await start(PAGE);
    const rejected = await call(PAGE, 'none');
    const unknown = await service.request({ method: 'POST', url: '/v2/nowhere', headers: { origin: PAGE } });
    const undecodable = await service.request({ method: 'POST', url: '/v2/%zz', headers: { origin: PAGE } });
    const answers = [await call(PAGE), rejected, unknown, undecodable];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 404]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'access-control-allow-origin': PAGE, vary: 'origin' });
      expect(listed(headers['access-control-expose-headers'])).toEqual([
        'idempotency-replayed',
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'x-credits-remaining',
        'x-credits-used',
        'x-next-cursor',
        'x-request-id',
      ]);
    }
  });

  it.each([
    'https://evil.example',
    'http://app.acme.example',
    'https://app.acme.example:8443',
    'https://app.acme.example.evil.example',
    'https://sub.app.acme.example',
    'null',
    '*',
  ])('does not allow a page of another origin, and sends Vary: Origin for caches: %s', async (origin) => {
    await start(PAGE);
    for (const { headers } of [await preflight(PATH, origin), await call(origin)]) {
      expect(corsHeaders(headers)).toEqual({});
      expect(headers['vary']).toBe('origin');
    }
  });

  it('answers servers as before', async () => {
    await start(PAGE);
    const { status, headers } = await call(null);
    expect([status, corsHeaders(headers)]).toEqual([200, {}]);
  });

  it('allows nothing but the API: not health, metrics or the OpenAPI document', async () => {
    await start('*');
    for (const url of ['/healthz', '/metrics', '/openapi.json', '/docs', '/v20']) {
      const answers = [await service.request({ method: 'GET', url, headers: { origin: PAGE } }), await preflight(url)];
      for (const { headers } of answers) expect(corsHeaders(headers)).toEqual({});
      expect(answers[1]?.status).not.toBe(204);
    }
    expect((await preflight('/v2/nowhere')).status).toBe(404);
  });
});

it('allows a page of any origin with *', async () => {
  await start('*');
  for (const { headers } of [await preflight(PATH, 'https://any.example'), await call('https://any.example')]) {
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers).not.toHaveProperty('vary');
  }
});

describe('the setting', () => {
  it.each([
    ['https://app.acme.example/', 'https://app.acme.example'],
    ['HTTPS://App.Acme.Example:443', 'https://app.acme.example'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('accepts %s as %s', async (text, origin) => {
    await start(text);
    expect((await call(origin)).headers['access-control-allow-origin']).toBe(origin);
  });

  it.each([
    'app.acme.example',
    '*,https://app.acme.example',
    'https://app.acme.example/path',
    'ftp://x.example',
    'null',
    'https://a.example,,',
  ])('rejects a value that is no origin: %s', async (text) => {
    await expect(startTestService({}, { corsOrigins: text })).rejects.toThrow(
      /--cors-origins .* must be \*, or comma-separated origins/,
    );
    await start();
  });
});
