// Authentication by key, and the limit of attempts without a valid key.
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generateKey } from '../../src/accounts/key-format.ts';
import { openAccounts } from '../../src/accounts/sqlite/open-accounts.ts';
import { startTestService, type TestService } from '../support/service.ts';

const UTC = { region: 'UTC' };
const DAY_MS = 24 * 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
// Resets the limit of attempts, which an earlier test may have reached.
beforeEach(() => {
  service.clock.ms += 1000;
});

const idOf = async (key: string): Promise<string> => (await service.call('key-info', undefined, { key })).body.id;
const statusOf = async (key: string | null) => (await service.call('current-date', UTC, { key })).status;

describe('an invalid key is a 401 with the code of the contract', () => {
  const unknown = generateKey();
  it.each([
    ['without a key', null],
    ['with an empty key', ''],
    ['with a key of another form', 'secret'],
    ['with a key that was never created', unknown],
    ['with a key whose last character is wrong', `${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`],
    ['with a very long key', 'cf_live_'.padEnd(10_000, 'a')],
    ['with the name of an inherited property', '__proto__'],
  ])('%s', async (_, key) => {
    for (const operation of ['current-date', 'key-info'] as const) {
      const { status, body, headers } = await service.call(operation, UTC, { key });
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(headers).toMatchObject({ 'www-authenticate': 'Bearer realm="cardfile"' });
      for (const name of ['ratelimit', 'ratelimit-policy', 'x-credits-used', 'x-credits-remaining'])
        expect(headers).not.toHaveProperty(name);
    }
  });

  it('with the valid key in other letter case, in the query, or sent twice', async () => {
    const path = '/v2/utils/current-date';
    const json = { 'content-type': 'application/json' };
    const requests = [
      { url: path, headers: { ...json, 'x-api-key': service.key.toUpperCase() } },
      { url: `${path}?x-api-key=${service.key}`, headers: json },
      { url: path, headers: { ...json, 'x-api-key': [service.key, service.key] as unknown as string } },
    ];
    for (const request of requests) {
      const { status } = await service.request({ method: 'POST', payload: JSON.stringify(UTC), ...request });
      expect(status).toBe(401);
    }
  });

  it('and the answer does not repeat the key', async () => {
    const { body } = await service.call('key-info', undefined, { key: unknown });
    expect(JSON.stringify(body)).not.toContain(unknown.slice(8, 20));
  });
});

it('accepts the header name in any letter case', async () => {
  const { status } = await service.request({
    method: 'GET',
    url: '/v2/account/key-info',
    headers: { 'X-API-Key': service.key },
  });
  expect(status).toBe(200);
});

it('rejects a revoked key at once', async () => {
  const key = await service.makeKey({});
  expect(await statusOf(key)).toBe(200);
  await service.admin.revokeKey(await idOf(key));
  expect(await statusOf(key)).toBe(401);
});

it('rejects a key that another process revokes within a second', async () => {
  const key = await service.makeKey({});
  const id = await idOf(key);
  const other = openAccounts({
    file: join(service.config.data, 'accounts.db'),
    clock: { now: () => service.clock.ms },
  });
  await other.admin.revokeKey(id);
  await other.accounts.close();
  service.clock.ms += 1000;
  expect(await statusOf(key)).toBe(401);
});

it('rejects a key from the instant it expires', async () => {
  const expiresAt = new Date(service.clock.ms + DAY_MS).toISOString();
  const key = await service.makeKey({ expiresAt });
  service.clock.ms += DAY_MS - 1;
  expect(await statusOf(key)).toBe(200);
  service.clock.ms += 1;
  expect(await statusOf(key)).toBe(401);
});

it('accepts a rotated key in addition to its successor until its grace period ends', async () => {
  const key = await service.makeKey({});
  const { key: successor } = await service.admin.rotateKey(await idOf(key), 2);
  service.clock.ms += 2 * 3_600_000 - 1;
  expect([await statusOf(key), await statusOf(successor)]).toEqual([200, 200]);
  service.clock.ms += 1;
  expect([await statusOf(key), await statusOf(successor)]).toEqual([401, 200]);
});

