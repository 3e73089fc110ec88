import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Row } from '../read/row.ts';
import type { Mapping } from './column-mapping.ts';
import { describeMapping } from './describe-mapping.ts';
import { IMPORT_FIELDS, type ImportKind } from './import-fields.ts';
import { type MappingChoices, makeMapping } from './mapping.ts';
import presets from './presets.json' with { type: 'json' };
import { findPreset, PRESET_NAMES, presetsOf } from './presets.ts';

const row = (cells: readonly string[]): Row => ({ line: 1, text: '', cells, fault: null });

interface Export extends Partial<MappingChoices> {
  readonly kind: ImportKind;
  readonly rows: readonly (readonly string[])[];
}

const mapExport = ({ kind, rows, ...choices }: Export): Mapping =>
  makeMapping({
    path: 'f.csv',
    format: { kind: 'table', delimiter: ',', preambleRows: 0 },
    kind,
    headRows: rows.map(row),
    mapOptions: [],
    ...choices,
  });

/** Field -> header of each imported column. */
const columnsOf = (mapping: Mapping) =>
  Object.fromEntries(mapping.columns.flatMap(({ column, field }) => (field === null ? [] : [[field, column.header]])));

const connections = ['First Name', 'Last Name', 'URL', 'Email Address', 'Company', 'Position', 'Connected On'];

