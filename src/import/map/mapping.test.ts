import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Format } from '../read/format.ts';
import type { Row } from '../read/row.ts';
import { cellShaper, keyShaper } from './apply-mapping.ts';
import type { Mapping } from './column-mapping.ts';
import { describeMapping } from './describe-mapping.ts';
import type { ImportKind } from './import-fields.ts';
import { makeMapping } from './mapping.ts';

const TABLE: Format = { kind: 'table', delimiter: ',', preambleRows: 0 };
const JSON_LINES: Format = { kind: 'json-lines' };

const UTF8_TEXT = { encoding: 'utf-8', container: null };
const row = (cells: string[] | null, text = ''): Row => ({ line: 1, text, cells, fault: null });

interface MappingOptions {
  readonly kind?: ImportKind;
  readonly map?: readonly string[];
  readonly isWhole?: boolean;
}

function mapTable(rows: string[][], { kind = 'companies', map = [] }: MappingOptions = {}): Mapping {
  return makeMapping({
    path: 'f.csv',
    format: TABLE,
    kind,
    headRows: rows.map((cells) => row(cells)),
    mapOptions: map,
  });
}

function mapJson(rows: object[], { kind = 'companies', map = [], isWhole = true }: MappingOptions = {}): Mapping {
  const headRows = rows.map((value) => row(null, JSON.stringify(value)));
  return makeMapping({ path: 'f.jsonl', format: JSON_LINES, kind, headRows, isWhole, mapOptions: map });
}

/** Header -> imported field. */
const fieldsOf = (mapping: Mapping) =>
  Object.fromEntries(mapping.columns.filter(({ field }) => field).map(({ column, field }) => [column.header, field]));

describe('guessing by headers', () => {
  it('recognizes headers in any case, punctuation and camel case', () => {
    expect(
      fieldsOf(mapTable([['COMPANY NAME', '# Employees', 'founded_year', 'hq_city', 'Web-Site', 'colour']])),
    ).toEqual({
      'COMPANY NAME': 'name',
      '# Employees': 'employee_count',
      founded_year: 'founded_year',
      hq_city: 'hq.city',
      'Web-Site': 'website',
    });
  });

  it('recognizes the numbered headers of address books', () => {
    const headers =
      'First Name,Last Name,Organization 1 - Name,Organization 1 - Title,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Value';
    expect(Object.values(fieldsOf(mapTable([headers.split(',')], { kind: 'people' })))).toEqual(
      'first_name last_name company_name job_title email emails phone'.split(' '),
    );
  });

  it('maps one column to a field: the one with the best header', () => {
    expect(fieldsOf(mapTable([['Country', 'Company', 'Name', 'Country Code']]))).toEqual({
      Name: 'name',
      'Country Code': 'hq.country_code',
    });
  });

  it('maps all matching columns to a list', () => {
    const mapping = mapTable([['Name', 'Email', 'Secondary Email', 'Tertiary Email']], { kind: 'people' });
    expect(fieldsOf(mapping)).toEqual({
      Name: 'full_name',
      Email: 'email',
      'Secondary Email': 'emails',
      'Tertiary Email': 'emails',
    });
    expect(cellShaper(mapping, 'people')(['Jo', 'a@x.test', 'b@x.test', 'c@x.test'])['emails']).toBe(
      'b@x.test;c@x.test',
    );
  });

  it('recognizes a profile column by its values, for any network name in its header', () => {
    const mapping = mapTable(
      [
        ['Name', 'Somenet Url', 'Employer page', 'Photo Url'],
        ['Jo', 'https://some.example/in/jo', 'some.example/company/acme', 'https://cdn.example/1.png'],
        ['Al', '', 'some.example/company/b', 'https://cdn.example/2.png'],
      ],
      { kind: 'people' },
    );
    expect(fieldsOf(mapping)).toEqual({
      Name: 'full_name',
      'Somenet Url': 'network_url',
      'Employer page': 'company_network_url',
    });
  });

  it('reads any header that ends in title as the title of an opening, a better one first', () => {
    expect(fieldsOf(mapTable([['Civil Service Title', 'Agency']], { kind: 'jobs' }))).toEqual({
      'Civil Service Title': 'title',
      Agency: 'company_name',
    });
    expect(fieldsOf(mapTable([['Short Title', 'Job Title', 'Company']], { kind: 'jobs' }))['Job Title']).toBe('title');
  });
});

