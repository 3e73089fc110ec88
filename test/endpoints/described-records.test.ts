// The look-ups email, phone and company of a record that is described instead of named by its profile URL.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl, person, personUrl, position } from '../support/fixture-records.ts';
import { faultsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

const PEOPLE = [
  person('jane', 10, {
    full_name: 'Jane Quillfeather',
    experiences: [position('acme', 'VP Sales')],
    emails: [{ email: 'jane@acme.example', status: 'valid' }],
    phones: [{ phone: '+12025550144', kind: 'mobile' }],
  }),
  person('tom-1', 5, { full_name: 'Tom Ray', experiences: [position('bolt', 'Clerk')] }),
  person('tom-2', 5, { full_name: 'Tom Ray', experiences: [position('bolt', 'Clerk')] }),
  person('leaver', 5, { full_name: 'Lea Ver', emails: [{ email: 'lea@acme.example' }] }),
];

let service: TestService;
beforeAll(async () => {
  const companies = [
    company('acme', 'Acme Robotics GmbH', { domain: 'acme.example', employee_count: 900 }),
    company('acme-labs', 'Acme Labs', { domain: 'acme.example', employee_count: 9 }),
    company('bolt', 'Bolt Bank'),
    company('twin-1', 'Twinpeak'),
    company('twin-2', 'Twinpeak'),
  ];
  service = await startTestService({ companies, people: PEOPLE });
});
afterAll(() => service.close());

const JANE = { full_name: 'Jane Quillfeather', company_name: 'Acme Robotics', job_title: 'VP Sales' };

describe('a described person has the answer of the profile URL', () => {
  it.each(['email', 'phone'] as const)('%s, for one credit', async (operation) => {
    const named = await service.call(operation, { person_network_url: personUrl('jane') });
    expect(named.status).toBe(200);
    for (const keys of [JANE, { email: 'JANE@acme.example' }, { phone: '+12025550144' }, { network_url: '/in/jane' }]) {
      const described = await service.call(operation, { person: keys });
      expect([described.status, described.body]).toEqual([200, named.body]);
      expect(described.headers['x-credits-used']).toBe('1');
    }
  });
});

describe('a described company has the answer of the profile URL', () => {
  it.each([{ domain: 'https://www.acme.example/about' }, { name: 'Acme Robotics' }])('%j', async (body) => {
    const named = await service.call('company', { company_network_url: companyUrl('acme') });
    const described = await service.call('company', body);
    expect([described.status, described.body]).toEqual([200, named.body]);
    expect(described.headers['x-credits-used']).toBe('1');
  });
});

describe('is a free 404 if no record matches well enough:', () => {
  it.each([
    ['email', { person: { full_name: 'Jane Quillfeather' } }],
    ['email', { person: { full_name: 'Tom Ray', company_name: 'Bolt Bank' } }],
    ['email', { person: { email: 'unknown@acme.example' } }],
    ['phone', { person: { ...JANE, company_name: 'Bolt Bank', email: 'unknown@acme.example' } }],
    ['phone', { person: { email: 'lea@acme.example' } }],
    ['company', { domain: 'unknown.example' }],
    ['company', { name: 'Twinpeak' }],
  ] as const)('%s %j', async (operation, body) => {
    const { status, body: answer, headers } = await service.call(operation, body);
    expect([status, answer.error.code, headers['x-credits-used']]).toEqual([404, 'NOT_FOUND', '0']);
  });

  it('the message states the remedy', async () => {
    const { body } = await service.call('company', { name: 'Twinpeak' });
    expect(body.error.message).toMatch(
      /the best candidate has 0\.\d+: give more keys, or list the candidates with POST \/v2\/match\/company/,
    );
  });
});

describe('rejects', () => {
  const url = { person_network_url: personUrl('jane') };
  it.each<['email' | 'company', object, string[]]>([
    ['email', { ...url, person: JANE }, ['person']],
    ['email', { person: {} }, ['person']],
    ['email', { person: 'Jane' }, ['person']],
    ['email', { person: null }, ['person']],
    ['email', { person: { ...JANE, nmae: 'Jane' } }, ['person.nmae']],
    ['email', { person: { first_name: 'Jane', country_code: 'Germny' } }, ['person.last_name', 'person.country_code']],
    [
      'email',
      { person: { email: 'x', phone: 'x', network_url: 'x' } },
      [...['person.network_url', 'person.email', 'person.phone']],
    ],
    ['email', { person: { ...JANE, min_score: 0.5 } }, ['person.min_score']],
    [
      'email',
      { person_network_url: 'x', person: { full_name: '.' } },
      ['person', 'person_network_url', 'person.full_name'],
    ],
    ['email', { person_network_url: 5, person: JANE }, ['person', 'person_network_url']],
    ['company', { domain: 'acme.example', name: 'Acme' }, ['name']],
    ['company', { company_network_url: companyUrl('acme'), domain: 'x', name: '.' }, ['domain', 'name']],
    ['company', { name: '...' }, ['name']],
    ['company', { domain: 'localhost' }, ['domain']],
    ['company', {}, ['company_network_url']],
  ])('%s %j', async (operation, body, places) => {
    const reply = await service.call(operation, body);
    expect(faultsOf(reply).map(([path]) => path)).toEqual(places);
    expect(reply.headers['x-credits-used']).toBe('0');
  });

  it('two alternatives at once, and names all of them', async () => {
    const { body } = await service.call('company', { domain: 'acme.example', name: 'Acme' });
    expect(body.error.message).toBe(
      'name: must not be given with domain; give exactly one of company_network_url, domain or name',
    );
  });
});

it('never answers a suppressed person', async () => {
  const request = () => service.call('email', { person: { email: 'lea@acme.example' } });
  expect((await request()).status).toBe(200);
  await service.suppress('person', 'leaver');
  expect((await request()).status).toBe(404);
});

it('is an item of a bulk call', async () => {
  const items = [
    { id: 'a', person: JANE },
    { person: { full_name: 'Nora Unknown' } },
    { person: JANE, person_network_url: 'x' },
  ];
  const { body } = await service.call('bulk-email', { items });
  expect(body.results.map(({ status }: { status: number }) => status)).toEqual([200, 404, 422]);
  expect(body.credits_used).toBe(1);
});
