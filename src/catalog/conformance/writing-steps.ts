// Arbitrary writes to a catalog: imports, pushes, suppressions, undos, splits, merges, reviews, retention.
import fc from 'fast-check';
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import { generatedPersonSlug } from '../../identity/generated-slug.ts';
import type { RecordKind } from '../admin-port.ts';
import type { SuppressionEntry } from '../writer-port.ts';
import { AT, type Fixture, loadRows, pushRows, type Rows } from './fixture.ts';
import { companyRecord, email, opening, personRecord, phone, position, unlistedPerson } from './records.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const DOMAINS = ['acme.example', 'shop.acme.example', 'beta.example', 'shared.example'];
const EMAILS = ['jane@acme.example', 'joe@beta.example', 'info@acme.example'];
const PHONES = ['+12025550100', '+12025550101'];
const updated_at = maybe(fc.constantFrom('2020-01-01T00:00:00Z', '2026-11-01T00:00:00Z'));

const externalIds = fc.uniqueArray(fc.constantFrom('7', '8'), { maxLength: 1 });

const company: fc.Arbitrary<CompanyRecord> = fc
  .record({
    slug: maybe(fc.constantFrom('acme', 'acme-2', 'beta', 'gmbh')),
    name: fc.constantFrom('Acme', 'ACME Inc.', 'Beta', 'GmbH'),
    domains: fc.uniqueArray(fc.constantFrom(...DOMAINS), { maxLength: 2 }),
    employee_count: maybe(fc.integer({ min: 1, max: 3 })),
    crm_id: externalIds,
    country: maybe(fc.constantFrom('DE', 'FR')),
    updated_at,
  })
  .map(({ slug, country, ...fields }) =>
    companyRecord(slug, { ...fields, hq: country && { city: null, state: null, country_code: country } }),
  );

const employer = fc.oneof(
  fc.constantFrom('acme', 'acme-2', 'beta'),
  fc.constantFrom(...DOMAINS).map((each) => ({ company_domain: each })),
  fc.constantFrom('Acme', 'Acme Inc.', 'Beta', 'GmbH').map((each) => ({ company_name: each })),
);

const person: fc.Arbitrary<PersonRecord> = fc
  .record({
    slug: maybe(fc.constantFrom('jane', 'joe', 'ann')),
    full_name: fc.constantFrom('Jane Doe', 'J. Doe', 'Joe Roe'),
    addresses: fc.uniqueArray(fc.constantFrom(...EMAILS), { maxLength: 2 }),
    numbers: fc.uniqueArray(fc.constantFrom(...PHONES), { maxLength: 1 }),
    employers: fc.array(employer, { maxLength: 2 }),
    headline: maybe(fc.constantFrom('Engineer', 'Cook')),
    x_handle: externalIds,
    updated_at,
  })
  .map(({ slug, addresses, numbers, employers, ...fields }) => {
    const record = personRecord(slug ?? '', {
      ...fields,
      emails: addresses.map((address) => email(address)),
      phones: numbers.map((number) => phone(number)),
      experiences: employers.map((named) => position(named)),
    });
    return slug === null ? unlistedPerson(record) : record;
  });

const job: fc.Arbitrary<OpeningRecord> = fc
  .record({
    named: employer,
    title: fc.constantFrom('VP Sales', 'Vice President Sales', 'Cook'),
    source: fc.constantFrom('board', 'site'),
    open_positions: fc.integer({ min: 1, max: 2 }),
    url: maybe(fc.constantFrom('https://acme.example/1', 'https://acme.example/2')),
    is_open: fc.boolean(),
  })
  .map(({ named, title, ...fields }) => opening(named, title, fields));

const entry: fc.Arbitrary<SuppressionEntry> = fc.oneof(
  fc.constantFrom(...EMAILS).map((value) => ({ kind: 'email' as const, value })),
  fc.constantFrom(...PHONES).map((value) => ({ kind: 'phone' as const, value })),
  fc
    .constantFrom('jane', 'joe', generatedPersonSlug('Jane Doe', 'jane@acme.example'))
    .map((value) => ({ kind: 'person' as const, value })),
  fc.constantFrom('acme', 'beta').map((value) => ({ kind: 'company' as const, value })),
  fc.constantFrom(...DOMAINS).map((value) => ({ kind: 'domain' as const, value })),
);

/** One call that writes. */
export type Step = (fixture: Fixture) => Promise<unknown>;

