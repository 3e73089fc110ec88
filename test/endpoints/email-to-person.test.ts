import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl, person, personUrl, position, rank } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { wrongShapes } from '../support/url-forms.ts';

const PEOPLE = [
  {
    network_url: 'http://Profiles.Example/in/Jane-Doe/',
    full_name: 'Jane Doe',
    first_name: 'Jane',
    last_name: 'Doe',
    headline: 'Write to jane@home.example or call +1 202 555 0155',
    about_me: 'At Acme since 2015-2020. Mail: JANE.DOE@acme.example.',
    location: { city: 'Berlin', state_code: 'BE', country_code: 'DE' },
    connections_count: 900,
    experiences: [
      position('acme', 'VP Sales', {
        ...rank('VP', 'Sales & Business Development'),
        job_start_date: '2020-01',
        job_location: { city: 'Bonn' },
      }),
      position('acme', 'Adviser', { ...rank('Other', 'Legal'), job_start_date: '2024-02-29' }),
      position({ company_name: 'Old Firm', company_domain: 'old.example' }, 'Clerk', {
        ...rank('Staff'),
        job_description: 'Phone 020 7946 0999',
        job_is_current: false,
        job_start_date: '2011',
        job_end_date: '2015-06',
      }),
    ],
    education: [{ school_name: 'Invented College', degree: 'MA', start_date: '2005', end_date: '2010' }],
    skills: ['Selling', 'Rowing'],
    certifications: [{ authority: 'Board', name: 'Seller', url: 'https://board.example/1' }],
    emails: [
      { email: 'Jane.Doe@Acme.Example', status: 'valid', is_primary: true },
      { email: 'jane@old.example', status: 'invalid' },
      { email: 'jane@bücher.example', status: 'unknown' },
    ],
    phones: [{ phone: '+1 202 555 0155', kind: 'mobile' }],
    updated_at: '2029-05-01T10:00:00+02:00',
  },
  person('plain', null, { emails: [{ email: "plain+tag.o'x@acme.example" }] }),
  person('marked', 1, {
    experiences: [
      position('acme', 'Newer', { job_start_date: '2029-01-01', ...rank('Staff') }),
      position('acme', 'Marked', { job_start_date: '2001', is_primary: true, ...rank('Director', 'Legal') }),
    ],
    emails: [{ email: 'marked@acme.example' }],
  }),
  person('first-listed', 1, {
    experiences: [position('acme', 'First', rank('Manager')), position('acme', 'Second', rank('C-Team'))],
    emails: [{ email: 'first@acme.example' }],
  }),
  person('retired', 1, {
    experiences: [position('acme', 'Chief Executive Officer', { job_end_date: '2020-01' })],
    emails: [{ email: 'retired@acme.example' }],
  }),
  person('leaver', 1, { emails: [{ email: 'leaver@acme.example' }, { email: 'leaver@home.example' }] }),
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    companies: [company('acme', 'Acme', { domain: 'acme.example' })],
    people: PEOPLE,
  });
});
afterAll(() => service.close());
const request = (email: unknown) => service.call('email-to-person', { email });

it('answers the whole person, without addresses and numbers, also in free text', async () => {
  const { status, body } = await request('jane.doe@acme.example');
  const none = { city: null, state_code: null, country_code: null };
  expect(status).toBe(200);
  expect(body).toEqual({
    found: true,
    person: {
      network_url: 'https://profiles.example/in/jane-doe',
      full_name: 'Jane Doe',
      first_name: 'Jane',
      last_name: 'Doe',
      headline: 'Write to [redacted] or call [redacted]',
      about_me: 'At Acme since 2015-2020. Mail: [redacted].',
      location: {
        city: 'Berlin',
        state_code: 'BE',
        country_code: 'DE',
        country_name: 'Germany',
        continent: 'Europe',
        sales_region: 'EMEA',
      },
      connections_count: 500,
      experiences: [
        {
          job_title: 'VP Sales',
          company_name: null,
          company_network_url: companyUrl('acme'),
          company_domain: null,
          job_description: null,
          job_start_date: '2020-01',
          job_end_date: null,
          job_is_current: true,
          // A city of this name exists in one country only.
          job_location: { ...none, city: 'Bonn', country_code: 'DE' },
        },
        {
          job_title: 'Adviser',
          company_name: null,
          company_network_url: companyUrl('acme'),
          company_domain: null,
          job_description: null,
          job_start_date: '2024-02-29',
          job_end_date: null,
          job_is_current: true,
          job_location: null,
        },
        {
          job_title: 'Clerk',
          company_name: 'Old Firm',
          company_network_url: null,
          company_domain: 'old.example',
          job_description: 'Phone [redacted]',
          job_start_date: '2011',
          job_end_date: '2015-06',
          job_is_current: false,
          job_location: null,
        },
      ],
      education: [{ school_name: 'Invented College', degree: 'MA', start_date: '2005', end_date: '2010' }],
      skills: ['Selling', 'Rowing'],
      certifications: [{ authority: 'Board', name: 'Seller', url: 'https://board.example/1' }],
      updated_at: '2029-05-01T08:00:00Z',
      job_title: 'Adviser',
      job_level: 'Other',
      job_function: 'Legal',
    },
  });
});

