// The law of look-ups: an edition answers byte for byte what the catalog of the same generation answers.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeFixture, type OpenReader, removeFixturesAfterEach } from '../catalog/conformance/fixture.ts';
import { companyRecord, email, personRecord, phone, position } from '../catalog/conformance/records.ts';
import type { Catalog, CompanyView, Lookups, PersonView } from '../catalog/port.ts';
import { openCatalog } from '../catalog/sqlite/open-catalog.ts';
import { openCatalogAdmin } from '../catalog/sqlite/open-catalog-admin.ts';
import { openCatalogWriter } from '../catalog/sqlite/open-catalog-writer.ts';
import type { SuppressionEntry } from '../catalog/writer-port.ts';
import type { CompanyRecord, PersonRecord } from '../contract/import-records.ts';
import { EMAIL_STATUSES } from '../contract/vocabularies/email-statuses.ts';
import { JOB_LEVELS, PHONE_KINDS } from '../contract/vocabularies/vocabularies.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { UNSCHEDULED } from '../ops/scheduling/turn.ts';
import { atOnce } from '../ops/scheduling/work.ts';
import { loadPack, packInMemory } from '../search/edition/bodies/pack-image.ts';
import { MemoryOutput } from '../search/edition/bodies/pack-output.ts';
import { PackWriter } from '../search/edition/bodies/pack-writer.ts';
import { writeLookups } from '../search/edition/bodies/write-lookups.ts';
import { writeRecords } from '../search/edition/bodies/write-records.ts';
import { buildEdition } from '../search/edition/build/build-edition.ts';
import { Edition } from '../search/edition/edition.ts';
import { CurrentLookups } from './current-lookups.ts';
import { ServingEdition } from './serving-edition.ts';

removeFixturesAfterEach();

function fixture() {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-look-ups-'));
  const file = join(folder, 'catalog.db');
  return makeFixture(() => ({
    openReader: (networkHost) => openCatalog({ file, networkHost: networkHost ?? null }),
    openAdmin: (merge) => openCatalogAdmin({ file, merge }),
    openWriter: (merge) => openCatalogWriter({ file, merge }),
    remove: () => rmSync(folder, { recursive: true }),
  }));
}

/** An edition of the catalog's current state and its pack; sorts with hardly any memory. */
function built(catalog: OpenReader): { buffer: SharedArrayBuffer; content: Buffer } {
  const documents = catalog.documents();
  const buffer = buildEdition(documents, { blockBits: 5 });
  const output = new MemoryOutput();
  const pack = new PackWriter(output, atOnce(Edition.open(buffer)).id);
  const to = { pack, spillPath: join(tmpdir(), `cardfile-look-ups-${process.pid}`), sortBytes: 300 };
  writeRecords(buffer, documents.bodies, to);
  writeLookups(buffer, documents, to);
  pack.finish();
  documents.close();
  return { buffer, content: output.content() };
}

function builtServing(catalog: OpenReader): ServingEdition {
  const { buffer, content } = built(catalog);
  const serving = new ServingEdition(catalog, (error) => {
    throw error;
  });
  serving.replace(Edition.openAgain({ buffer, pack: packInMemory(content) }));
  return serving;
}

/** Answers from the edition alone: the catalog in the background has no records. */
function editionOf(catalog: OpenReader, networkHost: string | null = null): Lookups {
  const stateOnly = { isCurrent: (generation) => catalog.isCurrent(generation) } as Catalog;
  return new CurrentLookups({ catalog: stateOnly, serving: builtServing(catalog), networkHost });
}

const personOf = (view: PersonView | null) => view && [view.id, view.slug, view.json, view.mainPosition];
const companyOf = (view: CompanyView | null) =>
  view && [
    view.id,
    view.slug,
    view.network_url,
    view.name,
    view.domain,
    view.email_domain,
    view.json,
    view.employerJson,
  ];

const SLUGS = ['jane', 'joe', 'jané', 'j-1', 'j-2', 'j-3'];
const COMPANY_SLUGS = ['acme', 'beta', 'gamma', 'münchen', 'delta'];
const DOMAINS = ['acme.example', 'shop.acme.example', 'beta.example', 'shared.example'];
const ADDRESSES = ['jane@acme.example', 'team@shared.example', 'j@gmail.com', 'x@beta.example'];
const NUMBERS = ['+447700900001', '+447700900002', '+447700900003'];

