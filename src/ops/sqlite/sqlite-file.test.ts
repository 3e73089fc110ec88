import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportMigrationsTo } from '../migration-report.ts';
import { explainSqlite, openSqlite, readSchema, type SchemaStep } from './sqlite-file.ts';
import { verifyFile } from './verify-file.ts';

const ROWS = 20_000;

const first: SchemaStep = (database) => void database.exec('CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)');
/** A made-up step: it writes the rows of a table again, and reports its progress. */
const second: SchemaStep = (database, report) => {
  database.exec('ALTER TABLE person ADD COLUMN letters INTEGER');
  const change = database.prepare('UPDATE person SET letters = length(name) WHERE id > ? AND id <= ?');
  for (let done = 0; done < ROWS; done += ROWS / 4) {
    report({ what: 'people', done, total: ROWS });
    change.run(done, done + ROWS / 4);
  }
};
const third: SchemaStep = (database) => void database.exec('CREATE INDEX person_by_letters ON person (letters)');
const STEPS = [first, second, third];

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-sqlite-file-'));
  file = join(folder, 'people.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (steps: readonly SchemaStep[], readOnly = false) =>
  openSqlite({ file, readOnly, busyTimeoutMs: 1000, synchronous: 'NORMAL', steps });

/** A file of the first version, with people. */
function makeFirst(): void {
  const database = open([first]);
  database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO person SELECT i, 'p' || i FROM n`);
  database.close();
}

/** The content of the file, read without its schema. */
function contentOf(): { version: unknown; application: unknown; schema: unknown; people: unknown } {
  const database = new Database(file);
  const one = (sql: string) => database.prepare(sql).pluck().get();
  const content = {
    version: one('PRAGMA user_version'),
    application: one('PRAGMA application_id'),
    schema: database.prepare('SELECT name FROM sqlite_schema ORDER BY name').pluck().all(),
    people: one('SELECT count(*) FROM person'),
  };
  database.close();
  return content;
}

function reportsOf(work: () => void): string[] {
  const reports: string[] = [];
  reportMigrationsTo(({ file, what, done, total }) => reports.push(`${file}: ${done} of ${total} ${what}`));
  try {
    work();
  } finally {
    reportMigrationsTo(() => {});
  }
  return reports;
}

describe('a file of an earlier version', () => {
  test('is migrated step by step when it is opened for writing, with progress reports', () => {
    makeFirst();
    expect(reportsOf(() => open(STEPS).close())).toEqual([
      'people.db: 0 of 2 steps',
      ...[0, 1, 2, 3].map((part) => `people.db: ${(part * ROWS) / 4} of ${ROWS} people`),
      'people.db: 1 of 2 steps',
      'people.db: 2 of 2 steps',
    ]);
    const after = open(STEPS, true);
    expect(after.prepare('SELECT letters, count(*) FROM person GROUP BY 1').raw().all()).toEqual([
      [2, 9],
      [3, 90],
      [4, 900],
      [5, 9000],
      [6, 10_001],
    ]);
    after.close();
    expect(reportsOf(() => open(STEPS).close())).toEqual([]);
  });

  test('is not opened read-only, and the error names the remedy', () => {
    makeFirst();
    const before = contentOf();
    expect(() => open(STEPS, true)).toThrow(
      /people\.db has the tables of an older version: stop the server, then run: cardfile upgrade run/,
    );
    expect(contentOf()).toEqual(before);
  });

  test('is unchanged if a step fails', () => {
    makeFirst();
    const before = contentOf();
    const failing: SchemaStep = () => {
      throw new Error('this step fails');
    };
    expect(() => open([first, second, failing])).toThrow('this step fails');
    expect(contentOf()).toEqual(before);
  });

  test('is unchanged if its migration is killed, and is migrated completely the next time', async () => {
    makeFirst();
    const before = contentOf();
    const here = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
    const code = `
      import { writeSync } from 'node:fs';
      import { openSqlite } from ${here('./sqlite-file.ts')};
      const steps = [() => {}, (database) => {
        database.exec("ALTER TABLE person ADD COLUMN letters INTEGER; UPDATE person SET letters = length(name)");
        writeSync(1, 'half way');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      }];
      openSqlite({ file: process.argv[1], busyTimeoutMs: 1000, synchronous: 'NORMAL', steps });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await exited;
    expect(contentOf()).toEqual(before);
    open(STEPS).close();
    expect(contentOf()).toMatchObject({ version: 3, people: ROWS, schema: ['person', 'person_by_letters'] });
  });
});

test('a new file has the newest schema, and reports no migration', () => {
  expect(reportsOf(() => open(STEPS).close())).toEqual([]);
  expect(contentOf()).toEqual({
    version: 3,
    application: Buffer.from('CARD').readInt32BE(),
    schema: ['person', 'person_by_letters'],
    people: 0,
  });
});

test.each(['transaction', 'text'])('the error of a failed %s names the file', (kind) => {
  const database = open([first]);
  database.pragma('max_page_count = 3');
  const fill = 'INSERT INTO person (name) VALUES (hex(zeroblob(9000)))';
  const change = database.transaction(() => database.prepare(fill).run());
  try {
    if (kind === 'text') database.exec(fill);
    else change.immediate();
    expect.unreachable();
  } catch (error) {
    expect((explainSqlite(error, 'the store') as Error).message).toMatch(`${file} cannot grow: the disk is full`);
  } finally {
    database.close();
  }
});

describe.each([true, false])('opening a file that this version cannot use (read-only: %s)', (readOnly) => {
  test('rejects a file of a newer version, and leaves it unchanged', () => {
    makeFirst();
    open(STEPS).close();
    const before = contentOf();
    expect(() => open([first], readOnly)).toThrow(
      /written by a newer Cardfile \(version 3 of its tables; this one knows up to 1\): upgrade Cardfile/,
    );
    expect(() => verifyFile(file, [first], () => ({ faults: [], counts: {} }))).toThrow(/written by a newer Cardfile/);
    expect(contentOf()).toEqual(before);
  });

  test.each([
    ['with more steps', 7],
    ['with other tables', 1],
  ])('rejects a file of a development version %s, and leaves it unchanged', (_, version) => {
    new Database(file).exec(`CREATE TABLE person (other TEXT); PRAGMA user_version = ${version}`).close();
    const before = contentOf();
    expect(() => open([first], readOnly)).toThrow(
      /made by a Cardfile from before the first release: export the records with the version that made it/,
    );
    expect(() => verifyFile(file, [first], () => ({ faults: [], counts: {} }))).toThrow(/before the first release/);
    expect(contentOf()).toEqual(before);
  });

  test('rejects a file of a development version with the number of a released one, but other columns', () => {
    const other: SchemaStep = (database) =>
      void database.exec('CREATE TABLE person (id INTEGER PRIMARY KEY, letters INTEGER)');
    open([other]).close();
    const note: SchemaStep = (database) => void database.exec('CREATE TABLE note (text TEXT)');
    const before = contentOf();
    const message = /made by a Cardfile from before the first release/;
    expect(() => open([first], readOnly)).toThrow(message);
    expect(() => open([first, note], readOnly)).toThrow(readOnly ? /has the tables of an older version/ : message);
    expect(contentOf()).toEqual(before);
    expect([[first], [first, note], STEPS].map((steps) => readSchema(file, steps).isReleased)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
