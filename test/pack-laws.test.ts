// Law of packs: the records of an edition give the same answers, byte for byte, as the catalog, for random catalogs,
// all kinds of rows and all endpoints. They are used only while the catalog is unchanged.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { catalogRows } from '../src/api/catalog-rows.ts';
import { packedRows } from '../src/api/packed-rows.ts';
import type { RowKind } from '../src/api/row-bytes.ts';
import { ServingEdition } from '../src/api/serving-edition.ts';
import { openCatalog } from '../src/app/catalogs.ts';
import { ENDPOINTS, type Operation } from '../src/contract/endpoints/endpoints.ts';
import { atOnce } from '../src/ops/scheduling/work.ts';
import { Edition } from '../src/search/edition/edition.ts';
import type { Query } from '../src/search/query.ts';
import { FIXTURE } from './support/fixture.ts';
import { company, companyUrl, opening, person, position, rank } from './support/fixture-records.ts';
import { type Records, startTestService, type TestService } from './support/service.ts';

let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

const slugs = ['acme', 'beta', 'straße', '東京'];
const word = fc.constantFrom(
  'Sales',
  'Zürich "North"',
  'a\\b',
  'é\u2028',
  '🦉',
  '<b>',
  'x'.repeat(300),
  'call +1 202 555 0142',
);
const text = fc
  .array(fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 12 })), { maxLength: 4 })
  .map((words) => `t ${words.join(' ')}`);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });
const companies = fc.uniqueArray(
  fc.record({
    slug: fc.constantFrom(...slugs),
    fields: fc.record({
      employee_count: maybe(fc.nat(900)),
      about: maybe(text),
      domain: maybe(fc.constantFrom('a.example', 'b.example')),
    }),
  }),
  { selector: ({ slug }) => slug, minLength: 1 },
);
const people = fc.array(
  fc.record({
    employers: fc.array(fc.constantFrom(...slugs, 'unknown-employer'), { maxLength: 4 }),
    title: maybe(text),
    level: fc.constantFrom('VP', 'Staff', 'C-Team'),
    about: fc.oneof(
      { weight: 9, arbitrary: maybe(text) },
      // The cut may split a surrogate pair, which is not allowed in a row.
      { weight: 1, arbitrary: text.map((each) => each.repeat(4000).slice(0, 60_000).toWellFormed()) },
    ),
    connections: fc.option(fc.nat(500)),
  }),
  { minLength: 1, maxLength: 40 },
);
const jobs = fc.array(
  fc.record({ employer: fc.constantFrom(...slugs), title: text, openings: fc.integer({ min: 1, max: 3 }) }),
  { minLength: 1, maxLength: 12 },
);

const catalogs = fc.record({ companies, people, jobs }).map(
  (made): Records => ({
    companies: made.companies.map(({ slug, fields }, index) => company(slug, `Company ${index}`, { ...fields })),
    people: made.people.map(({ employers, title, level, about, connections }, index) =>
      person(`person-${index}`, connections, {
        about_me: about,
        experiences: employers.map((slug, order) =>
          position(slug, title ?? null, { ...rank(level), is_primary: order === 1 }),
        ),
      }),
    ),
    jobs: made.jobs.flatMap(({ employer, title, openings }) =>
      Array.from({ length: openings }, (_, index) =>
        opening(employer, title, { url: `https://jobs.example/${index}` }),
      ),
    ),
  }),
);

const SPACES = { person: 'people', person_with_employer: 'people', company: 'companies', job: 'jobs' } as const;
const ALL = { after: -1, limit: 10_000 };

/** The first document of each record, and of people those at each employer. */
function docsOf(edition: Edition, space: Query['space']): number[] {
  const docs = atOnce(edition.search({ space, clauses: [] }, ALL)).docs;
  if (space !== 'people') return [...docs];
  const employers = atOnce(edition.search({ space: 'companies', clauses: [] }, ALL)).docs;
  const staff = employers.flatMap((doc) => {
    const companyId = edition.companyIdOf(doc);
    return atOnce(edition.search({ space, clauses: [{ kind: 'employer', companyId }] }, ALL)).docs;
  });
  return [...new Set([...docs, ...staff])];
}

test('each row of each kind equals the row of the catalog', () =>
  fc.assert(
    fc.asyncProperty(catalogs, fc.nat(), async (records, seed) => {
      service = await startTestService(records);
      const { edition, records: own } = await service.running.serving.current();
      for (const networkHost of [null, 'other.example']) {
        const catalog = openCatalog({ ...service.config, networkHost });
        for (const kind of Object.keys(SPACES) as RowKind[]) {
          // In any order, and some documents twice.
          const docs = docsOf(edition as Edition, SPACES[kind]).sort(
            (one, other) => ((one * 31 + seed) % 17) - ((other * 31 + seed) % 17),
          );
          docs.push(...docs.slice(0, 3));
          const expected = await catalogRows(kind, docs, { edition, catalog });
          const found = await own.read(catalog, (readable) =>
            packedRows(kind, docs, { records: readable, edition, networkHost }),
          );
          expect(expected.length).toBe(docs.length);
          expect(found?.map(String)).toEqual(expected.map(String));
        }
        catalog.close();
      }
      await service.close();
      service = null;
    }),
    { numRuns: 10 },
  ));

