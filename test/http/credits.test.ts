// The cost of a call, the credit headers, and the answer when the credits are used up.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { company, companyUrl, person, position } from '../support/fixture-records.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

const MAY_MS = Date.UTC(2030, 4, 15, 12);
const JUNE_MS = Date.UTC(2030, 5, 1);
const UTC = { region: 'UTC' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    companies: [company('acme', 'Acme')],
    people: [person('jane', 1, { experiences: [position('acme', 'Clerk')] })],
  });
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.ms = MAY_MS;
});

const account = (name: string, creditsPerMonth: number | null) =>
  service.makeAccount({ name, creditsPerMonth, requestsPerSecond: 1000 });
const accountNamed = async (name: string) => (await service.admin.accounts()).find((each) => each.name === name);
const credits = ({ headers }: Reply) => [headers['x-credits-used'], headers['x-credits-remaining']];

it('charges one credit for a 200 and none for other statuses, and reports both', async () => {
  const key = await account('three', 3);
  const replies = [
    await service.call('current-date', UTC, { key }),
    await service.call('company', { company_network_url: companyUrl('acme') }, { key }),
    await service.call('company', { company_network_url: companyUrl('nowhere') }, { key }),
    await service.call('company', { company_network_url: '/in/acme' }, { key }),
    await service.call('company', {}, { key, raw: ' '.repeat(1024 * 1024 + 1) }),
    await service.call('people-search', { people: { job_level: ['VP'] } }, { key }),
    await service.call('people-search', { company: { name: ['acme'] } }, { key }),
  ];
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 404, 422, 413, 200, 402]);
  expect(replies.map(credits)).toEqual([
    ['1', '2'],
    ['1', '1'],
    ['0', '1'],
    ['0', '1'],
    ['0', '1'],
    ['1', '0'],
    ['0', '0'],
  ]);
});

it('charges a search without matches like any other 200', async () => {
  const { body, headers } = await service.call('people-search', { people: { job_title: ['a title of no person'] } });
  expect([body.results_length, headers['x-credits-used']]).toEqual([0, '1']);
});

it('counts usage on an unlimited plan, and reports unlimited remaining credits', async () => {
  const key = await account('unlimited', null);
  expect(credits(await service.call('current-date', UTC, { key }))).toEqual(['1', 'unlimited']);
  expect(credits(await service.call('current-date', {}, { key }))).toEqual(['0', 'unlimited']);
  expect((await accountNamed('unlimited'))?.used).toBe(1);
});

it('sends no credit headers for key-info or without a known account', async () => {
  const key = await account('silent', 3);
  const replies = [
    await service.call('current-date', UTC, { key: null }),
    await service.call('current-date', UTC, { key, method: 'GET' }),
    await service.call('key-info', undefined, { key }),
  ];
  expect(replies.map((reply) => reply.status)).toEqual([401, 405, 200]);
  expect(replies.map(credits)).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

describe('without credits', () => {
  it('answers 402 with the time of the next reset, up to the first instant of the next month in UTC', async () => {
    const key = await account('month', 1);
    await service.call('current-date', UTC, { key });
    const { status, body } = await service.call('current-date', UTC, { key });
    expect([status, body.error.code]).toEqual([402, 'CREDITS_EXHAUSTED']);
    expect(body.error.message).toContain('they reset on 2030-06-01 at 00:00 UTC');
    const reset = (await service.call('key-info', undefined, { key })).body.next_reset_at;
    expect(Date.parse(reset)).toBe(JUNE_MS);
    service.clock.ms = JUNE_MS - 1;
    expect((await service.call('current-date', UTC, { key })).status).toBe(402);
    service.clock.ms = JUNE_MS;
    expect(credits(await service.call('current-date', UTC, { key }))).toEqual(['1', '0']);
    expect((await service.call('current-date', UTC, { key })).status).toBe(402);
  });

  it('uses a grant within its month only', async () => {
    const key = await account('granted', 0);
    expect((await service.call('current-date', UTC, { key })).status).toBe(402);
    await service.admin.grant('granted', 2);
    expect(credits(await service.call('current-date', UTC, { key }))).toEqual(['1', '1']);
    service.clock.ms = JUNE_MS;
    expect((await service.call('current-date', UTC, { key })).status).toBe(402);
  });

  it('uses a larger plan at once', async () => {
    const key = await account('grown', 0);
    await service.admin.setPlan({ name: 'grown', creditsPerMonth: 1, requestsPerSecond: 10 });
    expect((await service.call('current-date', UTC, { key })).status).toBe(200);
  });
});

it('does not transfer unused credits to the next month', async () => {
  const key = await account('carried', 2);
  await service.call('current-date', UTC, { key });
  service.clock.ms = JUNE_MS;
  expect((await service.call('key-info', undefined, { key })).body.remaining_credits).toBe(2);
});

it('shares the credits of an account among its keys', async () => {
  const key = await account('sharing', 2);
  const other = await service.makeKey({ accountName: 'sharing' });
  expect(credits(await service.call('current-date', UTC, { key }))).toEqual(['1', '1']);
  expect(credits(await service.call('current-date', UTC, { key: other }))).toEqual(['1', '0']);
  expect((await service.call('current-date', UTC, { key })).status).toBe(402);
});

it('answers as many concurrent calls as there are credits', async () => {
  const key = await account('racing', 3);
  const request = () =>
    service.request({
      method: 'POST',
      url: '/v2/utils/current-date',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      payload: JSON.stringify(UTC),
    });
  const replies = await Promise.all(Array.from({ length: 20 }, request));
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([...Array(3).fill(200), ...Array(17).fill(402)]);
  const left = replies.filter((reply) => reply.status === 200).map((reply) => reply.headers['x-credits-remaining']);
  expect(left.toSorted()).toEqual(['0', '1', '2']);
  expect(await accountNamed('racing')).toMatchObject({ used: 3, remaining: 0 });
});
