import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openCatalog } from './open-catalog.ts';
import { openDatabase } from './open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-schema-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a new catalog has the generation 0, by which the demo knows that it is empty', async () => {
  const catalog = openCatalog({ file: join(folder, 'empty.db'), networkHost: null });
  expect(await catalog.state()).toMatchObject({ generation: 0 });
  expect(await catalog.recordCounts()).toEqual({ companies: 0, people: 0, openings: 0 });
  catalog.close();
});

test('a slug has one person', () => {
  const database = openDatabase(join(folder, 'slugs.db'), { readOnly: false });
  database.exec(`INSERT INTO person (id, slug, positions) VALUES (3, 'jane', '[]'), (7, 'joe', '[]')`);
  expect(() => database.exec(`UPDATE person SET slug = 'jane'`)).toThrow(/UNIQUE/);
  database.close();
});
