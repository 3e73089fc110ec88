// Laws for arbitrary files, with small vocabularies, so that records often match.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompanyRecord, OpeningRecord } from '../../contract/import-records.ts';
import { titleKey } from '../title-key.ts';
import { type CatalogUnderTest, exported, type Fixture, makeFixture, stateOf } from './fixture.ts';
import { companyRecord, email, opening, personRecord, phone, position, unlistedPerson } from './records.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const slug = fc.constantFrom('acme', 'acme-2', 'beta', 'gamma');
const domain = fc.constantFrom('acme.example', 'beta.example', 'shared.example');
const name = fc.constantFrom('Acme', 'ÁCME', 'Beta');

const company: fc.Arbitrary<CompanyRecord> = fc
  .record({
    slug: maybe(slug),
    name,
    domains: fc.uniqueArray(domain, { maxLength: 2 }),
    employee_count: maybe(fc.integer({ min: 1, max: 3 })),
    followers: maybe(fc.integer({ min: 1, max: 3 })),
    hq: maybe(
      fc.constantFrom({ city: null, state: null, country_code: 'DE' }, { city: null, state: null, country_code: 'FR' }),
    ),
  })
  .map(({ slug: each, ...fields }) => companyRecord(each, fields));

const employerName = fc.oneof(
  slug,
  domain.map((each) => ({ company_domain: each })),
  name.map((each) => ({ company_name: each })),
);

const job: fc.Arbitrary<OpeningRecord> = fc
  .record({
    named: employerName,
    title: fc.constantFrom('VP Sales', 'Vice President Sales', 'Cook', 'cook'),
    source: fc.constantFrom('board', 'site'),
    open_positions: fc.integer({ min: 1, max: 3 }),
    url: maybe(fc.constantFrom('https://acme.example/1', 'https://acme.example/2')),
    is_open: fc.boolean(),
    occurrence: fc.integer({ min: 0, max: 1 }),
  })
  .map(({ named, title, ...fields }) => opening(named, title, fields));

type File = { companies: CompanyRecord[] } | { jobs: OpeningRecord[] };
const file: fc.Arbitrary<File> = fc.oneof(
  fc.record({ companies: fc.array(company, { minLength: 1, maxLength: 6 }) }),
  fc.record({ jobs: fc.array(job, { minLength: 1, maxLength: 6 }) }),
);

/** The job rows, computed from the exported openings and companies. */
function expectedRows(fixture: Fixture): string[] {
  const companies = fixture.documents().companies;
  const domainsOf = new Map(
    [...fixture.writer.companyRecords()].map((record, index) => [companies[index]?.id, record]),
  );
  const inOrder = companies.toSorted(
    (a, b) => (b.employee_count ?? -1) - (a.employee_count ?? -1) || (a.slug < b.slug ? -1 : 1),
  );
  const companyOf = ({ company_network_url: url, company_domain, company_name }: OpeningRecord) => {
    if (url) return inOrder.find((each) => domainsOf.get(each.id)?.network_url?.slug === url.slug);
    if (company_domain) return inOrder.find((each) => domainsOf.get(each.id)?.domains.includes(company_domain));
    const named = companies.filter(
      (each) =>
        each.name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() ===
        company_name?.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
    );
    return named.length === 1 ? named[0] : undefined;
  };
  const sums = new Map<string, number>();
  for (const each of fixture.writer.openingRecords()) {
    const owner = each.is_open ? companyOf(each) : undefined;
    if (!owner) continue;
    const key = `${owner.slug} ${titleKey(each.title)} ${each.source}`;
    sums.set(key, (sums.get(key) ?? 0) + each.open_positions);
  }
  return [...sums].map(([key, sum]) => `${key} ${sum}`).sort();
}

function actualRows(fixture: Fixture): string[] {
  const { companies, jobs } = fixture.documents();
  const slugs = new Map(companies.map((each) => [each.id, each.slug]));
  return jobs
    .map((each) => `${slugs.get(each.companyId)} ${titleKey(each.opening_title)} ${each.source} ${each.open_positions}`)
    .sort();
}

export function catalogLaws(fresh: () => CatalogUnderTest, share = 1): void {
  describe('whatever the files', () => {
    test('a repeated import changes nothing', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(file, { maxLength: 2 }), file, async (earlier, last) => {
          const fixture = makeFixture(fresh);
          for (const each of earlier) await fixture.load(each, 'earlier');
          await fixture.load(last, 'last');
          const before = fixture.documents();
          expect(new Set(await fixture.load(last, 'last'))).toEqual(new Set(['unchanged']));
          expect(fixture.documents()).toEqual(before);
        }),
        { numRuns: Math.ceil(60 * share) },
      );
    });

    test('a repeated import of namesakes without a profile adds no one', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(namesakes, { maxLength: 3 }), namesakes, async (earlier, people) => {
          const fixture = makeFixture(fresh);
          for (const [place, each] of earlier.entries()) await fixture.load({ people: each }, `earlier ${place}`);
          await fixture.load({ people }, 'last');
          for (const _ of [1, 2]) expect(await fixture.load({ people }, 'last')).not.toContain('created');
        }),
        { numRuns: Math.ceil(20 * share) },
      );
    });

    test('job rows are the sums of the open openings at known companies', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 5 }), async (files) => {
          const fixture = makeFixture(fresh);
          for (const each of files) await fixture.load(each);
          expect(actualRows(fixture)).toEqual(expectedRows(fixture));
        }),
        { numRuns: Math.ceil(60 * share) },
      );
    });

    test('positions are linked as if all companies had been imported before', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(company, { maxLength: 6 }),
          fc.array(employerName, { minLength: 1, maxLength: 4 }),
          async (companies, named) => {
            const people = [personRecord('jane', { experiences: named.map((each) => position(each)) })];
            const fixture = makeFixture(fresh);
            await fixture.load({ people });
            for (const each of companies) await fixture.load({ companies: [each] });
            const linked = fixture.employersOf('jane');
            const later = [personRecord('joe', { experiences: people[0]?.experiences ?? [] })];
            await fixture.load({ people: later });
            const other = makeFixture(fresh);
            for (const each of companies) await other.load({ companies: [each] });
            await other.load({ people });
            expect(linked).toEqual(other.employersOf('jane'));
            expect(linked).toEqual(fixture.employersOf('joe'));
          },
        ),
        { numRuns: Math.ceil(60 * share) },
      );
    });
  });
}

