// Requests per second of an account, and the headers that report them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl } from '../support/fixture-records.ts';
import { type Reply, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: [company('acme', 'Acme')] });
});
afterAll(() => service.close());

const account = (name: string, requestsPerSecond: number) =>
  service.makeAccount({ name, creditsPerMonth: 1000, requestsPerSecond });
const request = (key: string) => service.call('key-info', undefined, { key });
const statuses = (replies: readonly Reply[]) => replies.map((reply) => reply.status);

it('admits at most the requests of the plan in any rolling second, and sends Retry-After', async () => {
  const key = await account('rolling', 3);
  const start = service.clock.ms;
  const at = async (ms: number) => {
    service.clock.ms = start + ms;
    return (await request(key)).status;
  };
  // The clock of the limiter advances by 1 ms per reading, so the intervals keep some milliseconds of distance from the
  // limit.
  expect([await at(0), await at(400), await at(800)]).toEqual([200, 200, 200]);
  expect([await at(900), await at(980)]).toEqual([429, 429]);
  expect([await at(1010), await at(1020)]).toEqual([200, 429]);
  expect([await at(1410), await at(1420)]).toEqual([200, 429]);
  expect([await at(1810), await at(1990)]).toEqual([200, 429]);
});

it('answers 429 with whole seconds to wait, at least 1', async () => {
  const key = await account('one', 1);
  await request(key);
  const { status, headers, body } = await request(key);
  expect([status, body.error.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(body.error.message).toBe('more than 1 request in a second; try again in 1 s');
  expect(headers).toMatchObject({
    'retry-after': '1',
    'ratelimit-policy': '"default";q=1;w=1',
    ratelimit: '"default";r=0;t=1',
  });
});

it('counts down in the headers of every answer to a known key', async () => {
  const key = await service.makeAccount({ name: 'countdown', creditsPerMonth: 1, requestsPerSecond: 6 });
  const replies = [
    await service.call('company', { company_network_url: companyUrl('acme') }, { key }),
    await service.call('company', { company_network_url: companyUrl('acme') }, { key }),
    await service.call('company', {}, { key }),
    await service.call('company', {}, { key, raw: 'x'.repeat(1024 * 1024 + 1) }),
    await request(key),
    await request(key),
    await request(key),
  ];
  expect(statuses(replies)).toEqual([200, 402, 422, 413, 200, 200, 429]);
  const left = [5, 4, 3, 2, 1, 0, 0];
  expect(replies.map((reply) => reply.headers['ratelimit'])).toEqual(left.map((count) => `"default";r=${count};t=1`));
  expect(new Set(replies.map((reply) => reply.headers['ratelimit-policy']))).toEqual(new Set(['"default";q=6;w=1']));
});

describe('the rate', () => {
  it('is shared by the keys of an account, but not with other accounts', async () => {
    const key = await account('shared', 3);
    const other = await service.makeKey({ accountName: 'shared' });
    const stranger = await account('stranger', 3);
    expect(statuses([await request(key), await request(other), await request(key), await request(other)])).toEqual([
      200, 200, 200, 429,
    ]);
    expect((await request(stranger)).status).toBe(200);
  });

  it('is not used by rejected requests: a caller that waits is admitted', async () => {
    const key = await account('waiting', 1);
    await request(key);
    for (let turn = 0; turn < 50; turn += 1) expect((await request(key)).status).toBe(429);
    service.clock.ms += 1000;
    expect((await request(key)).status).toBe(200);
  });

  it('is not used by wrong methods and unknown paths', async () => {
    const key = await account('elsewhere', 1);
    expect((await service.call('company', {}, { key, method: 'GET' })).status).toBe(405);
    const unknown = await service.request({ method: 'POST', url: '/v2/unknown', headers: { 'x-api-key': key } });
    expect(unknown.status).toBe(404);
    expect((await request(key)).status).toBe(200);
  });

  it('follows a change of the plan within a second', async () => {
    const key = await account('growing', 1);
    expect(statuses([await request(key), await request(key)])).toEqual([200, 429]);
    await service.admin.setPlan({ name: 'growing', creditsPerMonth: 1, requestsPerSecond: 2 });
    service.clock.ms += 1000;
    expect(statuses([await request(key), await request(key), await request(key)])).toEqual([200, 200, 429]);
  });

  it('applies to concurrent requests', async () => {
    const key = await account('parallel', 3);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => service.request({ url: '/v2/account/key-info', headers: { 'x-api-key': key } })),
    );
    expect(statuses(replies).toSorted()).toEqual([...Array(3).fill(200), ...Array(17).fill(429)]);
  });
});
