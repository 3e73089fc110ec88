import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrateSchema } from '../../ops/sqlite-file.ts';
import type { Caller } from '../port.ts';
import { ACCOUNTS_SCHEMA } from './schema.ts';
import { UsageBook } from './usage-book.ts';

const CALLER: Caller = {
  keyId: 'key_1',
  accountId: 'acc_1',
  accountName: 'Acme',
  planName: 'pro',
  requestsPerSecond: 1,
  creditsPerMonth: null,
  allowedPaths: [],
};

test('counts that could not be written are kept, and written once', () => {
  const database = new Database(':memory:');
  migrateSchema(database, ACCOUNTS_SCHEMA);
  database.exec(`
    INSERT INTO plan VALUES ('pro', NULL, 1);
    INSERT INTO account VALUES ('acc_1', 'Acme', 'pro', 0);
    INSERT INTO api_key (id, account_id, hash, name, masked, allowed_paths, created_at) VALUES ('key_1', 'acc_1', '', '', '', '[]', 0);
    CREATE TRIGGER broken AFTER UPDATE ON api_key BEGIN SELECT raise(ABORT, 'disk is full'); END;`);
  const usage = new UsageBook(database);
  const call = { caller: CALLER, path: '/v2/jobs/search', status: 404 };
  usage.count(call, 1000);
  usage.touch('key_1', 1000);
  expect(() => usage.flush(2000)).toThrow('disk is full');
  const everything = { accountName: null, from: 0, to: 10_000_000 };
  expect(usage.rows(everything)).toEqual([]);
  usage.count(call, 3000);
  database.exec('DROP TRIGGER broken');
  usage.flush(4000);
  usage.flush(5000);
  expect(usage.rows(everything)).toMatchObject([{ status: 404, calls: 2, credits: 0 }]);
});
