// Runs the same mixed queries on the edition and on other engines: first it compares the answers, then the times.
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { mediansOf, percentileOf } from '../support/percentiles.ts';
import { type BuildFigures, builtEdition } from './built-edition.ts';
import { kernelPeer } from './kernel-peer.ts';
import { QueryDraw } from './mixed-queries.ts';
import { PAGE_DOCS, type Peer, type PeerQuery } from './peer.ts';
import { NumberedPeople } from './peer-people.ts';
import { duckdbPeer } from './peers/duckdb.ts';
import { fts5Peer } from './peers/fts5.ts';
import { lucenePeer } from './peers/lucene.ts';
import { postgresPeer } from './peers/postgres.ts';
import { tantivyPeer } from './peers/tantivy.ts';

export interface Comparison {
  readonly people: number;
  /** Names of engines. Unknown ones are an error, missing ones are skipped with a warning. */
  readonly peers: readonly string[];
  readonly queries: number;
  readonly runs: number;
  /** Folder of editions and of the files of the engines. */
  readonly folder: string;
}

const MAKERS: Readonly<Record<string, (folder: string) => Peer | Promise<Peer>>> = {
  fts5: fts5Peer,
  postgres: postgresPeer,
  duckdb: duckdbPeer,
  lucene: lucenePeer,
  tantivy: tantivyPeer,
};
/** Engines that take milliseconds answer every tenth query. */
const SLOW = new Set(['SQLite FTS5', 'PostgreSQL', 'DuckDB']);
const SLOW_STEP = 10;

interface Measured {
  readonly peer: Peer;
  readonly bytes: number;
  readonly buildSeconds: number | null;
  readonly queries: readonly PeerQuery[];
  /** The times of each query in all runs. */
  readonly pages: number[][];
  readonly counts: number[][];
}

/** Prints the tables. Throws if an engine answers differently from the edition. */
export async function comparePeers(comparison: Comparison): Promise<void> {
  const { people, folder, runs } = comparison;
  const files = join(folder, 'peers');
  mkdirSync(files, { recursive: true });
  const { edition, figures } = await builtEdition({ people, mainPositionsOnly: true }, join(folder, 'editions'));
  const rows = new NumberedPeople(edition);
  const made = await makePeers(comparison.peers, files);
  const built = await buildAll([kernelPeer(edition), ...made], rows, figures);
  const draw = new QueryDraw(edition);
  const queries = Array.from({ length: comparison.queries }, (_, index) => rows.translated(draw.at(index)));
  const measured = built.map(
    (one): Measured => ({
      ...one,
      queries: SLOW.has(one.peer.name) ? queries.filter((_, index) => index % SLOW_STEP === 0) : queries,
      pages: [],
      counts: [],
    }),
  );
  await compareAnswers(measured);
  for (let run = 0; run < runs; run++) {
    for (const { peer, queries, pages, counts } of measured) {
      pages.push([...(await peer.pages(queries)).ms]);
      counts.push([...(await peer.counts(queries)).ms]);
    }
  }
  for (const { peer } of measured) await peer.close();
  print(comparison, measured);
}

