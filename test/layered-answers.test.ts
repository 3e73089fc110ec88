// Law of layers over the real catalog: after imports, undos, splits, suppressions, releases and erasures, with a new
// base in between, the deltas answer each endpoint byte for byte like one edition of the same records.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { openCatalogAdmin, openCatalogWriter } from '../src/app/catalog-writers.ts';
import type { Config } from '../src/app/config.ts';
import { openEditions } from '../src/app/editions.ts';
import { ENDPOINTS, type Operation } from '../src/contract/endpoints/endpoints.ts';
import { LayeredEdition, stackOf } from '../src/search/edition/layers/layered-edition.ts';
import { FrozenLayers } from '../src/serve/frozen-layers.ts';
import { buildHere } from '../src/tasks/build-edition.ts';
import { readDelta } from '../src/tasks/read-delta.ts';
import { allRows } from './support/edition-rows.ts';
import { company, opening, person, position, rank } from './support/fixture-records.ts';
import { recordCalls, suggestionCalls } from './support/record-calls.ts';
import { type Records, startTestService, type TestService } from './support/service.ts';
import { wholeEdition } from './support/whole-edition.ts';

let service: TestService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

const COMPANIES = ['acme', 'beta', 'coop', '東京'];
const PEOPLE = ['ann', 'bob', 'cy', 'dörte', 'eve', 'fay', 'gus'];
const DOMAINS = ['acme.example', 'shop.acme.example', 'shared.example'];
const ADDRESSES = ['ann@acme.example', 'team@shared.example', 'bob@gmail.com'];
const IDS = ['7', '8'];
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
    ids: some(IDS, 1),
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
    ids: some(IDS, 1),
    city: fc.constantFrom('Ulm', 'Zürich', undefined),
  }),
  { selector: ({ slug }) => slug, minLength: 1 },
);
const jobs = fc.uniqueArray(fc.constantFrom(...COMPANIES), { minLength: 1, maxLength: 3 });
const records = fc.record({ companies, people, jobs }).map(
  (made): Records => ({
    companies: made.companies.map(({ slug, employees, domains, industry, country, ids }) =>
      company(slug, `Company ${slug}`, {
        ...{ employee_count: employees, domains, industry, hq: { country_code: country }, crm_id: ids },
      }),
    ),
    people: made.people.map(({ slug, employers, title, level, addresses, numbers, city, ids }, index) =>
      person(slug, index % 3, {
        location: { city, country_code: 'DE' },
        experiences: employers.map((each) => position(each, title, rank(level))),
        emails: addresses.map((email) => ({ email })),
        phones: numbers.map((phone) => ({ phone })),
        crm_id: ids,
      }),
    ),
    jobs: made.jobs.map((slug, index) =>
      opening(slug, index === 0 ? 'Cook' : 'Chef', { location: { city: 'Ulm', country_code: 'DE' } }),
    ),
  }),
);

type Entry = { readonly kind: 'person' | 'company' | 'email'; readonly value: string };

type Change =
  | { readonly kind: 'import'; readonly records: Records; readonly source: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'compact' }
  | { readonly kind: 'split'; readonly of: 'company' | 'person'; readonly slug: string }
  | { readonly kind: 'forget'; readonly slug: string; readonly isSuppressed: boolean }
  | { readonly kind: 'suppress'; readonly entry: Entry }
  | { readonly kind: 'release'; readonly entry: Entry };

const entry = fc.constantFrom(
  { kind: 'person', value: 'ann' } as const,
  { kind: 'company', value: 'acme' } as const,
  { kind: 'email', value: 'ann@acme.example' } as const,
);
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('import' as const), records, source: fc.constantFrom('test', 'other') },
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'undo' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'compact' } as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      { kind: 'split', of: 'person', slug: 'ann' } as const,
      { kind: 'split', of: 'company', slug: 'acme' } as const,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ kind: fc.constant('forget' as const), slug: fc.constantFrom('ann', 'bob'), isSuppressed: fc.boolean() },
    }),
  },
  { weight: 2, arbitrary: entry.map((one) => ({ kind: 'suppress', entry: one }) as const) },
  { weight: 1, arbitrary: entry.map((one) => ({ kind: 'release', entry: one }) as const) },
);

