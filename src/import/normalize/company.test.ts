import { describe, expect, it } from 'vitest';
import { normalizeCompany } from './company.ts';
import { isReject } from './scope.ts';

const TODAY = '2026-03-15';

function normalize(values: Record<string, unknown>) {
  const warnings: string[] = [];
  const notes = { warn: (field: string, reason: string) => void warnings.push(`${field}: ${reason}`) };
  const company = normalizeCompany({ values, path: '', notes }, { today: TODAY });
  if (isReject(company)) throw new Error(company.reason);
  return { company, warnings };
}

const FULL = {
  network_url: 'https://www.network.example/company/Acme-Corp/',
  name: ' Acme ',
  domain: 'https://www.acme.test/',
  domains: ['acme.example', 'ACME.test'],
  email_domain: 'mail.acme.test',
  website: 'https://acme.test/home',
  industry: 'computer and network security',
  type: 'PRIVATELY HELD',
  size: '51-200',
  employee_count: 120,
  followers: '1,234',
  founded_year: 1999,
  about: 'We make things.',
  specialties: ['Anvils', 'Rockets', 'Anvils', ''],
  hq: {
    city: 'Bern',
    state: 'BE',
    country_code: 'ch',
    country_name: 'Switzerland',
    continent: 'Europe',
    sales_region: 'EMEA',
  },
  crm_id: 'A-7',
  isin: ['us0acme00100'],
  lei: '529900ACMEROCKETSA94',
  registry_number: 'HRB 12345',
  github_handle: 'https://github.com/acme',
  x_handle: '@acme',
  updated_at: '2026-01-02T03:04:05+01:00',
};

