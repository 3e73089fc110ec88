// Paths and methods: all others are rejected before a key is read.
import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { startTestService, type TestService } from '../support/service.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('any other method is a 405 that names the right one, with and without a key:', () => {
  it.each(OPERATIONS)('%s', async (operation) => {
    const { method: right, path } = ENDPOINTS[operation];
    const others = METHODS.filter((method) => method !== right && method !== 'CONNECT');
    expect(others).toEqual(expect.arrayContaining(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']));
    for (const method of others) {
      const headers = method === 'PUT' ? { 'x-api-key': service.key } : {};
      const {
        status,
        headers: answered,
        body,
      } = await service.request({ method: method as 'PUT', url: path, headers });
      expect([method, status, answered['allow']]).toEqual([method, 405, right]);
      if (method !== 'HEAD') expect(body).toMatchObject({ success: false, error: { code: 'METHOD_NOT_ALLOWED' } });
    }
  });
});

describe('an unknown path under /v2 is a 404 with the error envelope:', () => {
  it.each([
    '/v2',
    '/v2/',
    '/v2/search',
    '/v2/search/people/',
    '/v2/search/people/1',
    '/v2/Search/People',
    '/v2//search/people',
    '/v2/search/%zz',
    '/v2/search/people%2f',
    '/v2/unknown?x=1',
    `/v2/${'x'.repeat(5000)}`,
  ])('%s', async (url) => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { status, headers, body } = await service.request({ method, url, headers: { 'x-api-key': service.key } });
      expect([status, body.success, body.error.code]).toEqual([404, false, 'NOT_FOUND']);
      expect(headers['x-request-id']).toMatch(UUID);
    }
  });

  it('suggests the nearest path', async () => {
    const { body } = await service.request({ method: 'POST', url: '/v2/search/peple' });
    expect(body.error.message).toContain('/v2/search/people');
  });
});

it.each(['/v1/search/people', '/V2/search/people', '/v20', '/v2x/search', '/nowhere', '//v2/search/people'])(
  'answers a plain 404 to an unknown path outside of /v2: %s',
  async (url) => {
    const { status, headers } = await service.request({ method: 'POST', url });
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^text\/plain/);
  },
);

it('decodes percent-encoding in a path', async () => {
  const { status } = await service.request({
    method: 'POST',
    url: '/v2/%75tils/current-date',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    payload: '{"region":"UTC"}',
  });
  expect(status).toBe(200);
});

it('rejects a query string instead of ignoring it', async () => {
  const { status, body } = await service.request({
    method: 'POST',
    url: '/v2/utils/current-date?region=UTC',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    payload: '{"region":"UTC"}',
  });
  expect([status, body.error.code]).toEqual([422, 'INVALID_INPUT']);
  expect(body.error.message).toContain('query');
});

it('gives every answer its own request id', async () => {
  const key = await service.makeAccount({ name: 'small', creditsPerMonth: 1, requestsPerSecond: 5 });
  const calls = [
    await service.call('current-date', { region: 'UTC' }, { key }),
    await service.call('current-date', { region: 'UTC' }, { key }),
    await service.call('current-date', {}, { key }),
    await service.call('company', { company_network_url: '/company/nowhere' }),
    await service.call('key-info', undefined, { key }),
    await service.call('key-info', undefined, { key }),
    await service.call('key-info', undefined, { key }),
    await service.call('key-info', undefined, { key: null }),
    await service.call('key-info', undefined, { method: 'POST' }),
  ];
  expect(calls.map((reply) => reply.status)).toEqual([200, 402, 422, 404, 200, 200, 429, 401, 405]);
  const ids = calls.map((reply) => reply.headers['x-request-id']);
  for (const id of ids) expect(id).toMatch(UUID);
  expect(new Set(ids).size).toBe(calls.length);
});
