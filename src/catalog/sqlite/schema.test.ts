import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSqlite } from '../../ops/sqlite-file.ts';
import { openCatalog } from './open-catalog.ts';
import { openDatabase } from './open-database.ts';
import { CATALOG_SCHEMA } from './schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-schema-'));
afterEach(() => rmSync(folder, { recursive: true }));

const WITH_PEOPLE = `
  INSERT INTO person (id, slug, hidden, country_code, headline, positions, made_slug, employed_key, run_id, file, line, hash)
  VALUES (3, 'jane', 0, 'DE', 'Baker', '[]', 0, 41, 1, 2, 5, 42), (7, 'joe', 1, 'FR', NULL, '[]', 1, NULL, NULL, NULL, NULL, NULL);
  INSERT INTO person_text SELECT id, slug, '{"network_url":"https://www.network.example/in/' || slug || '"}', '{}' FROM person;
  INSERT INTO email VALUES (3, 0, 'jane@acme.example', 'valid', NULL, 1);
`;

const indexesOf = (database: ReturnType<typeof openDatabase>) =>
  database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'person' ORDER BY name`).pluck();

test('a catalog from before slugs were indexed apart keeps its people, and counts what it has', async () => {
  const file = join(folder, 'catalog.db');
  const steps = CATALOG_SCHEMA.slice(0, 3);
  const before = openSqlite({ file, busyTimeoutMs: 1000, synchronous: 'NORMAL', steps });
  before.exec(WITH_PEOPLE);
  const people = before.prepare('SELECT * FROM person ORDER BY id').all();
  before.close();

  const catalog = openCatalog({ file, networkHost: null });
  expect(catalog.recordCounts()).toEqual({ companies: 0, people: 2, openings: 0 });
  expect((await catalog.personBySlug('jane'))?.id).toBe(3);
  expect((await catalog.personByEmail('jane@acme.example'))?.slug).toBe('jane');
  expect(await catalog.personBySlug('joe')).toBeNull();
  expect(await catalog.hidden()).toEqual({ people: [7], companies: [] });
  catalog.close();

  const after = openDatabase(file, { readOnly: true });
  expect(after.prepare('SELECT * FROM person ORDER BY id').all()).toEqual(people);
  const fresh = openDatabase(join(folder, 'fresh.db'), { readOnly: false });
  expect(indexesOf(after).all()).toEqual(indexesOf(fresh).all());
  expect(() => fresh.exec(`${WITH_PEOPLE} UPDATE person SET slug = 'jane'`)).toThrow(/UNIQUE/);
  after.close();
  fresh.close();
});
