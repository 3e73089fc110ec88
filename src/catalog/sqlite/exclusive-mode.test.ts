import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { batchOf, MERGE } from '../conformance/fixture.ts';
import { email, personRecord } from '../conformance/records.ts';
import { preparePerson } from '../prepare-person.ts';
import { openCatalog } from './open-catalog.ts';
import { openCatalogWriter } from './open-catalog-writer.ts';

let folder = '';
let file = '';
let served = false;
const isAlone = () => !served;
const RUN = { kind: 'people', source: 'file', files: ['file'], fingerprint: 'f', at: '', isAlone } as const;

beforeEach(() => {
  served = false;
  folder = mkdtempSync(join(tmpdir(), 'cardfile-alone-'));
  file = join(folder, 'catalog.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const people = (...slugs: string[]) =>
  batchOf(slugs.map((slug) => preparePerson(personRecord(slug, { emails: [email(`${slug}@acme.example`)] }))));

function indexes(): unknown[] {
  const database = new Database(file, { readonly: true });
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE '%_by_%'").pluck();
  const all = names.all();
  database.close();
  return all;
}

test('a first import in exclusive mode omits WAL and indexes, and creates both at its end', async () => {
  openCatalogWriter({ file, merge: MERGE }).close();
  const whole = indexes();
  const writer = openCatalogWriter({ file, merge: MERGE });
  const run = await writer.openRun(RUN);
  expect(await writer.writePeople(run, people('jane', 'joe', 'jane'))).toEqual(['created', 'created', 'unchanged']);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(indexes()).not.toContain('person_by_slug');
  await writer.finishRun(run, '');
  expect(indexes().toSorted()).toEqual(whole.toSorted());
  writer.close();
  const catalog = openCatalog({ file, networkHost: null });
  expect((await catalog.peopleByEmail('joe@acme.example', 1))[0]?.slug).toBe('joe');
  expect((await catalog.recordCounts()).people).toBe(2);
  catalog.close();
});

test('another connection finds all indexes from the next batch on', async () => {
  const writer = openCatalogWriter({ file, merge: MERGE });
  const run = await writer.openRun(RUN);
  await writer.writePeople(run, people('jane'));
  served = true;
  await writer.writePeople(run, people('joe', 'jane'));
  const catalog = openCatalog({ file, networkHost: null });
  expect(indexes()).toContain('person_by_slug');
  expect((await catalog.personBySlug('joe'))?.slug).toBe('joe');
  expect(await writer.writePeople(run, people('jill', 'joe'))).toEqual(['created', 'unchanged']);
  expect((await catalog.peopleByEmail('jill@acme.example', 1))[0]?.slug).toBe('jill');
  await writer.finishRun(run, '');
  catalog.close();
  writer.close();
});

test('a catalog with another open connection keeps its WAL', async () => {
  const catalog = openCatalog({ file, networkHost: null });
  const writer = openCatalogWriter({ file, merge: MERGE });
  const run = await writer.openRun(RUN);
  await writer.writePeople(run, people('jane'));
  expect(existsSync(`${file}-wal`)).toBe(true);
  expect((await catalog.personBySlug('jane'))?.slug).toBe('jane');
  await writer.finishRun(run, '');
  writer.close();
  catalog.close();
});

test('an interrupted import is resumed by the next, which finds the existing people', async () => {
  const first = openCatalogWriter({ file, merge: MERGE });
  await first.writePeople(await first.openRun(RUN), people('jane', 'joe'));
  first.close();
  const next = openCatalogWriter({ file, merge: MERGE });
  const run = await next.openRun(RUN);
  expect(await next.writePeople(run, people('joe', 'jill'))).toEqual(['unchanged', 'created']);
  expect(existsSync(`${file}-wal`)).toBe(false);
  await next.finishRun(run, '');
  next.close();
});
