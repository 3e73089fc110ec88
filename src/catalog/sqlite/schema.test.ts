import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { tellMigrationsTo } from '../../ops/migration-report.ts';
import { openSqlite } from '../../ops/sqlite-file.ts';
import { openCatalog } from './open-catalog.ts';
import { openDatabase } from './open-database.ts';
import { CATALOG_SCHEMA } from './schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-schema-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WITH_PEOPLE = `
  INSERT INTO person (id, slug, hidden, country_code, headline, positions, made_slug, employed_key,
    run_id, file, line, hash)
  VALUES (3, 'jane', 0, 'DE', 'Baker', '[]', 0, 41, 1, 2, 5, 42),
    (7, 'joe', 1, 'FR', NULL, '[]', 1, NULL, NULL, NULL, NULL, NULL);
  INSERT INTO person_text
    SELECT id, slug, '{"network_url":"https://www.network.example/in/' || slug || '"}', '{}' FROM person;
  INSERT INTO email VALUES (3, 0, 'jane@acme.example', 'valid', NULL, 1);
`;

const indexesOf = (database: ReturnType<typeof openDatabase>) =>
  database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'person' ORDER BY name`).pluck();

/** A catalog from before the separate slug index, with people; returns its rows of person. */
function makeOlder(file: string, sql: string): unknown[] {
  const steps = CATALOG_SCHEMA.slice(0, 3);
  const before = openSqlite({ file, busyTimeoutMs: 1000, synchronous: 'NORMAL', steps });
  before.exec(sql);
  const people = before.prepare('SELECT * FROM person ORDER BY id').all();
  before.close();
  return people;
}

const here = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)));

/** Opens the file and stops, in the middle of its transaction, at the second progress report on people. */
const OPEN_HALF_WAY = `
  import { writeSync } from 'node:fs';
  import { openDatabase } from ${here('./open-database.ts')};
  import { tellMigrationsTo } from ${here('../../ops/migration-report.ts')};
  tellMigrationsTo(({ what, done }) => {
    if (what !== 'people' || done === 0) return;
    writeSync(1, 'half way');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
  openDatabase(process.argv[1], { readOnly: false });`;

test('a catalog whose migration is killed is unchanged, and migrates completely the next time', async () => {
  const file = join(folder, 'killed.db');
  const total = 25_000;
  const people = makeOlder(
    file,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${total})
     INSERT INTO person (id, slug, positions, made_slug) SELECT i * 3, 'p-' || i, '[]', 0 FROM n`,
  );
  const child = spawn(process.execPath, ['--input-type=module', '-e', OPEN_HALF_WAY, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await exited;
  expect(() => openDatabase(file, { readOnly: true })).toThrow(/not in the form of this Cardfile yet/);

  const told: string[] = [];
  tellMigrationsTo(({ file, what, done, total }) => told.push(`${file}: ${done} of ${total} ${what}`));
  const after = openDatabase(file, { readOnly: false });
  tellMigrationsTo(() => {});
  expect(after.prepare('SELECT * FROM person ORDER BY id').all()).toMatchObject(people);
  after.close();
  expect(told[0]).toBe(`killed.db: 0 of ${CATALOG_SCHEMA.length - 3} steps`);
  expect(told).toContain(`killed.db: 20000 of ${total} people`);
  expect(told.at(-1)).toMatch(/(\d+) of \1 steps$/);
});

test('a new or current catalog reports no migration', () => {
  const told: unknown[] = [];
  tellMigrationsTo((migration) => told.push(migration));
  for (let time = 0; time < 2; time += 1) openDatabase(join(folder, 'new.db'), { readOnly: false }).close();
  tellMigrationsTo(() => {});
  expect(told).toEqual([]);
});

test('a new catalog has the generation 0, by which the demo knows that it is empty', async () => {
  const catalog = openCatalog({ file: join(folder, 'empty.db'), networkHost: null });
  expect(await catalog.state()).toMatchObject({ generation: 0 });
  catalog.close();
});

test('a catalog from before the separate slug index keeps its people, and counts its records', async () => {
  const file = join(folder, 'catalog.db');
  const people = makeOlder(file, WITH_PEOPLE);

  const catalog = openCatalog({ file, networkHost: null });
  expect(catalog.recordCounts()).toEqual({ companies: 0, people: 2, openings: 0 });
  expect((await catalog.personBySlug('jane'))?.id).toBe(3);
  expect((await catalog.personByEmail('jane@acme.example'))?.slug).toBe('jane');
  expect(await catalog.personBySlug('joe')).toBeNull();
  expect(await catalog.hidden()).toEqual({ people: [7], companies: [] });
  catalog.close();

  const after = openDatabase(file, { readOnly: true });
  expect(after.prepare('SELECT * FROM person ORDER BY id').all()).toMatchObject(people);
  const fresh = openDatabase(join(folder, 'fresh.db'), { readOnly: false });
  expect(indexesOf(after).all()).toEqual(indexesOf(fresh).all());
  expect(() => fresh.exec(`${WITH_PEOPLE} UPDATE person SET slug = 'jane'`)).toThrow(/UNIQUE/);
  after.close();
  fresh.close();
});