const person = fc
  .record({
    slug: fc.constantFrom('jane', 'joe', 'ann'),
    full_name: fc.constantFrom('Jane Doe', 'Joe Doe'),
    connections_count: maybe(fc.integer({ min: 1, max: 3 })),
    emails: fc.uniqueArray(fc.constantFrom('jane@acme.example', 'joe@acme.example'), { maxLength: 2 }),
  })
  .map(({ slug: each, emails, ...fields }) =>
    personRecord(each, { ...fields, emails: emails.map((address) => email(address)) }),
  );
const unlisted = fc
  .record({
    full_name: fc.constantFrom('Jane Doe', 'J. Doe', 'Joe Doe'),
    address: maybe(fc.constantFrom('jane@acme.example', 'joe@acme.example', 'info@acme.example')),
    employer: fc.constantFrom('Acme', 'Beta'),
  })
  .map(({ full_name, address, employer }) =>
    unlistedPerson(
      personRecord('', {
        full_name,
        emails: address === null ? [] : [email(address)],
        experiences: [position({ company_name: employer })],
      }),
    ),
  );
/** Rows with little evidence, of people who share names, employers, numbers and addresses. */
const namesakes = fc.array(
  fc
    .record({
      full_name: fc.constantFrom('Ann Lee', 'Bob Ray', 'Max Muster', 'Zoë Ünal'),
      addresses: fc.constantFrom([], [], ['ann@acme.example'], ['a@b.example', 'c@d.example'], ['b@beta.example']),
      number: maybe(fc.constant('+12025550101')),
      company_name: maybe(fc.constantFrom('Acme Ltd', 'acme ltd.', 'ACME Limited', 'Beta GmbH', 'Foo & Söhne KG')),
      job_title: maybe(fc.constantFrom('CEO', 'VP Sales', 'Ninja')),
    })
    .filter(({ addresses, number, company_name }) => addresses.length > 0 || number !== null || company_name !== null)
    .map(({ full_name, addresses, number, company_name, job_title }) =>
      unlistedPerson(
        personRecord('', {
          full_name,
          emails: addresses.map((address) => email(address)),
          phones: number === null ? [] : [phone(number)],
          experiences: [position({ company_name }, { job_title })],
        }),
      ),
    ),
  { minLength: 10, maxLength: 40, size: 'max' },
);
const anyone = fc.oneof(person, unlisted);
const anyFile = fc.oneof(file, fc.record({ people: fc.array(anyone, { minLength: 1, maxLength: 6 }) }));

export function undoLaws(fresh: () => CatalogUnderTest, share = 1): void {
  describe('whatever the files', () => {
    test('undoing the last imports one by one restores each previous state', async () => {
      const last = fc.record({ rows: anyFile, source: fc.constantFrom('file', 'other') });
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyFile, { maxLength: 3 }),
          // If one source changes a row more often, not all states of the row are stored.
          fc.array(last, { minLength: 1, maxLength: 3 }),
          async (before, lasts) => {
            const fixture = makeFixture(fresh);
            for (const each of before) await fixture.load(each, 'file');
            const states: unknown[] = [];
            for (const { rows, source } of lasts) {
              states.push(await stateOf(fixture));
              await fixture.load(rows, source);
            }
            const runs = (await fixture.writer.runs()).toReversed().slice(0, lasts.length);
            for (const { id } of runs) {
              await fixture.admin.undoRun(id, 'later');
              expect(await stateOf(fixture)).toEqual(states.pop());
            }
          },
        ),
        { numRuns: Math.ceil(40 * share) },
      );
    });

    test('undoing all imports in any order leaves nothing', async () => {
      // Files are imported again, because most sources repeat earlier rows.
      const files = fc
        .array(anyFile, { minLength: 1, maxLength: 2 })
        .chain((some) => fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 4 }));
      await fc.assert(
        fc.asyncProperty(files, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), async (all, places) => {
          const fixture = makeFixture(fresh);
          for (const each of all) await fixture.load(each, 'file');
          const runs = (await fixture.writer.runs()).map(({ id }) => id);
          for (const place of places) {
            const [run] = runs.splice(place % Math.max(1, runs.length), 1);
            if (run !== undefined) await fixture.admin.undoRun(run, 'later');
          }
          expect(runs).toEqual([]);
          expect(exported(fixture)).toEqual([]);
          expect(fixture.documents()).toEqual({ companies: [], people: [], jobs: [] });
        }),
        { numRuns: Math.ceil(20 * share) },
      );
    });
  });
}
