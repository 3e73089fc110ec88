import { describe, expect, it } from 'vitest';
import type { Format } from '../read/format.ts';
import { cellShaper } from './apply-mapping.ts';
import type { Mapping } from './column-mapping.ts';
import { describeMapping } from './describe-mapping.ts';
import type { ImportKind } from './import-fields.ts';
import { makeMapping } from './mapping.ts';

const TABLE: Format = { kind: 'table', delimiter: ',', preambleRows: 0 };

function mapRows(kind: ImportKind, rows: readonly (readonly string[])[]): Mapping {
  const headRows = rows.map((cells, index) => ({ line: index + 1, text: cells.join(','), cells, fault: null }));
  return makeMapping({ path: 'f.csv', format: TABLE, kind, headRows, mapOptions: [] });
}

/** Fields in the order of the columns. */
const fieldsOf = (mapping: Mapping) => mapping.columns.map(({ field }) => field);

const PEOPLE = [
  ['Jane Smith', 'VP Sales', 'Acme Inc', 'jane@acme.test', '+1 415 555 0123', 'GB', '12/31/2019'],
  ['Ana Soto', 'Software Engineer', 'Brightwater', 'ana@bright.test', '+44 20 7946 0018', 'US', '01/02/2020'],
  ['Karl Braun', 'Accountant', 'Cobalt GmbH', 'karl@cobalt.test', '(415) 555-0177', 'DE', '05/06/2018'],
  ['Léa Martin', 'Chief Marketing Officer', 'Dune', 'lea@dune.test', '+33 1 99 00 22 65', 'FR', '07/30/2017'],
  ['Ed O’Neill', 'Head of HR', 'Elm Ltd', 'ed@elm.test', '+1-415-555-0101', 'US', '11/12/2013'],
];
const PEOPLE_FIELDS = ['full_name', 'job_title', 'company_name', 'email', 'phone', 'location.country_code', null];