describe('a preset', () => {
  it.each<[string, ImportKind, string, string]>([
    ['hubspot', 'companies', 'Record ID,Company name,Company owner,Type,City', 'name=Company name,hq.city=City'],
    ['hubspot', 'people', 'Record ID,First Name,Lead Status,Job Function', 'first_name=First Name'],
    ['salesforce', 'companies', 'Id,Name,Type,BillingCity,BillingCountryCode', 'name=Name,hq.city=BillingCity'],
    ['salesforce', 'people', 'Id,AccountId,FirstName,LastName,Account.Name', 'company_name=Account.Name'],
    ['salesforce', 'people', 'Last Name,Company / Account,Lead Source,Lead Status', 'company_name=Company / Account'],
    ['zoominfo', 'people', 'ZoomInfo Contact ID,Last Name,Job Title,Job Function', 'job_title=Job Title'],
    [
      'crunchbase',
      'companies',
      'Organization Name,Organization Name URL,Headquarters Location',
      'hq=Headquarters Location',
    ],
    ['crunchbase', 'people', 'uuid,name,permalink,cb_url,featured_job_title', 'job_title=featured_job_title'],
    [
      'pdl',
      'people',
      'full_name,job_company_name,location_country,anynet_connections',
      'connections_count=anynet_connections',
    ],
    ['network-connections', 'people', connections.join(','), 'network_url=URL,job_title=Position'],
    // Other columns that look like the name of a person.
    [
      'hubspot',
      'people',
      'Record ID,First Name,Last Name,Lead Status,Persona,Twitter Username',
      'x_handle=Twitter Username',
    ],
    ['salesforce', 'people', 'Id,AccountId,LastName,FirstName,Name,MailingCity', 'location.city=MailingCity'],
    ['zoho', 'people', 'Record Id,Lead Owner,First Name,Last Name,Lead Name,Twitter', 'x_handle=Twitter'],
    ['hubspot', 'companies', 'Record ID,Company name,Company owner,Employee range', 'size=Employee range'],
    ['apollo', 'people', 'Apollo Contact Id,Last Name,Corporate Phone,Home Phone', 'work_phone=Corporate Phone'],
    ['crunchbase', 'people', 'Full Name,Full Name URL,Primary Organization,Location', 'location=Location'],
  ])('%s of %s is detected by its header row: %s', (name, kind, header, expected) => {
    const mapping = mapExport({ kind, rows: [header.split(',')] });
    expect(mapping.preset).toBe(name);
    expect(columnsOf(mapping)).toMatchObject(Object.fromEntries(expected.split(',').map((pair) => pair.split('='))));
  });

  it('is named in the printed mapping', () => {
    const [first] = describeMapping(mapExport({ kind: 'people', rows: [connections] }), {
      encoding: 'utf-16le',
      container: null,
    }).split('\n');
    expect(first).toBe('f.csv: table, columns separated by commas, encoded in utf-16le, preset network-connections');
  });

  it('ignores columns that only resemble a field, such as a relation', () => {
    const columns = columnsOf(mapExport({ kind: 'companies', rows: [['Id', 'Name', 'Type', 'BillingCity']] }));
    expect(columns).toEqual({ crm_id: 'Id', name: 'Name', 'hq.city': 'BillingCity' });
  });

  it.each([
    ['apollo', 'Apollo Contact Id,Last Name,Seniority,Departments', 'Seniority', 'Departments'],
    ['zoominfo', 'ZoomInfo Contact ID,Last Name,Management Level,Job Function', 'Management Level', 'Job Function'],
    [
      'pdl',
      'full_name,job_title,job_company_name,location_country,job_title_levels,job_title_role',
      'job_title_levels',
      'job_title_role',
    ],
    [null, 'Full Name,Job Title,Seniority Level,Department', 'Seniority Level', 'Department'],
    [null, 'Full Name,Job Title,Management Level,Function', 'Management Level', 'Function'],
  ])('maps the columns of level and function of %s: %s', (name, header, job_level, job_function) => {
    const mapping = mapExport({ kind: 'people', rows: [header.split(',')] });
    expect(mapping.preset).toBe(name);
    expect(columnsOf(mapping)).toMatchObject({ job_level, job_function });
  });

  it('takes `Job Title / Role` for the title if no other column is one', () => {
    const columns = (header: string) => columnsOf(mapExport({ kind: 'people', rows: [header.split(',')] }));
    expect(columns('Full Name,Job Title / Role')).toMatchObject({ job_title: 'Job Title / Role' });
    expect(columns('Full Name,job_title,job_title_role')).toMatchObject({ job_function: 'job_title_role' });
  });

  it('takes `Function` for the title if no other column is one', () => {
    const mapping = mapExport({ kind: 'people', rows: [['Full Name', 'Function', 'Company']] });
    expect(columnsOf(mapping)).toEqual({ full_name: 'Full Name', job_title: 'Function', company_name: 'Company' });
  });

  it('finds the columns of profile URLs by their values, for any network', () => {
    const header = [
      'Apollo Contact Id',
      'First Name',
      'Person Somenet Url',
      'Website',
      'Company Somenet Url',
      'Other Url',
    ];
    const values = [
      '1',
      'Jo',
      'http://some.example/in/jo',
      'acme.test',
      'http://some.example/company/acme',
      'x.test/acme',
    ];
    expect(columnsOf(mapExport({ kind: 'people', rows: [header, values] }))).toEqual({
      crm_id: 'Apollo Contact Id',
      first_name: 'First Name',
      network_url: 'Person Somenet Url',
      company_website: 'Website',
      company_network_url: 'Company Somenet Url',
    });
  });

  it('for people maps the place of the company for companies, not the place of the person', () => {
    const header = ['Apollo Contact Id', 'Apollo Account Id', 'Company', 'City', 'Company City'];
    expect(columnsOf(mapExport({ kind: 'companies', rows: [header] }))).toEqual({
      crm_id: 'Apollo Account Id',
      name: 'Company',
      'hq.city': 'Company City',
    });
  });

  it('can be selected if the header row does not show it, and --map takes precedence over it', () => {
    const rows = [['First Name', 'Title', 'Nickname', 'Company']];
    const forced = mapExport({ kind: 'people', rows, preset: 'apollo', mapOptions: ['last_name=Nickname'] });
    expect(forced.preset).toBe('apollo');
    expect(columnsOf(forced)).toEqual({
      first_name: 'First Name',
      job_title: 'Title',
      last_name: 'Nickname',
      company_name: 'Company',
    });
  });

  it('is rejected if it does not support the kind; the message lists those that do', () => {
    const rows = [['name']];
    expect(() => mapExport({ kind: 'companies', rows, preset: 'network-connections' })).toThrow(
      /preset network-connections has no mapping for companies\. The presets for companies: apollo, hubspot,/,
    );
    expect(() => mapExport({ kind: 'jobs', rows, preset: 'apollo' })).toThrow(/The presets for jobs: none\./);
  });

  it('is not detected for a file with other headers', () => {
    const columns = ['name', 'domain', 'website', 'country'].map((header, index) => ({ index, header, samples: [] }));
    expect(findPreset('companies', columns)).toBe(null);
    expect(findPreset('people', columns)).toBe(null);
  });

  it('names fields of its kind only, and every kind that it names can be detected', () => {
    for (const name of PRESET_NAMES) {
      for (const [kind, preset] of Object.entries(presets[name as keyof typeof presets])) {
        const paths = IMPORT_FIELDS[kind as ImportKind].map(({ path }) => path);
        expect(paths, name).toEqual(expect.arrayContaining(Object.keys(preset.columns)));
        expect(presetsOf(kind as ImportKind)).toContain(name);
        expect(preset.foundBy.length, name).toBeGreaterThan(0);
      }
    }
  });
});

