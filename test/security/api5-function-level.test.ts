// OWASP API5:2023, broken function level authorization: a key calls its allowed paths with their one method, and no
// path of the service performs an operator's action.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS, OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { PATHS } from '../../src/contract/endpoints/paths.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const statusOf = async (method: string, url: string, key: string): Promise<number> => {
  // Resets the limit that earlier attempts have used.
  service.clock.ms += 100;
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return (await service.request({ method: method as 'POST', url, headers, payload: '{}' })).status;
};

describe('a key that is limited to one path is a 401 on every other path, except key-info:', () => {
  it.each(OPERATIONS)('%s', async (own) => {
    const key = await service.makeKey({ allowedPaths: [ENDPOINTS[own].path] });
    for (const operation of OPERATIONS) {
      const { method, path } = ENDPOINTS[operation];
      const isAllowed = operation === own || operation === 'key-info';
      // An empty body is a 422 at all endpoints with a body, after the check of the key.
      const allowed = operation === 'key-info' ? 200 : 422;
      expect([path, await statusOf(method, path, key)]).toEqual([path, isAllowed ? allowed : 401]);
    }
  });
});

it('key-info shows a limited key its own paths, and the path of key-info', async () => {
  const allowedPaths = ['/v2/search/people', '/v2/jobs/search'];
  const key = await service.makeKey({ allowedPaths });
  const { body } = await service.call('key-info', undefined, { key });
  expect(body.allowed_apis).toEqual(['/v2/account/key-info', ...allowedPaths]);
});

describe('no header changes the meaning of a request:', () => {
  beforeEach(() => {
    service.clock.ms += 1000;
  });

  it.each([{ 'x-http-method-override': 'POST' }, { 'x-http-method': 'POST' }, { 'x-method-override': 'POST' }])(
    '%j',
    async (override) => {
      for (const operation of OPERATIONS.filter((name) => name !== 'key-info')) {
        const headers = { 'x-api-key': service.key, 'content-type': 'application/json', ...override };
        const { status } = await service.request({ method: 'GET', url: ENDPOINTS[operation].path, headers });
        expect(status).toBe(405);
      }
    },
  );

  it.each([
    { 'x-original-url': '/v2/account/key-info' },
    { 'x-rewrite-url': '/v2/account/key-info' },
    { 'x-forwarded-prefix': '/v2/account' },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
    { 'x-api-key-id': 'admin', 'x-admin': 'true' },
  ])('%j', async (header) => {
    const key = await service.makeKey({ allowedPaths: ['/v2/account/key-info'] });
    const headers: Record<string, string> = { 'x-api-key': key, 'content-type': 'application/json', ...header };
    const { status } = await service.request({
      method: 'POST',
      url: '/v2/utils/current-date',
      headers,
      payload: '{"region":"UTC"}',
    });
    expect(status).toBe(401);
  });
});

it("no path performs an operator's action, with any method", async () => {
  const work = [
    'keys',
    'key',
    'accounts',
    'account',
    'plans',
    'credits',
    'grant',
    'usage',
    'import',
    'index',
    'suppress',
    'backup',
    'export',
    'config',
    'admin',
  ];
  const found = [];
  for (const word of work) {
    for (const url of [`/v2/${word}`, `/v2/account/${word}`, `/v2/admin/${word}`, `/${word}`, `/admin/${word}`]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (PATHS.includes(url)) continue;
        if ((await statusOf(method, url, service.key)) !== 404) found.push(`${method} ${url}`);
      }
    }
  }
  expect(found).toEqual([]);
});
