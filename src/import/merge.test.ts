import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companyRecord } from '../catalog/conformance/records.ts';
import type { Contribution } from '../catalog/writer-port.ts';
import type { CompanyRecord, EmailRecord, PersonRecord } from '../contract/import-records.ts';
import { SIZE_LABELS } from '../contract/vocabularies.ts';
import { MERGE_RULES } from './merge.ts';

const OLD = '2024-01-01T00:00:00Z';
const NEW = '2025-01-01T00:00:00Z';

const company = (fields: Partial<CompanyRecord> = {}) => companyRecord(null, { name: 'Acme', ...fields });

const person = (fields: Partial<PersonRecord> = {}): PersonRecord => ({
  networkUrl: { slug: 'jo', host: null },
  fullName: 'Jo',
  firstName: null,
  lastName: null,
  headline: null,
  aboutMe: null,
  location: null,
  connectionsCount: null,
  experiences: [],
  education: [],
  skills: [],
  certifications: [],
  emails: [],
  phones: [],
  updatedAt: null,
  ...fields,
});

const email = (address: string, fields: Partial<EmailRecord> = {}): EmailRecord => ({
  email: address,
  status: null,
  verifiedAt: null,
  isPrimary: false,
  ...fields,
});

/** Rows of runs that began one after the other, at the time of the newest rows. */
function rowsOf<Stored>(records: readonly Stored[]): Contribution<Stored>[] {
  return records.map((row, index) => ({ record: row, source: 's', priority: 0, runId: index + 1, runAt: NEW }));
}
const mergeCompanies = (...records: readonly CompanyRecord[]) => MERGE_RULES.company(rowsOf(records));
const mergePeople = (...records: readonly PersonRecord[]) => MERGE_RULES.person(rowsOf(records));

const record = <Value extends object>(shape: { [Key in keyof Value]: fc.Arbitrary<Value[Key]> }) =>
  fc.record(shape, { noNullPrototype: true }) as fc.Arbitrary<Value>;
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const timestamp = maybe(fc.constantFrom(OLD, NEW));
const place = maybe(
  record({
    city: maybe(fc.constantFrom('Bern', 'Rome')),
    state: fc.constant(null),
    countryCode: maybe(fc.constantFrom('CH', 'IT')),
  }),
);
const companies = fc
  .record({
    name: fc.constantFrom('Acme', 'ACME'),
    domains: fc.uniqueArray(fc.constantFrom('a.test', 'b.test', 'c.test')),
    about: maybe(fc.constantFrom('x', 'y')),
    employeeCount: maybe(fc.constantFrom(5, 120, 7000)),
    size: maybe(fc.constantFrom(...SIZE_LABELS)),
    specialties: fc.uniqueArray(fc.constantFrom('s', 't')),
    hq: place,
    updatedAt: timestamp,
  })
  .map(company);
const people = fc
  .record({
    headline: maybe(fc.constantFrom('x', 'y')),
    skills: fc.uniqueArray(fc.constantFrom('s', 't')),
    location: place,
    emails: fc.uniqueArray(
      record({
        email: fc.constantFrom('a@x.test', 'b@x.test'),
        status: maybe(fc.constantFrom('valid' as const, 'invalid' as const)),
        verifiedAt: timestamp,
        isPrimary: fc.boolean(),
      }),
      { selector: (entry) => entry.email },
    ),
    phones: fc.uniqueArray(
      fc.record({
        phone: fc.constantFrom('+12025550100', '+12025550101'),
        kind: maybe(fc.constantFrom('mobile' as const, 'work' as const)),
      }),
      { selector: (entry) => entry.phone },
    ),
    updatedAt: timestamp,
  })
  .map(person);

