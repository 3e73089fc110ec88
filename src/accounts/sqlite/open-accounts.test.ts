import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../ops/clock.ts';
import { eventLoop } from '../../ops/scheduling/schedule.ts';
import { hashKey } from '../key-format.ts';
import { packAnswer } from '../ledger/packed-answer.ts';
import { accountsOver, openAccounts, openDatabase } from './open-accounts.ts';

const MODULE = new URL('./open-accounts.ts', import.meta.url).href;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-accounts-'));
  file = join(folder, 'accounts.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that has the store open as `accounts` and `admin` and runs `code`. */
function processWith(code: string, ...rest: string[]): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const source = `
    import { writeSync } from 'node:fs';
    import { openAccounts } from ${JSON.stringify(MODULE)};
    const [file, ...rest] = process.argv.slice(1);
    const { accounts, admin } = openAccounts({ file, clock: { now: () => Date.now() } });
    ${code}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source, file, ...rest], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function accountOf(creditsPerMonth: number): Promise<string> {
  const { accounts, admin } = openAccounts({ file, clock: systemClock });
  await admin.setPlan({ name: 'pro', creditsPerMonth, requestsPerSecond: 5 });
  await admin.createAccount('Acme', 'pro');
  const { key } = await admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt: null });
  await accounts.close();
  return hashKey(key);
}

/** Charges in the ledger and credits used, of all months: they are always equal. */
function totals(): unknown {
  const database = new Database(file, { readonly: true });
  const sums = database
    .prepare(
      `SELECT (SELECT count(*) FROM ledger) AS ledger, (SELECT sum(used) FROM balance) AS used,
         (SELECT sum(credits) FROM usage) AS usage`,
    )
    .get();
  database.close();
  return sums;
}

describe('opening', () => {
  test('creates the store, reopens it, and writes durably', async () => {
    await accountOf(5);
    const database = new Database(file);
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    database.close();
    const { accounts, admin } = openAccounts({ file, clock: systemClock });
    expect(await admin.accounts()).toMatchObject([{ name: 'Acme', remaining: 5 }]);
    await accounts.close();
    await accounts.close();
  });

  test('rejects the file of a newer Cardfile with a message, and leaves it unchanged', () => {
    const database = openDatabase(file);
    const tables = (of: Database.Database) => of.prepare('SELECT name, sql FROM sqlite_schema').all();
    const before = tables(database);
    database.pragma('user_version = 999');
    database.close();
    const open = (): unknown => openAccounts({ file, clock: systemClock });
    expect(open).toThrow(/newer Cardfile .*999.*upgrade Cardfile/);
    const again = new Database(file);
    expect(again.pragma('user_version', { simple: true })).toBe(999);
    expect(tables(again)).toEqual(before);
    again.close();
  });

  test('works for several processes that find no file at once', async () => {
    const processes = Array.from({ length: 4 }, () => processWith('console.log((await admin.plans()).length);'));
    const outputs = await Promise.all(processes.map((opened) => text(opened.stdout)));
    expect(outputs).toEqual(Array(4).fill('0\n'));
  });

  test('never writes the text of a key to the disk', async () => {
    const { accounts, admin } = openAccounts({ file, clock: systemClock });
    await admin.setPlan({ name: 'pro', creditsPerMonth: 1, requestsPerSecond: 5 });
    await admin.createAccount('Acme', 'pro');
    const { key } = await admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt: null });
    const written = readFileSync(file, 'latin1') + readFileSync(`${file}-wal`, 'latin1');
    expect(written).toContain(hashKey(key));
    expect(written).not.toContain(key.slice(8, 40));
    await accounts.close();
  });
});

test('leaves no byte of a removed answer in the files, also while a server has them open', async () => {
  const keyHash = await accountOf(5);
  const server = openDatabase(file);
  const { accounts, admin } = openAccounts({ file, clock: systemClock });
  const caller = await accounts.authenticate(keyHash);
  if (!caller) throw new Error('the key is new');
  const { accountId, keyId } = caller;
  const identity = {
    accountId,
    keyId,
    method: 'POST',
    path: '/v2/enrichment/email',
    idempotencyKey: '1',
    bodyHash: '',
  };
  const begun = await accounts.beginIdempotent(identity);
  if (begun.state !== 'begun') throw new Error('no other attempt has begun it');
  const body = '{"email":"jane@acme.example"}';
  await accounts.charge({
    caller,
    requestId: 'one',
    path: identity.path,
    status: 200,
    credits: 1,
    idempotency: { token: begun.token, body },
  });
  const written = () => Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)]);
  expect(written().includes(Buffer.from(packAnswer(body)))).toBe(true);
  expect(await admin.removeAnswers(['jane@acme.example'])).toBe(1);
  expect(written().includes(Buffer.from(packAnswer(body)))).toBe(false);
  // The charge stays.
  expect(await accounts.beginIdempotent(identity)).toEqual({ state: 'charged', credits: 1 });
  server.close();
  await accounts.close();
});

describe('several processes on one file', () => {
  const charging = `
    const caller = await accounts.authenticate(rest[0]);
    const call = () => ({ caller, requestId: crypto.randomUUID(), path: '/v2/jobs/search', status: 200, credits: 1 });`;

  test('charge exactly the available credits', async () => {
    const keyHash = await accountOf(500);
    const code = `${charging}
      let charged = 0;
      for (let turn = 0; turn < 40; turn++) {
        const results = await Promise.all(Array.from({ length: 10 }, () => accounts.charge(call())));
        charged += results.filter((result) => result.charged).length;
      }
      await accounts.close();
      console.log(charged);`;
    const racers = Array.from({ length: 3 }, () => processWith(code, keyHash));
    const charged = await Promise.all(racers.map(async (racer) => Number(await text(racer.stdout))));
    expect(charged.reduce((sum, count) => sum + count, 0)).toBe(500);
    expect(totals()).toEqual({ ledger: 500, used: 500, usage: 500 });
  });

  test('have charged every answered call when one is killed, and no more than those in progress', async () => {
    const keyHash = await accountOf(1_000_000);
    const inFlight = 8;
    const code = `${charging}
      const client = async () => { for (;;) { await accounts.charge(call()); writeSync(1, '.'); } };
      await Promise.all(Array.from({ length: ${inFlight} }, client));`;
    const victim = processWith(code, keyHash);
    const answers = text(victim.stdout);
    await once(victim.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, 200));
    victim.kill('SIGKILL');
    const answered = (await answers).length;
    const { ledger, used, usage } = totals() as { ledger: number; used: number; usage: number };
    expect(answered).toBeGreaterThan(100);
    expect(ledger).toBeGreaterThanOrEqual(answered);
    expect(ledger).toBeLessThanOrEqual(answered + inFlight);
    expect([used, usage]).toEqual([ledger, ledger]);
  });
});

test('report a failed background write, keep its data, and write it later', async () => {
  const keyHash = await accountOf(10);
  const database = openDatabase(file);
  const failures: unknown[] = [];
  let upkeep = () => {};
  const { accounts, admin } = accountsOver({
    database,
    clock: systemClock,
    schedule: {
      ...eventLoop,
      every: (intervalMs, work) => {
        if (intervalMs === 1000) upkeep = work;
        return () => {};
      },
    },
    observer: { observeCommit: () => {}, observeUpkeepFailure: (error) => failures.push(error) },
  });
  const caller = await accounts.authenticate(keyHash);
  if (!caller) throw new Error('the key is new');
  accounts.count({ caller, path: '/v2/search/people', status: 404 });
  database.exec("CREATE TRIGGER broken BEFORE INSERT ON hourly_usage BEGIN SELECT raise(ABORT, 'disk is full'); END");
  const maintain = async () => {
    upkeep();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await maintain();
  await maintain();
  expect(failures.map(String)).toEqual(['SqliteError: disk is full', 'SqliteError: disk is full']);
  database.exec('DROP TRIGGER broken');
  await maintain();
  expect(failures).toHaveLength(2);
  expect(await admin.usage({})).toMatchObject([{ status: 404, calls: 1 }]);
  await accounts.close();
});