describe('guessing fields from values', () => {
  it.each([
    ['without headers', ['', '', '', '', '', '', '']],
    ['with headers that say nothing', ['Column1', 'field_2', 'x3', 'Unnamed: 3', '5', 'c', 'col 7']],
    [
      'with headers of an unknown language',
      ['Izena', 'Kargua', 'Erakundea', 'Helbidea', 'Zenbakia', 'Herrialdea', 'Eguna'],
    ],
  ])('%s', (_, header) => expect(fieldsOf(mapRows('people', [header, ...PEOPLE]))).toEqual(PEOPLE_FIELDS));

  it('recognizes the columns of companies', () => {
    const rows = [
      ['1', '2', '3', '4', '5', '6', '7'],
      ['Acme Inc', 'https://acme.test', '51-200', 'Banking', 'Germany', '1999', 'Leeds, England, UK'],
      ['Bolt', 'https://bolt.test', '11-50', 'Software', 'France', '2004', 'Paris, France'],
      ['Cobalt GmbH', 'https://cobalt.test', '10,001+', 'Insurance', 'Peru', '1850', 'Lima, Peru'],
      ['Dune', 'https://dune.test', '1-10', 'Retail', 'Japan', '2020', 'Tokyo, Japan'],
    ];
    const fields = ['name', 'website', 'size', 'industry', 'hq.country_code', 'founded_year', 'hq'];
    expect(fieldsOf(mapRows('companies', rows))).toEqual(fields);
    expect(cellShaper(mapRows('companies', rows), 'companies')(rows[1] ?? [])).toMatchObject({
      hq: { country_code: 'Germany', text: 'Leeds, England, UK' },
    });
  });

  it('takes profile URLs under `Company URL` as such, and not pages of the companies’ own sites', () => {
    const hosts = ['www.network.test', 'network.test', 'de.network.test'];
    const names = ['Acme', 'Bolt', 'Cobalt', 'Dune', 'Elm', 'Fern'];
    const profiles = names.map((name, index) => [name, `https://${hosts[index % 3]}/company/${name}`, `${name}.test`]);
    const pages = names.map((name) => [name, `https://${name}.test/company/about`, `${name}.test`]);
    const companies = ['Company Name', 'Company URL', 'Website'];
    expect(fieldsOf(mapRows('companies', [companies, ...profiles]))).toEqual(['name', 'network_url', 'website']);
    expect(fieldsOf(mapRows('companies', [companies, ...pages]))).toEqual(['name', 'website', 'website']);
    const jobs = ['Job Title', 'Company URL', 'Company Website'];
    expect(fieldsOf(mapRows('jobs', [jobs, ...profiles]))).toEqual(['title', 'company_network_url', 'company_website']);
    const people = ['Full Name', 'Company URL', 'Company Website'];
    const fields = ['full_name', 'company_network_url', 'company_website'];
    expect(fieldsOf(mapRows('people', [people, ...profiles]))).toEqual(fields);
  });

  it.each([
    ['Other Links', null],
    ['Websites', null],
    ['Portfolio URL', null],
    ['Company Links', 'company_website'],
    ['Site address', 'company_website'],
  ])('takes links of a person for no site of the employer: %s is %j', (header, field) => {
    const rows = ['Ann Kirk', 'Bob Stone', 'Cy Moss'].map((name, index) => [
      name,
      `https://site${index}.example/about`,
    ]);
    expect(fieldsOf(mapRows('people', [['Full Name', header], ...rows]))).toEqual(['full_name', field]);
  });

  it.each([
    ['registry_url', 'https://register.gov.test/company/'],
    ['URI', 'http://data.gov.test/id/company/'],
    ['Entry in the register', 'https://register.gov.test/company/'],
    // Different pages of one host.
    ['Page', 'https://directory.test/firms/'],
  ])('takes no page of a register for the profile or the site of a company: %s', (header, start) => {
    const rows = ['Acme', 'Bolt', 'Cobalt', 'Dune', 'Elm', 'Fern'].map((name, index) => [
      name,
      `${start}0765432${index}`,
    ]);
    expect(fieldsOf(mapRows('companies', [['Company Name', header], ...rows]))).toEqual(['name', null]);
  });

  it('guesses from the values of each input, whatever an input with the same headers had', () => {
    const header = ['Name', 'Email', 'Mobile'];
    const rows = PEOPLE.map(([name = '', , , email = '', phone = '']) => [name, email, phone]);
    const swapped = rows.map(([name = '', email = '', phone = '']) => [name, phone, email]);
    const usual = ['full_name', 'email', 'mobile_phone'];
    expect(fieldsOf(mapRows('people', [header, ...rows]))).toEqual(usual);
    expect(fieldsOf(mapRows('people', [header, ...swapped]))).toEqual(['full_name', 'phone', 'email']);
    expect(fieldsOf(mapRows('people', [header, ...rows]))).toEqual(usual);
  });

  it('recognizes authorities and other public bodies as employers of openings, not as titles', () => {
    const rows = [
      ['77001', 'PUBLIC HEALTH NURSE', 'DEPT OF HEALTH', 'External', 'Health', '84252.0'],
      ['77002', 'CIVIL ENGINEER', 'HARBOUR AUTHORITY', 'Internal', 'Engineering', '75000.0'],
      ['77003', 'OFFICE MANAGER', 'HUMAN RIGHTS COMMISSION', 'External', 'Legal Affairs', '61000.0'],
      ['77004', 'HEAD OF BUREAU', 'MAYORS CIRCLE', 'External', 'Policy', '99000.0'],
    ];
    const header = ['Job ID', 'Civil Title', '', 'Posting Type', 'Category', 'Salary From'];
    const mapped = ['id', 'title', 'company_name', null, null, null];
    expect(fieldsOf(mapRows('jobs', [header, ...rows]))).toEqual(mapped);
    const silent = ['', '', '', '', '', ''];
    expect(fieldsOf(mapRows('jobs', [silent, ...rows])).slice(1)).toEqual(mapped.slice(1));
  });

  it('takes the only column of short texts without a header as the employer of openings', () => {
    const rows = ['Acme', 'Brightwater', 'Cobalt', 'Acme'].map((name, index) => [`${index}`, 'Nurse', name, 'Full']);
    expect(fieldsOf(mapRows('jobs', [['Job ID', 'Title', '', 'Posting'], ...rows]))).toEqual([
      'id',
      'title',
      'company_name',
      null,
    ]);
    expect(() => mapRows('jobs', [['Job ID', 'Title', 'Series', 'Posting'], ...rows])).toThrow('no column');
  });

  it('recognizes adjacent columns of first and last names in either order', () => {
    const firsts = ['Anna', 'Maria', 'Ana', 'Peter', 'Maria', 'Anna', 'Paula'];
    const lasts = ['Smith', 'Soto', 'Braun', 'Martin', 'Berg', 'Novak', 'Stone'];
    const mails = lasts.map((last) => `${last.toLowerCase()}@acme.test`);
    const rows = firsts.map((first, index) => [first, lasts[index] ?? '', mails[index] ?? '']);
    const turned = rows.map(([first = '', last = '', mail = '']) => [last, first, mail]);
    expect(fieldsOf(mapRows('people', [['a', 'b', 'c'], ...rows]))).toEqual(['first_name', 'last_name', 'email']);
    expect(fieldsOf(mapRows('people', [['a', 'b', 'c'], ...turned]))).toEqual(['last_name', 'first_name', 'email']);
  });

  it('overrides a wrong header and shows the evidence', () => {
    const rows = PEOPLE.map(([name = '', , , email = '', phone = '']) => [name, phone, email]);
    const mapping = mapRows('people', [['Name', 'E-Mail', 'Telefon'], ...rows]);
    expect(fieldsOf(mapping)).toEqual(['full_name', 'phone', 'email']);
    expect(describeMapping(mapping, { encoding: 'utf-8', container: null }).split('\n').slice(1)).toEqual([
      '  full_name <- Name (guessed)',
      '  phone     <- E-Mail (guessed: 100% phone numbers, despite the header)',
      '  email     <- Telefon (guessed: 100% e-mail addresses, despite the header)',
    ]);
  });

  it.each([
    ['one date in all rows', '2024-02-29', '2024-02-29'],
    ['latitudes', '48.137154', '52.520008'],
    ['IPv4 addresses', '172.16.254.12', '84.17.46.9'],
    ['amounts of money', '1250000.50', '98000.25'],
  ])('does not take %s for phone numbers', (_, first, second) => {
    const rows = [
      ['Full Name', 'Email', 'x1', 'x2'],
      ['Jane Smith', 'jane@acme.test', first, '(415) 555-0177'],
      ['Karl Braun', 'karl@cobalt.test', second, '030.5550102'],
    ];
    expect(fieldsOf(mapRows('people', rows))).toEqual(['full_name', 'email', null, 'phone']);
  });

  it.each<[string, string | null]>([
    ['Fax', null],
    ['Fax Number', null],
    ['Business Fax', null],
    ['Telefax', null],
    ['Télécopie', null],
    ['Факс', null],
    ['ファックス番号', null],
    ['Tel./Fax', 'phone'],
  ])('takes the numbers under %s for the field %s', (header, field) => {
    const rows = PEOPLE.map(([name = '', , , email = '', phone = '']) => [name, email, phone]);
    expect(fieldsOf(mapRows('people', [['Name', 'Email', header], ...rows]))).toEqual(['full_name', 'email', field]);
  });

  it('does not take the domains of addresses for those of employers: mail providers may be among them', () => {
    const rows = PEOPLE.map(([name = '', , , email = '']) => [name, email, email.replace(/.*@/, '')]);
    for (const header of ['Email Domain', 'E-Mail Domain', 'Mail domain'])
      expect(fieldsOf(mapRows('people', [['Name', 'Email', header], ...rows]))).toEqual(['full_name', 'email', null]);
  });

  it('does not take a single column for names: the delimiter may be wrong', () => {
    const rows = ['Acme Inc:Paris', 'Bolt Ltd:Rome', 'Cobalt GmbH:Lima'].map((text) => [text]);
    expect(() => mapRows('companies', [['name:city'], ...rows])).toThrow('no column was recognized as name');
  });

  it('skips a column of forms of address and takes the next possible column as job title', () => {
    const rows = PEOPLE.map(([name = '', title = ''], index) => [index % 2 ? 'Ms.' : 'Mr', name, title]);
    expect(fieldsOf(mapRows('people', [['Title', 'Name', 'Badge Title'], ...rows]))).toEqual([
      null,
      'full_name',
      'job_title',
    ]);
  });

  it('tolerates a few odd values', () => {
    const rows = [...PEOPLE.map(([name = '', , , email = '']) => [name, email]), ['Jo', 'n/a'], ['Bo', 'none']];
    expect(fieldsOf(mapRows('people', [['Name', 'Email'], ...rows]))).toEqual(['full_name', 'email']);
  });

  it('does not take stock tickers for domains', () => {
    const rows = ['AI', 'ORA', 'CAP', 'KER', 'SAN', 'VIE'].map((ticker) => [`${ticker}.PA`, `${ticker} Holding SA`]);
    expect(fieldsOf(mapRows('companies', [['symbol', 'name'], ...rows]))).toEqual([null, 'name']);
    expect(fieldsOf(mapRows('companies', [['x', 'name'], ...rows]))).toEqual([null, 'name']);
  });

  it('ignores an address that is the same in every row: it belongs to the owner of the list', () => {
    const rows = Array.from({ length: 9 }, (_, index) => [`Jane Smith${'abcdefghi'[index]}`, 'me@acme.test']);
    expect(fieldsOf(mapRows('people', [['Name', 'Besitzer'], ...rows]))).toEqual(['full_name', null]);
  });

  it('leaves columns with other headers alone if no required field is missing', () => {
    const rows = PEOPLE.map(([name = '', title = '', , email = '']) => [name, email, title, name]);
    const header = ['Name', 'Email', 'Remark', 'Account Owner'];
    expect(fieldsOf(mapRows('people', [header, ...rows]))).toEqual(['full_name', 'email', null, null]);
  });
});

it('fills an industry from the next best column if the best one is empty', () => {
  const mapping = mapRows('companies', [
    ['name', 'sector', 'industry'],
    ['A', 'Health Care', 'Biotechnology'],
  ]);
  const shape = cellShaper(mapping, 'companies');
  expect(shape(['A', 'Health Care', 'Biotechnology'])['industry']).toBe('Biotechnology');
  expect(shape(['A', 'Health Care', ''])['industry']).toBe('Health Care');
});

it('reads NA as a code in a column of codes, and as empty elsewhere', () => {
  const codes = cellShaper(
    mapRows('companies', [
      ['name', 'country', 'city'],
      ['A', 'NA', 'X'],
      ['B', 'DE', 'Y'],
    ]),
    'companies',
  );
  expect(codes(['A', 'NA', 'NA'])).toEqual({ name: 'A', hq: { country_code: 'NA' } });
  const names = cellShaper(
    mapRows('companies', [
      ['name', 'country'],
      ['A', 'NA'],
      ['B', 'Germany'],
    ]),
    'companies',
  );
  expect(names(['A', 'NA'])).toEqual({ name: 'A' });
});