it('answers null and empty lists for unknown values', async () => {
  const { body } = await request("plain+tag.o'x@acme.example");
  const { network_url, full_name, experiences, education, skills, certifications, ...others } = body.person;
  expect([network_url, full_name]).toEqual([personUrl('plain'), 'Plain']);
  expect([experiences, education, skills, certifications]).toEqual([[], [], [], []]);
  expect(new Set(Object.values(others))).toEqual(new Set([null]));
});

describe('the position of the person is', () => {
  it.each([
    ['the one that began last', 'jane.doe', 'Adviser', 'Other'],
    ['the one marked as primary', 'marked', 'Marked', 'Director'],
    ['the first listed one if they are otherwise equal', 'first', 'First', 'Manager'],
    ['null if the last one has ended, whatever is_current says', 'retired', null, null],
  ])('%s', async (_, name, job_title, job_level) => {
    const { status, body } = await request(`${name}@acme.example`);
    expect(status).toBe(200);
    expect(body.person).toMatchObject({ job_title, job_level });
  });
});

describe('the address', () => {
  it.each([
    'JANE.DOE@ACME.EXAMPLE',
    ' jane.doe@acme.example\n',
    'jane@old.example',
    'jane@bücher.example',
    'JANE@BÜCHER.example',
    'jane@xn--bcher-kva.example',
  ])('%j finds its owner in any case, with any status and any spelling of its domain', async (email) => {
    const { status, body } = await request(email);
    expect([status, body.person?.full_name]).toEqual([200, 'Jane Doe']);
  });

  it.each(['jane.do@acme.example', 'jane.doe@www.acme.example', 'jane.doe@sub.acme.example', 'janedoe@acme.example'])(
    '%s is another address',
    async (email) => {
      const { status, body } = await request(email);
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('may have 254 characters, but no more', async () => {
    const host = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(54)}.example`;
    const longest = `${'x'.repeat(63)}@${host}`;
    expect(longest).toHaveLength(254);
    expect((await request(longest)).status).toBe(404);
    expect((await request(`${'x'.repeat(242)}@acme.example`.slice(1))).status).toBe(404);
    const { status, body } = await request(`x${longest}`);
    expect([status, body.error.message]).toEqual([422, 'email: must have at most 254 characters']);
  });

  it.each([
    'jane.doe',
    'jane.doe@',
    '@acme.example',
    'jane.doe@acme',
    'jane.doe@localhost',
    'jane.doe@192.0.2.1',
    'jane.doe@[192.0.2.1]',
    'jane@doe@acme.example',
    'jane doe@acme.example',
    'jane.doe@acme example',
    '.jane@acme.example',
    'jane.@acme.example',
    'jane..doe@acme.example',
    'jane.doe@.acme.example',
    'jane.doe@acme..example',
    'jane.doe@-acme.example',
    'Jane Doe <jane.doe@acme.example>',
    'mailto:jane.doe@acme.example',
    'jane.doe@acme.example, joe@acme.example',
    'jane.doe@acme.example/about',
    'jane.doe@acme.example:25',
    '"jane doe"@acme.example',
    'jané.doe@acme.example',
    ' ',
  ])('rejects %j', async (email) => {
    const { status, body } = await request(email);
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      { path: 'email', message: expect.stringContaining('one e-mail'), suggestion: null },
    ]);
  });

  it.each(wrongShapes('email').slice(0, -1))('rejects the wrong shape %j', async (sent, message) => {
    const { status, body } = await service.call('email-to-person', sent);
    expect([status, body.error.message]).toEqual([422, message]);
  });
});

it('does not find a suppressed person by any address, at once', async () => {
  expect((await request('leaver@acme.example')).status).toBe(200);
  await service.suppress('email', 'leaver@home.example');
  expect((await request('leaver@acme.example')).status).toBe(404);
  expect((await request('leaver@home.example')).status).toBe(404);
});