const HEADERS = new URL('../../../../shared/data/export-headers/', import.meta.url);
describe.skipIf(!existsSync(HEADERS))('headers of real exports (skipped where ../shared/data is missing)', () => {
  it.each<[string, ImportKind, string]>([
    ['apollo_contacts.csv', 'people', 'apollo'],
    ['apollo_contacts.csv', 'companies', 'apollo'],
    ['hubspot_contacts.csv', 'people', 'hubspot'],
    ['crunchbase_bulk_organizations.csv', 'companies', 'crunchbase'],
    ['pdl_free_company_2023.csv', 'companies', 'pdl'],
    ['zoominfo_companies.csv', 'companies', 'zoominfo'],
  ])('%s as %s is detected', (file, kind, preset) => {
    const header = readFileSync(new URL(file, HEADERS), 'utf8').trim().split(',');
    expect(mapExport({ kind, rows: [header] }).preset).toBe(preset);
  });
});

describe('a file that shares headers with a known export', () => {
  const mappingOf = (header: string, row: string) => {
    const [cells, values] = [header.split(','), row.split(',')];
    const rows = [cells, values].map((texts, index) => ({
      line: index + 1,
      text: texts.join(','),
      cells: texts,
      fault: null,
    }));
    return makeMapping({
      path: 'leads.csv',
      format: { kind: 'table', delimiter: ',', preambleRows: 0 },
      kind: 'people',
      headRows: rows,
      mapOptions: [],
    });
  };
  const fieldsOf = ({ columns }: ReturnType<typeof mappingOf>) =>
    Object.fromEntries(columns.map(({ column, field }) => [column.header, field]));

  it('keeps a title that the preset does not know', () => {
    const mapping = mappingOf(
      'Lead Id,Record ID,Owner,Company,First Name,Last Name,Designation,Email,Phone,Lead Status,Lead Source,City,Country',
      '1,1,Ann,Acme,Jo,Doe,VP Sales,jo@acme.test,+49 30 23125 000,Open,Web,Berlin,Germany',
    );
    expect(mapping.preset).toBeNull();
    expect(fieldsOf(mapping)).toMatchObject({ Designation: 'job_title', Company: 'company_name', Email: 'email' });
  });

  it('imports no former employer as the current one', () => {
    const fields = fieldsOf(
      mappingOf(
        'fullName,companyUrl,pastExperienceCompanyUrl,previousCompany,Past Title',
        'Jo Doe,https://www.network.example/company/acme,https://www.network.example/company/old,Old Inc,Cook',
      ),
    );
    expect(fields['fullName']).toBe('full_name');
    expect([fields['pastExperienceCompanyUrl'], fields['previousCompany'], fields['Past Title']]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
