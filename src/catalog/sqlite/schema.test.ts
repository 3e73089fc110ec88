import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { reportMigrationsTo } from '../../ops/migration-report.ts';
import { openCatalog } from './open-catalog.ts';
import { openDatabase } from './open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-schema-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a new catalog has the generation 0, by which the demo detects that it is empty', async () => {
  const catalog = openCatalog({ file: join(folder, 'empty.db'), networkHost: null });
  expect(await catalog.state()).toMatchObject({ generation: 0 });
  expect(await catalog.recordCounts()).toEqual({ companies: 0, people: 0, openings: 0 });
  catalog.close();
});

test('a catalog of version 1 gets compressed texts, and keeps its records', async () => {
  const file = join(folder, 'former.db');
  const former = openDatabase(file, { readOnly: false });
  former.exec(`DROP TABLE person_text; DROP TABLE dictionary; ALTER TABLE suppression DROP COLUMN identities;
    CREATE TABLE person_text (person_id INTEGER PRIMARY KEY, json TEXT NOT NULL, unanswered TEXT NOT NULL) STRICT`);
  const add = former.prepare("INSERT INTO person (id, slug, positions) VALUES (?, ?, '[]')");
  const addText = former.prepare('INSERT INTO person_text (person_id, json, unanswered) VALUES (?, ?, ?)');
  const jsonOf = (id: number) => `{"network_url":"https://www.network.example/in/p${id}","full_name":"Zoë ${id}"}`;
  former.transaction(() => {
    for (let id = 1; id <= 20_001; id += 1) {
      add.run(id, `p${id}`);
      addText.run(id, jsonOf(id), '{"experiences":[]}');
    }
  })();
  former.pragma('user_version = 1');
  former.close();

  expect(() => openDatabase(file, { readOnly: true })).toThrow('has the tables of an older version');
  const catalog = openCatalog({ file, networkHost: null });
  for (const id of [1, 10_000, 10_001, 20_001]) expect((await catalog.personBySlug(`p${id}`))?.json).toBe(jsonOf(id));
  catalog.close();
  const database = openDatabase(file, { readOnly: true });
  const lengths = database.prepare('SELECT length(json) FROM person_text WHERE person_id = ?').pluck();
  expect(Number(lengths.get(20_001))).toBeLessThan(Number(lengths.get(1)) / 3);
  expect(database.prepare('SELECT identities FROM suppression').all()).toEqual([]);
  database.close();
});

test('a catalog of version 2 keeps the last run that contained a row, and reports its progress', () => {
  const file = join(folder, 'met-run.db');
  const former = openDatabase(file, { readOnly: false });
  for (const table of ['company_contribution', 'person_contribution'])
    former.exec(`ALTER TABLE ${table} DROP COLUMN met_runs; ALTER TABLE ${table} ADD COLUMN met_run INTEGER;
      INSERT INTO ${table} (id, record_id, run_id, file, line, hash, row_key, met_run, joins)
        VALUES (1, 1, 1, 0, 2, 7, 'jane', 5, ''), (2, 1, 2, 0, 2, 8, 'jane', NULL, ''),
          (100001, 1, 3, 0, 2, 7, 'jane', 4, '')`);
  former.pragma('user_version = 2');
  former.close();
  const reports: string[] = [];
  reportMigrationsTo(({ what, done, total }) => what !== 'steps' && reports.push(`${done} of ${total} ${what}`));
  const database = openDatabase(file, { readOnly: false });
  reportMigrationsTo(() => {});
  expect([...new Set(reports)]).toEqual([
    ...[0, 100_000, 100_001, 200_001, 200_002].map((done) => `${done} of 200002 source rows`),
    ...[0, 1].map((done) => `${done} of 2 tables of source rows written again`),
  ]);
  for (const table of ['company_contribution', 'person_contribution']) {
    expect(database.prepare(`SELECT met_runs FROM ${table} ORDER BY id`).pluck().all()).toEqual(['5', '', '4']);
    expect(() => database.exec(`SELECT met_run FROM ${table}`)).toThrow('no such column');
  }
  database.close();
});

test('a slug identifies one person', () => {
  const database = openDatabase(join(folder, 'slugs.db'), { readOnly: false });
  database.exec(`INSERT INTO person (id, slug, positions) VALUES (3, 'jane', '[]'), (7, 'joe', '[]')`);
  expect(() => database.exec(`UPDATE person SET slug = 'jane'`)).toThrow(/UNIQUE/);
  database.close();
});
