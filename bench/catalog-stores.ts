// node bench/catalog-stores.ts [--people N]
// Imports of companies, people and openings into SQLite and PostgreSQL, their undoing and retention, in one run:
// rows per second, and processor time a row of this process and of the server. Reading and preparing are not part of it
// (import-steps.ts).
// Prints Markdown.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_STEPS } from '../src/app/database-schema.ts';
import { openCatalogAdmin as openAdminInPostgres } from '../src/catalog/postgres/open-catalog-admin.ts';
import { openCatalogWriter as openInPostgres } from '../src/catalog/postgres/open-catalog-writer.ts';
import { preparePerson } from '../src/catalog/prepare-person.ts';
import type { PreparedPerson } from '../src/catalog/prepared-person.ts';
import { openCatalogAdmin as openAdminInSqlite } from '../src/catalog/sqlite/open-catalog-admin.ts';
import { openCatalogWriter as openInSqlite } from '../src/catalog/sqlite/open-catalog-writer.ts';
import { personRecord } from '../src/catalog/views/person-json.ts';
import type { CatalogWriter } from '../src/catalog/writer-port.ts';
import type { CompanyRecord, OpeningRecord } from '../src/contract/import-records.ts';
import { generateCompanies, generateJobs, generatePeople } from '../src/generate/generate.ts';
import { MERGE_RULES } from '../src/import/merge.ts';
import { normalizeCompany } from '../src/import/normalize/company.ts';
import { normalizeOpening } from '../src/import/normalize/opening.ts';
import { normalizePerson } from '../src/import/normalize/person.ts';
import { isReject, type RawValues, type Reject, type Scope } from '../src/import/normalize/scope.ts';
import { OccurrenceCounter } from '../src/import/occurrence-counter.ts';
import { migrate } from '../src/ops/postgres/migrate.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { readFlags } from './support/flags.ts';

const values = readFlags({ people: { type: 'string', default: '100000' } });
const people = Number(values.people);
const BATCH_ROWS = 8000;
const AT = '2026-01-01T00:00:00.000Z';

function prepared(changed: number): PreparedPerson[] {
  const companies = Math.ceil(people / 25);
  return [...generatePeople({ people, companies, jobs: 0, seed: '1' })].map((person, index) => {
    const row = JSON.parse(JSON.stringify(person)) as RawValues;
    const values = index % 10 < changed ? { ...row, headline: `Changed ${index}` } : row;
    const record = normalizePerson({ values, path: '', notes: { warn: () => {} } }, { today: '2026-01-01' });
    if (isReject(record)) throw new Error(record.reason);
    return preparePerson(record);
  });
}

interface Rows {
  readonly companies: readonly CompanyRecord[];
  readonly people: readonly PreparedPerson[];
  readonly jobs: readonly OpeningRecord[];
}
type Kind = keyof Rows;

function normalized<Made extends object>(rows: Iterable<object>, normalize: (row: Scope) => Made | Reject): Made[] {
  return [...rows].map((row) => {
    const values = JSON.parse(JSON.stringify(row)) as RawValues;
    const made = normalize({ values, path: '', notes: { warn: () => {} } });
    if (isReject(made)) throw new Error(made.reason);
    return made;
  });
}

function companiesAndOpenings(): Pick<Rows, 'companies' | 'jobs'> {
  const options = { people, companies: Math.ceil(people / 10), jobs: people, seed: '1' };
  const context = { source: 'bench', today: '2026-01-01', country: null };
  const occurrences = new OccurrenceCounter();
  const jobs = normalized(generateJobs(options), (row) => normalizeOpening(row, context));
  return {
    companies: normalized(generateCompanies(options), (row) => normalizeCompany(row, context)),
    jobs: jobs.map((opening) => occurrences.number(opening)),
  };
}

async function write<K extends Kind>(
  writer: CatalogWriter,
  kind: K,
  fingerprint: string,
  rows: Rows[K],
): Promise<void> {
  const run = await writer.openRun({ kind, source: sourceOf(fingerprint), files: ['bench'], fingerprint, at: AT });
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const records = rows.slice(from, from + BATCH_ROWS);
    const batch = { file: 0, lines: records.map((_, index) => from + index), progress: () => from };
    if (kind === 'companies') await writer.writeCompanies(run, { ...batch, records: records as CompanyRecord[] });
    else if (kind === 'people') await writer.writePeople(run, { ...batch, records: records as PreparedPerson[] });
    else await writer.writeOpenings(run, { ...batch, records: records as OpeningRecord[] });
  }
  await writer.finishRun(run, AT);
}

