import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companyRecord } from '../catalog/conformance/records.ts';
import type { RowContent } from '../catalog/writer-port.ts';
import type { CompanyRecord, EmailRecord, HeadquartersRecord, PersonRecord } from '../contract/import-records.ts';
import { SIZE_LABELS } from '../contract/vocabularies/vocabularies.ts';
import { MERGE_RULES } from './merge.ts';

const OLD = '2024-01-01T00:00:00Z';
const NEW = '2025-01-01T00:00:00Z';

const company = (fields: Partial<CompanyRecord> = {}) => companyRecord(null, { name: 'Acme', ...fields });

const person = (fields: Partial<PersonRecord> = {}): PersonRecord => ({
  network_url: { slug: 'jo', host: null },
  full_name: 'Jo',
  first_name: null,
  last_name: null,
  headline: null,
  about_me: null,
  location: null,
  connections_count: null,
  experiences: [],
  education: [],
  skills: [],
  certifications: [],
  emails: [],
  phones: [],
  crm_id: [],
  github_handle: [],
  x_handle: [],
  updated_at: null,
  ...fields,
});

const email = (address: string, fields: Partial<EmailRecord> = {}): EmailRecord => ({
  email: address,
  status: null,
  verified_at: null,
  is_primary: false,
  ...fields,
});

/** Rows of consecutive runs. The runs are as old as the newest rows. */
function rowsOf<Stored>(records: readonly Stored[]): RowContent<Stored>[] {
  return records.map((row, index) => ({ record: row, source: 's', priority: 0, runId: index + 1, runAt: NEW }));
}
const mergeCompanies = (...records: readonly CompanyRecord[]) => MERGE_RULES.company(rowsOf(records));
const mergePeople = (...records: readonly PersonRecord[]) => MERGE_RULES.person(rowsOf(records));

const record = <Value extends object>(shape: { [Key in keyof Value]: fc.Arbitrary<Value[Key]> }) =>
  fc.record(shape, { noNullPrototype: true }) as fc.Arbitrary<Value>;
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const timestamp = maybe(fc.constantFrom(OLD, NEW));
const place = { city: maybe(fc.constantFrom('Bern', 'Rome')), country_code: maybe(fc.constantFrom('CH', 'IT')) };
const hq = maybe(record({ ...place, state: fc.constant(null) }));
const location = maybe(record({ ...place, state_code: fc.constant(null) }));
const companies = fc
  .record({
    name: fc.constantFrom('Acme', 'ACME'),
    domains: fc.uniqueArray(fc.constantFrom('a.test', 'b.test', 'c.test')),
    about: maybe(fc.constantFrom('x', 'y')),
    employee_count: maybe(fc.constantFrom(5, 120, 7000)),
    size: maybe(fc.constantFrom(...SIZE_LABELS)),
    specialties: fc.uniqueArray(fc.constantFrom('s', 't')),
    hq,
    updated_at: timestamp,
  })
  .map(company);
