// Law of layers over the real catalog: after imports, undoing, suppressing and releasing, the delta over the edition of
// before answers each endpoint, byte for byte, as one edition of the same records does.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { openCatalogKeeper, openCatalogWriter, openEditions } from '../src/app/stores.ts';
import { ENDPOINTS, type Operation } from '../src/contract/endpoints.ts';
import { classify } from '../src/import/titles/classify.ts';
import { packInMemory } from '../src/search/edition/bodies/pack-image.ts';
import { MemoryOutput } from '../src/search/edition/bodies/pack-output.ts';
import { PackWriter } from '../src/search/edition/bodies/pack-writer.ts';
import { writeLookUps } from '../src/search/edition/bodies/write-look-ups.ts';
import { writeRecords } from '../src/search/edition/bodies/write-records.ts';
import { buildEdition } from '../src/search/edition/build/build-edition.ts';
import { Edition } from '../src/search/edition/edition.ts';
import { LayeredEdition } from '../src/search/edition/layers/layered-edition.ts';
import { readDelta } from '../src/tasks/read-delta.ts';
import { company, companyUrl, opening, person, personUrl, position, rank } from './support/fixture-records.ts';
import { type Records, startTestService, type TestService } from './support/service.ts';

let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

const COMPANIES = ['acme', 'beta', 'coop', '東京'];
const PEOPLE = ['ann', 'bob', 'cy', 'dörte', 'eve', 'fay', 'gus'];
const DOMAINS = ['acme.example', 'shop.acme.example', 'shared.example'];
const ADDRESSES = ['ann@acme.example', 'team@shared.example', 'bob@gmail.com'];
const NUMBERS = ['+447700900001', '+12025550142'];

const some = <Value>(values: readonly Value[], maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength });

const companies = fc.uniqueArray(
  fc.record({
    slug: fc.constantFrom(...COMPANIES),
    employees: fc.option(fc.constantFrom(1, 5, 30, 700), { nil: undefined }),
    domains: some(DOMAINS, 2),
    industry: fc.constantFrom('Software Development', 'Computer Software', 'Banking'),
    country: fc.constantFrom('US', 'DE'),
  }),
  { selector: ({ slug }) => slug, minLength: 1 },
);
const people = fc.uniqueArray(
  fc.record({
    slug: fc.constantFrom(...PEOPLE),
    employers: some([...COMPANIES, 'unknown-employer'], 2),
    title: fc.constantFrom('Cook', 'VP Sales', 'vp sales', null),
    level: fc.constantFrom('VP', 'Staff'),
    addresses: some(ADDRESSES, 2),
    numbers: some(NUMBERS, 1),
    city: fc.constantFrom('Ulm', 'Zürich', undefined),
  }),
  { selector: ({ slug }) => slug, minLength: 1 },
);
const jobs = fc.uniqueArray(fc.constantFrom(...COMPANIES), { minLength: 1, maxLength: 3 });
const records = fc.record({ companies, people, jobs }).map(
  (made): Records => ({
    companies: made.companies.map(({ slug, employees, domains, industry, country }) =>
      company(slug, `Company ${slug}`, { employee_count: employees, domains, industry, hq: { country_code: country } }),
    ),
    people: made.people.map(({ slug, employers, title, level, addresses, numbers, city }, index) =>
      person(slug, index % 3, {
        location: { city, country_code: 'DE' },
        experiences: employers.map((each) => position(each, title, rank(level))),
        emails: addresses.map((email) => ({ email })),
        phones: numbers.map((phone) => ({ phone })),
      }),
    ),
    jobs: made.jobs.map((slug, index) =>
      opening(slug, index === 0 ? 'Cook' : 'Chef', { location: { city: 'Ulm', country_code: 'DE' } }),
    ),
  }),
);

type Change =
  | { readonly kind: 'import'; readonly records: Records }
  | { readonly kind: 'undo' }
  | {
      readonly kind: 'suppress' | 'release';
      readonly entry: { readonly kind: 'person' | 'company' | 'email'; value: string };
    };

const entry = fc.constantFrom(
  { kind: 'person', value: 'ann' } as const,
  { kind: 'company', value: 'acme' } as const,
  { kind: 'email', value: 'ann@acme.example' } as const,
);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: records.map((given) => ({ kind: 'import', records: given }) as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'undo' } as const) },
  { weight: 2, arbitrary: entry.map((one) => ({ kind: 'suppress', entry: one }) as const) },
  { weight: 1, arbitrary: entry.map((one) => ({ kind: 'release', entry: one }) as const) },
);

async function make(made: Change, { config, ...running }: TestService): Promise<void> {
  if (made.kind === 'import') await running.import(made.records);
  else if (made.kind === 'suppress') await running.suppress(made.entry.kind, made.entry.value);
  else if (made.kind === 'release') {
    const writer = openCatalogWriter(config);
    await writer.release(made.entry);
    writer.close();
  } else {
    const keeper = openCatalogKeeper(config);
    const writer = openCatalogWriter(config);
    const run = (await writer.runs()).findLast(({ undoneAt }) => undoneAt === null)?.id;
    writer.close();
    if (run !== undefined) await keeper.undoRun(run, new Date(0).toISOString());
    keeper.close();
  }
}