describe('a company row', () => {
  it('has no ids that a spreadsheet or JSON has rounded', () => {
    const { company, warnings } = normalize({ name: 'Acme', crm_id: [7, 2 ** 53, '1.23457E+16', 'A-7'] });
    expect(company.crm_id).toEqual(['7', 'A-7']);
    expect(warnings).toEqual([
      'crm_id: a number of more than 15 digits, which JSON rounds: write it as a text',
      'crm_id: a number rounded by a spreadsheet',
    ]);
  });

  it('has the first value of a list where it has one value, and notes that there are others', () => {
    const lists = { name: ['Acme'], industry: [null, 'Banking', 'Retail'], about: [], type: [{ is: 'odd' }] };
    const { company, warnings } = normalize(lists);
    expect(company).toMatchObject({ name: 'Acme', industry: 'Banking', about: null, type: null });
    expect(warnings).toEqual(['industry: a list, of which only the first value is used', 'type: not a text']);
  });

  it('becomes a record in normal form', () => {
    expect(normalize(FULL)).toEqual({
      warnings: [],
      company: {
        network_url: { slug: 'acme-corp', host: 'www.network.example' },
        name: 'Acme',
        domains: ['acme.test', 'acme.example'],
        email_domain: 'mail.acme.test',
        website: 'https://acme.test/home',
        industry: 'Computer and Network Security',
        type: 'Privately Held',
        size: '51-200',
        employee_count: 120,
        followers: 1234,
        founded_year: 1999,
        about: 'We make things.',
        specialties: ['Anvils', 'Rockets'],
        hq: { city: 'Bern', state: 'BE', country_code: 'CH' },
        crm_id: ['A-7'],
        isin: ['US0ACME00100'],
        lei: ['529900ACMEROCKETSA94'],
        registry_number: ['HRB12345'],
        github_handle: ['acme'],
        x_handle: ['acme'],
        updated_at: '2026-01-02T02:04:05Z',
      },
    });
  });

  it('is valid with a name only', () => {
    const { company, warnings } = normalize({ name: 'Acme', domain: null, hq: {}, specialties: '' });
    expect(company).toMatchObject({
      name: 'Acme',
      domains: [],
      hq: null,
      specialties: [],
      employee_count: null,
      updated_at: null,
    });
    expect(warnings).toEqual([]);
  });

  it.each([{}, { name: '' }, { name: '  ' }, { name: null }, { name: [{ is: 'Acme' }] }])(
    'rejects %j, which has no name',
    (values) => {
      const row = { values, path: '', notes: { warn: () => {} } };
      expect(normalizeCompany(row, { today: TODAY })).toMatchObject({
        field: 'name',
        reason: 'a company needs a name',
      });
    },
  );

  it('loses bad values one by one, each with its reason', () => {
    const { company, warnings } = normalize({
      name: 'Acme',
      network_url: 'https://network.example/in/acme',
      domain: 'localhost',
      domains: ['acme.test', '192.0.2.1'],
      email_domain: 'jo@acme.test',
      website: 'see below',
      employee_count: 'many',
      followers: -3,
      founded_year: 2999,
      hq: { city: 'Bern', country_code: 'Atlantis' },
      updated_at: 'yesterday',
    });
    expect(company).toMatchObject({
      network_url: null,
      domains: ['acme.test'],
      hq: { city: 'Bern', country_code: 'CH' },
    });
    expect(warnings.toSorted()).toEqual([
      'domain: not a domain',
      'domains: not a domain',
      'email_domain: not a domain',
      'employee_count: not a number of employees',
      'followers: not between 0 and 2147483647',
      'founded_year: not a year from 500 to the current year',
      'hq.country_code: unknown country',
      'network_url: not a company profile URL (/company/{slug})',
      'updated_at: not a timestamp (ISO 8601)',
      'website: not a web address',
    ]);
  });

  it.each(['', ' ', 'n/a', '-'])('has no number where a source writes %j', (followers) => {
    const { company, warnings } = normalize({ name: 'Acme', followers });
    expect([company.followers, warnings]).toEqual([null, []]);
  });

  it('notes unknown fields, nested ones with their path, but not fields that are derived from others', () => {
    const hq = { zip: '3000', continent: 'Europe', country_code: 'CH' };
    expect(normalize({ name: 'Acme', colour: 'red', hq }).warnings).toEqual([
      'colour: unknown field, ignored',
      'hq.zip: unknown field, ignored',
    ]);
  });

  it('notes contradictions of a second field', () => {
    const { company, warnings } = normalize({
      ...{ name: 'Acme', employee_count: '100', size: '120', website: 'https://a.test, https://b.test' },
      hq: { city: 'Leeds', country_code: 'GB', country_name: 'France', text: 'Lyon, France' },
    });
    expect(company).toMatchObject({ employee_count: 100, website: 'https://a.test', hq: { country_code: 'GB' } });
    expect(warnings.toSorted()).toEqual([
      'hq.country_name: dropped: contradicts country_code',
      'hq: dropped: a place in another country',
      'size: dropped: contradicts employee_count',
      'website: dropped: the first of several web addresses is kept',
    ]);
    expect(normalize({ name: 'Acme', hq: { continent: 'Europe' } }).warnings).toHaveLength(1);
  });

  it('keeps a bucket and a number that differ, because sources state them separately', () => {
    const { company, warnings } = normalize({ name: 'Acme', employee_count: '5001', size: '51-200' });
    expect(company).toMatchObject({ employee_count: 5001, size: '51-200' });
    expect(warnings).toEqual([]);
  });

  it('takes its domain from the website only if it has none, and never from a platform', () => {
    expect(normalize({ name: 'A', website: 'www.acme.test/x' }).company.domains).toEqual(['acme.test']);
    expect(normalize({ name: 'A', website: 'www.acme.test', domain: 'a.test' }).company.domains).toEqual(['a.test']);
    const further = normalize({ name: 'A', website: 'www.acme.test', domains: ['a.test', 'acme.test'] });
    expect(further.company.domains).toEqual(['acme.test', 'a.test']);
    const onPlatform = normalize({ name: 'A', website: 'https://facebook.com/acme' });
    expect(onPlatform.company).toMatchObject({ domains: [], website: 'https://facebook.com/acme' });
    expect(onPlatform.warnings).toEqual(['website: no domain was derived: the site belongs to a platform']);
  });

  it('shows the first of several websites, and takes the domain from the first that is its own', () => {
    const two = normalize({ name: 'A', website: 'https://facebook.com/acme https://acme.test' });
    expect(two).toMatchObject({
      company: { website: 'https://facebook.com/acme', domains: ['acme.test'] },
      warnings: [],
    });
    expect(normalize({ name: 'A', website: 'http://' })).toMatchObject({
      company: { website: null, domains: [] },
      warnings: ['website: not a web address'],
    });
  });

  it('does not take a platform’s domain, unless the company has that name', () => {
    const other = normalize({
      name: 'Joe’s Pizza',
      domain: 'facebook.com',
      domains: ['wixsite.com', 'joes.test'],
    });
    expect(other.company.domains).toEqual(['joes.test']);
    expect(other.warnings).toEqual([
      'domain: a platform’s domain, not the company’s own',
      'domains: a platform’s domain, not the company’s own',
    ]);
    expect(normalize({ name: 'Facebook', domain: 'facebook.com' }).company.domains).toEqual(['facebook.com']);
    expect(normalize({ name: 'Orange', domain: 'orange.fr' }).company.domains).toEqual(['orange.fr']);
  });

  it('takes a stated host below a private suffix as a domain of its own', () => {
    const joes = normalize({ name: 'Joe’s Pizza', domain: 'joes.wixsite.com' });
    expect(joes).toMatchObject({ company: { domains: ['joes.wixsite.com'] }, warnings: [] });
  });

  it.each([
    [1999, 1999],
    ['1999.0', 1999],
    ['17.05.1999', 1999],
    ['Founded in May 1999', 1999],
    ['c. 1850', 1850],
    ['798', 798],
    ['2013 (1888)', 2013],
    ['(1999)', 1999],
    ['1999-2004', null],
    ['30', null],
  ])('reads the founding year %j as %j', (text, year) =>
    expect(normalize({ name: 'A', founded_year: text }).company.founded_year).toBe(year),
  );

  it.each([
    ['Leeds, England, United Kingdom', { city: 'Leeds', state: 'England', country_code: 'GB' }],
    [{ city: 'Austin, TX' }, { city: 'Austin', state: 'TX', country_code: 'US' }],
    [
      { city: 'Leeds', text: 'London, UK' },
      { city: 'Leeds', state: null, country_code: 'GB' },
    ],
    [
      { country_code: 'FR', text: 'London, UK' },
      { city: null, state: null, country_code: 'FR' },
    ],
    [{ country_code: 'NA' }, { city: null, state: null, country_code: 'NA' }],
    [
      { city: 'Nowhere', country_name: 'NA' },
      { city: 'Nowhere', state: null, country_code: null },
    ],
    ['', null],
  ])('reads %j as the place %j', (hq, place) => expect(normalize({ name: 'A', hq }).company.hq).toEqual(place));

  it('reads count and size from each other’s field', () => {
    expect(normalize({ name: 'A', employee_count: '51-200' }).company).toMatchObject({
      employee_count: null,
      size: '51-200',
    });
    expect(normalize({ name: 'A', size: '1,200' }).company).toMatchObject({ employee_count: 1200, size: null });
  });

  it('keeps an unlisted industry as given, and writes a listed one in its listed spelling', () => {
    const unlisted = normalize({ name: 'A', industry: 'basket weaving', type: 'Secret' });
    expect(unlisted.company).toMatchObject({ industry: 'basket weaving', type: 'Secret' });
    expect(unlisted.warnings).toEqual([
      'industry: not listed, kept as given: basket weaving',
      'type: not listed, kept as given: Secret',
    ]);
    expect(normalize({ name: 'A', industry: 'electric utility' }).company.industry).toBe('Utilities');
    expect(normalize({ name: 'A', industry: 'technology, information & internet' }).company.industry).toBe(
      'Technology; Information and Internet',
    );
  });

  it('accepts lists as arrays or as one text', () => {
    expect(normalize({ name: 'A', specialties: 'Anvils; Rockets' }).company.specialties).toEqual(['Anvils', 'Rockets']);
    expect(normalize({ name: 'A', specialties: 'Anvils, Rockets' }).company.specialties).toEqual(['Anvils', 'Rockets']);
    expect(normalize({ name: 'A', domains: 'a.test,b.test' }).company.domains).toEqual(['a.test', 'b.test']);
  });

  it('ignores keys of the prototype', () => {
    const values = JSON.parse(
      '{"name":"A","__proto__":{"about":"evil"},"constructor":"x","type":"constructor"}',
    ) as Record<string, unknown>;
    const { company } = normalize(values);
    expect(company).toMatchObject({ about: null, type: 'constructor' });
  });
});