const people = fc
  .record({
    headline: maybe(fc.constantFrom('x', 'y')),
    skills: fc.uniqueArray(fc.constantFrom('s', 't')),
    location,
    emails: fc.uniqueArray(
      record({
        email: fc.constantFrom('a@x.test', 'b@x.test'),
        status: maybe(fc.constantFrom('valid' as const, 'invalid' as const)),
        verified_at: timestamp,
        is_primary: fc.boolean(),
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
    updated_at: timestamp,
  })
  .map(person);

describe('laws', () => {
  it('a repeated row changes nothing', () => {
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

  it('the order of runs decides only ties, for rows without primary addresses and own dates', () => {
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

  it('no value is emptied, no domain, address or number is lost, and the date never decreases', () => {
    fc.assert(
      fc.property(companies, companies, (stored, incoming) => {
        const merged = mergeCompanies(stored, incoming);
        expect(merged.domains.toSorted()).toEqual([...new Set([...stored.domains, ...incoming.domains])].toSorted());
        for (const key of ['about', 'updated_at', 'hq'] as const) {
          expect(merged[key] === null).toBe(stored[key] === null && incoming[key] === null);
        }
        expect(Date.parse(merged.updated_at ?? OLD)).toBeGreaterThanOrEqual(Date.parse(stored.updated_at ?? OLD));
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

describe('precedence', () => {
  it.each([
    [OLD, NEW, 'incoming'],
    [NEW, OLD, 'stored'],
    [NEW, NEW, 'incoming'],
    [null, null, 'incoming'],
    [null, OLD, 'stored'],
    [OLD, null, 'incoming'],
    [null, NEW, 'incoming'],
    [NEW, null, 'incoming'],
  ])('of a stored record of %s and an incoming record of %s, prefers the %s record', (storedAt, incomingAt, about) => {
    const merged = mergeCompanies(
      company({ about: 'stored', updated_at: storedAt }),
      company({ about: 'incoming', updated_at: incomingAt }),
    );
    expect(merged.about).toBe(about);
  });

  it('prefers the source of higher priority to the newer row, but fills its empty fields', () => {
    const [preferred, fresher] = rowsOf([
      company({ about: 'preferred', updated_at: OLD }),
      company({ about: 'fresher', type: 'Nonprofit', updated_at: NEW }),
    ]);
    const rows = [{ ...preferred, priority: 1 }, fresher] as RowContent<CompanyRecord>[];
    expect(MERGE_RULES.company(rows)).toMatchObject({ about: 'preferred', type: 'Nonprofit', updated_at: NEW });
  });

  it('compares timestamps as times, not as texts', () => {
    const merged = mergeCompanies(
      company({ about: 'stored', updated_at: '2025-01-01T00:00:00.500Z' }),
      company({ about: 'incoming', updated_at: '2025-01-01T00:00:00Z' }),
    );
    expect(merged.about).toBe('stored');
  });

  it('fills empty fields from an older record', () => {
    const merged = mergeCompanies(
      company({ about: 'x', updated_at: NEW }),
      company({ about: 'y', type: 'Nonprofit', updated_at: OLD }),
    );
    expect(merged).toMatchObject({ about: 'x', type: 'Nonprofit', updated_at: NEW });
  });

  it.each([
    ['Acme Kilns Inc.', 'Acme Kilns, Inc. Sponsored ADR'],
    ['Acme Kilns', 'Acme Kilns Corp. Units'],
    ['Acme Kilns', 'Acme Kilns (NYSE: ACK)'],
    ['Acme Kilns', 'Acme Kilns (Kunde seit 2019)'],
    ['Acme Units', 'Acme Units Ord'],
  ])('takes the name %s, not the fresher %s', (plain, withRemark) => {
    const names = (...given: readonly string[]) => mergeCompanies(...given.map((name) => company({ name }))).name;
    expect(names(plain, withRemark)).toBe(plain);
    expect(names(withRemark, plain)).toBe(plain);
    expect(names('Zenith', withRemark)).toBe(withRemark);
  });

  it('puts the main domain of the preferred row first', () => {
    const stored = company({ domains: ['a.test'], updated_at: NEW });
    expect(mergeCompanies(stored, company({ domains: ['b.test'], updated_at: NEW })).domains).toEqual([
      'b.test',
      'a.test',
    ]);
    expect(mergeCompanies(stored, company({ domains: ['b.test'], updated_at: OLD })).domains).toEqual([
      'a.test',
      'b.test',
    ]);
  });
});

describe('dependent values', () => {
  it('exclude a count outside of a new size, and include one within it', () => {
    const stored = company({ employee_count: 120 });
    expect(mergeCompanies(stored, company({ size: '1-10' }))).toMatchObject({ employee_count: null, size: '1-10' });
    expect(mergeCompanies(stored, company({ size: '51-200' }))).toMatchObject({
      employee_count: 120,
      size: '51-200',
    });
    expect(mergeCompanies(company({ size: '1-10' }), company({ employee_count: 120 }))).toMatchObject({
      employee_count: 120,
      size: null,
    });
  });

  it('include a place as a whole: parts of two places never make a third', () => {
    const stored = company({ hq: { city: 'Austin', state: 'TX', country_code: 'US' } });
    const withPlace = (hq: HeadquartersRecord) => mergeCompanies(stored, company({ hq })).hq;
    for (const hq of [
      { city: 'Munich', state: null, country_code: null },
      { city: null, state: null, country_code: 'IT' },
      { city: 'Austin', state: 'MN', country_code: null },
    ]) {
      expect(withPlace(hq)).toEqual(hq);
    }
  });

  it('include the fuller of two places that agree', () => {
    const full = { city: 'Austin', state: 'TX', country_code: 'US' };
    const stored = company({ hq: full });
    for (const hq of [
      { city: 'Austin', state: null, country_code: null },
      { city: null, state: null, country_code: 'US' },
      { city: null, state: 'TX', country_code: 'US' },
    ]) {
      expect(mergeCompanies(stored, company({ hq })).hq).toEqual(full);
    }
  });

  it('include whole lists of positions', () => {
    const position = (job_title: string) => ({
      job_title,
      job_level: null,
      job_function: null,
      title_confidence: null,
      company_network_url: null,
      company_domain: null,
      company_name: 'Acme',
      job_description: null,
      job_start_date: null,
      job_end_date: null,
      job_is_current: true,
      is_primary: false,
      job_location: null,
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

  it('use the latest check of each address, from any record', () => {
    const valid = email('a@x.test', { status: 'valid', verified_at: NEW });
    const invalid = email('a@x.test', { status: 'invalid', verified_at: OLD });
    expect(merge(valid, invalid)?.status).toBe('valid');
    expect(merge(invalid, valid)?.status).toBe('valid');
  });

  it('keep a check if another row has the address without one', () => {
    expect(merge(email('a@x.test', { status: 'valid' }), email('a@x.test'))?.status).toBe('valid');
    expect(merge(email('a@x.test'), email('a@x.test', { status: 'invalid' }))?.status).toBe('invalid');
  });

  it('get a new primary address from a newer row, and keep the old one if it has none', () => {
    const stored = person({ emails: [email('a@x.test', { is_primary: true })] });
    const primaryOf = (merged: PersonRecord) =>
      merged.emails.filter(({ is_primary }) => is_primary).map((entry) => entry.email);
    expect(primaryOf(mergePeople(stored, person({ emails: [email('b@x.test', { is_primary: true })] })))).toEqual([
      'b@x.test',
    ]);
    expect(primaryOf(mergePeople(stored, person({ emails: [email('b@x.test')] })))).toEqual(['a@x.test']);
  });
});
