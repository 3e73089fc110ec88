// node bench/look-ups-during-import.ts [--people N]
// Latency of look-ups while an import writes into the same catalog: first without other work, then during the import
// of as many new people as the catalog has, indexed row by row, one commit for each batch. One look-up a millisecond;
// prints Markdown.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { preparePerson } from '../src/catalog/prepare-person.ts';
import type { PreparedPerson } from '../src/catalog/prepared-person.ts';
import { openCatalog } from '../src/catalog/sqlite/open-catalog.ts';
import { openCatalogWriter } from '../src/catalog/sqlite/open-catalog-writer.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { MERGE_RULES } from '../src/import/merge.ts';
import { normalizePerson } from '../src/import/normalize/person.ts';
import { isReject, type RawValues } from '../src/import/normalize/scope.ts';
import { readFlags } from './support/flags.ts';

const BATCH_ROWS = 8000;
const ROUNDS_MAX = 100_000;

interface Order {
  readonly file: string;
  readonly people: number;
  readonly seed: string;
}

function* batches({ people, seed }: Order): Generator<PreparedPerson[]> {
  let batch: PreparedPerson[] = [];
  for (const row of generatePeople({ people, companies: Math.ceil(people / 25), jobs: 0, seed })) {
    const values = JSON.parse(JSON.stringify(row)) as RawValues;
    const record = normalizePerson({ values, path: '', notes: { warn: () => {} } }, { today: '2026-01-01' });
    if (!isReject(record)) batch.push(preparePerson(record));
    if (batch.length === BATCH_ROWS) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

/** `onBatch` runs after each commit. */
async function importPeople(order: Order, isAlone: boolean, onBatch: (batch: readonly PreparedPerson[]) => void) {
  const writer = openCatalogWriter({ file: order.file, merge: MERGE_RULES });
  const at = new Date().toISOString();
  const run = await writer.openRun({
    ...{ kind: 'people', source: order.seed, files: ['bench'], fingerprint: order.seed, at },
    isAlone: () => isAlone,
  });
  let rows = 0;
  for (const records of batches(order)) {
    const lines = records.map((_, index) => rows + index + 1);
    await writer.writePeople(run, { records, file: 0, lines, progress: () => rows });
    rows += records.length;
    onBatch(records);
  }
  await writer.finishRun(run, at);
  writer.close();
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;

async function main(): Promise<void> {
  const values = readFlags({ people: { type: 'string', default: '40000' } });
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-during-import-'));
  const order = { file: join(folder, 'catalog.db'), people: Number(values.people), seed: '1' };
  const known: { slug: string; email: string | null }[] = [];
  await importPeople(order, true, (batch) => {
    for (const { slug, emails } of batch) known.push({ slug, email: emails[0]?.email ?? null });
  });
  const catalog = openCatalog({ file: order.file, networkHost: null });
  const look = async (name: string, isOver: () => boolean): Promise<string> => {
    const micros: number[] = [];
    for (let round = 0; round < ROUNDS_MAX && !isOver(); round += 1) {
      const { slug, email } = known[Math.floor(Math.random() * known.length)] as (typeof known)[0];
      const started = performance.now();
      if ((await catalog.emailsOf(slug)) === null) throw new Error(`${slug} is missing`);
      if (email !== null && (await catalog.peopleByEmail(email, 1))[0] === undefined)
        throw new Error(`${email} is missing`);
      micros.push((performance.now() - started) * 1000);
      await sleep(1);
    }
    micros.sort((a, b) => a - b);
    const columns = [0.5, 0.99, 0.999].map((share) => quantile(micros, share).toFixed(0));
    return `| ${[name, micros.length, ...columns, (micros.at(-1) ?? 0).toFixed(0)].join(' | ')} |`;
  };
  const until = performance.now() + 5000;
  const alone = await look('no other work', () => performance.now() > until);
  let commits = 0;
  let isDone = false;
  const importer = new Worker(new URL(import.meta.url), { workerData: { ...order, seed: '2' } });
  importer.on('message', () => {
    commits += 1;
  });
  importer.once('exit', () => {
    isDone = true;
  });
  const during = await look('during an import', () => isDone);
  catalog.close();
  rmSync(folder, { recursive: true });
  const head = ['| e-mails of a slug, then the person of an address | look-ups | p50 µs | p99 | p99.9 | max |'];
  console.log([...head, '|---|---:|---:|---:|---:|---:|', alone, during, '', `${commits} commits.`].join('\n'));
}

if (isMainThread) await main();
else await importPeople(workerData as Order, false, () => parentPort?.postMessage('committed'));
