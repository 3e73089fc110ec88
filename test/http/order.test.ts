// The order of the checks of a call (contract: request order): where two steps would refuse it, the earlier one answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, type Operation } from '../../src/contract/endpoints.ts';
import { company, companyUrl } from '../support/fixture-records.ts';
import { type CallOptions, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
/** A key whose account has no credit, and one whose account has used up its rate. */
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

it('an unknown path goes before a missing key', async () => {
  const { status, body } = await service.request({ method: 'POST', url: '/v2/search/persons' });
  expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
});

it('a wrong method goes before a missing key', async () => {
  expect((await company404(KNOWN, { method: 'PUT', key: null })).status).toBe(405);
});

it('a used-up rate goes before a path that the key may not call: its calls count like any others', async () => {
  expect((await service.call('company', KNOWN, { key: hastyElsewhere })).status).toBe(429);
  expect((await service.call('key-info', undefined, { key: hastyElsewhere })).status).toBe(429);
});

it('a path that the key may not call goes before a bad body', async () => {
  const key = await service.makeKey({ allowedPaths: ['/v2/search/people'] });
  expect((await service.call('company', {}, { key })).status).toBe(401);
});

it.each([
  ['an oversized one', TOO_LARGE],
  ['one that is no JSON', '{'],
  ['one without its field', '{}'],
])('a missing key goes before a bad body: %s', async (_, raw) => {
  expect((await company404({}, { raw, key: null })).status).toBe(401);
});

it.each([
  ['an oversized one', TOO_LARGE],
  ['one that is no JSON', '{'],
  ['one without its field', '{}'],
])('a used-up rate goes before a bad body: %s', async (_, raw) => {
  expect((await company404({}, { raw, key: hasty })).status).toBe(429);
});

it('a used-up rate goes before a stored answer', async () => {
  const key = await service.makeAccount({ name: 'rate', creditsPerMonth: 10, requestsPerSecond: 1 });
  const options = { key, headers: { 'idempotency-key': 'rate' } };
  expect((await company404(KNOWN, options)).status).toBe(200);
  expect((await company404(KNOWN, options)).status).toBe(429);
});

describe('a bad body goes before what is stored under its Idempotency-Key:', () => {
  it.each([
    ['an oversized one', TOO_LARGE, 413, /larger/],
    ['one that is no JSON', '{', 422, /not valid JSON/],
    ['one without its field', '{}', 422, /is required/],
  ])('%s', async (_, raw, expected, message) => {
    const headers = { 'idempotency-key': 'bad body' };
    expect((await company404(KNOWN, { headers })).status).toBe(200);
    const { status, body } = await company404({}, { raw, headers });
    expect(status).toBe(expected);
    expect(body.error.message).toMatch(message);
  });
});

describe('a bad body goes before a lack of credit:', () => {
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

it('a stored answer goes before a lack of credit', async () => {
  const key = await service.makeAccount({ name: 'credit', creditsPerMonth: 1, requestsPerSecond: 100 });
  const options = { key, headers: { 'idempotency-key': 'credit' } };
  expect((await company404(KNOWN, options)).status).toBe(200);
  expect((await company404(KNOWN, options)).status).toBe(200);
  expect((await company404(UNKNOWN, options)).status).toBe(422);
  expect((await company404(KNOWN, { key })).status).toBe(402);
});

it('a lack of credit goes before the work: nobody learns for nothing whether a record is known', async () => {
  const statuses = [await company404(KNOWN, { key: poor }), await company404(UNKNOWN, { key: poor })].map(
    (reply) => reply.status,
  );
  expect(statuses).toEqual([402, 402]);
});

it('a lack of credit refuses every endpoint that consumes', async () => {
  for (const [operation, { credits, example }] of Object.entries(ENDPOINTS)) {
    const { status } = await service.call(operation as Operation, example, { key: poor });
    expect([operation, status]).toEqual([operation, credits === 0 ? 200 : 402]);
  }
});