describe('columns named by the caller', () => {
  it('prefers --map to a guess, by header or by position', () => {
    const header = ['', 'name', 'brand'];
    expect(fieldsOf(mapTable([header], { map: ['name=brand'] }))).toEqual({ brand: 'name' });
    expect(fieldsOf(mapTable([header], { map: ['domain=#1'] }))).toEqual({ '': 'domain', name: 'name' });
    expect(fieldsOf(mapTable([header], { map: ['domain=BRAND '] }))).toEqual({ brand: 'domain', name: 'name' });
  });

  it('drops the guess for an empty column', () => {
    expect(fieldsOf(mapTable([['name', 'url']], { map: ['website='] }))).toEqual({ name: 'name' });
  });

  it.each([
    [['nam=brand'], /--map nam=brand: there is no field nam\. Did you mean name\?/],
    [['name=colour'], /--map name=colour: there is no column colour\. The columns are: "name", "brand"\./],
    [['name=#9'], /there is no column #9/],
    [['name=name', 'name=brand'], /--map name=brand: name already has a column/],
    [['name'], /--map name is not FIELD=COLUMN/],
  ])('rejects %j with a suggestion', (map, message) => {
    expect(() => mapTable([['name', 'brand']], { map })).toThrow(message);
  });

  it('does not start without a column for a required field', () => {
    expect(() => mapTable([['colour']])).toThrow(
      /f\.csv, line 1: no column was recognized as name\. Select it with --map name=NAME/,
    );
    expect(() => mapTable([['title']], { kind: 'jobs' })).toThrow(/company_network_url or company_domain/);
  });

  it('reads lists of objects with their kinds, also if one row has an empty list', () => {
    const rows = [
      { name: 'Ada', contacts: { phones: [{ value: '+47 412 34 567', type: 'mobile' }] } },
      { name: 'Bo', contacts: { phones: [] } },
    ];
    const mapping = mapJson(rows, { kind: 'people' });
    expect(describeMapping(mapping, UTF8_TEXT)).toContain('phones.kind  <- contacts.phones.type');
    const [ada, bo] = rows.map((each) => keyShaper(mapping, 'people')?.(each));
    expect(ada).toEqual({ full_name: 'Ada', phones: [{ phone: '+47 412 34 567', kind: 'mobile' }] });
    expect(bo).toEqual({ full_name: 'Bo' });
  });

  it('names the shape that JSON must have if it has no rows with keys', () => {
    const shapes = 'nothing was imported. Give one object per line (JSON Lines) or one array of objects';
    expect(() => mapJson([{ page: 1, results: [{ name: 'Acme' }] }])).toThrow(
      `f.jsonl: the only row is an object with a list of objects, "results", so no key was recognized as name; ${shapes}, such as the output of jq '.results' FILE.`,
    );
    const contacts = [{ first_name: 'Ada' }, { first_name: 'Bo' }];
    expect(() => mapJson([{ contacts, page: 1 }], { kind: 'people' })).toThrow("jq '.contacts' FILE.");
    expect(() => mapJson([{ contacts }, { contacts, page: 2 }], { kind: 'people' })).toThrow(
      'each row is an object with a list of objects, "contacts"',
    );
    const own = contacts.map((contact, id) => ({ id, names: [contact, contact], mails: [{ email: 'a@b.example' }] }));
    expect(mapJson(own.slice(0, 1), { kind: 'people' }).columns.map(({ field }) => field)).toContain('first_name');
    expect(mapJson(own, { kind: 'people' }).columns.map(({ field }) => field)).toContain('first_name');
    expect(() => mapJson([{ data: { companies: { edges: [{ node: { id: 'a' } }] } } }])).toThrow(
      "jq '.data.companies.edges' FILE.",
    );
    expect(() => mapJson([['Acme'], ['Beta']])).toThrow(
      `f.jsonl: none of the first rows is a JSON object, so no key was recognized as name; ${shapes}.`,
    );
    expect(() => mapJson([{ experiences: [{ company_name: 'Acme' }] }], { kind: 'people' })).toThrow(
      /--map full_name=/,
    );
    expect(() => mapJson([{ colour: 'red' }])).toThrow('f.jsonl: no key was recognized as name. Select it with --map');
  });
});

describe('keys of JSON rows', () => {
  it('keep their own names, also within objects, without a conversion', () => {
    const mapping = mapJson([{ name: 'Acme', hq: { city: 'Bern' }, domains: ['acme.test'] }]);
    expect(keyShaper(mapping, 'companies')).toBe(null);
  });

  it('are guessed like headers under other names, nested places and lists included', () => {
    const rows = [
      { name: 'Uni', web_pages: ['https://uni.test/'], alpha_two_code: 'CH', country: 'Switzerland', extra: 1 },
    ];
    const shape = keyShaper(mapJson(rows), 'companies');
    expect(shape?.(rows[0] ?? {})).toEqual({
      name: 'Uni',
      website: 'https://uni.test/',
      hq: { country_code: 'CH' },
      country: 'Switzerland',
      extra: 1,
    });
  });

  it('are read as a field of an object if they contain dots', () => {
    const shape = keyShaper(mapJson([{ name: 'Acme', 'hq.city': 'Bern' }]), 'companies');
    expect(shape?.({ name: 'Acme', 'hq.city': 'Bern' })).toEqual({ name: 'Acme', hq: { city: 'Bern' } });
  });

  it('are columns if they are in an object; the object is never read as text', () => {
    expect(fieldsOf(mapJson([{ full_name: 'Jo', company: { name: 'Acme' } }], { kind: 'people' }))).toEqual({
      full_name: 'full_name',
      'company.name': 'company_name',
    });
  });

  it('may be named by the caller if only later rows can have them', () => {
    const map = ['website=site.url', 'domain=Mail'];
    const mapping = mapJson([{ name: 'Acme' }], { map, isWhole: false });
    expect(fieldsOf(mapping)).toEqual({ name: 'name', 'site.url': 'website', Mail: 'domain' });
    const later = { name: 'Bolt', Mail: 'bolt.test', site: { url: 'www.bolt.test' } };
    expect(keyShaper(mapping, 'companies')?.(later)).toEqual({
      name: 'Bolt',
      domain: 'bolt.test',
      website: 'www.bolt.test',
    });
    expect(describeMapping(mapping, UTF8_TEXT)).toMatch(/^ {2}website <- site\.url \(not in the first rows\)$/m);
    expect(() => mapJson([{ name: 'Acme' }], { map })).toThrow(
      '--map website=site.url: there is no column site.url. The columns are: "name".',
    );
    expect(() => mapJson([{ name: 'Acme' }], { map: ['domain=#7'], isWhole: false })).toThrow('there is no column #7');
  });

  it('include __proto__ as an ordinary key', () => {
    const text = '{"company":"Acme","__proto__":{"name":"evil"}}';
    const mapping = makeMapping({
      path: 'f',
      format: JSON_LINES,
      kind: 'companies',
      headRows: [row(null, text)],
      mapOptions: [],
    });
    const shaped = keyShaper(mapping, 'companies')?.(JSON.parse(text) as Record<string, unknown>) ?? {};
    expect(shaped['name']).toBe('Acme');
    expect(Object.getPrototypeOf(shaped)).toBe(Object.prototype);
  });
});

describe('cells', () => {
  it('are empty if they hold a placeholder, but NA is Namibia', () => {
    const shape = cellShaper(mapTable([['name', 'industry', 'about', 'country']]), 'companies');
    expect(shape([' Acme ', 'NaN', 'n/a', 'NA'])).toEqual({ name: 'Acme', hq: { country_code: 'NA' } });
  });
});

describe('the mapping as text', () => {
  it('states that the input is Parquet', () => {
    const text = describeMapping(mapJson([{ name: 'Acme' }]), { encoding: 'utf-8', container: 'Parquet' });
    expect(text.split('\n')[0]).toBe('f.jsonl: Parquet');
  });

  it('states the number of skipped rows above the header', () => {
    const format = { kind: 'table', delimiter: '^', preambleRows: 2 } as const;
    const mapping = makeMapping({ path: '-', format, kind: 'companies', headRows: [row(['name'])], mapOptions: [] });
    expect(describeMapping(mapping, UTF8_TEXT).split('\n')[0]).toBe(
      'standard input: table, columns separated by carets, 2 rows above the header skipped',
    );
  });

  it('lists lists and objects of JSON that are imported as they are', () => {
    const text = describeMapping(mapJson([{ name: 'Acme' }, { name: 'Other', hq: { city: 'Bern' } }]), UTF8_TEXT);
    expect(text).toContain('  by their names: name, hq');
  });

  it('shows imported, guessed and ignored columns', () => {
    const text = describeMapping(mapTable([['', 'name', 'people', 'web']], { map: ['domain=web'] }), UTF8_TEXT);
    expect(text.split('\n')).toEqual([
      'f.csv: table, columns separated by commas',
      '  employee_count <- people (guessed)',
      '  domain         <- web',
      '  by their names: name',
      '  not imported: #1 (no header)',
    ]);
  });
});

const HEADERS = new URL('../../../../shared/data/export-headers/', import.meta.url);
describe.skipIf(!existsSync(HEADERS))('headers of real exports (skipped where ../shared/data is missing)', () => {
  const columnsOf = (file: string) => readFileSync(new URL(file, HEADERS), 'utf8').trim().split(',');

  it.each<[string, ImportKind, string[]]>([
    [
      'apollo_contacts.csv',
      'people',
      [
        'first_name',
        'last_name',
        'job_title',
        'company_name',
        'email',
        'email_status',
        'company_website',
        'mobile_phone',
        'direct_phone',
        'location.country_code',
      ],
    ],
    [
      'hubspot_contacts.csv',
      'people',
      [
        'first_name',
        'last_name',
        'job_title',
        'company_name',
        'email',
        'phone',
        'location.country_code',
        'company_website',
      ],
    ],
    [
      'crunchbase_bulk_organizations.csv',
      'companies',
      ['name', 'domain', 'website', 'hq.country_code', 'employee_count', 'about', 'founded_year', 'updated_at'],
    ],
    [
      'pdl_free_company_2023.csv',
      'companies',
      ['name', 'industry', 'size', 'website', 'founded_year', 'hq.city', 'hq.state', 'hq.country_code'],
    ],
    [
      'zoominfo_companies.csv',
      'companies',
      [
        'name',
        'website',
        'founded_year',
        'employee_count',
        'size',
        'industry',
        'type',
        'hq.city',
        'hq.state',
        'hq.country_code',
      ],
    ],
  ])('%s is mapped automatically', (file, kind, expected) => {
    const fields = mapTable([columnsOf(file)], { kind }).columns.map(({ field }) => field);
    for (const field of expected) expect(fields).toContain(field);
  });
});