/** Every look-up with every key that a record may have, and with keys that none has. */
async function allAnswers(lookups: Lookups) {
  const answers: Record<string, unknown> = {};
  for (const slug of [...SLUGS, 'unknown', '']) {
    answers[`person ${slug}`] = personOf(await lookups.personBySlug(slug));
    answers[`e-mails ${slug}`] = await lookups.emailsOf(slug);
    answers[`phones ${slug}`] = await lookups.phonesOf(slug);
    answers[`ids of ${slug}`] = await lookups.externalIdsOfPerson(slug);
  }
  for (const address of [...ADDRESSES, 'unknown@acme.example']) {
    answers[`address ${address}`] = (await lookups.peopleByEmail(address, 2)).map(personOf);
  }
  for (const numbers of [...NUMBERS.map((each) => [each]), NUMBERS.toReversed(), ['+447700900999'], []]) {
    answers[`numbers ${numbers}`] = (await lookups.peopleByPhones(numbers, 2)).map(personOf);
  }
  for (const slug of [...COMPANY_SLUGS, 'nothing']) {
    answers[`company ${slug}`] = companyOf(await lookups.companyBySlug(slug));
    answers[`ids of company ${slug}`] = await lookups.externalIdsOfCompany(slug);
  }
  for (const domain of [...DOMAINS, 'nothing.example']) {
    answers[`domain ${domain}`] = (await lookups.companiesByDomain(domain, 2)).map(companyOf);
    const ids = await lookups.companyIdsByDomain(domain, UNSCHEDULED);
    answers[`ids on domain ${domain}`] = ids.toSorted((one, other) => one - other);
  }
  return answers;
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const company: fc.Arbitrary<CompanyRecord> = fc
  .record({
    slug: fc.constantFrom(...COMPANY_SLUGS),
    domains: fc.uniqueArray(fc.constantFrom(...DOMAINS), { maxLength: 3 }),
    email_domain: maybe(fc.constantFrom(...DOMAINS)),
    employee_count: maybe(fc.integer({ min: 1, max: 3 })),
    about: maybe(fc.constantFrom('We sell "anvils".', 'Call +447700900123')),
  })
  .map(({ slug, ...fields }) => companyRecord(slug, fields));

const job = fc
  .record({
    named: fc.oneof(
      fc.constantFrom(...COMPANY_SLUGS),
      fc.constantFrom(...DOMAINS).map((company_domain) => ({ company_domain })),
    ),
    job_title: maybe(fc.constantFrom('VP Sales', 'vp sales', 'Cook "chef"', 'Köchin')),
    job_level: maybe(fc.constantFrom(...JOB_LEVELS)),
    job_function: maybe(fc.constantFrom('Sales', 'Engineering')),
    job_is_current: fc.boolean(),
    is_primary: fc.boolean(),
  })
  .map(({ named, ...fields }) => position(named, fields));

const person: fc.Arbitrary<PersonRecord> = fc
  .record({
    slug: fc.constantFrom(...SLUGS),
    connections_count: maybe(fc.constantFrom(1, 500)),
    experiences: fc.array(job, { maxLength: 3 }),
    emails: fc.uniqueArray(
      fc
        .record({
          address: fc.constantFrom(...ADDRESSES),
          status: maybe(fc.constantFrom(...EMAIL_STATUSES)),
          verified_at: maybe(fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678Z')),
          is_primary: fc.boolean(),
        })
        .map(({ address, ...fields }) => email(address, fields)),
      { selector: (each) => each.email, maxLength: 3 },
    ),
    phones: fc.uniqueArray(
      fc.tuple(fc.constantFrom(...NUMBERS), maybe(fc.constantFrom(...PHONE_KINDS))).map((each) => phone(...each)),
      { selector: (each) => each.phone, maxLength: 2 },
    ),
  })
  .map(({ slug, ...fields }) => personRecord(slug, fields));

const suppression: fc.Arbitrary<SuppressionEntry> = fc.oneof(
  fc.record({ kind: fc.constant('person' as const), value: fc.constantFrom(...SLUGS) }),
  fc.record({ kind: fc.constant('email' as const), value: fc.constantFrom(...ADDRESSES) }),
  fc.record({ kind: fc.constant('phone' as const), value: fc.constantFrom(...NUMBERS) }),
  fc.record({ kind: fc.constant('company' as const), value: fc.constantFrom(...COMPANY_SLUGS) }),
  fc.record({ kind: fc.constant('domain' as const), value: fc.constantFrom(...DOMAINS) }),
);

const pairOf = (slugs: readonly string[]) => fc.tuple(fc.constantFrom(...slugs), fc.constantFrom(...slugs));
/** By hand, of two records that may be unknown, or one already. */
const merge = fc.oneof(
  fc.record({ kind: fc.constant('person' as const), slugs: pairOf(SLUGS) }),
  fc.record({ kind: fc.constant('company' as const), slugs: pairOf(COMPANY_SLUGS) }),
);
const ofUnknownRecords = (error: unknown) => {
  if (!(error instanceof OperatorError)) throw error;
};

test(
  'an edition answers every look-up like the catalog that it was built from',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(company, { minLength: 1, maxLength: 8 }),
        fc.array(fc.array(person, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 2 }),
        fc.array(merge, { maxLength: 3 }),
        fc.array(suppression, { maxLength: 2 }),
        fc.constantFrom(null, 'profiles.example'),
        async (companies, files, merges, suppressions, networkHost) => {
          const { load, writer, admin, openReader } = fixture();
          await load({ companies });
          for (const [index, people] of files.entries()) await load({ people }, `source ${index}`);
          for (const { kind, slugs } of merges)
            await admin.mergeRecords(kind, slugs, '2026-01-01T00:00:00.000Z').catch(ofUnknownRecords);
          for (const entry of suppressions) await writer.suppress(entry, '2026-01-01T00:00:00.000Z');
          const catalog = openReader(networkHost ?? undefined);
          expect(await allAnswers(editionOf(catalog, networkHost))).toEqual(await allAnswers(catalog));
        },
      ),
      { numRuns: 60 },
    ),
  60_000,
);

