import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../ops/clock.ts';
import { hashKey } from '../key-format.ts';
import { keepLogShort, leaveLog, takeOverLog } from './keep-log-short.ts';
import { startLedgerThread } from './ledger-thread.ts';
import { openAccounts, openDatabase, openServing } from './open-accounts.ts';

const MB = 1_000_000;

let folder: string;
let file: string;
let writer: Database;
let keeper: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-log-'));
  file = join(folder, 'accounts.db');
  [writer, keeper] = [openDatabase(file), openDatabase(file)];
  leaveLog(writer);
  takeOverLog(keeper);
  // What is tested is who copies the log when, not whether the disk keeps it.
  for (const database of [writer, keeper]) database.pragma('synchronous = OFF');
  writer.exec('CREATE TABLE filling (bytes BLOB)');
});
afterEach(() => {
  for (const database of [writer, keeper]) database.close();
  rmSync(folder, { recursive: true });
});

const fileBytes = () => statSync(file).size;
const logBytes = () => statSync(`${file}-wal`).size;

/** Writes so many megabytes, all of them new. */
function write(megabytes: number): void {
  writer.prepare('INSERT INTO filling VALUES (zeroblob(?))').run(megabytes * MB);
}

test('whoever writes leaves a log of some length alone, and a short one is not worth copying', () => {
  const before = fileBytes();
  write(6);
  keepLogShort(keeper);
  expect(fileBytes()).toBe(before);
  write(6);
  expect(fileBytes()).toBe(before);
  keepLogShort(keeper);
  expect(fileBytes()).toBeGreaterThan(12 * MB);
});

test('a log that is copied begins anew', () => {
  write(12);
  for (let round = 0; round < 5; round += 1) {
    keepLogShort(keeper);
    write(12);
  }
  expect(logBytes()).toBeLessThan(35 * MB);
});

test('who reads for long is not waited for, nor does anybody who writes wait', () => {
  const reader = openDatabase(file);
  reader.exec('BEGIN; SELECT count(*) FROM filling');
  write(40);
  const startedMs = performance.now();
  keepLogShort(keeper);
  expect(performance.now() - startedMs).toBeLessThan(2000);
  write(1);
  reader.exec('COMMIT');
  reader.close();
  keepLogShort(keeper);
  write(1);
  const bytes = logBytes();
  write(20);
  expect(logBytes()).toBe(bytes);
});

test('where nobody keeps it short, the one that writes does', () => {
  write(70);
  expect(fileBytes()).toBeGreaterThan(70 * MB);
  const bytes = logBytes();
  write(20);
  expect(logBytes()).toBeLessThanOrEqual(bytes);
});

test('the log of a serving process is kept short beside its ledger, and is gone when it ends', async () => {
  const onFault = (error: unknown) => {
    throw error;
  };
  const ledger = await startLedgerThread({ file, onUpkeepFailure: onFault, onLost: onFault });
  const { accounts, admin } = openAccounts({ file, clock: systemClock });
  await admin.setPlan({ name: 'pro', creditsPerMonth: 100, requestsPerSecond: 5 });
  await admin.createAccount('Acme', 'pro');
  const { key } = await admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt: null });
  await accounts.close();
  const before = fileBytes();
  write(12);
  await expect.poll(fileBytes, { timeout: 5000 }).toBeGreaterThan(before + 11 * MB);
  const serving = openServing({ file, clock: systemClock, ledger: ledger.connect() });
  const caller = await serving.authenticate(hashKey(key));
  if (!caller) throw new Error('the key is new');
  const call = { caller, requestId: 'one', path: '/v2/jobs/search', status: 200, credits: 1 };
  expect(await serving.charge(call)).toEqual({ charged: true, remaining: 99 });
  await serving.close();
  await ledger.end();
  for (const database of [writer, keeper]) database.close();
  await sleep(0);
  expect(() => logBytes()).toThrow('ENOENT');
});
