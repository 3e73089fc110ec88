// node bench/import-steps.ts [--people N]
// Cost of each step of an import of people in microseconds of processor time for one person, which other work of the
// machine hardly affects. Prints Markdown. The steps before the write run in separate threads
// (src/import/read-ahead.ts).
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffersOf, PeoplePacker, unpackPeople } from '../src/catalog/packed-people.ts';
import type { PreparedPerson } from '../src/catalog/prepared-person.ts';
import { openCatalogWriter } from '../src/catalog/sqlite/open-catalog-writer.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { MERGE_RULES } from '../src/import/merge.ts';
import { normalizePerson } from '../src/import/normalize/person.ts';
import { isReject, type RawValues } from '../src/import/normalize/scope.ts';
import { readFlags } from './support/flags.ts';

const values = readFlags({ people: { type: 'string', default: '20000' } });
const people = Number(values.people);
const BATCH_ROWS = 8000;
const folder = mkdtempSync(join(tmpdir(), 'cardfile-steps-'));
const notes = { warn: () => {} };

async function costOf<Result>(work: () => Result | Promise<Result>): Promise<{ micros: number; result: Result }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { micros: user + system, result };
}

function normalized(row: RawValues) {
  const record = normalizePerson({ values: row, path: '', notes }, { today: '2026-01-01' });
  if (isReject(record)) throw new Error(record.reason);
  return record;
}

/** Writes into an empty catalog. `isAlone`: in exclusive mode, indexed at the end. */
async function write(prepared: readonly PreparedPerson[], isAlone: boolean): Promise<void> {
  const writer = openCatalogWriter({ file: join(folder, `${isAlone}.db`), merge: MERGE_RULES });
  const at = new Date().toISOString();
  const run = await writer.openRun({
    kind: 'people',
    source: 'bench',
    files: ['bench'],
    fingerprint: 'f',
    at,
    isAlone: () => isAlone,
  });
  for (let from = 0; from < prepared.length; from += BATCH_ROWS) {
    const records = prepared.slice(from, from + BATCH_ROWS);
    await writer.writePeople(run, {
      records,
      file: 0,
      lines: records.map((_, index) => from + index),
      progress: () => from,
    });
  }
  await writer.finishRun(run, at);
  writer.close();
}

async function measure(lines: readonly string[]): Promise<[step: string, micros: number][]> {
  const parsed = await costOf(() => lines.map((line) => JSON.parse(line) as RawValues));
  const records = await costOf(() => parsed.result.map(normalized));
  const packed = await costOf(() => {
    const packer = new PeoplePacker();
    for (const record of records.result) packer.add(record);
    return packer.take();
  });
  const crossed = await costOf(() =>
    Array.from(unpackPeople(structuredClone(packed.result, { transfer: buffersOf(packed.result) }))),
  );
  const alone = await costOf(() => write(crossed.result, true));
  const rowByRow = await costOf(() => write(crossed.result, false));
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  return [
    ['parse JSON', parsed.micros],
    ['normalize, classify titles', records.micros],
    ['prepare and pack the stored form', packed.micros],
    ['transfer to the writing thread (decoded there)', crossed.micros],
    ['write, indexed at the end (empty catalog, exclusive access)', alone.micros],
    ['write, indexed row by row', rowByRow.micros],
  ];
}

const lines = [...generatePeople({ people, companies: Math.ceil(people / 25), jobs: 0, seed: '1' })].map((person) =>
  JSON.stringify(person),
);
// The first pass compiles.
await measure(lines.slice(0, 2000));
const steps = await measure(lines);
rmSync(folder, { recursive: true });
console.log(
  [
    '| step | µs of processor time a person |',
    '|---|---:|',
    ...steps.map(([step, micros]) => `| ${step} | ${(micros / lines.length).toFixed(1)} |`),
  ].join('\n'),
);
