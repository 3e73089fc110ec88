// Which keys are taken, and what becomes of attempts without one.
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../../src/accounts/key-format.ts';
import { openAccounts } from '../../src/accounts/sqlite/open-accounts.ts';
import { startTestService, type TestService } from '../support/service.ts';

const UTC = { region: 'UTC' };
const DAY_MS = 24 * 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
// Lets go of the attempts of the test before.
beforeEach(() => {
  service.clock.ms += 1000;
});

const idOf = async (key: string): Promise<string> => (await service.call('key-info', undefined, { key })).body.id;
const statusOf = async (key: string | null) => (await service.call('current-date', UTC, { key })).status;

describe('it is a 401 with the code of the contract', () => {
  const unknown = makeKey();
  it.each([
    ['without a key', null],
    ['with an empty one', ''],
    ['with one of another form', 'secret'],
    ['with one that was never made', unknown],
    ['with one whose last character is wrong', `${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`],
    ['with one of great length', 'cf_live_'.padEnd(10_000, 'a')],
    ['with a property of every object', '__proto__'],
  ])('%s', async (_, key) => {
    for (const operation of ['current-date', 'key-info'] as const) {
      const { status, body, headers } = await service.call(operation, UTC, { key });
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
      for (const name of ['ratelimit', 'ratelimit-policy', 'x-credits-used', 'x-credits-remaining'])
        expect(headers).not.toHaveProperty(name);
    }
  });

  it('with the right one in other letters, in another header, in the query, or sent twice', async () => {
    const path = '/v2/utils/current-date';
    const json = { 'content-type': 'application/json' };
    const requests = [
      { url: path, headers: { ...json, 'x-api-key': service.key.toUpperCase() } },
      { url: path, headers: { ...json, authorization: `Bearer ${service.key}` } },
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

it('the name of the header may be in any letter case', async () => {
  const { status } = await service.request({
    method: 'GET',
    url: '/v2/account/key-info',
    headers: { 'X-API-Key': service.key },
  });
  expect(status).toBe(200);
});

it('a revoked key is refused at once', async () => {
  const key = await service.makeKey({});
  expect(await statusOf(key)).toBe(200);
  await service.admin.revokeKey(await idOf(key));
  expect(await statusOf(key)).toBe(401);
});

it('a key that another process revokes is refused within a second', async () => {
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

it('a key ends at the instant it expires', async () => {
  const expiresAt = new Date(service.clock.ms + DAY_MS).toISOString();
  const key = await service.makeKey({ expiresAt });
  service.clock.ms += DAY_MS - 1;
  expect(await statusOf(key)).toBe(200);
  service.clock.ms += 1;
  expect(await statusOf(key)).toBe(401);
});

it('a rotated key works beside its successor until its grace is over', async () => {
  const key = await service.makeKey({});
  const { key: successor } = await service.admin.rotateKey(await idOf(key), 2);
  service.clock.ms += 2 * 3_600_000 - 1;
  expect([await statusOf(key), await statusOf(successor)]).toEqual([200, 200]);
  service.clock.ms += 1;
  expect([await statusOf(key), await statusOf(successor)]).toEqual([401, 200]);
});

it('a key that is limited to paths may call those and key-info, nothing else', async () => {
  const key = await service.makeKey({ allowedPaths: ['/v2/utils/current-date'] });
  expect(await statusOf(key)).toBe(200);
  expect((await service.call('key-info', undefined, { key })).status).toBe(200);
  const { status, body } = await service.call('company', { company_network_url: '/company/acme' }, { key });
  expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
  expect(body.error.message).toContain('/v2/enrichment/company');
});

describe('of attempts without a valid key an address has 20 a second', () => {
  const attempt = (remoteAddress: string, key?: string) =>
    service.request({
      method: 'GET',
      url: '/v2/account/key-info',
      remoteAddress,
      headers: key === undefined ? {} : { 'x-api-key': key },
    });
  const attempts = async (count: number, address: string) => {
    const statuses = [];
    for (let turn = 0; turn < count; turn += 1) statuses.push((await attempt(address, makeKey())).status);
    return statuses;
  };

  it('and is then told when to come back, until the second is over', async () => {
    expect(new Set(await attempts(20, '192.0.2.1'))).toEqual(new Set([401]));
    const { status, headers, body } = await attempt('192.0.2.1');
    expect([status, headers['retry-after'], body.error.code]).toEqual([429, '1', 'RATE_LIMIT_EXCEEDED']);
    service.clock.ms += 1000;
    expect((await attempt('192.0.2.1')).status).toBe(401);
  });

  it('which takes nothing from other addresses, and nothing from valid keys of the same one', async () => {
    expect((await attempts(21, '192.0.2.2')).at(-1)).toBe(429);
    expect((await attempt('192.0.2.3')).status).toBe(401);
    expect((await attempt('192.0.2.2', service.key)).status).toBe(200);
  });

  it('and calls with a valid key do not count as attempts', async () => {
    for (let turn = 0; turn < 30; turn += 1) expect((await attempt('192.0.2.4', service.key)).status).toBe(200);
    expect((await attempt('192.0.2.4')).status).toBe(401);
  });
});
