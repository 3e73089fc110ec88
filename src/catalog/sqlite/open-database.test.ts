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

test('creates a missing file for writing only', () => {
  expect(() => openDatabase(file, { readOnly: true })).toThrow();
  expect(existsSync(file)).toBe(false);
  openDatabase(file, { readOnly: false }).close();
  openDatabase(file, { readOnly: true }).close();
});

test('rejects a file of a newer version, and leaves it unchanged', () => {
  openDatabase(file, { readOnly: false }).close();
  const database = new Database(file);
  database.pragma('user_version = 999');
  database.close();
  for (const readOnly of [true, false]) {
    expect(() => openDatabase(file, { readOnly })).toThrow(/newer Cardfile \(version 999.*upgrade/);
  }
});

test('does not open a file without the tables read-only', () => {
  new Database(file).exec('CREATE TABLE other (id)').close();
  expect(() => openDatabase(file, { readOnly: true })).toThrow(/stop the server, then run: cardfile upgrade run/);
});

test('rejects a file that is no database', () => {
  writeFileSync(file, 'not a database, '.repeat(500));
  expect(() => openDatabase(file, { readOnly: false })).toThrow(/not a database of Cardfile/);
});

test('opens while another connection writes', () => {
  const writing = openDatabase(file, { readOnly: false });
  writing.exec('BEGIN IMMEDIATE');
  openDatabase(file, { readOnly: false }).close();
  writing.exec('ROLLBACK');
  writing.close();
});