async function makePeers(names: readonly string[], folder: string): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const name of names) {
    const make = MAKERS[name];
    if (!make) throw new Error(`there is no engine "${name}"; there are ${Object.keys(MAKERS).join(', ')}`);
    try {
      peers.push(await make(folder));
    } catch (error) {
      console.error(`\n*** ${name} IS SKIPPED: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return peers;
}

async function buildAll(peers: readonly Peer[], rows: NumberedPeople, figures: BuildFigures | null) {
  // Numbers are assigned in the order of rows, so all rows come before the first query is converted.
  for (const row of rows.rows()) rows.tokens(row);
  const built: { peer: Peer; bytes: number; buildSeconds: number | null }[] = [];
  for (const peer of peers) {
    const startedMs = performance.now();
    const bytes = await peer.build(rows);
    const seconds = (performance.now() - startedMs) / 1000;
    const isKernel = peer === peers[0];
    built.push({ peer, bytes, buildSeconds: isKernel ? (figures?.seconds ?? null) : seconds });
    console.error(`${peer.name} ${peer.version}: ${Math.round(bytes / 1e6)} MB`);
  }
  return built;
}

/** Compares every answer of every engine with that of the edition; these calls also warm up. */
async function compareAnswers(measured: readonly Measured[]): Promise<void> {
  const [kernel] = measured;
  if (!kernel) return;
  const pages = new Map(
    (await kernel.peer.pages(kernel.queries)).answers.map((docs, index) => [kernel.queries[index], docs]),
  );
  const counts = new Map(
    (await kernel.peer.counts(kernel.queries)).answers.map((count, index) => [kernel.queries[index], count]),
  );
  for (const { peer, queries } of measured.slice(1)) {
    const page = (await peer.pages(queries)).answers;
    const count = (await peer.counts(queries)).answers;
    queries.forEach((query, index) => {
      const wanted = pages.get(query) ?? [];
      const same =
        page[index]?.length === wanted.length &&
        wanted.slice(0, PAGE_DOCS - 1).every((doc, rank) => page[index]?.[rank] === doc) &&
        count[index] === counts.get(query);
      if (!same) {
        const texts = [
          JSON.stringify(query),
          `${peer.name}: ${count[index]}, ${page[index]}`,
          `Cardfile: ${counts.get(query)}, ${wanted}`,
        ];
        throw new Error(`${peer.name} answers differently\n${texts.join('\n')}`);
      }
    });
    console.error(`${peer.name}: the same documents and counts for ${queries.length} queries`);
  }
}

interface TableOf {
  readonly title: string;
  readonly shares: readonly number[];
  readonly times: (one: Measured, wanted: (index: number) => boolean) => number[];
  readonly wanted: (query: PeerQuery) => boolean;
}

function print({ people, queries, runs }: Comparison, measured: readonly Measured[]): void {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'} x ${cpus().length}`;
  console.log(
    `\n${people.toLocaleString('en')} people, ${queries} queries, medians of ${runs} runs; Node ${process.version}, ${machine}, ${new Date().toISOString().slice(0, 10)}\n`,
  );
  const pages = (one: Measured, wanted: (index: number) => boolean) => mediansOf(one.pages, wanted);
  const counts = (one: Measured, wanted: (index: number) => boolean) => mediansOf(one.counts, wanted);
  const [p50, p90, p99] = [0.5, 0.9, 0.99] as const;
  for (const table of [
    { title: 'First page of 10', shares: [p50, p90, p99], times: pages, wanted: (query) => query.after < 0 },
    { title: 'Page of 10 after a cursor', shares: [p50, p90, p99], times: pages, wanted: (query) => query.after >= 0 },
    { title: 'Pages, all', shares: [p50, p90, p99], times: pages, wanted: () => true },
    { title: 'Exact count', shares: [p50, p99], times: counts, wanted: () => true },
  ] satisfies TableOf[])
    printTable(table, measured);
  console.log('\n| engine | MB | bytes a person | build s |\n|---|--:|--:|--:|');
  for (const { peer, bytes, buildSeconds } of measured) {
    const seconds = buildSeconds === null ? 'built earlier' : buildSeconds.toFixed(1);
    console.log(
      `| ${peer.name} ${peer.version} | ${Math.round(bytes / 1e6)} | ${(bytes / people).toFixed(1)} | ${seconds} |`,
    );
  }
}

function printTable({ title, shares, times, wanted }: TableOf, measured: readonly Measured[]): void {
  const names = shares.map((share) => `p${share * 100}`);
  console.log(
    `\n| ${title}, ms | ${names.join(' | ')} | times Cardfile, ${names.join(' / ')} |\n|---|${shares.map(() => '--:|').join('')}--:|`,
  );
  const [kernel] = measured;
  for (const one of measured) {
    // An engine that answered a part of the queries is compared on that part.
    const answered = new Set(one.queries);
    const own = times(one, (index) => wanted(one.queries[index]!));
    const ours = kernel
      ? times(kernel, (index) => answered.has(kernel.queries[index]!) && wanted(kernel.queries[index]!))
      : [];
    const ratios = shares.map((share) => percentileOf(own, share) / percentileOf(ours, share));
    const ratioText = one === kernel ? '' : ratios.map((ratio) => ratio.toFixed(1)).join(' / ');
    const part = SLOW.has(one.peer.name) ? ', every tenth query' : '';
    console.log(
      `| ${one.peer.name}${part} | ${shares.map((share) => percentileOf(own, share).toFixed(3)).join(' | ')} | ${ratioText} |`,
    );
  }
}