/** Number of documents in a part of each base. */
const partSizes = fc.constantFrom(3, 6, 1_000_000);

async function make(made: Change, { config, ...running }: TestService, partDocumentsMax: number): Promise<void> {
  if (made.kind === 'import') await running.import(made.records, made.source);
  else if (made.kind === 'suppress') await running.suppress(made.entry.kind, made.entry.value);
  else if (made.kind === 'release') {
    const writer = openCatalogWriter(config);
    await writer.release(made.entry);
    writer.close();
  } else if (made.kind === 'compact') await buildHere(config, { isReusing: true, partDocumentsMax });
  else {
    const admin = openCatalogAdmin(config);
    await keep(made, config, admin);
    admin.close();
  }
}

type Kept = Extract<Change, { kind: 'undo' | 'split' | 'forget' }>;

async function keep(made: Kept, config: Config, admin: ReturnType<typeof openCatalogAdmin>): Promise<void> {
  const at = new Date(0).toISOString();
  if (made.kind === 'forget') await admin.forgetPeople({ slug: made.slug }, made.isSuppressed ? at : null);
  if (made.kind === 'split') {
    const { of, slug } = made;
    const origins = await (of === 'person' ? admin.personOrigins(slug) : admin.companyOrigins(slug));
    const current = origins?.rows.filter(({ supersededBy }) => supersededBy === null) ?? [];
    const id = current.at(-1)?.id ?? null;
    if (current.length < 2 || id === null) return;
    await admin.split(of, slug, { ids: [id], at: new Date(0).toISOString() });
    splits += 1;
  }
  if (made.kind === 'undo') {
    const writer = openCatalogWriter(config);
    const run = (await writer.runs()).findLast(({ undoneAt }) => undoneAt === null)?.id;
    writer.close();
    if (run !== undefined) await admin.undoRun(run, at);
  }
}

let splits = 0;

/**
 * Two sources with a record of the same person and company, which is split afterwards, and an import of another person.
 */
const SPLIT_FIRST: Records = {
  companies: [company('acme', 'Company acme', { employee_count: 30, domains: ['acme.example'] })],
  people: [person('ann', 0, { experiences: [position('acme', 'Cook')], emails: [{ email: 'ann@acme.example' }] })],
};
const SPLITTING: Change[] = [
  {
    kind: 'import',
    source: 'other',
    records: {
      companies: [company('acme', 'Company acme', { employee_count: 5, domains: ['shop.acme.example'] })],
      people: [person('ann', 1, { experiences: [position('acme', 'VP Sales')], emails: [{ email: 'bob@gmail.com' }] })],
    },
  },
  { kind: 'split', of: 'person', slug: 'ann' },
  { kind: 'split', of: 'company', slug: 'acme' },
  { kind: 'forget', slug: 'ann', isSuppressed: true },
  { kind: 'import', source: 'other', records: { people: [person('eve', 1, { experiences: [] })] } },
];

/** Parts, some of which an import changes. */
const IN_PARTS: Records = {
  companies: COMPANIES.map((slug, index) => company(slug, `Company ${slug}`, { employee_count: 700 - index })),
  people: PEOPLE.map((slug, index) =>
    person(slug, index, { experiences: [position(COMPANIES[index % 4] ?? 'acme', 'Cook')] }),
  ),
  jobs: [opening('beta', 'Cook', { location: { city: 'Ulm', country_code: 'DE' } })],
};
const COMPACTING: Change[] = [
  { kind: 'import', source: 'test', records: { people: [person('gus', 2, { experiences: [] })] } },
  { kind: 'compact' },
  {
    kind: 'import',
    source: 'test',
    records: { companies: [company('acme', 'Company acme', { employee_count: 1 })] },
  },
  { kind: 'forget', slug: 'bob', isSuppressed: true },
  { kind: 'compact' },
];

