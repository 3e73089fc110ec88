// The order of the checks of a call (contract: request order): if two checks would reject it, the earlier one
// answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, type Operation } from '../../src/contract/endpoints/endpoints.ts';
import { company, companyUrl } from '../support/fixture-records.ts';
import { type CallOptions, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
/** A key whose account has no credits, and a key whose account has reached its rate limit. */
let poor: string;
let hasty: string;
let hastyElsewhere: string;

beforeAll(async () => {
  service = await startTestService({ companies: [company('acme', 'Acme')] });
  poor = await service.makeAccount({ name: 'poor', creditsPerMonth: 0, requestsPerSecond: 1000 });
  hasty = await service.makeAccount({ name: 'hasty', creditsPerMonth: 10, requestsPerSecond: 1 });
  hastyElsewhere = await service.makeKey({ accountName: 'hasty', allowedPaths: ['/v2/search/people'] });
  await service.call('key-info', undefined, { key: hasty });
});
afterAll(() => service.close());

const KNOWN = { company_network_url: companyUrl('acme') };
const UNKNOWN = { company_network_url: companyUrl('nowhere') };
const TOO_LARGE = 'x'.repeat(1024 * 1024 + 1);
const company404 = (body: object, options: CallOptions) => service.call('company', body, options);

it('checks the path before the key', async () => {
  const { status, body } = await service.request({ method: 'POST', url: '/v2/search/persons' });
  expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
});

it('checks the method before the key', async () => {
  expect((await company404(KNOWN, { method: 'PUT', key: null })).status).toBe(405);
});

it('checks the rate before the allowed paths of the key, so that such calls count', async () => {
  expect((await service.call('company', KNOWN, { key: hastyElsewhere })).status).toBe(429);
  expect((await service.call('key-info', undefined, { key: hastyElsewhere })).status).toBe(429);
});

it('checks the allowed paths of the key before the body', async () => {
  const key = await service.makeKey({ allowedPaths: ['/v2/search/people'] });
  expect((await service.call('company', {}, { key })).status).toBe(401);
});

it.each([
  ['a body above the size limit', TOO_LARGE],
  ['a body that is no JSON', '{'],
  ['a body without the required field', '{}'],
])('checks the key before the body: %s', async (_, raw) => {
  expect((await company404({}, { raw, key: null })).status).toBe(401);
});

it.each([
  ['a body above the size limit', TOO_LARGE],
  ['a body that is no JSON', '{'],
  ['a body without the required field', '{}'],
])('checks the rate before the body: %s', async (_, raw) => {
  expect((await company404({}, { raw, key: hasty })).status).toBe(429);
});

it('checks the rate before the stored answer', async () => {
  const key = await service.makeAccount({ name: 'rate', creditsPerMonth: 10, requestsPerSecond: 1 });
  const options = { key, headers: { 'idempotency-key': 'rate' } };
  expect((await company404(KNOWN, options)).status).toBe(200);
  expect((await company404(KNOWN, options)).status).toBe(429);
});

describe('checks the body before the stored answer of its Idempotency-Key:', () => {
  it.each([
    ['a body above the size limit', TOO_LARGE, 413, /larger/],
    ['a body that is no JSON', '{', 422, /not valid JSON/],
    ['a body without the required field', '{}', 422, /is required/],
  ])('%s', async (_, raw, expected, message) => {
    const headers = { 'idempotency-key': 'bad body' };
    expect((await company404(KNOWN, { headers })).status).toBe(200);
    const { status, body } = await company404({}, { raw, headers });
    expect(status).toBe(expected);
    expect(body.error.message).toMatch(message);
  });
});

describe('checks the body before the credits:', () => {
  const bodies: [Operation, object, string][] = [
    ['company', {}, 'company_network_url'],
    ['company', { company_network_url: 'acme' }, 'company_network_url'],
    ['email', { person_network_url: '/company/acme' }, 'person_network_url'],
    ['email-to-person', { email: 'jane' }, 'email'],
    ['phone-to-person', { phone: '123' }, 'phone'],
    ['domain-to-network', { domain: 'localhost' }, 'domain'],
    ['current-date', { region: 'Mars' }, 'region'],
    ['people-search', { people: { job_level: ['Boss'] } }, 'people.job_level[0]'],
    ['people-search', {}, ''],
    ['company-search', { company: {} }, 'company'],
    ['company-search', { company: { name: ['x'] }, cursor: 'x' }, 'cursor'],
    ['job-search', { job: { title: ['!'] } }, 'job.title[0]'],
    ['company-jobs', {}, ''],
    ['employee-finder', { ...KNOWN, country_code: ['Atlantis'] }, 'country_code[0]'],
    ['waterfall', { ...KNOWN, cascade: [{}] }, 'cascade[0]'],
  ];
  it.each(bodies)('%s %j', async (operation, sent, path) => {
    const { status, body } = await service.call(operation, sent, { key: poor });
    expect([status, body.error.details?.[0].path]).toEqual([422, path]);
  });
});

it('sends a stored answer before it checks the credits', async () => {
  const key = await service.makeAccount({ name: 'credit', creditsPerMonth: 1, requestsPerSecond: 100 });
  const options = { key, headers: { 'idempotency-key': 'credit' } };
  expect((await company404(KNOWN, options)).status).toBe(200);
  expect((await company404(KNOWN, options)).status).toBe(200);
  expect((await company404(UNKNOWN, options)).status).toBe(422);
  expect((await company404(KNOWN, { key })).status).toBe(402);
});

it('checks the credits before the look-up, so that a 402 does not reveal whether a record exists', async () => {
  const statuses = [await company404(KNOWN, { key: poor }), await company404(UNKNOWN, { key: poor })].map(
    (reply) => reply.status,
  );
  expect(statuses).toEqual([402, 402]);
});

it('answers 402 without credits at every endpoint with a price', async () => {
  for (const [operation, { credits, example }] of Object.entries(ENDPOINTS)) {
    const { status } = await service.call(operation as Operation, example, { key: poor });
    expect([operation, status]).toEqual([operation, credits === 0 ? 200 : 402]);
  }
});
