import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';

let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-catalog-'));
  file = join(folder, 'catalog.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file that is missing is made for writing only', () => {
  expect(() => openDatabase(file, { readOnly: true })).toThrow();
  expect(existsSync(file)).toBe(false);
  openDatabase(file, { readOnly: false }).close();
  openDatabase(file, { readOnly: true }).close();
});

test('a file of a newer version is refused, and left as it is', () => {
  openDatabase(file, { readOnly: false }).close();
  const database = new Database(file);
  database.pragma('user_version = 999');
  database.close();
  for (const readOnly of [true, false]) {
    expect(() => openDatabase(file, { readOnly })).toThrow(/newer Cardfile \(version 999.*upgrade/);
  }
});

test('a file without the tables is not opened for reading alone', () => {
  new Database(file).exec('CREATE TABLE other (id)').close();
  expect(() => openDatabase(file, { readOnly: true })).toThrow(/open it once for writing/);
});

test('a file that is no database is refused', () => {
  writeFileSync(file, 'not a database, '.repeat(500));
  expect(() => openDatabase(file, { readOnly: false })).toThrow(/not a database of Cardfile/);
});

test('is opened while another connection writes', () => {
  const writing = openDatabase(file, { readOnly: false });
  writing.exec('BEGIN IMMEDIATE');
  openDatabase(file, { readOnly: false }).close();
  writing.exec('ROLLBACK');
  writing.close();
});