describe('Authorization: Bearer', () => {
  const answerTo = async (headers: Record<string, string>) => {
    const sent = { 'content-type': 'application/json', ...headers };
    const payload = JSON.stringify(UTC);
    return service.request({ method: 'POST', url: '/v2/utils/current-date', headers: sent, payload });
  };

  it.each(['Bearer ', 'bearer ', 'BEARER ', 'bEaReR   '])('authenticates like x-api-key: %j', async (scheme) => {
    const { status, headers } = await answerTo({ authorization: `${scheme}${service.key}` });
    expect([status, headers['x-credits-used']]).toEqual([200, '1']);
    expect(headers).toHaveProperty('ratelimit');
  });

  it('may repeat the key of x-api-key', async () => {
    expect((await answerTo({ authorization: `Bearer ${service.key}`, 'x-api-key': service.key })).status).toBe(200);
  });

  it('authenticates if x-api-key is empty', async () => {
    expect((await answerTo({ authorization: `Bearer ${service.key}`, 'x-api-key': '' })).status).toBe(200);
  });

  it('is rejected with an explanation if it differs from x-api-key, though both keys are valid', async () => {
    const other = await service.makeKey({});
    const { status, body } = await answerTo({ authorization: `Bearer ${other}`, 'x-api-key': service.key });
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(body.error.message).toMatch(/x-api-key and Authorization carry different keys/);
  });

  it.each([
    ['Bearer', /has no key/],
    ['Bearer   ', /has no key/],
    ['Basic dXNlcjpwYXNz', /must use the scheme Bearer/],
    ['Bearerx', /must use the scheme Bearer/],
    ['Bearer none', /unknown, revoked or expired/],
  ])('without a valid key is a 401 that says what to send: %j', async (authorization, message) => {
    const { status, body } = await answerTo({ authorization });
    expect([status, body.error.message]).toEqual([401, expect.stringMatching(message)]);
  });

  it('with another scheme is ignored if x-api-key has the key', async () => {
    expect((await answerTo({ authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': service.key })).status).toBe(200);
  });
});

describe('a key that is limited to paths', () => {
  const makeLimited = async (name: string, requestsPerSecond: number) => {
    await service.makeAccount({ name, creditsPerMonth: 1000, requestsPerSecond });
    return service.makeKey({ accountName: name, allowedPaths: ['/v2/utils/current-date'] });
  };
  const ACME = { company_network_url: '/company/acme' };

  it('may call those paths and key-info, but no others', async () => {
    const key = await makeLimited('limited', 100);
    expect(await statusOf(key)).toBe(200);
    expect((await service.call('key-info', undefined, { key })).status).toBe(200);
    const { status, body } = await service.call('company', ACME, { key });
    expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(body.error.message).toContain('/v2/enrichment/company');
  });

  it('is a known key on every other path: the 401 has the rate and credit headers', async () => {
    const key = await makeLimited('shown', 7);
    const { status, headers } = await service.call('company', ACME, { key });
    expect(status).toBe(401);
    expect(headers).toMatchObject({
      'ratelimit-policy': '"default";q=7;w=1',
      ratelimit: expect.stringMatching(/^"default";r=6;t=\d+$/),
      'x-credits-used': '0',
      'x-credits-remaining': '1000',
      'www-authenticate': 'Bearer realm="cardfile"',
    });
  });

  it('neither reaches nor uses the limit of calls without a valid key', async () => {
    const key = await makeLimited('ample', 1000);
    for (let turn = 0; turn < 50; turn += 1) expect((await service.call('company', ACME, { key })).status).toBe(401);
    for (let turn = 0; turn < 20; turn += 1) expect(await statusOf(generateKey())).toBe(401);
    expect(await statusOf(generateKey())).toBe(429);
  });

  it('counts every rejected call against the rate of its account, which its other keys share', async () => {
    const key = await makeLimited('counted', 3);
    const other = await service.makeKey({ accountName: 'counted' });
    for (let turn = 0; turn < 3; turn += 1) expect((await service.call('company', ACME, { key })).status).toBe(401);
    const { status, body } = await service.call('company', ACME, { key });
    expect([status, body.error.message]).toEqual([429, expect.stringMatching(/more than 3 requests in a second/)]);
    expect(await statusOf(other)).toBe(429);
    service.clock.ms += 1000;
    expect(await statusOf(other)).toBe(200);
  });

  it('is counted in the usage of its account', async () => {
    const key = await makeLimited('used', 100);
    await service.call('company', ACME, { key });
    await service.restart();
    const rows = await service.admin.usage({ accountName: 'used' });
    expect(rows).toMatchObject([{ path: '/v2/enrichment/company', status: 401, calls: 1, credits: 0 }]);
  });
});

describe('an address has 20 attempts a second without a valid key', () => {
  const attempt = (remoteAddress: string, key?: string) =>
    service.request({
      method: 'GET',
      url: '/v2/account/key-info',
      remoteAddress,
      headers: key === undefined ? {} : { 'x-api-key': key },
    });
  const attempts = async (count: number, address: string) => {
    const statuses = [];
    for (let turn = 0; turn < count; turn += 1) statuses.push((await attempt(address, generateKey())).status);
    return statuses;
  };

  it('and then gets 429 with Retry-After until the second is over', async () => {
    expect(new Set(await attempts(20, '192.0.2.1'))).toEqual(new Set([401]));
    const { status, headers, body } = await attempt('192.0.2.1');
    expect([status, headers['retry-after'], body.error.code]).toEqual([429, '1', 'RATE_LIMIT_EXCEEDED']);
    service.clock.ms += 1000;
    expect((await attempt('192.0.2.1')).status).toBe(401);
  });

  it('without effect on other addresses and on valid keys from the same address', async () => {
    expect((await attempts(21, '192.0.2.2')).at(-1)).toBe(429);
    expect((await attempt('192.0.2.3')).status).toBe(401);
    expect((await attempt('192.0.2.2', service.key)).status).toBe(200);
  });

  it('and calls with a valid key are no attempts', async () => {
    for (let turn = 0; turn < 30; turn += 1) expect((await attempt('192.0.2.4', service.key)).status).toBe(200);
    expect((await attempt('192.0.2.4')).status).toBe(401);
  });
});
