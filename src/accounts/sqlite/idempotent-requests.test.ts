import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { migrateSchema } from '../../ops/sqlite/sqlite-file.ts';
import type { IdempotencyIdentity } from '../idempotency.ts';
import { packAnswer } from '../ledger/packed-answer.ts';
import { IdempotentRequests, LEASE_UPKEEP_MS } from './idempotent-requests.ts';
import { ACCOUNTS_SCHEMA } from './schema.ts';

const IDENTITY: IdempotencyIdentity = {
  accountId: 'acc_1',
  keyId: 'key_1',
  method: 'POST',
  path: '/v2/search/people',
  idempotencyKey: 'order-1',
  bodyHash: 'a'.repeat(64),
};

const HOLDER = {};

let database: Database.Database;
let requests: IdempotentRequests;
let others: IdempotentRequests;

beforeEach(() => {
  database = new Database(':memory:');
  migrateSchema(database, ACCOUNTS_SCHEMA);
  requests = new IdempotentRequests(database);
  others = new IdempotentRequests(database);
});

test('keeps the lease of a long request while its store renews it', () => {
  const begun = requests.begin(IDENTITY, HOLDER, 0);
  for (let now = LEASE_UPKEEP_MS; now <= 300_000; now += LEASE_UPKEEP_MS) {
    requests.maintain(now);
    expect(others.begin(IDENTITY, HOLDER, now)).toEqual({ state: 'in_flight' });
  }
  const token = begun.state === 'begun' ? begun.token : '';
  expect(requests.store(token, { status: 200, answer: packAnswer('{}'), credits: 1 })).toBe(true);
});

test('renews a lapsed lease that no ledger has taken over: its own ledger was delayed', () => {
  requests.begin(IDENTITY, HOLDER, 0);
  requests.maintain(20_000);
  expect(others.begin(IDENTITY, HOLDER, 20_001)).toEqual({ state: 'in_flight' });
});

test('does not renew a lapsed lease that another ledger has taken over', () => {
  requests.begin(IDENTITY, HOLDER, 0);
  expect(others.begin(IDENTITY, HOLDER, 20_000).state).toBe('begun');
  requests.maintain(21_000);
  expect(requests.begin(IDENTITY, HOLDER, 21_999)).toEqual({ state: 'in_flight' });
  expect(requests.begin(IDENTITY, HOLDER, 22_000).state).toBe('begun');
});

test('keeps the lease of a request in flight when the clock is set back', () => {
  const now = 3_600_000;
  requests.begin(IDENTITY, HOLDER, now);
  requests.maintain(0);
  expect(others.begin(IDENTITY, HOLDER, 0)).toEqual({ state: 'in_flight' });
  expect(others.begin(IDENTITY, HOLDER, 60_000).state).toBe('begun');
});

test('removes requests older than 24 hours', () => {
  requests.begin(IDENTITY, HOLDER, 0);
  requests.begin({ ...IDENTITY, idempotencyKey: 'order-2' }, HOLDER, 60_000);
  const count = (): unknown => database.prepare('SELECT count(*) FROM idempotent_request').pluck().get();
  requests.maintain(24 * 3_600_000 - 1);
  expect(count()).toBe(2);
  requests.maintain(24 * 3_600_000 + 59_999);
  expect(count()).toBe(1);
});

test('removes old requests after the clock was set back', () => {
  const DAY_MS = 24 * 3_600_000;
  requests.maintain(400 * DAY_MS);
  requests.begin(IDENTITY, HOLDER, 0);
  requests.maintain(DAY_MS);
  expect(database.prepare('SELECT count(*) FROM idempotent_request').pluck().get()).toBe(0);
});

test('removes many old requests in batches, so that no charge waits for all of them', () => {
  const DAY_MS = 24 * 3_600_000;
  for (let index = 0; index < 500; index += 1) {
    const begun = requests.begin({ ...IDENTITY, idempotencyKey: `order-${index}` }, HOLDER, 0);
    requests.store(begun.state === 'begun' ? begun.token : '', {
      status: 200,
      answer: packAnswer(`{"at":${index}}`),
      credits: 1,
    });
  }
  const count = () => Number(database.prepare('SELECT count(*) FROM idempotent_request').pluck().get());
  const counts: number[] = [];
  for (let now = DAY_MS; counts.at(-1) !== 0; now += LEASE_UPKEEP_MS) {
    requests.maintain(now);
    counts.push(count());
    expect(counts.length).toBeLessThan(10);
  }
  expect(counts).toEqual([300, 100, 0]);
  expect(database.prepare('SELECT bytes FROM answer_volume').pluck().all()).toEqual([0]);
});
