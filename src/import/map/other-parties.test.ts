import { describe, expect, it } from 'vitest';
import { describeMapping } from './describe-mapping.ts';
import type { ImportKind } from './import-fields.ts';
import { makeMapping } from './mapping.ts';
import { otherPartyIn } from './other-parties.ts';

function mapRows(kind: ImportKind, rows: readonly (readonly string[])[]) {
  const headRows = rows.map((cells, index) => ({ line: index + 1, text: cells.join(','), cells, fault: null }));
  const format = { kind: 'table', delimiter: ',', preambleRows: 0 } as const;
  return makeMapping({ path: 'f.csv', format, kind, headRows, mapOptions: [] });
}

/** Header -> field of a file with this header row and these rows. */
function fieldsOf(kind: ImportKind, header: string, rows: readonly string[] = []) {
  const mapping = mapRows(
    kind,
    [header, ...rows].map((row) => row.split(',')),
  );
  return Object.fromEntries(mapping.columns.map(({ column, field }) => [column.header, field]));
}

const PEOPLE = ['Ilka,Brandvold,Kranbau', 'Otmar,Kessebrink,Kranbau', 'Runa,Halvorsen,Seilwerk'];
const NAMED = 'First Name,Last Name,Company';

/** The field of a column next to names and employers, whose values are different on each row. */
function fieldNextToNames(header: string, values: readonly string[]) {
  const rows = PEOPLE.map((row, index) => `${row},${values[index]}`);
  return fieldsOf('people', `${NAMED},${header}`, rows)[header];
}

const MAILS = ['ann@rep.test', 'bo@rep.test', 'cy@rep.test'];
const PROFILES = ['https://some.example/in/ann', 'https://some.example/in/bo', 'https://some.example/in/cy'];

describe('a column that describes another party', () => {
  it.each(
    `Owner Email|Rep Email|Account Owner Email|Created By Email|createdByEmail|Assigned To|Manager Email|Betreuer E-Mail|Owner|Besitzer|
    Recruiter Email|E-Mail Vorgesetzter|Courriel du responsable|Correo del propietario|E-mail titolare|Buyer Email|Email of Purchaser|E-Mail Besteller|Courriel de l’acheteur|Correo del comprador|E-mail do gestor|E-mail eigenaar`.split(
      /\|\s*/,
    ),
  )('%s: its addresses are not those of the person', (header) => {
    expect(fieldNextToNames(header, MAILS)).toBe(null);
  });

  it.each(
    'Founder LinkedIn|CEO LinkedIn|Investor LinkedIn|Referrer LinkedIn|Owner LinkedIn URL|Gründer Profil'.split('|'),
  )('%s: its profiles are not those of the person', (header) => expect(fieldNextToNames(header, PROFILES)).toBe(null));

  it.each('Parent Company LinkedIn|Competitor LinkedIn|Investor LinkedIn URL|Muttergesellschaft Profil'.split('|'))(
    '%s: its profiles are not those of the company',
    (header) => {
      const rows = ['Brandvold AG,https://some.example/company/one', 'Seilwerk AG,https://some.example/company/two'];
      expect(fieldsOf('companies', `Company,${header}`, rows)[header]).toBe(null);
    },
  );

  it.each(
    'Parent Website|Parent Domain|Competitor Website|Agency Website|Investor Website|Site de la maison mère'.split('|'),
  )('%s: the company keeps its own site', (header) => {
    const rows = ['Brandvold AG,brandvold.test,group-one.test', 'Seilwerk AG,seilwerk.test,group-two.test'];
    expect(fieldsOf('companies', `Company,Website,${header}`, rows)).toEqual({
      Company: 'name',
      Website: 'website',
      [header]: null,
    });
  });

  it('is named with the reason in the printed mapping', () => {
    const mapping = mapRows('people', [`${NAMED},Email,Owner Email,Notes,Ansprechpartner`.split(',')]);
    expect(describeMapping(mapping, { encoding: 'utf-8', container: null }).split('\n').slice(-2)).toEqual([
      '  not imported: Notes',
      '  not imported, as they describe another party: Owner Email (owner), Ansprechpartner (ansprechpartner)',
    ]);
  });

  it('is the id of the person of the row, in companies of an export of contacts', () => {
    expect(fieldsOf('companies', `Record ID,${NAMED},Account ID`)).toMatchObject({
      'Record ID': null,
      'Account ID': 'crm_id',
      Company: 'name',
    });
    expect(fieldsOf('companies', 'Record ID,Company')).toMatchObject({ 'Record ID': 'crm_id' });
    expect(fieldsOf('people', `Record ID,${NAMED}`)).toMatchObject({ 'Record ID': 'crm_id' });
  });

  it('is left out next to the columns of a preset too', () => {
    const header = 'Apollo Contact Id,First Name,Last Name,Owner Profile';
    const row = '1,Ilka,Brandvold,https://some.example/in/ann';
    expect(fieldsOf('people', header, [row])['Owner Profile']).toBe(null);
  });

  it('is imported if the records would have no name without it: a list of agencies', () => {
    const rows = ['Kranbau Kontor,kranbau.test', 'Seilwerk Studio,seilwerk.test', 'Runa & Ilka,runa.test'];
    expect(fieldsOf('companies', 'Agency,Agency Website', rows)).toEqual({
      Agency: 'name',
      'Agency Website': 'domain',
    });
  });

  it('is the employer of openings if its header names the employer', () => {
    const rows = ['Cook,Harbor Kitchen,harbor.test', 'Baker,Mill Bread,mill.test'];
    expect(fieldsOf('jobs', 'Title,Agency,Agency Website', rows)).toMatchObject({
      Agency: 'company_name',
      'Agency Website': 'company_domain',
    });
  });

  it.each('Parentheses|Founded|Ownership|Managing Director|Reputation|Representation|Company|Contact Email'.split('|'))(
    '%s names no other party',
    (header) => expect(otherPartyIn(header)).toBe(null),
  );
});

describe('a column of contact persons', () => {
  const HEADERS =
    'Contact|Contact Name|Contact Person|Ansprechpartner|Kontaktperson|Kontakt|Inhaber|Personne de contact|Referente'.split(
      '|',
    );

  it.each(HEADERS)('%s is not the name of the person next to first and last name', (header) => {
    expect(fieldNextToNames(header, ['Sam Rep', 'Sam Rep', 'Al Rep'])).toBe(null);
  });

  it.each(['Contact', 'Contact Name', 'Contact Person', 'Ansprechpartner', 'Kontaktperson', 'Kontakt', 'Inhaber'])(
    '%s is the name if no other column has it',
    (header) => {
      expect(fieldsOf('people', `${header},Company,Email`)).toMatchObject({ [header]: 'full_name', Email: 'email' });
      expect(fieldsOf('people', `First Name,${header},Email`)).toMatchObject({ [header]: 'full_name' });
    },
  );

  it('makes the addresses of the contacts columns of another party, unless the contacts are the people of the file', () => {
    const header = `${NAMED},Contact Name,Contact Email`;
    const others = PEOPLE.map((row, index) => `${row},Sam Rep,${MAILS[index]}`);
    expect(fieldsOf('people', header, others)['Contact Email']).toBe(null);
    const own = PEOPLE.map((row, index) => `${row},${row.split(',').slice(0, 2).join(' ')},${MAILS[index]}`);
    expect(fieldsOf('people', header, own)['Contact Email']).toBe('email');
  });
});
