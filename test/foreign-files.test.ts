// Files of other programs, imported into an empty catalog, and the resulting records.
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCatalogWriter } from '../src/catalog/sqlite/open-catalog-writer.ts';
import type { ImportKind } from '../src/import/map/import-fields.ts';
import { MERGE_RULES } from '../src/import/merge.ts';
import { runImport } from '../src/import/run-import.ts';
import { systemClock } from '../src/ops/clock.ts';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardfile-foreign-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The records of a file with this content, and the messages of its import. */
async function imported(kind: ImportKind, lines: readonly string[]) {
  count += 1;
  const file = join(folder, `${count}.csv`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const messages: string[] = [];
  const writer = openCatalogWriter({ file: join(folder, `${count}.db`), merge: MERGE_RULES });
  try {
    const result = await runImport({
      kind,
      files: [file],
      source: 'test',
      mapOptions: [],
      dryRun: false,
      reportFile: null,
      isAlone: () => true,
      writer,
      clock: systemClock,
      onMessage: (text) => void messages.push(text),
      onProgress: () => {},
    });
    return { result, messages, people: [...writer.personRecords()], companies: [...writer.companyRecords()] };
  } finally {
    writer.close();
  }
}

const NAMES = ['Ilka,Brandvold', 'Otmar,Kessebrink', 'Runa,Halvorsen', 'Edda,Wigmore', 'Leto,Zimmerle', 'Anke,Torvald'];

it.each(['Ansprechpartner', 'Contact Name', 'Kontakt', 'Name', 'Full Name'])(
  'separates six people who share one %s',
  async (header) => {
    const rows = NAMES.map((name, index) => `${name},Kranbau,p${index}@kranbau.test,Sam Rep`);
    const { people } = await imported('people', [`Vorname,Nachname,Firma,E-Mail,${header}`, ...rows]);
    const names = people.map(({ full_name }) => full_name).toSorted();
    expect(names).toEqual(NAMES.map((name) => name.replace(',', ' ')).toSorted());
  },
);

it('separates six people whose company has one founder, and gives them no address of a sales rep', async () => {
  const rows = NAMES.map((name, index) => `${name},Firm ${index},https://some.example/in/founder,rep@seller.test`);
  const { people } = await imported('people', ['First Name,Last Name,Company,Founder Profile,Owner Email', ...rows]);
  expect(people.map(({ emails }) => emails.length)).toEqual([0, 0, 0, 0, 0, 0]);
});

it('separates companies that share a parent company', async () => {
  const rows = NAMES.map(
    (name, index) => `${name.replace(',', ' ')} AG,firm${index}.test,https://some.example/company/parent${index % 2}`,
  );
  const { companies } = await imported('companies', ['Company,Website,Parent Company Profile', ...rows]);
  expect(companies.map(({ domains }) => domains[0]).toSorted()).toEqual(rows.map((_, index) => `firm${index}.test`));
});

it('reads a table with semicolons whose values have as many commas', async () => {
  const rows = ['Company;Revenue;Employees', 'Zwirn, Werk & Co;1,5;10', 'Flachs, Garn;2,5;20'];
  const { companies } = await imported('companies', rows);
  expect(companies.map(({ name }) => name).toSorted()).toEqual(['Flachs, Garn', 'Zwirn, Werk & Co']);
});

it('imports the first row of a file without a header', async () => {
  const { companies, messages } = await imported('companies', ['Zwirnwerk AG,zwirnwerk.de', 'Flachs AG,flachs.de']);
  expect(companies.map(({ domains }) => domains[0]).toSorted()).toEqual(['flachs.de', 'zwirnwerk.de']);
  expect(messages.join('\n')).toContain('no header row');
});

it('accepts rows without the cells at their end, with a warning', async () => {
  const rows = ['name,domain,city,industry', 'Zwirnwerk,zwirnwerk.de', 'Flachs,flachs.de,Ulm,', 'made for a test'];
  const { companies, result } = await imported('companies', rows);
  expect(companies.map(({ name }) => name).toSorted()).toEqual(['Flachs', 'Zwirnwerk']);
  expect(result).toMatchObject({ rejected: 1, warnings: 1 });
});

it('takes the address for work as the main one if a column states the kinds of the addresses', async () => {
  const { people, messages } = await imported('people', [
    'First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value',
    'Ilka,Brandvold,* Home,ilka@private.test,Work,ilka@kranbau.test',
    'Otmar,Kessebrink,* Work,otmar@kranbau.test,Home,otmar@private.test',
    'Runa,Halvorsen,Home,runa@private.test,,',
  ]);
  const addresses = people.map(({ emails }) =>
    emails.map(({ email, is_primary }) => `${email}${is_primary ? ' *' : ''}`),
  );
  expect(addresses.toSorted()).toEqual([
    ['ilka@kranbau.test *', 'ilka@private.test'],
    ['otmar@kranbau.test *', 'otmar@private.test'],
    ['runa@private.test'],
  ]);
  expect(messages.join('\n')).toContain('kinds of E-mail 2 - Value <- E-mail 2 - Label');
});

it('takes no fax number for a phone number', async () => {
  const { people, result } = await imported('people', [
    'Name,E-mail,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
    'Ilka Brandvold,ilka@kranbau.test,Work Fax,+44 20 7946 0009,Mobile,+44 7700 900001',
  ]);
  const phones = [
    { type: 'work_fax', number: '+44 20 7946 0009' },
    { type: 'mobile', number: '+44 7700 900001' },
  ];
  const row = { full_name: 'Ilka Brandvold', email: 'ilka@kranbau.test', phones };
  const inJson = await imported('people', [JSON.stringify(row)]);
  for (const [person] of [people, inJson.people])
    expect(person?.phones).toEqual([{ phone: '+447700900001', kind: 'mobile' }]);
  for (const { topWarnings } of [result, inJson.result]) expect(topWarnings[0]?.reason).toBe('a fax number');
});

it('reads the answers of the interfaces of CRM systems', async () => {
  const account = {
    attributes: { type: 'Account', url: '/services/data/sobjects/Account/1' },
    Name: 'Zwirnwerk',
    NumberOfEmployees: 120,
    BillingAddress: { city: 'Leeds', country: 'United Kingdom' },
    Owner: { Name: 'Sam Rep' },
  };
  const { companies } = await imported('companies', [JSON.stringify(account)]);
  expect(companies).toMatchObject([
    { name: 'Zwirnwerk', type: null, website: null, employee_count: 120, hq: { city: 'Leeds', country_code: 'GB' } },
  ]);
  const properties = { firstname: 'Ilka', lastname: 'Brandvold', email: 'ilka@kranbau.test', hs_object_id: '7' };
  const contact = { id: '7', properties: { ...properties, mobilephone: '+44 7700 900001', twitterhandle: 'ilkabv' } };
  const { people } = await imported('people', [JSON.stringify(contact)]);
  expect(people).toMatchObject([
    { full_name: 'Ilka Brandvold', crm_id: ['7'], x_handle: ['ilkabv'], phones: [{ kind: 'mobile' }] },
  ]);
});

it('takes the primary contact of a lead, not the company, for the person', async () => {
  const rows = NAMES.map((name, index) => `Firm ${index},${name.replace(',', ' ')},${name},p${index}@kranbau.test`);
  const parts = ['name', 'first_name', 'last_name', 'primary_email'].map((part) => `primary_contact_${part}`);
  const { people } = await imported('people', [`lead_name,${parts.join(',')}`, ...rows]);
  const names = NAMES.map((name) => name.replace(',', ' '));
  expect(people.map(({ full_name }) => full_name).toSorted()).toEqual(names.toSorted());
});

it('reads the name, not the number, of an employee', async () => {
  const rows = NAMES.map(
    (name, index) => `10${index},"${name.split(',').reverse().join(', ')}",p${index}@kranbau.test`,
  );
  const { people } = await imported('people', ['Employee #,"Last name, First name",Work Email', ...rows]);
  expect(people.map(({ full_name }) => full_name).toSorted()).toEqual(
    NAMES.map((name) => name.replace(',', ' ')).toSorted(),
  );
});

it('reads the data of a register of companies', async () => {
  const columns = ['CompanyName', ' CompanyNumber', 'RegAddress.PostTown', 'RegAddress.County', 'RegAddress.Country'];
  const classes = ['CompanyCategory', 'CompanyStatus', 'IncorporationDate', 'SICCode.SicText_1', 'SICCode.SicText_2'];
  const { companies } = await imported('companies', [
    [...columns, ...classes, ' PreviousName_1.CompanyName'].join(','),
    'ZWIRNWERK LTD,99000001,LEEDS,WEST YORKSHIRE,ENGLAND,Private Limited Company,Active,01/05/2012,62012 - Business and domestic software development,,OLD LTD',
    'FLACHS C.I.C.,99000002,CARDIFF,,WALES,Community Interest Company,Active,13/04/2015,01160 - Growing of fibre crops,,',
    'GARN LTD,99000003,LEEDS,,ENGLAND,Private Limited Company,Dissolved,02/03/2019,None Supplied,,',
  ]);
  const found = companies.map(({ name, type, industry, founded_year, hq, registry_number }) =>
    [name, type, industry, founded_year, hq?.city, hq?.country_code, ...registry_number].join(', '),
  );
  expect(found.toSorted()).toEqual([
    'FLACHS C.I.C., Nonprofit, Growing of fibre crops, 2015, Cardiff, GB, 99000002',
    'GARN LTD, Privately Held, , 2019, Leeds, GB, 99000003',
    'ZWIRNWERK LTD, Privately Held, Software Development, 2012, Leeds, GB, 99000001',
  ]);
});

const employersOf = (people: Awaited<ReturnType<typeof imported>>['people']) =>
  people.map(({ full_name, experiences }) => `${full_name}, ${experiences[0]?.company_name}`).toSorted();

it('takes the company that is associated with a contact if the contact names none', async () => {
  const contacts = [
    ['1', 'Ilka', 'Brandvold', 'Kranbau Holding', 'Kranbau', 'New'],
    ['2', 'Otmar', 'Kessebrink', 'Hochbau', '', 'New'],
  ];
  const header = ['Record ID', 'First Name', 'Last Name', 'Associated Company', 'Company Name', 'Lead Status'];
  const table = await imported(
    'people',
    [header, ...contacts].map((cells) => cells.join(',')),
  );
  const rows = contacts.map((cells) => JSON.stringify(Object.fromEntries(header.map((key, at) => [key, cells[at]]))));
  const { people } = await imported('people', rows);
  const expected = ['Ilka Brandvold, Kranbau', 'Otmar Kessebrink, Hochbau'];
  expect([employersOf(table.people), employersOf(people)]).toEqual([expected, expected]);
});

it('takes the next best key in JSON if the best one is empty, in any order of the keys', async () => {
  const rows = [
    { name: 'Zwirnwerk', sub_industry: 'Banking', primary_industry: 'Hospitals' },
    { name: 'Flachs', sub_industry: 'Banking', primary_industry: 'n/a', industry: '' },
  ];
  const { companies } = await imported(
    'companies',
    rows.map((row) => JSON.stringify(row)),
  );
  expect(companies.map(({ name, industry }) => [name, industry]).toSorted()).toEqual([
    ['Flachs', 'Banking'],
    ['Zwirnwerk', 'Hospitals'],
  ]);
});

it('reads a list of workers of a personnel system', async () => {
  const { people } = await imported('people', [
    'Employee ID,Worker,Business Title,Management Level,Location,Worker Status,Primary Work Email,Manager,Company',
    '000123,Ilka Brandvold (000123),Sales Director,M3 - Director,Berlin Office,Active,ilka@kranbau.test,Sam Rep (000001),Kranbau',
    '000124,Otmar Kessebrink (000124) (On Leave),Buyer,4 Manager,Leeds Office,On Leave,otmar@kranbau.test,Sam Rep (000001),Kranbau',
  ]);
  const found = people.map(({ full_name, location, experiences }) => [
    full_name,
    location?.city,
    experiences[0]?.job_level,
  ]);
  expect(found.toSorted()).toEqual([
    ['Ilka Brandvold', 'Berlin', 'Director'],
    ['Otmar Kessebrink', 'Leeds', 'Manager'],
  ]);
});

it.each(['Legal Name', 'Legal', 'Preferred Name'])('reads %s - First Name and Last Name', async (header) => {
  const rows = NAMES.map((name, index) => name.replace(',', `,p${index}@kranbau.test,`));
  const columns = ['First Name', 'Last Name'].map((part) => `${header} - ${part}`);
  const { people } = await imported('people', [columns.join(',Work Email,'), ...rows]);
  expect(people.map(({ first_name, last_name }) => `${first_name},${last_name}`).toSorted()).toEqual(NAMES.toSorted());
});

it('reads a list of texts in JSON within a cell, and a city with its region', async () => {
  const { companies } = await imported('companies', [
    'Name,Specialties,Location,Locality',
    'Zwirnwerk,"[""yarn"",""thread""]","London, England, United Kingdom","London, England"',
    'Flachs,[],Leeds,Leeds',
  ]);
  const [flachs, zwirnwerk] = companies.toSorted((a, b) => a.name.localeCompare(b.name));
  expect(zwirnwerk).toMatchObject({ specialties: ['yarn', 'thread'], hq: { city: 'London', state: 'England' } });
  expect(flachs).toMatchObject({ specialties: [], hq: { city: 'Leeds' } });
});

it('reads companies in JSON-LD without its keywords', async () => {
  const row = {
    '@type': 'Organization',
    name: 'Zwirnwerk',
    foundingDate: '2010-02-23',
    address: { '@type': 'PostalAddress', addressLocality: 'Leeds', addressCountry: 'GB' },
  };
  const { companies } = await imported('companies', [JSON.stringify(row)]);
  expect(companies).toMatchObject([{ type: null, founded_year: 2010, hq: { city: 'Leeds', country_code: 'GB' } }]);
});

it('takes the label of an industry code if a row names no industry', async () => {
  const naics = [{ code: '622110', label: 'Hospitals' }];
  const rows = [
    { name: 'Zwirnwerk', naics, industry: 'Restaurants' },
    { name: 'Flachs', naics },
    { name: 'Garn', naics, industries: [{ code: '1', label: 'Banking' }] },
  ];
  const { companies } = await imported(
    'companies',
    rows.map((row) => JSON.stringify(row)),
  );
  const industries = companies.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ industry }) => industry);
  expect(industries).toEqual(['Hospitals', 'Banking', 'Restaurants']);
});
