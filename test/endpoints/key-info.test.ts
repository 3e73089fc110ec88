import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATHS } from '../../src/contract/endpoints/paths.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

it('answers the permissions and the remaining credits of the key', async () => {
  const key = await service.makeAccount({ name: 'limited', creditsPerMonth: 250, requestsPerSecond: 7 });
  const { status, body } = await service.call('key-info', undefined, { key });
  expect(status).toBe(200);
  expect(body).toEqual({
    valid: true,
    id: expect.stringMatching(/^key_/),
    remaining_credits: 250,
    next_reset_at: '2030-06-01T00:00:00.000Z',
    max_requests_per_seconds: 7,
    allowed_apis: PATHS,
    active_plans: [{ name: 'limited', status: 'active' }],
  });
});

it('lists all paths for a key without limits', async () => {
  const { body } = await service.call('key-info');
  expect(body.allowed_apis.toSorted()).toEqual([
    '/v2/account/key-info',
    '/v2/batches',
    '/v2/bulk/company',
    '/v2/bulk/domain-to-network',
    '/v2/bulk/email',
    '/v2/bulk/email-to-person',
    '/v2/bulk/match-company',
    '/v2/bulk/match-person',
    '/v2/bulk/network-to-domain',
    '/v2/bulk/phone',
    '/v2/bulk/phone-to-person',
    '/v2/enrichment/company',
    '/v2/enrichment/company-distribution-by-country',
    '/v2/enrichment/company-distribution-by-department',
    '/v2/enrichment/domain-to-network',
    '/v2/enrichment/email',
    '/v2/enrichment/email-to-person',
    '/v2/enrichment/network-to-domain',
    '/v2/enrichment/phone',
    '/v2/enrichment/phone-to-person',
    '/v2/jobs/company',
    '/v2/jobs/count',
    '/v2/jobs/search',
    '/v2/match/company',
    '/v2/match/person',
    '/v2/search/companies',
    '/v2/search/companies/count',
    '/v2/search/employee-finder',
    '/v2/search/people',
    '/v2/search/people/count',
    '/v2/search/waterfall-icp-keyword',
    '/v2/utils/autocomplete',
    '/v2/utils/current-date',
    '/v2/watches',
    '/v2/webhooks',
  ]);
});

it('lists only the allowed paths of a limited key', async () => {
  const allowedPaths = ['/v2/search/people', '/v2/utils/current-date'];
  const key = await service.makeKey({ allowedPaths });
  const { status, body } = await service.call('key-info', undefined, { key });
  expect(status).toBe(200);
  expect(body.allowed_apis).toEqual(['/v2/account/key-info', ...allowedPaths]);
});

it('distinguishes the key from the others of its account, which share credits and rate', async () => {
  const key = await service.makeAccount({ name: 'sharing', creditsPerMonth: 10, requestsPerSecond: 100 });
  const other = await service.makeKey({ accountName: 'sharing' });
  await service.call('current-date', { region: 'UTC' }, { key });
  const first = await service.call('key-info', undefined, { key });
  const second = await service.call('key-info', undefined, { key: other });
  expect(first.body.id).not.toBe(second.body.id);
  expect([first.body.remaining_credits, second.body.remaining_credits]).toEqual([9, 9]);
});

it('answers null credits for an unlimited plan', async () => {
  const key = await service.makeAccount({ name: 'unlimited', creditsPerMonth: null, requestsPerSecond: 5 });
  expect((await service.call('key-info', undefined, { key })).body.remaining_credits).toBeNull();
});

it('answers without credits, because it is free', async () => {
  const key = await service.makeAccount({ name: 'empty', creditsPerMonth: 0, requestsPerSecond: 5 });
  const { status, headers, body } = await service.call('key-info', undefined, { key });
  expect([status, body.remaining_credits]).toEqual([200, 0]);
  expect(headers).not.toHaveProperty('x-credits-used');
});

it('counts against the rate limit', async () => {
  const key = await service.makeAccount({ name: 'slow', creditsPerMonth: 0, requestsPerSecond: 2 });
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await service.call('key-info', undefined, { key })).status);
  expect(statuses).toEqual([200, 200, 429]);
});

it.each([
  ['2030-12-31T23:59:59.999Z', '2031-01-01T00:00:00.000Z'],
  ['2031-01-01T00:00:00.000Z', '2031-02-01T00:00:00.000Z'],
  ['2032-02-29T12:00:00.000Z', '2032-03-01T00:00:00.000Z'],
])('at %s the credits reset at %s', async (now, reset) => {
  service.clock.ms = Date.parse(now);
  expect((await service.call('key-info')).body.next_reset_at).toBe(reset);
});

it('ignores query and body', async () => {
  const reply = await service.request({
    method: 'GET',
    url: '/v2/account/key-info?x=1',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    payload: '{',
  });
  expect(reply.status).toBe(200);
});
