// Law: a store contains the same records that the decisions of matching/ produce over records in memory, for any files
// and undone imports.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import { preparePerson } from '../prepare-person.ts';
import { AT, type CatalogUnderTest, type Fixture, MERGE, makeFixture } from './fixture.ts';
import { type MemoryRecords, memoryCompanies, memoryPeople } from './memory-records.ts';
import { companyRecord, email, personRecord, position, unlistedPerson } from './records.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const hqIn = (country_code: string | null) => country_code && { city: null, state: null, country_code };
const locationIn = (country_code: string | null) => country_code && { city: null, state_code: null, country_code };

const company: fc.Arbitrary<CompanyRecord> = fc
  .record({
    slug: maybe(fc.constantFrom('acme', 'acme-2', 'beta')),
    name: fc.constantFrom('Acme', 'ACME Inc.', 'Beta', 'Acme Rocket Works'),
    domains: fc.uniqueArray(fc.constantFrom('acme.example', 'shop.acme.example', 'beta.example', 'shared.example'), {
      maxLength: 2,
    }),
    hq: maybe(fc.constantFrom('DE', 'FR')).map((country) => hqIn(country) || null),
    followers: maybe(fc.integer({ min: 1, max: 3 })),
  })
  .map(({ slug, ...fields }) => companyRecord(slug, fields));

const person: fc.Arbitrary<PersonRecord> = fc
  .record({
    slug: maybe(fc.constantFrom('jane', 'joe')),
    full_name: fc.constantFrom('Jane Doe', 'J. Doe', 'Joe Roe'),
    addresses: fc.uniqueArray(fc.constantFrom('jane@acme.example', 'jd@acme.example', 'info@acme.example'), {
      maxLength: 2,
    }),
    employer: maybe(fc.constantFrom('Acme', 'Acme Inc.', 'Beta')),
    location: maybe(fc.constantFrom('DE', 'FR')).map((country) => locationIn(country) || null),
    headline: maybe(fc.constantFrom('Engineer', 'Cook')),
  })
  .map(({ slug, addresses, employer, ...fields }) => {
    const record = personRecord(slug ?? '', {
      ...fields,
      emails: addresses.map((address) => email(address)),
      experiences: employer === null ? [] : [position({ company_name: employer })],
    });
    return slug === null ? unlistedPerson(record) : record;
  });

/** Imports of one source each. `undo` undoes the latest import that is not undone. */
const history = <Row>(row: fc.Arbitrary<Row>) =>
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          source: fc.constantFrom('crm', 'web'),
          rows: fc.array(row, { minLength: 1, maxLength: 6 }),
        }),
      },
      { weight: 1, arbitrary: fc.constant('undo' as const) },
    ),
    { minLength: 1, maxLength: 6 },
  );

async function undoLast({ writer, admin }: Fixture): Promise<void> {
  const last = (await writer.runs()).findLast((run) => run.undoneAt === null);
  if (last !== undefined) await admin.undoRun(last.id, 'later');
}

const slugsOf = (documents: readonly { readonly id: number; readonly slug: string }[]) =>
  documents.toSorted((a, b) => a.id - b.id).map(({ slug }) => slug);

function recordsOf<Kind extends KindTypes>(memory: MemoryRecords<Kind>) {
  return memory.founds().map(({ id, slug }) => ({ slug, record: memory.stored(id) }));
}

export function matchingLaws(fresh: () => CatalogUnderTest, share = 1): void {
  describe('whatever the imports', () => {
    test('companies equal the companies of the decisions in memory', async () => {
      await fc.assert(
        fc.asyncProperty(history(company), async (steps) => {
          const fixture = makeFixture(fresh);
          await fixture.writer.noteSharedSites(['shared.example']);
          const memory = memoryCompanies(MERGE.company, ['shared.example']);
          for (const step of steps) {
            if (step === 'undo') {
              await undoLast(fixture);
              memory.undoLast();
            } else {
              const outcomes = await fixture.load({ companies: step.rows }, step.source);
              expect(outcomes).toEqual(memory.load(step.rows, step.source, AT));
            }
            const records = [...fixture.writer.companyRecords()];
            const slugs = slugsOf(fixture.documents().companies);
            expect(records.map((record, index) => ({ slug: slugs[index], record }))).toEqual(recordsOf(memory));
          }
        }),
        { numRuns: Math.ceil(40 * share) },
      );
    });

    test('people equal the people of the decisions in memory', async () => {
      await fc.assert(
        fc.asyncProperty(history(person), async (steps) => {
          const fixture = makeFixture(fresh);
          const memory = memoryPeople(MERGE.person);
          for (const step of steps) {
            if (step === 'undo') {
              await undoLast(fixture);
              memory.undoLast();
            } else {
              const outcomes = await fixture.load({ people: step.rows }, step.source);
              expect(outcomes).toEqual(memory.load(step.rows.map(preparePerson), step.source, AT));
            }
            const records = [...fixture.writer.personRecords()];
            const slugs = slugsOf(fixture.documents().people);
            expect(records.map((record, index) => ({ slug: slugs[index], record }))).toEqual(recordsOf(memory));
          }
        }),
        { numRuns: Math.ceil(40 * share) },
      );
    });
  });
}