test('a switchboard with many owners answers the one at the largest company', async () => {
  const { load, catalog, admin } = fixture();
  await load({
    companies: [companyRecord('small', { employee_count: 5 }), companyRecord('big', { employee_count: 50 })],
  });
  const phones = [phone('+447700900001')];
  const staff = (slug: string, employers: string[]) =>
    personRecord(slug, { phones, experiences: employers.map((each) => position(each)) });
  const others = Array.from({ length: 300 }, (_, index) => staff(`other-${index}`, index % 2 === 0 ? [] : ['small']));
  // The main position counts, which is the first.
  await load({
    people: [...others, staff('guest', ['small', 'big']), staff('second', ['big']), staff('third', ['big'])],
  });
  const lookups = editionOf(catalog);
  expect((await lookups.peopleByPhones(['+447700900001'], 1))[0]?.slug).toBe('second');
  expect((await catalog.peopleByPhones(['+447700900001'], 1))[0]?.slug).toBe('second');
  await load(
    { people: ['guest', 'second', 'third'].map((slug) => personRecord(slug, { headline: 'Moved' })) },
    'other',
  );
  for (const slug of ['second', 'third']) await admin.forgetPeople({ slug }, null);
  const later = editionOf(catalog);
  expect((await later.peopleByPhones(['+447700900001'], 1))[0]?.slug).toBe('other-1');
  expect((await catalog.peopleByPhones(['+447700900001'], 1))[0]?.slug).toBe('other-1');
});

test('while the edition is older than the catalog, the catalog answers', async () => {
  const { load, writer, catalog } = fixture();
  await load({ people: [personRecord('jane', { emails: [email('jane@acme.example')] }), personRecord('joe')] });
  const lookups = new CurrentLookups({ catalog, serving: builtServing(catalog), networkHost: null });
  await load({ people: [personRecord('jane', { emails: [email('new@acme.example')] })] });
  expect((await lookups.emailsOf('jane'))?.map((each) => each.email)).toContain('new@acme.example');
  expect((await lookups.peopleByEmail('new@acme.example', 1))[0]?.slug).toBe('jane');
  await writer.suppress({ kind: 'person', value: 'joe' }, '2026-01-01T00:00:00.000Z');
  expect(await lookups.personBySlug('joe')).toBeNull();
});

test.each(['people.contacts', 'people.by_slug', 'people'])(
  'damage in the section %s is reported once, and the catalog answers',
  async (name) => {
    const { load, catalog } = fixture();
    await load({ people: [personRecord('jane', { emails: [email('jane@acme.example')] })] });
    const { buffer, content } = built(catalog);
    const section = packInMemory(content).directory.sections.find((each) => each.name === name);
    content.fill(0x55, section?.offset, (section?.offset ?? 0) + (section?.bytes ?? 0));
    const path = join(mkdtempSync(join(tmpdir(), 'cardfile-look-ups-')), 'damaged.pack');
    writeFileSync(path, content);
    const errors: string[] = [];
    const serving = new ServingEdition(catalog, (error) => errors.push(error.message));
    serving.replace(Edition.openAgain({ buffer, pack: await loadPack(path, 0) }));
    const lookups = new CurrentLookups({ catalog, serving, networkHost: null });
    for (const _ of [1, 2]) expect((await lookups.personBySlug('jane'))?.slug).toBe('jane');
    expect(errors).toEqual([expect.stringContaining(`of ${name} is damaged`)]);
    rmSync(dirname(path), { recursive: true });
  },
);

test('without an edition, the catalog answers', async () => {
  const { load, catalog } = fixture();
  await load({ people: [personRecord('jane')] });
  const serving = new ServingEdition(catalog, () => undefined);
  const lookups = new CurrentLookups({ catalog, serving, networkHost: null });
  expect((await lookups.personBySlug('jane'))?.slug).toBe('jane');
});
