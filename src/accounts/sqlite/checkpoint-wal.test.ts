import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../ops/clock.ts';
import { hashKey } from '../key-format.ts';
import { checkpointWal, leaveCheckpoints, takeOverCheckpoints } from './checkpoint-wal.ts';
import { openAccounts, openDatabase, openServing } from './open-accounts.ts';
import { startSqliteLedger } from './start-ledger.ts';

const MB = 1_000_000;

let folder: string;
let file: string;
let writer: Database;
let keeper: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-log-'));
  file = join(folder, 'accounts.db');
  [writer, keeper] = [openDatabase(file), openDatabase(file)];
  leaveCheckpoints(writer);
  takeOverCheckpoints(keeper);
  // The test checks which connection runs the checkpoint, not the durability of the disk.
  for (const database of [writer, keeper]) database.pragma('synchronous = OFF');
  writer.exec('CREATE TABLE filling (bytes BLOB)');
});
afterEach(() => {
  for (const database of [writer, keeper]) database.close();
  rmSync(folder, { recursive: true });
});

const fileBytes = () => statSync(file).size;
const logBytes = () => statSync(`${file}-wal`).size;

/** Writes this many megabytes of new data. */
function write(megabytes: number): void {
  writer.prepare('INSERT INTO filling VALUES (zeroblob(?))').run(megabytes * MB);
}

test('leaves a WAL of some length to the checkpointer, which skips a short one', () => {
  const before = fileBytes();
  write(6);
  checkpointWal(keeper);
  expect(fileBytes()).toBe(before);
  write(6);
  expect(fileBytes()).toBe(before);
  checkpointWal(keeper);
  expect(fileBytes()).toBeGreaterThan(12 * MB);
});

test('restarts a WAL that is checkpointed', () => {
  write(12);
  for (let round = 0; round < 5; round += 1) {
    checkpointWal(keeper);
    write(12);
  }
  expect(logBytes()).toBeLessThan(35 * MB);
});

test('does not wait for a long reader, nor does a writer wait', () => {
  const reader = openDatabase(file);
  reader.exec('BEGIN; SELECT count(*) FROM filling');
  write(40);
  const startedMs = performance.now();
  checkpointWal(keeper);
  expect(performance.now() - startedMs).toBeLessThan(2000);
  write(1);
  reader.exec('COMMIT');
  reader.close();
  checkpointWal(keeper);
  write(1);
  const bytes = logBytes();
  write(20);
  expect(logBytes()).toBe(bytes);
});

test('lets the writer run the checkpoint if there is no checkpointer', () => {
  write(70);
  expect(fileBytes()).toBeGreaterThan(70 * MB);
  const bytes = logBytes();
  write(20);
  expect(logBytes()).toBeLessThanOrEqual(bytes);
});

test('checkpoints the WAL of a serving process during charges, and removes it at the end', async () => {
  const onFault = (error: unknown) => {
    throw error;
  };
  const ledger = await startSqliteLedger(file, { onUpkeepFailure: onFault, onLost: onFault });
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
