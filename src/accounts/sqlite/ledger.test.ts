import type { Database } from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import type { LedgerRequest } from '../ledger/ledger-request.ts';
import { packAnswer } from '../ledger/packed-answer.ts';
import { Ledger } from './ledger.ts';
import { openDatabase } from './open-accounts.ts';

const PATH = '/v2/jobs/search';
const thread = {};
const otherThread = {};

let database: Database;
let ledger: Ledger;
let now: number;

beforeEach(() => {
  database = openDatabase(':memory:');
  database.exec(`
    INSERT INTO plan VALUES ('pro', 3, 1, NULL);
    INSERT INTO account VALUES ('acc_1', 'Acme', 'pro', 0, NULL, NULL), ('acc_2', 'Globex', 'pro', 0, NULL, NULL);
    INSERT INTO api_key (id, account_id, hash, name, masked, allowed_paths, created_at)
      VALUES ('key_1', 'acc_1', '1', '', '', '[]', 0), ('key_2', 'acc_2', '2', '', '', '[]', 0);`);
  now = Date.UTC(2030, 0, 1);
  ledger = new Ledger(database, { now: () => now });
});

function charge(requestId: string, account = 1, token: string | null = null): LedgerRequest {
  const ids = { accountId: `acc_${account}`, keyId: `key_${account}` };
  const idempotency = token === null ? null : { token, answer: packAnswer('{}') };
  return { kind: 'charge', ...ids, requestId, path: PATH, status: 200, credits: 1, idempotency };
}

function begin(idempotencyKey: string): LedgerRequest {
  const ids = { accountId: 'acc_1', keyId: 'key_1' };
  return { kind: 'begin', ...ids, method: 'POST', path: PATH, idempotencyKey, bodyHash: 'a' };
}

function commit(...requests: LedgerRequest[]) {
  return ledger.commit([{ holder: thread, requests }])[0]?.outcomes;
}

function sums(): unknown {
  return database
    .prepare(
      `SELECT (SELECT count(*) FROM ledger) AS ledger, (SELECT coalesce(sum(used), 0) FROM balance) AS used,
         (SELECT coalesce(sum(credits), 0) FROM usage) AS usage`,
    )
    .get();
}

const failedWith = (message: string) => ({
  failed: expect.objectContaining({ message: expect.stringContaining(message) }),
});

test('groups the requests of several threads into one transaction, reports it once, and answers in order', () => {
  const replies = ledger.commit([
    { holder: thread, requests: [charge('a'), charge('b', 2)] },
    { holder: otherThread, requests: [charge('c'), charge('d'), charge('e')] },
  ]);
  expect(replies.map(({ outcomes }) => outcomes)).toEqual([
    [{ done: { charged: true, remaining: 2 } }, { done: { charged: true, remaining: 2 } }],
    [
      { done: { charged: true, remaining: 1 } },
      { done: { charged: true, remaining: 0 } },
      { done: { charged: false } },
    ],
  ]);
  expect(replies.map(({ commit }) => commit)).toEqual([
    { writes: 5, seconds: expect.any(Number), failed: false },
    null,
  ]);
  expect(sums()).toEqual({ ledger: 4, used: 4, usage: 4 });
});

test('rolls back a failed request alone', () => {
  commit(charge('a'));
  const begun = commit(begin('order-1'))?.[0];
  const token = begun && 'done' in begun && begun.done !== null && 'token' in begun.done ? begun.done.token : '';
  expect(
    commit(charge('a'), charge('a', 1, token), charge('b', 3), charge('c', 1, 'of no account'), charge('d')),
  ).toEqual([
    failedWith('UNIQUE'),
    failedWith('UNIQUE'),
    failedWith('acc_3'),
    failedWith('lost its idempotency lease'),
    { done: { charged: true, remaining: 1 } },
  ]);
  expect(commit(charge('e', 1, token))).toEqual([{ done: { charged: true, remaining: 0 } }]);
  expect(sums()).toEqual({ ledger: 3, used: 3, usage: 3 });
});

test('creates a kind of call again if its insertion was rolled back', () => {
  const count = (path: string): LedgerRequest => {
    const entry = { hour: now, accountId: 'acc_1', keyId: 'key_1', path, status: 404, calls: 1, credits: 0 };
    return { kind: 'count', entries: [entry], lastUsed: new Map() };
  };
  const paths = () => database.prepare('SELECT path FROM usage ORDER BY path').pluck().all();
  database.exec("CREATE TRIGGER broken BEFORE INSERT ON hourly_usage BEGIN SELECT raise(ABORT, 'disk is full'); END");
  expect(commit(count('/alone'))).toEqual([failedWith('disk is full')]);
  expect(commit(charge('a'))).toEqual([failedWith('disk is full')]);
  database.exec('DROP TRIGGER broken');
  expect(commit(count('/alone'), charge('a'))).toMatchObject([{ done: null }, { done: { charged: true } }]);
  expect(paths()).toEqual(['/alone', PATH]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
});

test('fails all requests of a failed transaction, writes none, and reports it', () => {
  database.exec("CREATE TRIGGER broken BEFORE INSERT ON balance BEGIN SELECT raise(ABORT, 'disk is full'); END");
  const replies = ledger.commit([
    { holder: thread, requests: [charge('a'), begin('order-1')] },
    { holder: otherThread, requests: [charge('b')] },
  ]);
  expect(replies).toEqual([
    {
      outcomes: [failedWith('disk is full'), failedWith('disk is full')],
      commit: { writes: 3, seconds: expect.any(Number), failed: true },
    },
    { outcomes: [failedWith('disk is full')], commit: null },
  ]);
  database.exec('DROP TRIGGER broken');
  expect(sums()).toEqual({ ledger: 0, used: 0, usage: 0 });
  expect(commit(begin('order-1'), charge('a'))).toMatchObject([
    { done: { state: 'begun' } },
    { done: { charged: true } },
  ]);
});

test('fails all requests of a group if one ends the whole transaction', () => {
  commit(charge('a'));
  database.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON charge WHEN new.request_id = 'c' BEGIN SELECT raise(ROLLBACK, 'gone'); END",
  );
  expect(commit(charge('b'), charge('c'), charge('d'))).toEqual([
    failedWith('gone'),
    failedWith('gone'),
    failedWith('gone'),
  ]);
  expect(sums()).toEqual({ ledger: 1, used: 1, usage: 1 });
});

test('lets the unfinished requests of a thread be tried again when it is gone, but not those of another', () => {
  ledger.commit([
    { holder: thread, requests: [begin('order-1')] },
    { holder: otherThread, requests: [begin('order-2')] },
  ]);
  ledger.release(thread);
  expect(commit(begin('order-1'), begin('order-2'))).toMatchObject([
    { done: { state: 'begun' } },
    { done: { state: 'in_flight' } },
  ]);
});

test('removes usage older than 13 months with the first counts of a month', () => {
  const entry = { accountId: 'acc_1', keyId: 'key_1', path: PATH, status: 404, calls: 1, credits: 0 };
  const count = (hour: number): LedgerRequest => ({
    kind: 'count',
    entries: [{ ...entry, hour }],
    lastUsed: new Map(),
  });
  const months = () => database.prepare("SELECT strftime('%Y-%m', hour / 1000, 'unixepoch') FROM usage").pluck().all();
  commit(count(Date.UTC(2028, 10, 30)), count(Date.UTC(2028, 11, 1)));
  expect(months()).toEqual(['2028-12']);
  now = Date.UTC(2030, 1, 1);
  commit(count(now));
  expect(months()).toEqual(['2030-02']);
});
