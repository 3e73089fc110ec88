// Growth of the edition: editions of several sizes, each built in a separate process, then compared on the same mixed
// queries.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { atOnce } from '../../src/ops/scheduling/work.ts';
import type { Edition } from '../../src/search/edition/edition.ts';
import { mediansOf, percentileOf } from '../support/percentiles.ts';
import { type BuildFigures, builtEdition } from './built-edition.ts';
import { QueryDraw } from './mixed-queries.ts';

export interface Growth {
  /** People of each edition, one position each. */
  readonly sizes: readonly number[];
  /** Number of generated people; larger sizes are copies of them. Default: all. */
  readonly invented?: number | undefined;
  readonly queries: number;
  readonly runs: number;
  /** Folder of the editions; existing ones are not rebuilt. */
  readonly folder: string;
}

const PAGE_DOCS = 10;

interface MeasuredEdition {
  readonly edition: Edition;
  readonly figures: BuildFigures | null;
  readonly queries: ReturnType<QueryDraw['at']>[];
  /** Milliseconds of each query in each run. */
  readonly pages: number[][];
  readonly counts: number[][];
}

/** Prints the table. */
export async function compareSizes({ sizes, invented, queries, runs, folder }: Growth): Promise<void> {
  const editions = join(folder, 'editions');
  const measured: MeasuredEdition[] = [];
  for (const people of sizes) {
    const built = buildApart([people, editions, invented ?? '']);
    if (built.status !== 0) throw new Error(`building for ${people} people ended with ${built.signal ?? built.status}`);
    const { edition, figures } = await builtEdition({ people, mainPositionsOnly: true, invented }, editions);
    const draw = new QueryDraw(edition);
    const drawn = Array.from({ length: queries }, (_, index) => draw.at(index));
    measured.push({ edition, figures, queries: drawn, pages: [], counts: [] });
  }
  // The first run warms up.
  for (let run = 0; run <= runs; run++)
    for (const one of measured) {
      const times = measure(one);
      if (run > 0) one.pages.push(times.pages);
      if (run > 0) one.counts.push(times.counts);
    }
  print(measured, { queries, runs });
}

/** In a separate process, so that its peak memory is that of this size. */
function buildApart(words: readonly (string | number)[]) {
  const entry = join(import.meta.dirname, 'build-process.ts');
  return spawnSync(process.execPath, [...process.execArgv, entry, ...words.map(String)], { stdio: 'inherit' });
}

function measure({ edition, queries }: MeasuredEdition): { pages: number[]; counts: number[] } {
  const taken = (work: () => unknown) => {
    const startedMs = performance.now();
    work();
    return performance.now() - startedMs;
  };
  // Counts are cached for the hidden records: a new set each time, so that each count is computed.
  const hidden = atOnce(edition.hide({ people: [], companies: [] }));
  return {
    pages: queries.map(({ clauses, after }) =>
      taken(() => atOnce(edition.search({ space: 'people', clauses }, { after, limit: PAGE_DOCS }))),
    ),
    counts: queries.map(({ clauses }) => taken(() => atOnce(edition.count({ space: 'people', clauses }, hidden)))),
  };
}

function print(measured: readonly MeasuredEdition[], { queries, runs }: Pick<Growth, 'queries' | 'runs'>): void {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'} x ${cpus().length}`;
  const day = new Date().toISOString().slice(0, 10);
  console.log(`\n${queries} queries, medians of ${runs} runs; Node ${process.version}, ${machine}, ${day}\n`);
  const heads = ['people', 'page p50 ms', 'p90', 'p99', 'first page p50', 'count p50 ms', 'p99', 'bytes a person'];
  heads.push('build s', 'its processor s', 'documents s', 'most MB resident');
  console.log(`| ${heads.join(' | ')} |\n|${heads.map(() => '--:').join('|')}|`);
  for (const { edition, figures, queries: drawn, pages, counts } of measured) {
    const people = edition.counts.people;
    const page = mediansOf(pages);
    const count = mediansOf(counts);
    const first = mediansOf(pages, (index) => drawn[index]!.after < 0);
    const cells = [people.toLocaleString('en')];
    cells.push(...[0.5, 0.9, 0.99].map((share) => percentileOf(page, share).toFixed(3)));
    cells.push(percentileOf(first, 0.5).toFixed(3));
    cells.push(...[0.5, 0.99].map((share) => percentileOf(count, share).toFixed(3)));
    cells.push((edition.buffer.byteLength / people).toFixed(1));
    cells.push(figures?.seconds.toFixed(1) ?? '', figures?.processorSeconds.toFixed(1) ?? '');
    cells.push(figures?.documentSeconds.toFixed(1) ?? '', Math.round(figures?.residentMb ?? 0).toLocaleString('en'));
    console.log(`| ${cells.join(' | ')} |`);
  }
}