describe('laws', () => {
  it('a row that comes again changes nothing', () => {
    fc.assert(
      fc.property(companies, companies, (stored, incoming) => {
        expect(mergeCompanies(stored, structuredClone(stored))).toEqual(stored);
        expect(mergeCompanies(stored, incoming, incoming)).toEqual(mergeCompanies(stored, incoming));
      }),
    );
    fc.assert(
      fc.property(people, people, (stored, incoming) => {
        expect(mergePeople(stored, incoming, incoming)).toEqual(mergePeople(stored, incoming));
      }),
    );
  });

  it('of rows without primary addresses and dates of their own the order in which runs came decides nothing but ties', () => {
    fc.assert(
      fc.property(fc.array(companies, { minLength: 2, maxLength: 5 }), (records) => {
        const rows = rowsOf(records).map((row, index) => ({ ...row, priority: index }));
        const { domains, ...one } = MERGE_RULES.company(rows);
        const { domains: others, ...other } = MERGE_RULES.company(rows.toReversed());
        expect(other).toEqual(one);
        expect(others).toEqual(domains);
      }),
    );
  });

  it('nothing filled is ever emptied, no domain, address or number is lost, and the date never goes back', () => {
    fc.assert(
      fc.property(companies, companies, (stored, incoming) => {
        const merged = mergeCompanies(stored, incoming);
        expect(merged.domains.toSorted()).toEqual([...new Set([...stored.domains, ...incoming.domains])].toSorted());
        for (const key of ['about', 'updatedAt', 'hq'] as const) {
          expect(merged[key] === null).toBe(stored[key] === null && incoming[key] === null);
        }
        expect(Date.parse(merged.updatedAt ?? OLD)).toBeGreaterThanOrEqual(Date.parse(stored.updatedAt ?? OLD));
      }),
    );
    fc.assert(
      fc.property(people, people, (stored, incoming) => {
        const merged = mergePeople(stored, incoming);
        const addresses = [...stored.emails, ...incoming.emails].map((entry) => entry.email);
        expect(merged.emails.map((entry) => entry.email).toSorted()).toEqual([...new Set(addresses)].toSorted());
        const numbers = [...stored.phones, ...incoming.phones].map((entry) => entry.phone);
        expect(merged.phones.map((entry) => entry.phone).toSorted()).toEqual([...new Set(numbers)].toSorted());
      }),
    );
  });
});

describe('which side wins', () => {
  it.each([
    [OLD, NEW, 'incoming'],
    [NEW, OLD, 'stored'],
    [NEW, NEW, 'incoming'],
    [null, null, 'incoming'],
    [null, OLD, 'stored'],
    [OLD, null, 'incoming'],
    [null, NEW, 'incoming'],
    [NEW, null, 'incoming'],
  ])('stored of %s, incoming of %s: the %s one', (storedAt, incomingAt, about) => {
    const merged = mergeCompanies(
      company({ about: 'stored', updatedAt: storedAt }),
      company({ about: 'incoming', updatedAt: incomingAt }),
    );
    expect(merged.about).toBe(about);
  });

  it('the source of higher priority goes before the fresher row, but does not empty what that one fills', () => {
    const [preferred, fresher] = rowsOf([
      company({ about: 'preferred', updatedAt: OLD }),
      company({ about: 'fresher', type: 'Nonprofit', updatedAt: NEW }),
    ]);
    const rows = [{ ...preferred, priority: 1 }, fresher] as Contribution<CompanyRecord>[];
    expect(MERGE_RULES.company(rows)).toMatchObject({ about: 'preferred', type: 'Nonprofit', updatedAt: NEW });
  });

  it('timestamps are compared as points in time, not as texts', () => {
    const merged = mergeCompanies(
      company({ about: 'stored', updatedAt: '2025-01-01T00:00:00.500Z' }),
      company({ about: 'incoming', updatedAt: '2025-01-01T00:00:00Z' }),
    );
    expect(merged.about).toBe('stored');
  });

  it('an older record still fills what is empty', () => {
    const merged = mergeCompanies(
      company({ about: 'x', updatedAt: NEW }),
      company({ about: 'y', type: 'Nonprofit', updatedAt: OLD }),
    );
    expect(merged).toMatchObject({ about: 'x', type: 'Nonprofit', updatedAt: NEW });
  });

  it('the winner’s main domain comes first', () => {
    const stored = company({ domains: ['a.test'], updatedAt: NEW });
    expect(mergeCompanies(stored, company({ domains: ['b.test'], updatedAt: NEW })).domains).toEqual([
      'b.test',
      'a.test',
    ]);
    expect(mergeCompanies(stored, company({ domains: ['b.test'], updatedAt: OLD })).domains).toEqual([
      'a.test',
      'b.test',
    ]);
  });
});

