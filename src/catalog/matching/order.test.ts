// Law: the same rows give the same records, whatever the order of rows and the number of files.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import { MERGE_RULES } from '../../import/merge.ts';
import { type MemoryRecords, memoryCompanies, memoryPeople } from '../conformance/memory-records.ts';
import { companyRecord, email, personRecord, position, unlistedPerson } from '../conformance/records.ts';
import { preparePerson } from '../prepare-person.ts';
import type { KindTypes } from './decide-row.ts';

const AT = '2026-11-21T10:20:30.000Z';

interface CompanyRow {
  readonly name: string;
  readonly slug?: string;
  readonly domain?: string;
  readonly city?: string;
  readonly country?: string;
}

const company = ({ name, slug, domain, city = '', country = '' }: CompanyRow): CompanyRecord =>
  companyRecord(slug ?? null, {
    name,
    domains: domain === undefined ? [] : [domain],
    hq: city + country === '' ? null : { city: city || null, state: null, country_code: country || null },
  });

/** Each list is one company. */
const COMPANIES: readonly (readonly CompanyRow[])[] = [
  [
    { name: 'ACME GmbH', domain: 'acme-gmbh.example', country: 'DE' },
    { name: 'acme gmbh', country: 'DE' },
    { name: 'Acme', domain: 'shop.acme-gmbh.example' },
    { name: 'Acme Gesellschaft mit beschränkter Haftung', slug: 'acme', country: 'DE' },
  ],
  [
    { name: 'Hotel Central', city: 'Leeds', country: 'GB' },
    { name: 'HOTEL CENTRAL LTD', city: 'Leeds', country: 'GB' },
  ],
  [{ name: 'Hotel Central', city: 'Bristol', country: 'GB' }],
  [{ name: 'Burgerino', domain: 'burgerino.example', city: 'Kiel', country: 'DE' }],
  [{ name: 'Burgerino', domain: 'burgerino.example', city: 'Mainz', country: 'DE' }],
  [{ name: 'Rockets Bakery', domain: 'gmail.com' }],
  [{ name: 'Comet Taxi', domain: 'gmail.com' }],
  [
    { name: 'Müller Optics', domain: 'mueller-optics.example' },
    { name: 'MUELLER OPTICS GMBH', country: 'DE' },
  ],
  [
    { name: 'Zandora Logistics', city: 'Munich', country: 'DE' },
    { name: 'Zandora Logisitcs AG', city: 'München', country: 'DE' },
  ],
  [{ name: 'Lunaris Foods', domain: 'lunaris.example', country: 'FR' }],
  [
    { name: 'Autohaus Drossel', city: 'Kiel' },
    { name: 'Drossel Autohaus', city: 'Kiel' },
  ],
  [
    { name: 'Quill Ventures LLC dba Salty Anchor', city: 'Bend', country: 'US' },
    { name: 'Salty Anchor', city: 'Bend', country: 'US' },
  ],
  [{ name: 'Orchid Energy', domain: 'orchid-energy.example', city: 'Houston' }],
  [{ name: 'Orchid Energy Foundation', domain: 'orchid-energy.example', city: 'Houston' }],
  [{ name: 'Schuhhaus Stiefel', domain: 'mall-on-sea.example', city: 'Kiel' }],
  [{ name: 'Juwelier Glanz', domain: 'mall-on-sea.example', city: 'Kiel' }],
  [
    { name: 'Western Widget Works', domain: 'wwwidgets.example' },
    { name: 'WWW', domain: 'wwwidgets.example' },
  ],
  [{ name: 'Lunaris Energy', domain: 'lunaris.example', country: 'FR' }],
];

interface PersonRow {
  readonly name: string;
  readonly slug?: string;
  readonly mail?: string;
  readonly phone?: string;
  readonly employer?: string;
  readonly title?: string;
  readonly city?: string;
}

function person({ name, slug, mail, phone, employer, title, city }: PersonRow): PersonRecord {
  const record = personRecord(slug ?? '', {
    full_name: name,
    emails: mail === undefined ? [] : [email(mail)],
    phones: phone === undefined ? [] : [{ phone, kind: null }],
    experiences: employer === undefined ? [] : [position({ company_name: employer }, { job_title: title ?? null })],
    location: city === undefined ? null : { city, state_code: null, country_code: 'DE' },
  });
  return slug === undefined ? unlistedPerson(record) : record;
}

