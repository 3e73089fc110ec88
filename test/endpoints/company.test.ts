import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, companyUrl, person, position } from '../support/fixture-records.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { longestUrl, otherThan, spellingsOf, wrongShapes } from '../support/url-forms.ts';

const COMPANIES = [
  {
    network_url: 'http://Profiles.Example/company/ACME/?from=list',
    name: 'Acme GmbH',
    domain: 'https://www.Acme.Example/',
    domains: ['acme-group.example'],
    email_domain: 'mail.acme.example',
    website: 'https://www.acme.example/en',
    industry: 'software development',
    type: 'privately held',
    employee_count: 420,
    followers: 12_000,
    founded_year: 1999,
    about: 'Since 1999-2001. Sales: sales@acme.example or 020 7946 0999.',
    specialties: ['Roller skates', 'Call +1 202 555 0144'],
    hq: { city: 'São Paulo', state: 'SP', country_code: 'br' },
    updated_at: '2029-05-01T10:00:00Z',
  },
  company('bare', 'Bare'),
  company('bucket', 'Bucket', { size: '201-500' }),
  company('empty', 'Empty', { employee_count: 0 }),
  company('übermaß-株式会社', 'Übermaß'),
  company("o'neil&(co)+,’", 'O’Neil & (Co)'),
  company('leaver', 'Leaver', { domain: 'leaver.example' }),
  company('mover', 'Mover', { domain: 'mover.example', domains: ['moved.example'] }),
];

let service: TestService;
beforeAll(async () => {
  // The employer `stub` occurs in a position only and has no record.
  service = await startTestService({
    companies: COMPANIES,
    people: [person('jane', 1, { experiences: [position('stub', 'Clerk')] })],
  });
});
afterAll(() => service.close());
const request = (company_network_url: unknown) => service.call('company', { company_network_url });

it('answers the whole record in normal form, with free text without addresses and numbers', async () => {
  const { status, body } = await request('/company/acme');
  expect(status).toBe(200);
  expect(body).toEqual({
    found: true,
    company: {
      network_url: 'https://profiles.example/company/acme',
      name: 'Acme GmbH',
      domain: 'acme.example',
      website: 'https://www.acme.example/en',
      industry: 'Software Development',
      type: 'Privately Held',
      size: '201-500',
      employee_count: 420,
      followers: 12_000,
      founded_year: 1999,
      about: 'Since 1999-2001. Sales: [redacted] or [redacted].',
      specialties: ['Roller skates', 'Call [redacted]'],
      hq: {
        city: 'São Paulo',
        state: 'SP',
        country_code: 'BR',
        country_name: 'Brazil',
        continent: 'South America',
        sales_region: 'LATAM',
      },
      updated_at: '2029-05-01T10:00:00Z',
    },
  });
});

it('answers null and empty lists for unknown values', async () => {
  const { body } = await request(companyUrl('bare'));
  const { network_url, name, specialties, ...others } = body.company;
  expect([network_url, name, specialties]).toEqual([companyUrl('bare'), 'Bare', []]);
  expect(new Set(Object.values(others))).toEqual(new Set([null]));
});

it.each([
  ['with only a size range has no count', 'bucket', '201-500', null],
  ['without employees has no size range', 'empty', null, 0],
])('a company %s', async (_, slug, size, employee_count) => {
  const { body } = await request(companyUrl(slug));
  expect(body.company).toMatchObject({ size, employee_count });
});

