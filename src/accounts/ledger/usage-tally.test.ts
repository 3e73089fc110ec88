import { expect, test } from 'vitest';
import type { Caller } from '../port.ts';
import { UsageTally } from './usage-tally.ts';

const CALLER: Caller = {
  keyId: 'key_1',
  accountId: 'acc_1',
  accountName: 'Acme',
  planName: 'pro',
  requestsPerSecond: 1,
  creditsPerMonth: null,
  allowedPaths: [],
};
const CALL = { caller: CALLER, path: '/v2/jobs/search', status: 404 };
const HOUR_MS = 3_600_000;

test('counts calls of one hour, key, path and status in one entry', () => {
  const tally = new UsageTally();
  tally.count(CALL, 1000);
  tally.count(CALL, HOUR_MS - 1);
  tally.count(CALL, HOUR_MS);
  tally.count({ ...CALL, status: 422 }, 1000);
  expect(tally.take()?.entries.map(({ hour, status, calls }) => [hour, status, calls])).toEqual([
    [0, 404, 2],
    [HOUR_MS, 404, 1],
    [0, 422, 1],
  ]);
  expect(tally.take()).toBeNull();
});

test('adds restored counts to newer ones, and keeps the latest use of a key', () => {
  const tally = new UsageTally();
  tally.count(CALL, 1000);
  tally.touch('key_1', 1000);
  tally.touch('key_2', 1500);
  const taken = tally.take();
  tally.count(CALL, 3000);
  tally.touch('key_1', 3000);
  if (taken) tally.putBack(taken);
  const again = tally.take();
  expect(again?.entries).toMatchObject([{ calls: 2, credits: 0 }]);
  expect([...(again?.lastUsed ?? [])]).toEqual([
    ['key_1', 3000],
    ['key_2', 1500],
  ]);
});