/** Each list is one person. */
const PEOPLE: readonly (readonly PersonRow[])[] = [
  [
    { name: 'Jane Doe', slug: 'jane', mail: 'jane@acme.example', employer: 'Acme', title: 'Engineer' },
    { name: 'J. Doe', mail: 'jane@acme.example' },
    { name: 'DOE JANE', employer: 'Acme Inc.', title: 'Engineer' },
    { name: 'Jane Doe', mail: 'jdoe@acme.example', employer: 'Acme', title: 'Engineer' },
  ],
  [{ name: 'Thomas Müller', employer: 'Comet', city: 'Kiel', title: 'Cook' }],
  [{ name: 'Thomas Müller', employer: 'Comet', city: 'Mainz', title: 'Clerk' }],
  [{ name: 'Karl Huber', mail: 'huber@huber.example', employer: 'Huber' }],
  [{ name: 'Petra Huber', mail: 'huber@huber.example', employer: 'Huber' }],
  [
    { name: 'Robert Stone', phone: '+447700900123', employer: 'Beta' },
    { name: 'STONE ROBERT', phone: '+447700900123', employer: 'Gamma' },
  ],
  [{ name: 'Mary Stone', phone: '+447700900123' }],
  [
    { name: 'Ophelia Drinkwater', mail: 'ophelia.drinkwater@gmail.com' },
    { name: 'Ophelia Drinkwater', mail: 'opheliadrinkwater+list@gmail.com' },
    { name: 'O. Drinkwater', mail: 'opheliadrinkwater@googlemail.com' },
  ],
  [
    { name: 'Kim Seo-yeon', employer: 'Hanbit', title: 'Owner' },
    { name: 'Seoyeon Kim', employer: 'Hanbit', title: 'Owner' },
  ],
  [
    { name: 'Concetta Schiavarelli', employer: 'Istituto Mediterraneo Oceani', title: 'Cook', city: 'Bari' },
    { name: 'Concetta Schiavarelli', employer: 'IMO', title: 'Cook', city: 'Bari' },
  ],
  [
    { name: 'Дмитрий Корольков', employer: 'Северный Мост', title: 'Cook' },
    { name: 'Dmitry Korolkov', employer: 'Severny Most', title: 'Cook' },
  ],
  [
    { name: '王晓明', mail: 'wang.xiaoming@hengtai.example' },
    { name: 'Wang Xiaoming', mail: 'wang.xiaoming@hengtai.example' },
  ],
  [{ name: 'Unknown Contact', employer: 'Delta', phone: '+447700900124' }],
  [{ name: 'Unknown Contact', employer: 'Delta', phone: '+447700900125' }],
  [{ name: 'Wei Zhang', employer: 'Delta', title: 'Nurse', mail: 'wzhang@delta.example' }],
  [{ name: 'Wei Zhang', employer: 'Delta', title: 'Nurse', mail: 'wei.zhang3@delta.example' }],
  [{ name: 'Alex Hill', employer: 'Gamma', city: 'Kiel' }],
  [{ name: 'Alexandra Hill', employer: 'Gamma', city: 'Kiel', title: 'Nurse' }],
  [{ name: 'Martin Hill', employer: 'Delta', title: 'Nurse' }],
  [{ name: 'Martina Hill', employer: 'Delta', title: 'Nurse' }],
];

/** Rows in runs of random lengths and orders. `of` is the list of each row. */
const runsOf = <Row>(lists: readonly (readonly Row[])[]) => {
  const all = lists.flatMap((rows, of) => rows.map((row) => ({ row, of })));
  return fc
    .tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.array(fc.nat(all.length), { maxLength: 3 }))
    .map(([rows, cuts]) => {
      const ends = [0, ...cuts.toSorted((a, b) => a - b), rows.length];
      return ends.slice(1).map((end, index) => rows.slice(ends[index], end));
    });
};

/** For each record, the sorted numbers of the lists of its rows. */
function partition<Kind extends KindTypes, Row>(
  memory: MemoryRecords<Kind>,
  runs: readonly (readonly { readonly row: Row; readonly of: number }[])[],
  read: (row: Row) => Kind['incoming'],
): string[] {
  for (const [index, rows] of runs.entries())
    memory.load(
      rows.map(({ row }) => read(row)),
      `source ${index}`,
      AT,
    );
  return [...memory.records.values()]
    .map(({ rows }) => rows.map(({ runId, line }) => runs[runId - 1]?.[line - 2]?.of ?? -1).toSorted((a, b) => a - b))
    .map((of) => of.join(' '))
    .toSorted();
}

const expected = (lists: readonly (readonly unknown[])[]) =>
  lists.map((rows, of) => rows.map(() => of).join(' ')).toSorted();

it('resolves companies to the same records in any order', () => {
  fc.assert(
    fc.property(runsOf(COMPANIES), (runs) => {
      expect(partition(memoryCompanies(MERGE_RULES.company), runs, company)).toEqual(expected(COMPANIES));
    }),
    { numRuns: 60 },
  );
});

it('resolves people to the same records in any order', () => {
  fc.assert(
    fc.property(runsOf(PEOPLE), (runs) => {
      const memory = memoryPeople(MERGE_RULES.person);
      expect(partition(memory, runs, (row: PersonRow) => preparePerson(person(row)))).toEqual(expected(PEOPLE));
    }),
    { numRuns: 60 },
  );
});