const company_network_url = companyUrl('acme');
const CALLS: readonly (readonly [Operation, object])[] = [
  [
    'people-search',
    { people: { job_level: ['C-Team', 'VP', 'Staff', 'Manager'] }, max_results: 7, include_total: true },
  ],
  ['people-search', { company: { country_code: ['US', 'DE'] }, max_results: 3 }],
  ['company-search', { company: { employee_range: { min: 1 } }, max_results: 4 }],
  ['job-search', { job: { title: { include: ['Engineer'] } }, max_results: 3 }],
  ['company-jobs', { company_network_url, max_results: 2 }],
  ['employee-finder', { company_network_url, max_results: 2, page: 2 }],
  ['waterfall', { company_network_url, cascade: [{ location: ['WORLD'] }], max_results: 30 }],
  ['department-distribution', { company_network_url }],
  ['country-distribution', { company_network_url }],
];

/** The bytes of an answer. `blanks` are added to the body, so that the cache of answers treats it as another body. */
async function answer(operation: Operation, body: object, blanks = ''): Promise<string> {
  const { path } = ENDPOINTS[operation];
  const headers = { 'x-api-key': service?.key ?? '', 'content-type': 'application/json' };
  const reply = await service?.running.app.inject({
    method: 'POST',
    url: path,
    headers,
    payload: `${JSON.stringify(body)}${blanks}`,
  });
  expect(reply?.statusCode, `${operation}: ${reply?.body}`).toBe(200);
  return String(reply?.body);
}

/** Fails all reads of rows from the catalog. */
function withoutCatalogRows({ running: { catalog } }: TestService): () => void {
  const reads = ['peopleByIds', 'companiesByIds', 'jobRowsByIds'] as const;
  for (const read of reads) {
    catalog[read] = async () => {
      throw new Error(`a row was read from the catalog by ${read}`);
    };
  }
  return () => {
    for (const read of reads) Reflect.deleteProperty(catalog, read);
  };
}

const withoutCursor = (reply: string) => reply.replace(/"cursor":"[^"]+"/, '"cursor":"sealed"');

describe('the searches of the fixture', () => {
  test('answer the same with the records of the edition and without them', async () => {
    service = await startTestService(FIXTURE);
    const restore = withoutCatalogRows(service);
    const packed: string[] = [];
    for (const [operation, body] of CALLS) packed.push(await answer(operation, body));
    restore();
    const { edition } = await service.running.serving.current();
    service.running.serving.replace(Edition.openAgain({ buffer: (edition as Edition).buffer, pack: null }));
    for (const [index, [operation, body]] of CALLS.entries()) {
      const reply = await answer(operation, body, ' ');
      expect(withoutCursor(reply)).toBe(withoutCursor(packed[index] ?? ''));
      expect(JSON.parse(reply)).not.toMatchObject({ results: [] });
    }
  });

  test('follow a cursor from the records of the edition', async () => {
    service = await startTestService(FIXTURE);
    const restore = withoutCatalogRows(service);
    const body = { people: { job_level: ['C-Team', 'VP', 'Staff', 'Manager', 'Director'] }, max_results: 2 };
    const first = JSON.parse(await answer('people-search', body));
    const second = JSON.parse(await answer('people-search', { ...body, cursor: first.cursor }));
    expect(second.results).toHaveLength(2);
    restore();
  });

  test('show a change of the catalog at once, from the catalog, until an edition has it', async () => {
    service = await startTestService(FIXTURE);
    const search = async (blanks: string) => {
      const { results } = JSON.parse(await answer('people-search', { people: { name: ['[Ada King]'] } }, blanks));
      return results.map((row: { headline: string }) => row.headline);
    };
    const [before] = await search('');
    expect(before).toContain('Building robots');
    await service.import({ people: [person('ada-king', 500, { headline: 'Resting now' })] });
    expect(await search(' ')).toEqual(['Resting now']);
    await service.index();
    const restore = withoutCatalogRows(service);
    expect(await search('  ')).toEqual(['Resting now']);
    restore();
    await service.suppress('person', 'ada-king');
    expect(await search('   ')).toEqual([]);
  });

  test('do not show a record that is suppressed while the call runs', async () => {
    service = await startTestService(FIXTURE);
    const { catalog, serving } = service.running;
    const searchable = await serving.current();
    const read = () => searchable.records.read(catalog, () => 'from the edition');
    expect(await read()).toBe('from the edition');
    await service.suppress('person', 'ada-king');
    // A catalog reads one snapshot in one iteration of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    expect(await read()).toBeNull();
  });
});

test('a damaged pack is reported once, and the catalog answers', async () => {
  service = await startTestService(FIXTURE, { editionMemory: '0' });
  const folder = join(service.config.data, 'editions');
  const [pack = ''] = readdirSync(folder).filter((name) => name.endsWith('.pack'));
  const content = readFileSync(join(folder, pack));
  // The sections are behind the head.
  content.fill(0x55, 64, 64 + 400);
  writeFileSync(join(folder, pack), content);
  const errors: string[] = [];
  const { edition } = await service.running.serving.current();
  const serving = new ServingEdition(service.running.catalog, (error) => errors.push(error.message));
  serving.replace(Edition.openAgain((edition as Edition).shared));
  const { records } = await serving.current();
  const read = () =>
    records.read(openedCatalog(), (readable) =>
      packedRows('company', [0], { records: readable, edition, networkHost: null }),
    );
  const openedCatalog = () => (service as TestService).running.catalog;
  expect(await read()).toBeNull();
  expect(await read()).toBeNull();
  expect(errors).toEqual([expect.stringContaining(`${pack}: block 0 of companies is damaged; rebuild the edition`)]);
  // A thread that starts after the next build finds no pack, because its file is gone.
  rmSync(join(folder, pack));
  serving.replace(Edition.openAgain((edition as Edition).shared));
  expect(await (await serving.current()).records.read(openedCatalog(), () => 'from the edition')).toBeNull();
  expect(errors).toHaveLength(2);
  expect(errors[1]).toContain('ENOENT');
});