/** Calls of each endpoint that reads records. */
const CALLS = recordCalls({
  people: PEOPLE,
  companies: COMPANIES,
  domains: DOMAINS,
  addresses: ADDRESSES,
  numbers: NUMBERS,
  ids: IDS,
});

/** Suggestions may be a minute old, so they are compared on servers that have not answered one before. */
const SUGGESTIONS = suggestionCalls();

/**
 * Status and body of each call, and of the page of its cursor. `blanks` are added to the body, so that caches treat it
 * as another body.
 */
async function allAnswers({ running, key }: TestService, blanks: string): Promise<string[]> {
  const calls = blanks.length < 2 ? [...CALLS, ...SUGGESTIONS] : CALLS;
  const request = async (operation: Operation, body: object) => {
    const { path: url } = ENDPOINTS[operation];
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const payload = `${JSON.stringify(body)}${blanks}`;
    return running.app.inject({ method: 'POST', url, headers, payload });
  };
  const answers: string[] = [];
  for (const [operation, body] of calls) {
    const reply = await request(operation, body);
    const { cursor } = JSON.parse(reply.body) as { cursor?: string | null };
    const next = typeof cursor === 'string' ? (await request(operation, { ...body, cursor })).body : '';
    const shown = `${reply.body}${next}`.replace(/"cursor":"[^"]+"/g, '"cursor":"sealed"');
    answers.push(
      `${operation} ${JSON.stringify(body)} ${reply.statusCode} ${shown.replace(/"request_id":"[^"]+"/g, '')}`,
    );
  }
  return answers;
}

test('each endpoint gives the same answers from deltas as from one edition', { timeout: 180_000 }, async () => {
  let changed = 0;
  let stacked = 0;
  let keptParts = 0;
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.array(change, { minLength: 3, maxLength: 4 }),
      partSizes,
      async (given, changes, size) => {
        service = await startTestService(given);
        const { config, running } = service;
        await buildHere(config, { isReusing: true, partDocumentsMax: size });
        let layers = await baseOf(config);
        for (const [step, made] of changes.entries()) {
          const parts = await partsOf(config);
          await make(made, service, size);
          if (made.kind === 'compact') {
            if (parts.length > 1) keptParts += (await partsOf(config)).filter((part) => parts.includes(part)).length;
            layers = await baseOf(config);
            expect(allRows(layers.base)).toEqual(allRows(wholeEdition(running.catalog, stackOf(layers.base))));
          }
          const { delta } = await readDelta(layers.top, { config, catalog: running.catalog });
          if (delta === null || delta === 'everything') continue;
          const serving = LayeredEdition.over(layers.top, delta);
          running.serving.replace(serving);
          const layered = await allAnswers(service, ' '.repeat(2 * step));
          running.serving.replace(wholeEdition(running.catalog, serving.stack));
          const whole = await allAnswers(service, ' '.repeat(2 * step + 1));
          expect(layered).toEqual(whole);
          expect(layered.filter((answer) => / [45]\d\d /.test(answer) && !answer.includes(' 404 '))).toEqual([]);
          changed += 1;
          if (layers.deltas.length > 0) stacked += 1;
          // Treats the delta as a large one.
          if (step % 2 === 0) layers.add({ ...delta, records: 1000 });
        }
        await service.close();
        service = null;
      },
    ),
    {
      ...{ numRuns: 4 },
      examples: [
        [SPLIT_FIRST, SPLITTING, 1],
        [IN_PARTS, COMPACTING, 3],
      ],
    },
  );
  expect(changed).toBeGreaterThan(5);
  expect(stacked).toBeGreaterThan(1);
  expect(keptParts).toBeGreaterThan(1);
  expect(splits).toBeGreaterThan(0);
});

/** The names of the packs. */
async function partsOf(config: Config): Promise<(string | undefined)[]> {
  return (await openEditions(config).about())?.parts.map(({ pack }) => pack?.file) ?? [];
}

async function baseOf(config: Config): Promise<FrozenLayers> {
  const base = await openEditions(config).read();
  if (!base) throw new Error('there is no edition');
  return new FrozenLayers(base.shared);
}
