import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../ops/sqlite/sqlite-file.ts';
import { toRejection } from '../rejection.ts';
import { errorOf, failureOf } from './port-calls.ts';

let folder: string;
let other: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-locked-'));
  other = new Database(join(folder, 'one.db'));
});
afterEach(() => {
  other.close();
  rmSync(folder, { recursive: true });
});

const open = () =>
  openSqlite({
    ...{ file: join(folder, 'one.db'), busyTimeoutMs: 1, synchronous: 'NORMAL' },
    steps: [(database) => void database.exec('CREATE TABLE one (id INTEGER)')],
  });

/** A store that another process writes, and one that it keeps exclusively. */
const LOCKED = {
  written: () => {
    const store = open();
    other.exec('BEGIN IMMEDIATE');
    store.transaction(() => undefined).immediate();
  },
  'kept exclusively': () => {
    other.exec('BEGIN EXCLUSIVE');
    open();
  },
};

test.each(Object.entries(LOCKED))(
  'a store that is %s is unavailable for now, in this thread and in another',
  (_, use) => {
    let thrown: unknown = null;
    try {
      use();
    } catch (error) {
      thrown = error;
    }
    for (const error of [thrown, errorOf(failureOf(thrown))]) {
      const rejection = toRejection(error);
      expect(rejection).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
      expect(rejection?.message).toContain('try again');
      expect(rejection?.message).not.toContain(folder);
    }
  },
);
