// node bench/layers.ts --data FOLDER --people N [--changed N] [--pages N]
// Deltas over an edition of `cardfile generate --people N`: processor time to build the delta of N changed people, and
// the delta of 1 and of 1,000 further people over it; pages and counts with these layers and with the base alone.
// Writes into the folder: use a copy. Prints Markdown.
import { cpus, loadavg } from 'node:os';
import { planContext } from '../src/api/filters.ts';
import { openCatalogWriter } from '../src/app/catalog-writers.ts';
import { openCatalog } from '../src/app/catalogs.ts';
import { readConfig } from '../src/app/config.ts';
import { openEditions } from '../src/app/editions.ts';
import type { FilterObject } from '../src/contract/schemas/filter-schema.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { readPush } from '../src/import/read-push.ts';
import { atOnce } from '../src/ops/scheduling/work.ts';
import { LayeredEdition } from '../src/search/edition/layers/layered-edition.ts';
import type { SearchableEdition } from '../src/search/edition/searchable-edition.ts';
import { planFilters } from '../src/search/plan.ts';
import type { Query } from '../src/search/query.ts';
import { FrozenLayers } from '../src/serve/frozen-layers.ts';
import { readDelta } from '../src/tasks/read-delta.ts';
import { readFlags } from './support/flags.ts';
import { mixedBody } from './support/search-bodies.ts';

const values = readFlags(
  {
    data: { type: 'string' },
    people: { type: 'string' },
    changed: { type: 'string', default: '100000' },
    pages: { type: 'string', default: '3000' },
  },
  ['data', 'people'],
);
const [people, changed, pages] = [Number(values.people), Number(values.changed), Number(values.pages)];
const PAGE = 10;
const CALL_ROWS = 2000;
const RUNS = 3;

const { config } = readConfig({ data: values.data, logLevel: 'error' }, {});
const writer = openCatalogWriter(config);
const catalog = openCatalog(config);

const options = { people, companies: Math.round(people / 25), jobs: Math.round(people / 20), seed: 1 };
const generated = generatePeople(options);
const later = new Date();
let pushes = 0;

/** Gives each changed person another headline. */
async function change(count: number): Promise<void> {
  for (let left = count; left > 0; left -= CALL_ROWS) {
    const rows: string[] = [];
    while (rows.length < Math.min(CALL_ROWS, left)) {
      const { value: person } = generated.next();
      if (person === undefined) throw new Error('there are fewer people than changes');
      rows.push(JSON.stringify({ ...person, headline: `Changed ${later.getTime()} ${person.headline}` }));
    }
    pushes += 1;
    const at = new Date(later.getTime() + pushes).toISOString();
    const bytes = Buffer.from(rows.join('\n'));
    const { call } = await readPush({ kind: 'people', source: 'bench', origin: 'bench', at, bytes });
    await writer.push([call]);
  }
}

async function timed<Result>(what: string, work: () => Promise<Result> | Result): Promise<Result> {
  const before = process.cpuUsage();
  const startedMs = performance.now();
  const result = await work();
  const elapsedMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(before);
  console.log(`| ${what} | ${((user + system) / 1000).toFixed(1)} | ${elapsedMs.toFixed(1)} |`);
  return result;
}

async function deltaOf(layers: FrozenLayers, what: string) {
  const { delta } = await timed(what, () => readDelta(layers.top, { config, catalog }));
  if (delta === null || delta === 'everything') throw new Error(`there is no delta: ${delta}`);
  return delta;
}

function queryOf(edition: SearchableEdition, index: number): Query {
  const context = planContext(edition);
  const clauses = Object.entries(mixedBody(index)).flatMap(([path, filters]) => {
    const scope = path as 'company' | 'people';
    return atOnce(planFilters(filters as FilterObject, { scope, path, context })).clauses.map(({ clause }) => clause);
  });
  return { space: 'people', clauses };
}

interface Measured {
  /** Microseconds of processor time. */
  readonly pageUs: number;
  readonly countUs: number;
}

function processorUs(times: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** Mean processor time of many searches, which other programs hardly affect. */
function measure(edition: SearchableEdition, queries: readonly Query[]): Measured {
  const counted = queries.filter((_, index) => index % 10 === 0);
  const hidden = atOnce(edition.hide({ people: [], companies: [] }));
  return {
    pageUs: processorUs(queries.length, () => {
      for (const query of queries) atOnce(edition.search(query, { after: -1, limit: PAGE }));
    }),
    countUs: processorUs(counted.length, () => {
      for (const query of counted) atOnce(edition.count(query, hidden));
    }),
  };
}

const base = await openEditions(config).read();
if (!base) throw new Error('there is no edition: run cardfile index');
console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(1)}, ${people} people\n`,
);
console.log('| step | ms of processor | ms |\n|---|--:|--:|');
const layers = new FrozenLayers(base.shared);
await change(changed);
const far = await deltaOf(layers, `the delta of ${changed} changed people`);
const withFar = await timed('it is opened by a serving thread', () => LayeredEdition.over(layers.top, far));
layers.add(far);
let newest = withFar;
for (const more of [1, 1, 1000, 1000]) {
  await change(more);
  const delta = await deltaOf(layers, `a delta of ${more} further people over it`);
  newest = await timed('the layers are opened by a serving thread', () => LayeredEdition.over(layers.top, delta));
  layers.add(delta);
}
writer.close();

const sides: [string, SearchableEdition][] = [
  ['base alone', layers.base],
  [`base and the delta of ${changed}`, withFar],
  [`these and further ones: ${layers.deltas.length + 1} layers`, newest],
];
console.log(
  '\n| µs of processor, best of the runs | page | of the base | count | of the base |\n|---|--:|--:|--:|--:|',
);
const queries = Array.from({ length: pages }, (_, index) => queryOf(newest, index));
const best = sides.map(() => ({ pageUs: Number.POSITIVE_INFINITY, countUs: Number.POSITIVE_INFINITY }));
for (let run = 0; run <= RUNS; run++) {
  for (const [index, [, edition]] of sides.entries()) {
    // Each call plans its own query.
    const { pageUs, countUs } = measure(
      edition,
      queries.map((query) => ({ ...query })),
    );
    const known = best[index];
    // The first run warms up.
    if (run === 0 || known === undefined) continue;
    known.pageUs = Math.min(known.pageUs, pageUs);
    known.countUs = Math.min(known.countUs, countUs);
  }
}
for (const [index, [name]] of sides.entries()) {
  const { pageUs = 0, countUs = 0 } = best[index] ?? {};
  const ofBase = [pageUs / (best[0]?.pageUs ?? 1), countUs / (best[0]?.countUs ?? 1)].map(
    (one) => `${one.toFixed(2)}x`,
  );
  console.log(`| ${name} | ${pageUs.toFixed(0)} | ${ofBase[0]} | ${countUs.toFixed(0)} | ${ofBase[1]} |`);
}
catalog.close();