const SOURCES = ['crm', 'web'];
/** An import or a push. */
const load = (rows: fc.Arbitrary<Rows>): fc.Arbitrary<Step> =>
  fc
    .record({
      rows,
      source: fc.constantFrom(...SOURCES),
      at: fc.constantFrom('2020-01-01T10:00:00.000Z', '2026-11-20T10:00:00.000Z'),
      isPush: fc.boolean(),
    })
    .map(
      ({ rows: each, source, at, isPush }): Step =>
        ({ writer }) => {
          return isPush ? pushRows(writer, [{ ...each, source, at }]) : loadRows(writer, each, { source, at });
        },
    );

/** Splits off the row with this number from a record, if possible. */
async function split({ admin }: Fixture, { kind, slug, row }: { kind: RecordKind; slug: string; row: number }) {
  const origins = kind === 'company' ? await admin.companyOrigins(slug) : await admin.personOrigins(slug);
  const id = origins?.rows[row]?.id;
  if (origins && id && origins.rows.length > 1)
    await admin.split(kind, slug, { ids: [id], at: AT }).catch(() => undefined);
}

/** Merges two of the records, or decides the first review. */
async function decide({ admin }: Fixture, { kind, slugs, isSame }: Deciding) {
  const { reviews } = await admin.reviews({ limit: 1 });
  if (reviews[0]) await admin.decideReview(reviews[0].id, isSame, AT);
  else await admin.mergeRecords(kind, slugs, AT).catch(() => undefined);
}

interface Deciding {
  readonly kind: RecordKind;
  readonly slugs: readonly [string, string];
  readonly isSame: boolean;
}

/** Undoes one of the runs, but never the first one, so that the catalog is not empty again. */
async function undo({ writer, admin }: Fixture, number: number) {
  const [, ...runs] = (await writer.runs()).filter((run) => run.undoneAt === null);
  const run = runs[number % Math.max(1, runs.length)];
  if (run) await admin.undoRun(run.id, 'later');
}

/** All kinds of writes. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: load(fc.record({ companies: fc.array(company, { minLength: 1, maxLength: 4 }) })) },
  { weight: 4, arbitrary: load(fc.record({ people: fc.array(person, { minLength: 1, maxLength: 4 }) })) },
  { weight: 3, arbitrary: load(fc.record({ jobs: fc.array(job, { minLength: 1, maxLength: 4 }) })) },
  {
    weight: 3,
    arbitrary: entry.map(
      (each): Step =>
        ({ writer }) =>
          writer.suppress(each, 'now'),
    ),
  },
  {
    weight: 3,
    arbitrary: entry.map(
      (each): Step =>
        ({ writer }) =>
          writer.release(each),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(7).map(
      (number): Step =>
        (fixture) =>
          undo(fixture, number),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.record({
          kind: fc.constant('company' as const),
          slug: fc.constantFrom('acme', 'beta'),
          row: fc.nat(2),
        }),
        fc.record({ kind: fc.constant('person' as const), slug: fc.constantFrom('jane', 'joe'), row: fc.nat(2) }),
      )
      .map(
        (which): Step =>
          (fixture) =>
            split(fixture, which),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.record({
          kind: fc.constant('company' as const),
          slugs: fc.constant(['acme', 'beta'] as const),
          isSame: fc.boolean(),
        }),
        fc.record({
          kind: fc.constant('person' as const),
          slugs: fc.constant(['jane', 'joe'] as const),
          isSame: fc.boolean(),
        }),
      )
      .map(
        (which): Step =>
          (fixture) =>
            decide(fixture, which),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ source: fc.constantFrom(...SOURCES), priority: fc.nat(2) }).map(
      ({ source, priority }): Step =>
        ({ admin }) =>
          admin.setPriority(source, priority),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        who: fc.oneof(
          fc.constantFrom('jane', 'ann').map((slug) => ({ slug })),
          fc.constantFrom(...EMAILS).map((each) => ({ email: each })),
        ),
        suppressAt: maybe(fc.constant('now')),
      })
      .map(
        ({ who, suppressAt }): Step =>
          ({ admin }) =>
            admin.forgetPeople(who, suppressAt),
      ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(({ admin }) => admin.expireRows('2025-01-01T00:00:00Z')) },
  {
    weight: 1,
    arbitrary: fc.constant<Step>(({ writer }) => writer.noteSharedSites(['beta.example'])),
  },
);
