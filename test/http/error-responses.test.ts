// Error responses: the error envelope, and internal errors, whose answers reveal no details.
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editionsFolder } from '../../src/app/data-folder.ts';
import { ENDPOINTS, OPERATIONS, type Operation, type SingleOperation } from '../../src/contract/endpoints/endpoints.ts';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ACME = { company_network_url: companyUrl('acme') };
const SINGLES: Readonly<Record<SingleOperation, object | undefined>> = {
  'key-info': undefined,
  'people-search': { company: { name: ['acme'] } },
  'company-search': { company: { name: ['acme'] } },
  'people-count': { company: { name: ['acme'] } },
  'company-count': { company: { name: ['acme'] } },
  'job-count': { company: { name: ['acme'] } },
  waterfall: { ...ACME, cascade: [{ include_title: ['clerk'] }] },
  'employee-finder': ACME,
  'job-search': { company: { name: ['acme'] } },
  'company-jobs': ACME,
  email: { person_network_url: personUrl('jane') },
  phone: { person_network_url: personUrl('jane') },
  'email-to-person': { email: 'jane@acme.example' },
  'phone-to-person': { phone: '+1 202 555 0100' },
  company: ACME,
  'domain-to-network': { domain: 'acme.example' },
  'network-to-domain': ACME,
  'match-person': { email: 'jane@acme.example' },
  'match-company': { domain: 'acme.example' },
  'department-distribution': ACME,
  'country-distribution': ACME,
  'current-date': { region: 'UTC' },
  autocomplete: { field: 'company.name' },
};
const bodyOf = (operation: Operation): object | undefined => {
  const { itemsOf } = ENDPOINTS[operation];
  return itemsOf === null ? SINGLES[operation as SingleOperation] : { items: [SINGLES[itemsOf]] };
};
const NEED_EDITION: readonly Operation[] = [
  'people-search',
  'company-search',
  'people-count',
  'company-count',
  'job-count',
  'waterfall',
  'employee-finder',
  'job-search',
  'company-jobs',
  'department-distribution',
  'country-distribution',
  'autocomplete',
];
const NEED_CATALOG = OPERATIONS.filter((operation) => operation !== 'key-info' && operation !== 'current-date');
const INTERNALS =
  /sqlite|database|connection|catalog|SELECT|\.ts|node_modules|at \w+ \(|\/work|\/tmp|undefined|null is/i;

let service: TestService;
beforeEach(async () => {
  service = await startTestService({
    companies: [company('acme', 'Acme', { domain: 'acme.example' })],
    people: [
      person('jane', 1, {
        experiences: [position('acme', 'Clerk')],
        emails: [{ email: 'jane@acme.example', status: 'valid' }],
        phones: [{ phone: '+1 202 555 0100', kind: 'mobile' }],
      }),
    ],
    jobs: [{ ...ACME, title: 'Clerk', source: 'board' }],
  });
});
afterEach(() => service.close());

const statuses = async () =>
  Object.fromEntries(
    await Promise.all(OPERATIONS.map(async (operation) => [operation, (await callOf(operation)).status] as const)),
  );

function callOf(operation: Operation) {
  const { method, path } = ENDPOINTS[operation];
  const body = bodyOf(operation);
  return service.request({
    method,
    url: path,
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
}

/** The expected status of each operation: `status` for the listed operations, 200 for the others. */
const expected = (operations: readonly Operation[], status: number) =>
  Object.fromEntries(OPERATIONS.map((operation) => [operation, operations.includes(operation) ? status : 200]));

describe('a 422', () => {
  it('lists every error with its path, and starts its message with the first', async () => {
    const { status, body } = await service.call('people-search', {
      people: { job_level: 'VP', min_connections_count: -1, job_titel: ['x'] },
      max_results: 0,
      extra: true,
    });
    expect(status).toBe(422);
    const { code, message, details } = body.error;
    expect([body.success, code]).toEqual([false, 'INVALID_INPUT']);
    expect(message).toBe(`${details[0].path}: ${details[0].message}`);
    const paths = details.map((problem: { path: string }) => problem.path).toSorted();
    expect(paths).toEqual([
      'extra',
      'max_results',
      'people.job_level',
      'people.job_titel',
      'people.min_connections_count',
    ]);
    expect(details).toContainEqual({ path: 'people.job_titel', message: expect.any(String), suggestion: 'job_title' });
  });

  it('lists every value that is not allowed with the nearest allowed value', async () => {
    const { status, body } = await service.call('people-search', {
      company: { industry: ['Software Developmen'], country_code: ['US', 'Germany'] },
      people: { job_level: ['C-Team', 'Directr'], job_title: ['!'] },
    });
    expect(status).toBe(422);
    const places = body.error.details.map((problem: { path: string; suggestion: string | null }) => [
      problem.path,
      problem.suggestion,
    ]);
    expect(places).toEqual(
      expect.arrayContaining([
        ['company.industry[0]', 'Software Development'],
        ['company.country_code[1]', 'DE'],
        ['people.job_level[1]', 'Director'],
        ['people.job_title[0]', null],
      ]),
    );
    expect(places).toHaveLength(4);
  });
});

it('answers every other error with code, message and request id, and without details', async () => {
  const poor = await service.makeAccount({ name: 'poor', creditsPerMonth: 0, requestsPerSecond: 1 });
  const replies = [
    await service.call('company', ACME, { key: null }),
    await service.call('company', ACME, { key: poor }),
    await service.call('company', { company_network_url: '/company/nowhere' }),
    await service.call('company', ACME, { method: 'GET' }),
    await service.call('company', ACME, { raw: 'x'.repeat(1024 * 1024 + 1) }),
    await service.call('company', ACME, { key: poor }),
  ];
  const shown = replies.map(({ status, body }) => [status, body.error.code]);
  expect(shown).toEqual([
    [401, 'UNAUTHORIZED'],
    [402, 'CREDITS_EXHAUSTED'],
    [404, 'NOT_FOUND'],
    [405, 'METHOD_NOT_ALLOWED'],
    [413, 'INVALID_INPUT'],
    [429, 'RATE_LIMIT_EXCEEDED'],
  ]);
  for (const { body, headers } of replies) {
    expect(body).toEqual({
      success: false,
      error: {
        code: expect.any(String),
        message: expect.stringMatching(/^.{20,}$/),
        request_id: headers['x-request-id'],
      },
    });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  }
});

it('answers every endpoint while all parts work', async () => {
  expect(await statuses()).toEqual(expected([], 200));
});

describe('an internal error is a 500 that reveals no details and is not charged:', () => {
  it('the catalog fails', async () => {
    service.running.catalog.close();
    expect(await statuses()).toEqual(expected(NEED_CATALOG, 500));
    for (const operation of NEED_CATALOG) {
      const { body, headers } = await service.call(operation, bodyOf(operation));
      const request_id = headers['x-request-id'];
      expect(body).toEqual({
        success: false,
        error: { code: 'DATA_SERVICE_ERROR', message: expect.any(String), request_id },
      });
      expect(body.error.message).not.toMatch(INTERNALS);
      expect(headers).toMatchObject({ 'x-request-id': expect.any(String) });
      expect(headers['x-credits-used']).toBe(ENDPOINTS[operation].credits === 0 ? undefined : '0');
    }
  });

  it('the account store fails: no answer leaves without a charge', async () => {
    await service.running.accounts.close();
    for (let second = 0; second < 2; second += 1) {
      expect(await statuses()).toEqual(expected(OPERATIONS, 500));
      for (const operation of OPERATIONS) expect(JSON.stringify((await callOf(operation)).body)).not.toMatch(INTERNALS);
      service.clock.ms += 1000;
    }
  });

  it('there is no edition: look-ups are still answered', async () => {
    rmSync(editionsFolder(service.config), { recursive: true });
    await service.restart();
    expect(await statuses()).toEqual(expected(NEED_EDITION, 500));
    const { headers, body } = await service.call('people-search', SINGLES['people-search']);
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(body.error.message).toMatch(/try again/);
    await service.index();
    expect(await statuses()).toEqual(expected([], 200));
  });
});