describe('is a 404 if', () => {
  it.each([
    ['the company is unknown', 'nowhere'],
    ['the company is known only as an employer', 'stub'],
  ])('%s', async (_, slug) => {
    const { status, body } = await request(companyUrl(slug));
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the profile URL', () => {
  it.each([...spellingsOf('company'), longestUrl('company')])('%j identifies acme', async (url) => {
    const { status, body } = await request(url);
    expect([status, body.company?.name]).toEqual([200, 'Acme GmbH']);
  });

  it.each([
    [
      '/company/übermaß-株式会社',
      'https://www.network.example/company/%C3%BCberma%C3%9F-%E6%A0%AA%E5%BC%8F%E4%BC%9A%E7%A4%BE',
    ],
    [
      '/company/u\u0308berma%C3%9F-株式会社',
      'https://www.network.example/company/%C3%BCberma%C3%9F-%E6%A0%AA%E5%BC%8F%E4%BC%9A%E7%A4%BE',
    ],
    ["/company/O'NEIL&(CO)+,’", "https://www.network.example/company/o'neil%26(co)%2B%2C%E2%80%99"],
  ])('%s is answered percent-encoded once, and still identifies the same company', async (url, canonical) => {
    const { status, body } = await request(url);
    expect([status, body.company?.network_url]).toEqual([200, canonical]);
    expect((await request(canonical)).body).toEqual(body);
  });

  it.each(otherThan('company'))('rejects %j', async (url) => {
    const { status, body } = await request(url);
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      { path: 'company_network_url', message: expect.stringContaining('/company/{slug}'), suggestion: null },
    ]);
  });

  it.each(wrongShapes('company_network_url', 'company_network_url, domain or name'))(
    'rejects the wrong shape %j',
    async (sent, message) => {
      const { status, body } = await service.call('company', sent);
      expect([status, body.error.message]).toEqual([422, message]);
    },
  );
});

describe('at once, without a new edition,', () => {
  it('an imported company is found, and its newer record is answered', async () => {
    expect((await request('/company/newcomer')).status).toBe(404);
    await service.import({ companies: [company('newcomer', 'Newcomer')] });
    expect((await request('/company/newcomer')).body.company.name).toBe('Newcomer');
    await service.import({ companies: [company('newcomer', 'Newcomer Ltd', { updated_at: '2030-01-01T00:00:00Z' })] });
    expect((await request('/company/newcomer')).body.company.name).toBe('Newcomer Ltd');
  });

  it.each([
    ['suppressed', 'leaver', 'company', 'leaver'],
    ['on a suppressed domain', 'mover', 'domain', 'moved.example'],
  ] as const)('a company %s is not found', async (_, slug, kind, value) => {
    expect((await request(companyUrl(slug))).status).toBe(200);
    await service.suppress(kind, value);
    expect((await request(companyUrl(slug))).status).toBe(404);
  });
});

it('uses the host of the settings in every profile URL', async () => {
  const { network_url } = COMPANIES[0] as { network_url: string };
  const people = [
    person('jane', 1, {
      network_url: 'https://elsewhere.example/in/jane',
      about_me: 'See "network_url":"https://elsewhere.example/in/jane"',
      experiences: [position({ company_network_url: network_url }, 'Clerk')],
      emails: [{ email: 'jane@acme.example' }],
    }),
  ];
  const jobs = [{ company_network_url: network_url, title: 'Clerk', source: 'board' }];
  const other = await startTestService({ companies: COMPANIES, people, jobs }, { networkHost: 'Network.Test' });
  const acme = 'https://network.test/company/acme';
  try {
    expect((await other.call('company', { company_network_url: network_url })).body.company.network_url).toBe(acme);
    expect((await other.call('domain-to-network', { domain: 'acme.example' })).body.company_network_url).toBe(acme);
    const { person: jane } = (await other.call('email-to-person', { email: 'jane@acme.example' })).body;
    expect(jane.network_url).toBe('https://network.test/in/jane');
    expect(jane.experiences[0].company_network_url).toBe(acme);
    expect(jane.about_me).toBe('See "network_url":"https://elsewhere.example/in/jane"');
    const staff = await other.call('people-search', { company: { name: ['acme'] } });
    expect(staff.body.results[0]).toMatchObject({
      network_url: 'https://network.test/in/jane',
      company: { network_url: acme },
    });
    const openings = await other.call('company-jobs', { company_network_url: network_url });
    expect(openings.body.results[0].company.network_url).toBe(acme);
    const countries = await other.call('country-distribution', { company_network_url: network_url });
    expect(countries.body.company_network_url).toBe(acme);
    const cascade = [{ include_title: ['clerk'] }];
    for (const slug of ['acme', 'unknown']) {
      const steps = await other.call('waterfall', { company_network_url: `/company/${slug}`, cascade });
      expect(steps.body.company_network_url).toBe(`https://network.test/company/${slug}`);
    }
  } finally {
    await other.close();
  }
});