/** Calls of each endpoint that reads records. */
const CALLS: readonly (readonly [Operation, object])[] = [
  ...[{ people: { job_level: ['VP', 'Staff'] } }, { company: { industry: ['Software Development'] } }].flatMap(
    (body): [Operation, object][] => [
      ['people-search', { ...body, max_results: 3, include_total: true }],
      ['people-count', { ...body, facets: ['people.job_level', 'company.industry', 'company.employee_range'] }],
    ],
  ),
  ['people-search', { people: { job_title: { include: ['Sales'] }, max_per_company: 1 }, include_total: true }],
  ['people-search', { company: { employee_range: { min: 2, max: 50 } }, max_results: 2 }],
  ['people-search', { people: { network_url: [...PEOPLE, 'unknown'].map(personUrl) } }],
  ['company-search', { company: { country_code: ['US'] }, include_total: true }],
  ['company-count', { company: { employee_range: { min: 1 } }, facets: ['company.industry'] }],
  ['job-search', { job: { title: { include: ['Cook'] } }, max_results: 2 }],
  ['job-search', { job: { location: { city: { include: ['Ulm'] } } } }],
  ...PEOPLE.flatMap((slug): [Operation, object][] => [
    ['email', { person_network_url: personUrl(slug) }],
    ['phone', { person_network_url: personUrl(slug), include_work: true }],
  ]),
  ...ADDRESSES.flatMap((email): [Operation, object][] => [
    ['email-to-person', { email }],
    ['match-person', { email, max_candidates: 3 }],
  ]),
  ['match-person', { full_name: 'Ann', country_code: 'DE', min_score: 0, max_candidates: 10 }],
  ...NUMBERS.map((phone): [Operation, object] => ['phone-to-person', { phone }]),
  ...COMPANIES.flatMap((slug): [Operation, object][] => {
    const url = { company_network_url: companyUrl(slug) };
    return [
      ['company', url],
      ['network-to-domain', url],
      ['company-jobs', url],
      ['employee-finder', { ...url, max_results: 2, page: 2 }],
      ['department-distribution', url],
      ['country-distribution', url],
      ['waterfall', { ...url, cascade: [{ include_title: ['vp'] }, { location: ['WORLD'] }], max_results: 4 }],
    ];
  }),
  ...DOMAINS.flatMap((domain): [Operation, object][] => [
    ['domain-to-network', { domain }],
    ['match-company', { domain, max_candidates: 3 }],
  ]),
];

/** Suggestions may be a minute old: they are compared where none has been made before. */
const SUGGESTIONS = ['company.name', 'company.industry', 'people.job_title', 'people.location.city', 'job.title'].map(
  (field): [Operation, object] => ['autocomplete', { field, limit: 20 }],
);

/** Status and body of each call, and of the page that its cursor finds; `blanks` make a body another one for caches. */
async function allAnswers({ running, key }: TestService, blanks: string): Promise<string[]> {
  const calls = blanks.length < 2 ? [...CALLS, ...SUGGESTIONS] : CALLS;
  const ask = async (operation: Operation, body: object) => {
    const { path: url } = ENDPOINTS[operation];
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const payload = `${JSON.stringify(body)}${blanks}`;
    return running.app.inject({ method: 'POST', url, headers, payload });
  };
  const answers: string[] = [];
  for (const [operation, body] of calls) {
    const reply = await ask(operation, body);
    const { cursor } = JSON.parse(reply.body) as { cursor?: string | null };
    const next = typeof cursor === 'string' ? (await ask(operation, { ...body, cursor })).body : '';
    const shown = `${reply.body}${next}`.replace(/"cursor":"[^"]+"/g, '"cursor":"sealed"');
    answers.push(
      `${operation} ${JSON.stringify(body)} ${reply.statusCode} ${shown.replace(/"request_id":"[^"]+"/g, '')}`,
    );
  }
  return answers;
}

/** One edition of the current records, with the companies of the base in its order. */
function wholeEdition({ running }: TestService, base: Edition): Edition {
  const documents = running.catalog.documents();
  const orderKeyOf = (one: { readonly id: number; readonly employee_count: number | null; readonly slug: string }) => {
    const doc = base.companyDocOf(one.id);
    if (doc < 0) return one;
    const employees = base.index.companies.employees.at(doc);
    return { employee_count: employees === 0 ? null : employees - 1, slug: String(base.slugs?.company(doc)) };
  };
  const buffer = buildEdition(documents, { roleOf: classify, orderKeyOf });
  const output = new MemoryOutput();
  const pack = new PackWriter(output, Edition.openAgain({ buffer, pack: null }).id);
  writeRecords(buffer, documents.bodies, { pack, spillPath: '/nowhere' });
  writeLookUps(buffer, documents, { pack, spillPath: '/nowhere' });
  pack.finish();
  documents.close();
  return Edition.openAgain({ buffer, pack: packInMemory(output.content()) });
}

test('each endpoint answers from a delta as from one edition', { timeout: 180_000 }, async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(records, fc.array(change, { minLength: 2, maxLength: 3 }), async (given, changes) => {
      service = await startTestService(given);
      const { config, running } = service;
      const base = await openEditions(config).read();
      expect(base).not.toBeNull();
      for (const [step, made] of changes.entries()) {
        await make(made, service);
        const { delta } = await readDelta(base as Edition, { config, catalog: running.catalog });
        if (delta === null || delta === 'everything') continue;
        running.serving.replace(new LayeredEdition(base as Edition, delta));
        const layered = await allAnswers(service, ' '.repeat(2 * step));
        running.serving.replace(wholeEdition(service, base as Edition));
        const whole = await allAnswers(service, ' '.repeat(2 * step + 1));
        expect(layered).toEqual(whole);
        expect(layered.filter((answer) => / [45]\d\d /.test(answer) && !answer.includes(' 404 '))).toEqual([]);
        changed += 1;
      }
      await service.close();
      service = null;
    }),
    { numRuns: 4 },
  );
  expect(changed).toBeGreaterThan(3);
});
