// node bench/rows.ts --data FOLDER [--pages N]
// Rows of people searches that differ from each other, from the catalog and from the pack of the edition: microseconds
// of processor time per page, and the latency of the first pages once the file has left the page cache (Linux, by dd).
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { catalogRows } from '../src/api/catalog-rows.ts';
import { EditionRecords } from '../src/api/edition-records.ts';
import { planContext } from '../src/api/filters.ts';
import { packedRows } from '../src/api/packed-rows.ts';
import { openCatalog } from '../src/app/catalogs.ts';
import { readConfig } from '../src/app/config.ts';
import { openEditions } from '../src/app/editions.ts';
import type { FilterObject } from '../src/contract/schemas/filter-schema.ts';
import { eventLoop } from '../src/ops/scheduling/schedule.ts';
import { atOnce } from '../src/ops/scheduling/work.ts';
import type { Edition } from '../src/search/edition/edition.ts';
import { planFilters } from '../src/search/plan.ts';
import { readFlags } from './support/flags.ts';
import { onePart } from './support/one-part.ts';
import { percentileOf } from './support/percentiles.ts';
import { mixedBody } from './support/search-bodies.ts';

const values = readFlags({ data: { type: 'string' }, pages: { type: 'string', default: '4000' } }, ['data']);
const pages = Number(values.pages);
const folder = values.data;
const PAGE = 10;
const COLD_PAGES = 1500;
const RUNS = 3;
const ALL_MIB = String(1024 * 1024);

const catalog = openCatalog(readConfig({ data: folder }, {}).config, eventLoop);

async function editionWith(editionMemory: string): Promise<Edition> {
  const { config } = readConfig({ data: folder, editionMemory }, {});
  const edition = await openEditions(config).read();
  if (!edition?.records) throw new Error('the edition has no records: run cardfile index');
  if (edition.generation !== (await catalog.state()).generation)
    throw new Error('the edition is old: run cardfile index');
  return onePart(edition);
}

/** The documents of a page of a search. */
function pageOf(edition: Edition, index: number): readonly number[] {
  const context = planContext(edition);
  const clauses = Object.entries(mixedBody(index)).flatMap(([path, filters]) => {
    const scope = path as 'company' | 'people';
    return atOnce(planFilters(filters as FilterObject, { scope, path, context })).clauses.map(({ clause }) => clause);
  });
  return atOnce(edition.search({ space: 'people', clauses }, { after: -1, limit: PAGE })).docs;
}

type Read = (docs: readonly number[]) => Promise<readonly Buffer[] | null>;

function fromPack(edition: Edition): Read {
  const records = new EditionRecords(edition, (error) => {
    throw error;
  });
  return (docs) =>
    records.read(catalog, (readable) =>
      packedRows('person_with_employer', docs, { records: readable, edition, networkHost: null }),
    );
}

/** Microseconds of processor time per page: the best of several runs over different pages. */
async function processorUs(read: Read, all: readonly (readonly number[])[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const some = all.slice(run * pages, (run + 1) * pages);
    const before = process.cpuUsage();
    for (const docs of some) {
      await read(docs);
      // Each call has its own turn of the event loop, so that it takes the read lock of the catalog.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / some.length);
  }
  return least;
}

async function coldMs(read: Read, file: string, all: readonly (readonly number[])[]): Promise<number[]> {
  execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
  const times: number[] = [];
  for (const docs of all.slice(-COLD_PAGES)) {
    const startedMs = performance.now();
    await read(docs);
    times.push(performance.now() - startedMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return times;
}

const onDisk = await editionWith('0');
const all = Array.from({ length: RUNS * pages + COLD_PAGES }, (_, index) => pageOf(onDisk, 30_000 + index));
const rows = all.reduce((sum, docs) => sum + docs.length, 0) / all.length;
const catalogReads: Read = (docs) => catalogRows('person_with_employer', docs, { edition: onDisk, catalog });
const pack = join(folder, 'editions', `${onDisk.id}.pack`);
console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(1)}, ${rows.toFixed(1)} rows a page`,
);
console.log(
  '\n| rows from | µs of processor a page | of the catalog | cold p50 ms | cold p99 ms |\n|---|--:|--:|--:|--:|',
);
const base = await processorUs(catalogReads, all);
const ways: [string, Read, number, string | null][] = [
  ['catalog', catalogReads, base, join(folder, 'catalog.db')],
  ['pack, file', fromPack(onDisk), await processorUs(fromPack(onDisk), all), pack],
];
const inMemory = fromPack(await editionWith(ALL_MIB));
ways.push(['pack, memory', inMemory, await processorUs(inMemory, all), null]);
for (const [what, read, us, file] of ways) {
  const cold = file === null ? [] : await coldMs(read, file, all);
  const shown = [0.5, 0.99].map((share) => (file === null ? '-' : percentileOf(cold, share).toFixed(2)));
  console.log(`| ${[what, us.toFixed(0), (us / base).toFixed(2), ...shown].join(' | ')} |`);
}
catalog.close();
