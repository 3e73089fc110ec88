import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../ops/clock.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { hashKey } from '../key-format.ts';
import type { LedgerThread } from '../ledger/ledger-thread.ts';
import type { AccountsObserver, Caller, Commit } from '../port.ts';
import { openAccounts, openServing } from './open-accounts.ts';
import { startSqliteLedger } from './start-ledger.ts';

const PATH = '/v2/search/people';

let folder: string;
let file: string;
let commits: Commit[];
let failures: unknown[];
let lost: Error[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-ledger-'));
  file = join(folder, 'accounts.db');
  [commits, failures, lost] = [[], [], []];
});
afterEach(() => rmSync(folder, { recursive: true }));

const observer: AccountsObserver = {
  observeCommit: (commit) => commits.push(commit),
  observeUpkeepFailure: (error) => failures.push(error),
};

function start(): Promise<LedgerThread> {
  const onUpkeepFailure = (error: unknown) => void failures.push(error);
  return startSqliteLedger(file, { onUpkeepFailure, onLost: (error) => lost.push(error) });
}

function serve(ledger: MessagePort) {
  return openServing({ file, clock: systemClock, ledger, observer });
}

async function makeCaller(): Promise<Caller> {
  const { accounts, admin } = openAccounts({ file, clock: systemClock });
  await admin.setPlan({ name: 'pro', creditsPerMonth: 100, requestsPerSecond: 5 });
  await admin.createAccount('Acme', 'pro');
  const { key } = await admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt: null });
  const caller = await accounts.authenticate(hashKey(key));
  await accounts.close();
  if (!caller) throw new Error('the key is new');
  return caller;
}

const callOf = (caller: Caller, requestId: string) => ({ caller, requestId, path: PATH, status: 200, credits: 1 });

test('charges for several serving threads, groups requests, and ends when all have ended', async () => {
  const ledger = await start();
  const caller = await makeCaller();
  const threads = [serve(ledger.connect()), serve(ledger.connect())];
  const ids = Array.from({ length: 60 }, (_, index) => `request-${index}`);
  const results = await Promise.all(
    ids.flatMap((id) => threads.map((thread, index) => thread.charge(callOf(caller, `${id}-${index}`)))),
  );
  expect(results.filter(({ charged }) => charged)).toHaveLength(100);
  expect(commits.reduce((sum, { writes }) => sum + writes, 0)).toBe(120);
  expect(commits.length).toBeLessThanOrEqual(2);
  expect(await threads[0]?.remaining(caller)).toBe(0);
  threads[1]?.count({ ...callOf(caller, 'free'), status: 404 });
  for (const thread of threads) await thread.close();
  await ledger.end();
  expect([failures, lost]).toEqual([[], []]);
  const { accounts, admin } = openAccounts({ file, clock: systemClock });
  const usage = await admin.usage({});
  expect(usage.map(({ status, calls, credits }) => [status, calls, credits])).toEqual([
    [200, 100, 100],
    [404, 1, 0],
  ]);
  await accounts.close();
});

test('reports the message and code of a failure', async () => {
  const ledger = await start();
  const caller = await makeCaller();
  const accounts = serve(ledger.connect());
  await accounts.charge(callOf(caller, 'one'));
  await expect(accounts.charge(callOf(caller, 'one'))).rejects.toMatchObject({
    code: 'SQLITE_CONSTRAINT_PRIMARYKEY',
    message: expect.stringContaining('request_id'),
  });
  await accounts.close();
  await ledger.end();
});

test('lets the unfinished requests of a serving thread be tried again as soon as that thread is gone', async () => {
  const ledger = await start();
  const caller = await makeCaller();
  const identity = { accountId: caller.accountId, keyId: caller.keyId, method: 'POST', path: PATH };
  const order = { ...identity, idempotencyKey: 'order-1', bodyHash: 'a' };
  const port = ledger.connect();
  const code = `
    const { openServing } = await import(${JSON.stringify(new URL('./open-accounts.ts', import.meta.url).href)});
    const { parentPort, workerData } = await import('node:worker_threads');
    const { file, ledger, order } = workerData;
    const observer = { observeCommit() {}, observeUpkeepFailure() {} };
    const accounts = openServing({ file, ledger, observer, clock: { now: () => Date.now() } });
    parentPort.postMessage((await accounts.beginIdempotent(order)).state);`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    workerData: { file, ledger: port, order },
    transferList: [port],
  });
  expect(await new Promise((resolve) => thread.once('message', resolve))).toBe('begun');
  const other = serve(ledger.connect());
  expect(await other.beginIdempotent(order)).toEqual({ state: 'in_flight' });
  await thread.terminate();
  const startedMs = performance.now();
  await expect.poll(() => other.beginIdempotent(order), { timeout: 5000 }).toMatchObject({ state: 'begun' });
  expect(performance.now() - startedMs).toBeLessThan(1500);
  await other.close();
  await ledger.end();
});

test('reports its loss, and rejects waiting and later requests', async () => {
  const ledger = await start();
  const caller = await makeCaller();
  const accounts = serve(ledger.connect());
  await accounts.charge(callOf(caller, 'one'));
  const port = ledger.connect();
  port.postMessage('nothing that it knows');
  await expect.poll(() => lost.length, { timeout: 5000 }).toBe(1);
  await expect(accounts.charge(callOf(caller, 'two'))).rejects.toThrow('the ledger is gone');
  // Its counts cannot be written any more.
  await expect(accounts.close()).rejects.toThrow('the ledger is gone');
});

test('rejects a file that is no store, with a remedy', async () => {
  writeFileSync(file, 'not a database, but longer than the header of one'.repeat(100));
  const starting = start();
  await expect(starting).rejects.toThrow(OperatorError);
  await expect(starting).rejects.toThrow('choose another data folder');
});
