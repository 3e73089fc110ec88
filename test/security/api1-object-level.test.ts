// OWASP API1:2023, broken object level authorization: no call gets the data of another account or key.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ACME = { company_network_url: companyUrl('acme') };
const OTHER = { company_network_url: companyUrl('other') };

let service: TestService;
let alice: string;
let bob: string;
beforeAll(async () => {
  service = await startTestService({ companies: [company('acme', 'Acme'), company('other', 'Other')] });
  alice = await service.makeAccount({ name: 'alice', creditsPerMonth: 100, requestsPerSecond: 1000 });
  bob = await service.makeAccount({ name: 'bob', creditsPerMonth: 50, requestsPerSecond: 2000 });
});
afterAll(() => service.close());

const request = (key: string, idempotencyKey: string, body: unknown = ACME) =>
  service.call('company', body, { key, headers: { 'idempotency-key': idempotencyKey } });
const keyInfo = async (key: string) => (await service.call('key-info', undefined, { key })).body;
const creditsOf = async (name: string) =>
  (await service.admin.accounts()).find((account) => account.name === name)?.used;

describe('an Idempotency-Key of one account', () => {
  it('gives another account nothing of the stored answer, and the other pays for its own', async () => {
    await request(alice, 'shared');
    const before = await creditsOf('bob');
    const { status, headers } = await request(bob, 'shared');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('idempotency-replayed');
    expect(headers['x-credits-used']).toBe('1');
    expect(await creditsOf('bob')).toBe((before ?? 0) + 1);
  });

  it('does not reveal its use to another account: another body is no conflict', async () => {
    await request(alice, 'telling', ACME);
    expect((await request(alice, 'telling', OTHER)).status).toBe(422);
    const { status, body } = await request(bob, 'telling', OTHER);
    expect([status, body.company.name]).toEqual([200, 'Other']);
  });

  it('does not delay another account while its call is running', async () => {
    const request = (key: string) =>
      service.request({
        method: 'POST',
        url: '/v2/enrichment/company',
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': 'running' },
        payload: JSON.stringify(ACME),
      });
    const replies = await Promise.all([request(alice), request(bob)]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
  });

  it('is not shared by the keys of one account either', async () => {
    const second = await service.makeKey({ accountName: 'alice' });
    await request(alice, 'two keys');
    expect((await request(second, 'two keys')).headers).not.toHaveProperty('idempotency-replayed');
  });

  it.each([
    ['a separator of fields', 'a|b'],
    ['a path', '/v2/enrichment/company'],
    ['a quote and SQL', `x' OR '1'='1`],
    ['a wildcard', '%'],
  ])('does not find another answer by %s', async (_, strange) => {
    await request(alice, 'plain');
    expect((await request(bob, strange)).headers).not.toHaveProperty('idempotency-replayed');
  });
});

describe('key-info', () => {
  it('shows the calling key and its own account, whatever else the request contains', async () => {
    const [ofAlice, ofBob] = [await keyInfo(alice), await keyInfo(bob)];
    expect(ofAlice.id).not.toBe(ofBob.id);
    expect([ofAlice.max_requests_per_seconds, ofBob.max_requests_per_seconds]).toEqual([1000, 2000]);
    expect(ofAlice.active_plans).toEqual([{ name: 'alice', status: 'active' }]);
    for (const url of [`?id=${ofBob.id}`, '?account=bob', `?x-api-key=${bob}`]) {
      const { body } = await service.request({
        method: 'GET',
        url: `/v2/account/key-info${url}`,
        headers: { 'x-api-key': alice, 'x-account': 'bob', 'x-key-id': ofBob.id, cookie: `key=${bob}` },
      });
      expect(body.id).toBe(ofAlice.id);
    }
  });

  it('counts the calls of its own account only', async () => {
    const before = await keyInfo(bob);
    await service.call('company', ACME, { key: alice });
    expect((await keyInfo(bob)).remaining_credits).toBe(before.remaining_credits);
  });
});

it('one account cannot use up the rate of another', async () => {
  const slow = await service.makeAccount({ name: 'slow', creditsPerMonth: 100, requestsPerSecond: 1 });
  const statuses = [];
  for (let turn = 0; turn < 5; turn += 1) statuses.push((await service.call('company', ACME, { key: slow })).status);
  expect(statuses).toEqual([200, 429, 429, 429, 429]);
  expect((await service.call('company', ACME, { key: bob })).status).toBe(200);
});

it('one account cannot use up the credits of another', async () => {
  const poor = await service.makeAccount({ name: 'poor', creditsPerMonth: 1, requestsPerSecond: 1000 });
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await service.call('company', ACME, { key: poor })).status);
  expect(statuses).toEqual([200, 402, 402]);
  expect((await service.call('company', ACME, { key: alice })).status).toBe(200);
});

it('a cursor grants no access: its sender pays for the page, and needs a key for that path', async () => {
  const filters = { company: { employee_range: { min: 1 } }, max_results: 1 };
  const companies = {
    companies: [company('big', 'Big', { employee_count: 9 }), company('small', 'Small', { employee_count: 5 })],
  };
  await service.import(companies);
  await service.index();
  const { body } = await service.call('company-search', filters, { key: alice });
  const before = await creditsOf('bob');
  const next = { ...filters, cursor: body.cursor };
  expect((await service.call('company-search', next, { key: bob })).body.results).toHaveLength(1);
  expect(await creditsOf('bob')).toBe((before ?? 0) + 1);
  const limited = await service.makeKey({ accountName: 'bob', allowedPaths: ['/v2/enrichment/company'] });
  expect((await service.call('company-search', next, { key: limited })).status).toBe(401);
});