/** Processor time of all processes of a server, in milliseconds. */
function serverMs(pid: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return { name, fields: readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [] };
      } catch {
        return { name, fields: [] };
      }
    })
    .filter(({ name, fields }) => name === String(pid) || fields[1] === String(pid))
    .map(({ name, fields }) =>
      fields.slice(11, name === String(pid) ? 15 : 13).reduce((sum, each) => sum + Number(each), 0),
    );
  return ticks.reduce((sum, each) => sum + each, 0) * 10;
}

type Row = readonly [what: string, perSecond: number, ownMicros: number, serverMicros: number];

/** `work` resolves with its number of rows. */
async function timed(what: string, pid: number | null, work: () => Promise<number>): Promise<Row> {
  const [cpu, server, startedMs] = [process.cpuUsage(), pid === null ? 0 : serverMs(pid), performance.now()];
  const count = await work();
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const onServer = pid === null ? 0 : serverMs(pid) - server;
  return [what, count / seconds, (user + system) / count, (onServer * 1000) / count];
}

const folder = mkdtempSync(join(tmpdir(), 'cardfile-stores-'));
const server = await startPostgres({ isDurable: true });
if (server === null) throw new Error("Debian's postgresql is not installed");
await migrate(server.url, DATABASE_STEPS, 0);
const [first, tenth] = [prepared(0), prepared(1)];
const { companies, jobs } = companiesAndOpenings();
const changedJobs = jobs.map((job, index) => (index % 10 === 0 ? { ...job, open_positions: 99 } : job));
const inFile = { file: join(folder, 'catalog.db'), merge: MERGE_RULES };
const inDatabase = { url: server.url, steps: DATABASE_STEPS, merge: MERGE_RULES };
const stores = [
  ['SQLite', null, () => openInSqlite(inFile), () => openAdminInSqlite(inFile)],
  ['PostgreSQL', server.pid(), () => openInPostgres(inDatabase), () => openAdminInPostgres(inDatabase)],
] as const;
/** Imports of repeated rows are undone first: otherwise their rows would belong to a later import. */
const UNDONE = [
  'every tenth opening changed',
  'the same companies again',
  'every tenth person changed',
  'the same people again',
  'new companies',
  'new people',
];
/** From a separate source, so that each person has one row that expires and one that stays. */
const OLDER = 'older rows of people';
const sourceOf = (what: string) => (what === OLDER ? 'older' : 'bench');
const older = first.map((person) => {
  return preparePerson({ ...personRecord(person, person), headline: 'Older', updated_at: '2020-01-01T00:00:00Z' });
});

const rows: Row[] = [];
for (const [name, pid, openWriter, openAdmin] of stores) {
  const writer = openWriter();
  const measure = async <K extends Kind>(what: string, kind: K, given: Rows[K]) => {
    const work = () => write(writer, kind, what, given).then(() => given.length);
    rows.push(await timed(`${name}: ${what}`, pid, work));
  };
  await measure('new people', 'people', first);
  await measure('the same people again', 'people', first);
  await measure('every tenth person changed', 'people', tenth);
  await measure('new companies', 'companies', companies);
  await measure('the same companies again', 'companies', companies);
  await measure('new openings', 'jobs', jobs);
  await measure('the same openings again', 'jobs', jobs);
  await measure('every tenth opening changed', 'jobs', changedJobs);
  const runs = await writer.runs();
  writer.close();
  const admin = openAdmin();
  for (const what of UNDONE) {
    const { id } = runs.find(({ fingerprint }) => fingerprint === what) ?? { id: 0 };
    const undo = async () => {
      const { removed, changed, openings } = await admin.undoRun(id, AT);
      return removed + changed + openings;
    };
    const row = await timed(`${name}: undo of ${what}`, pid, undo);
    if (row[1] > 0) rows.push(row);
  }
  admin.close();
  const again = openWriter();
  await write(again, 'people', OLDER, older);
  await write(again, 'people', 'people once more', first);
  again.close();
  const expiring = openAdmin();
  for (const [what, before] of [
    ['retention of one row of each person', '2020-06-01T00:00:00Z'],
    ['retention of all people', '2100-01-01T00:00:00Z'],
  ] as const) {
    const expire = () => expiring.expireRows(before).then(() => first.length);
    rows.push(await timed(`${name}: ${what}`, pid, expire));
  }
  expiring.close();
}
await server.remove();
rmSync(folder, { recursive: true });
console.log(
  [
    '| import, prepared | rows/s | µs a row here | µs a row in the server |',
    '|---|---:|---:|---:|',
    ...rows.map(
      ([what, perSecond, own, onServer]) =>
        `| ${what} | ${Math.round(perSecond).toLocaleString('en-US')} | ${own.toFixed(1)} | ${onServer.toFixed(1)} |`,
    ),
  ].join('\n'),
);
