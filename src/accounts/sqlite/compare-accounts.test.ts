import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compareAccounts } from './compare-accounts.ts';
import { openDatabase } from './open-accounts.ts';
import { verifyAccounts } from './verify-accounts.ts';

const NOW = Date.UTC(2030, 0, 1);

let folder: string;
let current: string;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-compare-'));
  [current, copy] = [join(folder, 'current.db'), join(folder, 'copy.db')];
  const database = openDatabase(current);
  database.exec(`
    INSERT INTO plan (name, credits_per_month, requests_per_second) VALUES ('pro', NULL, 1);
    INSERT INTO account (id, name, plan_name, created_at)
      VALUES ('acc_1', 'Acme', 'pro', 0), ('acc_2', 'Globex', 'pro', 0);
    INSERT INTO api_key (id, account_id, hash, name, masked, allowed_paths, created_at)
      VALUES ('key_1', 'acc_1', '1', '', '', '[]', 0), ('key_2', 'acc_2', '2', '', '', '[]', 0),
        ('dashboard_acc_1', 'acc_1', 'dashboard_acc_1', '', '', '[]', 0);
    INSERT INTO balance VALUES ('acc_1', '2030-01', 5, 0);`);
  database.close();
  copyFileSync(current, copy);
});
afterEach(() => rmSync(folder, { recursive: true }));

function change(sql: string): void {
  const database = new Database(current);
  database.exec(sql);
  database.close();
}

const ids = (keys: readonly { id: string }[] | null) => keys?.map(({ id }) => id) ?? null;

test('reports no loss for an identical copy', () => {
  const { liveKeys, ...undone } = compareAccounts(copy, current, NOW);
  expect(ids(liveKeys)).toEqual(['key_1', 'key_2']);
  expect(undone).toEqual({ revived: [], lost: [], credits: [] });
});

test.each([
  ['revoked', "UPDATE api_key SET revoked_at = 1 WHERE id = 'key_2'"],
  ['made to expire', `UPDATE api_key SET expires_at = ${NOW} WHERE id = 'key_2'`],
  ['taken from a suspended account', "UPDATE account SET suspended_at = 1 WHERE id = 'acc_2'"],
  ['taken from a removed account', "UPDATE account SET removed_at = 1 WHERE id = 'acc_2'"],
])('reports a key as valid again that was %s after the backup', (_, sql) => {
  change(sql);
  expect(ids(compareAccounts(copy, current, NOW).revived)).toEqual(['key_2']);
});

test('reports keys created and credits charged since as lost', () => {
  change(`
    INSERT INTO api_key (id, account_id, hash, name, masked, allowed_paths, created_at)
      VALUES ('key_3', 'acc_1', '3', 'new', '', '[]', 0);
    UPDATE balance SET used = 12; INSERT INTO balance VALUES ('acc_2', '2030-01', 0, 70);`);
  const { lost, credits } = compareAccounts(copy, current, NOW);
  expect(ids(lost)).toEqual(['key_3']);
  expect(credits).toEqual([
    { account: 'Acme', month: '2030-01', used: 7, granted: 0 },
    { account: 'Globex', month: '2030-01', used: 0, granted: 70 },
  ]);
});

test('compares with nothing if the store is damaged or missing', () => {
  writeFileSync(current, 'no database');
  for (const none of [current, null]) {
    expect(compareAccounts(copy, none, NOW)).toMatchObject({ revived: null, lost: null, credits: null });
  }
});

test('rejects a copy from before the first release', () => {
  const database = new Database(copy);
  database.pragma('application_id = 0');
  database.close();
  expect(() => compareAccounts(copy, current, NOW)).toThrow(
    /copy\.db was made by a Cardfile from before the first release/,
  );
});

test('finds the valid keys that a verification counts: API keys and ingest keys, without those of the dashboard', () => {
  change(`INSERT INTO ingest_key (id, hash, name, masked, created_at) VALUES ('ikey_1', '1', 'crm', 'm', 0);
    UPDATE api_key SET revoked_at = 1 WHERE id = 'key_2'`);
  expect(verifyAccounts(current, NOW)).toMatchObject({ counts: { keys: 3, valid_keys: 2 } });
  expect(ids(compareAccounts(current, null, NOW).liveKeys)).toEqual(['ikey_1', 'key_1']);
});

test('lists ingest keys that were revoked since, and those created since', () => {
  const add = (id: string) =>
    `INSERT INTO ingest_key (id, hash, name, masked, created_at) VALUES ('${id}', '${id}', 'crm', 'm', 0);`;
  change(add('ikey_1'));
  copyFileSync(current, copy);
  change(`UPDATE ingest_key SET revoked_at = 1; ${add('ikey_2')}`);
  const { revived, lost } = compareAccounts(copy, current, NOW);
  expect(revived).toEqual([{ id: 'ikey_1', account: '(ingest)', name: 'crm', masked: 'm' }]);
  expect(ids(lost)).toEqual(['ikey_2']);
});
