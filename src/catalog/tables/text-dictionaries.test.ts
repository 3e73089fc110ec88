import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../sqlite/open-database.ts';
import { SqliteSql } from '../sqlite/sqlite-sql.ts';
import { TextDictionaries } from './text-dictionaries.ts';

let folder = '';
let database: Database;
let sql: SqliteSql;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-dictionaries-'));
  database = openDatabase(join(folder, 'catalog.db'), { readOnly: false });
  sql = new SqliteSql(database);
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const jsonOf = (id: number) => `{"network_url":"https://www.network.example/in/p${id}","full_name":"Ann ${id % 97}"}`;
const laterJsonOf = (id: number) => `{"surname":"Example","given":["Bo"],"place":"Little Example ${id % 89}"}`;

/** Adds people with ids from `first` up to `last`. */
function add(texts: TextDictionaries, [first, last]: readonly [number, number], textOf = jsonOf): void {
  const insert = sql.insert('person_text', ['person_id', 'json', 'unanswered']);
  for (let id = first; id <= last; id += 1) {
    const [json, unanswered] = [textOf(id), '{"experiences":[]}'].map((text) => texts.encode(Buffer.from(text), id));
    insert.run(id, json as Buffer, unanswered as Buffer);
  }
}

const dictionaries = () => database.prepare('SELECT id, people FROM dictionary ORDER BY id').raw().all();
const storedText = (id: number) =>
  database.prepare<[number], Buffer>('SELECT json FROM person_text WHERE person_id = ?').pluck().get(id) as Buffer;

test('makes the first dictionary from 8,000 people, and compresses later texts with it', () => {
  const texts = new TextDictionaries(sql);
  texts.refresh();
  add(texts, [1, 7999]);
  texts.refresh();
  expect(dictionaries()).toEqual([]);

  add(texts, [8000, 8000]);
  texts.refresh();
  expect(dictionaries()).toEqual([[1, 8000]]);
  add(texts, [8001, 8001]);
  expect(storedText(8001).length).toBeLessThan(storedText(8000).length / 3);
  for (const id of [1, 8000, 8001]) expect(texts.text(storedText(id))).toBe(jsonOf(id));
});

test('another dictionary is made when there are 16 times as many people, if it is better', () => {
  const texts = new TextDictionaries(sql);
  add(texts, [1, 8000]);
  texts.refresh();
  add(texts, [128_000, 128_000]);
  texts.refresh();
  // The texts have not changed.
  expect(dictionaries()).toEqual([[1, 128_000]]);

  add(texts, [128_001, 136_000], laterJsonOf);
  database.prepare('UPDATE dictionary SET people = 8500').run();
  texts.refresh();
  expect(dictionaries()).toEqual([
    [1, 8500],
    [2, 136_000],
  ]);
  add(texts, [136_001, 136_001], laterJsonOf);
  const reader = new TextDictionaries(sql);
  for (const id of [1, 8000]) expect(reader.text(storedText(id))).toBe(jsonOf(id));
  for (const id of [128_001, 136_001]) expect(reader.text(storedText(id))).toBe(laterJsonOf(id));
});

test('a dictionary that was rolled back is not used', () => {
  const texts = new TextDictionaries(sql);
  add(texts, [1, 8000]);
  const failing = database.transaction(() => {
    texts.refresh();
    throw new Error('no room');
  });
  expect(failing).toThrow('no room');
  texts.clear();
  database.prepare("INSERT INTO dictionary (id, bytes, people) VALUES (1, X'7b22', 8000)").run();
  texts.refresh();
  add(texts, [8001, 8001]);
  expect(new TextDictionaries(sql).text(storedText(8001))).toBe(jsonOf(8001));
});

test('no dictionary is made of removed people', () => {
  const texts = new TextDictionaries(sql);
  add(texts, [1, 8000]);
  database.prepare('DELETE FROM person_text').run();
  texts.refresh();
  expect(dictionaries()).toEqual([]);
});

test('a dictionary of another process is used from the next transaction on', () => {
  const [writer, other] = [new TextDictionaries(sql), new TextDictionaries(sql)];
  writer.refresh();
  add(other, [1, 8000]);
  other.refresh();
  writer.refresh();
  add(writer, [8001, 8001]);
  expect(storedText(8001).length).toBeLessThan(storedText(8000).length / 3);
  expect(other.text(storedText(8001))).toBe(jsonOf(8001));
});
