// node bench/catalog-stores.ts [--people N]
// Imports of people into SQLite and PostgreSQL, on this machine in one run: people per second, and processor time a
// person of this process and of the server. Reading and preparing are not part of it (import-steps.ts). Prints Markdown.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DATABASE_STEPS } from '../src/app/database-schema.ts';
import { openCatalogWriter as openInPostgres } from '../src/catalog/postgres/open-catalog-writer.ts';
import { preparePerson } from '../src/catalog/prepare-person.ts';
import type { PreparedPerson } from '../src/catalog/prepared-person.ts';
import { openCatalogWriter as openInSqlite } from '../src/catalog/sqlite/open-catalog-writer.ts';
import type { CatalogWriter } from '../src/catalog/writer-port.ts';
import { generatePeople } from '../src/generate/generate.ts';
import { MERGE_RULES } from '../src/import/merge.ts';
import { normalizePerson } from '../src/import/normalize/person.ts';
import { isReject, type RawValues } from '../src/import/normalize/scope.ts';
import { migrate } from '../src/ops/postgres/migrate.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' } } });
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

async function write(writer: CatalogWriter, fingerprint: string, rows: readonly PreparedPerson[]): Promise<void> {
  const run = await writer.openRun({ kind: 'people', source: 'bench', files: ['bench'], fingerprint, at: AT });
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const records = rows.slice(from, from + BATCH_ROWS);
    const lines = records.map((_, index) => from + index);
    await writer.writePeople(run, { records, file: 0, lines, progress: () => from });
  }
  await writer.finishRun(run, AT);
}

/** Milliseconds of processor time of all processes of a server. */
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

async function timed(what: string, pid: number | null, work: () => Promise<void>): Promise<Row> {
  const [cpu, server, startedMs] = [process.cpuUsage(), pid === null ? 0 : serverMs(pid), performance.now()];
  await work();
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const onServer = pid === null ? 0 : serverMs(pid) - server;
  return [what, people / seconds, (user + system) / people, (onServer * 1000) / people];
}

const folder = mkdtempSync(join(tmpdir(), 'cardfile-stores-'));
const server = await startPostgres({ isDurable: true });
if (server === null) throw new Error("Debian's postgresql is not installed");
await migrate(server.url, DATABASE_STEPS, 0);
const [first, tenth] = [prepared(0), prepared(1)];
const stores = [
  ['SQLite', null, openInSqlite({ file: join(folder, 'catalog.db'), merge: MERGE_RULES })],
  ['PostgreSQL', server.pid(), openInPostgres({ url: server.url, steps: DATABASE_STEPS, merge: MERGE_RULES })],
] as const;
const rows: Row[] = [];
for (const [name, pid, writer] of stores) {
  rows.push(await timed(`${name}: new people`, pid, () => write(writer, 'first', first)));
  rows.push(await timed(`${name}: the same again`, pid, () => write(writer, 'again', first)));
  rows.push(await timed(`${name}: every tenth changed`, pid, () => write(writer, 'tenth', tenth)));
  writer.close();
}
await server.remove();
rmSync(folder, { recursive: true });
console.log(
  [
    '| import of people, prepared | people/s | µs a person here | µs a person in the server |',
    '|---|---:|---:|---:|',
    ...rows.map(
      ([what, perSecond, own, onServer]) =>
        `| ${what} | ${Math.round(perSecond).toLocaleString('en-US')} | ${own.toFixed(1)} | ${onServer.toFixed(1)} |`,
    ),
  ].join('\n'),
);