describe('values that belong together', () => {
  it('a new size drops a count that lies outside of it, and keeps one inside', () => {
    const stored = company({ employeeCount: 120 });
    expect(mergeCompanies(stored, company({ size: '1-10' }))).toMatchObject({ employeeCount: null, size: '1-10' });
    expect(mergeCompanies(stored, company({ size: '51-200' }))).toMatchObject({
      employeeCount: 120,
      size: '51-200',
    });
    expect(mergeCompanies(company({ size: '1-10' }), company({ employeeCount: 120 }))).toMatchObject({
      employeeCount: 120,
      size: null,
    });
  });

  it('a city is not kept beside another country', () => {
    const stored = company({ hq: { city: 'Bern', state: 'BE', countryCode: 'CH' } });
    expect(mergeCompanies(stored, company({ hq: { city: null, state: null, countryCode: 'IT' } })).hq).toEqual({
      city: null,
      state: null,
      countryCode: 'IT',
    });
    expect(mergeCompanies(stored, company({ hq: { city: 'Biel', state: null, countryCode: null } })).hq).toEqual({
      city: 'Biel',
      state: 'BE',
      countryCode: 'CH',
    });
  });

  it('lists of positions are taken whole', () => {
    const position = (title: string) => ({
      title,
      level: null,
      function: null,
      employer: { networkUrl: null, domain: null, name: 'Acme' },
      description: null,
      startDate: null,
      endDate: null,
      isCurrent: true,
      isPrimary: false,
      location: null,
    });
    const stored = person({ experiences: [position('Cook')] });
    expect(
      mergePeople(stored, person({ experiences: [position('Chef'), position('Owner')] })).experiences,
    ).toHaveLength(2);
    expect(mergePeople(stored, person()).experiences).toHaveLength(1);
  });
});

describe('e-mail addresses', () => {
  const merge = (stored: EmailRecord, incoming: EmailRecord) =>
    mergePeople(person({ emails: [stored] }), person({ emails: [incoming] })).emails[0];

  it('the later check of one address counts, whichever record is newer', () => {
    const valid = email('a@x.test', { status: 'valid', verifiedAt: NEW });
    const invalid = email('a@x.test', { status: 'invalid', verifiedAt: OLD });
    expect(merge(valid, invalid)?.status).toBe('valid');
    expect(merge(invalid, valid)?.status).toBe('valid');
  });

  it('an address that was never checked does not undo a check', () => {
    expect(merge(email('a@x.test', { status: 'valid' }), email('a@x.test'))?.status).toBe('valid');
    expect(merge(email('a@x.test'), email('a@x.test', { status: 'invalid' }))?.status).toBe('invalid');
  });

  it('a new primary address takes the place of the old one; none leaves it', () => {
    const stored = person({ emails: [email('a@x.test', { isPrimary: true })] });
    const primaryOf = (merged: PersonRecord) =>
      merged.emails.filter(({ isPrimary }) => isPrimary).map((entry) => entry.email);
    expect(primaryOf(mergePeople(stored, person({ emails: [email('b@x.test', { isPrimary: true })] })))).toEqual([
      'b@x.test',
    ]);
    expect(primaryOf(mergePeople(stored, person({ emails: [email('b@x.test')] })))).toEqual(['a@x.test']);
  });
});
