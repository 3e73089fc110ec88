// node bench/import-cost.ts [--people N]
// Processor time of the reading side of an import in microseconds for each generated person, by stage. Nothing is
// written: bench/imports.ts measures the search for lines and the writing of records.
import { PeoplePacker } from '../src/catalog/packed-people.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { rowDecoder } from '../src/import/decode-row.ts';
import { makeMapping } from '../src/import/map/mapping.ts';
import { normalizePerson } from '../src/import/normalize/person.ts';
import { isReject, type Notes } from '../src/import/normalize/scope.ts';
import type { Row } from '../src/import/read/row.ts';
import { classify } from '../src/import/titles/classify.ts';
import { readFlags } from './support/flags.ts';

const RUNS = 7;
const BATCH = 1000;
const people = Number(readFlags({ people: { type: 'string', default: '40000' } }).people);
const options = { people, companies: Math.ceil(people / 20), jobs: 0, seed: 1 };
const rows: Row[] = [...generatePeople(options)].map((person, index) => {
  const bytes = Buffer.from(JSON.stringify(person));
  return { line: index + 1, text: bytes.toString(), cells: null, fault: null, byteLength: bytes.length };
});
const mapping = makeMapping({
  path: 'people.jsonl',
  format: { kind: 'json-lines' },
  kind: 'people',
  headRows: rows.slice(0, 200),
  mapOptions: [],
});
const decode = rowDecoder(mapping, 'people');
const TODAY = { today: '2026-01-01' };
let warnings = 0;
const notes: Notes = { warn: () => void warnings++ };

function valuesOf(row: Row) {
  const decoded = decode(row, notes);
  if ('reject' in decoded) throw new Error(decoded.reject.reason);
  return decoded.values;
}

const titlesOf = (row: Row) =>
  (JSON.parse(row.text) as { experiences: { job_title: string }[] }).experiences.map(({ job_title }) => job_title);

/**
 * Microseconds per person. Rows are processed in batches, as in an import, so that decoded rows are still in the
 * processor caches.
 */
function timed(work: (batch: readonly Row[]) => void): number {
  const started = process.cpuUsage();
  for (let start = 0; start < rows.length; start += BATCH) work(rows.slice(start, start + BATCH));
  const { user, system } = process.cpuUsage(started);
  return (user + system) / rows.length;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const packer = new PeoplePacker();
const titles = rows.slice(0, BATCH).map(titlesOf);
const STAGES: readonly (readonly [name: string, work: (batch: readonly Row[]) => void])[] = [
  ['JSON.parse alone', (batch) => void batch.map((row) => JSON.parse(row.text) as unknown)],
  ['decode (parse, check, map)', (batch) => void batch.map(valuesOf)],
  [
    'decode, normalize and classify',
    (batch) => {
      for (const row of batch)
        if (isReject(normalizePerson({ values: valuesOf(row), path: '', notes }, TODAY))) warnings++;
    },
  ],
  [
    'the same and prepared for transfer to the writing thread',
    (batch) => {
      for (const row of batch) {
        const person = normalizePerson({ values: valuesOf(row), path: '', notes }, TODAY);
        if (!isReject(person)) packer.add(person);
      }
      packer.giveBack(packer.take());
    },
  ],
  ['of it repeated titles', (batch) => void batch.map((_, index) => titles[index]?.map(classify))],
];

const costs = STAGES.map(() => [] as number[]);
for (let run = 0; run <= RUNS; run += 1) {
  // The first run warms up.
  STAGES.forEach(([, work], stage) => {
    const cost = timed(work);
    if (run > 0) costs[stage]?.push(cost);
  });
}
const bytes = rows.reduce((sum, { text }) => sum + text.length, 0) / rows.length;
console.log(
  [
    `${people} people of ${Math.round(bytes)} characters, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; median of ${RUNS} runs`,
    '',
    '| stage | µs of processor time a person |',
    '|---|---:|',
    ...STAGES.map(([name], stage) => `| ${name} | ${median(costs[stage] ?? []).toFixed(1)} |`),
    '',
    `${warnings} values noted.`,
  ].join('\n'),
);
