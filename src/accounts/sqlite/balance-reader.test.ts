import { expect, test } from 'vitest';
import type { Balance } from '../balance.ts';
import { BalanceReader } from './balance-reader.ts';

/** A reader of one known account, `acme`, and the readings it makes. */
function openReader() {
  const store = { used: 0, readings: [] as string[] };
  const queued: (() => void)[] = [];
  const credits = {
    balance: (accountId: string, month: string): Balance => {
      store.readings.push(`${accountId} ${month}`);
      if (accountId !== 'acme') throw new Error(`no account with id ${accountId}`);
      return { allowance: 10, used: store.used, granted: 0 };
    },
  };
  const schedule = { soon: (work: () => void) => void queued.push(work), every: () => () => {}, elapsedMs: () => 0 };
  const reader = new BalanceReader(credits, { clock: { now: () => Date.parse('2026-03-05T00:00:00Z') }, schedule });
  const run = () => {
    for (const work of queued.splice(0)) work();
  };
  return { reader, store, run };
}

test('calls that wait at the same time share one reading, made after the last of them', async () => {
  const { reader, store, run } = openReader();
  const first = reader.balance('acme');
  store.used = 3;
  const second = reader.balance('acme');
  expect(store.readings).toEqual([]);
  run();
  expect(await Promise.all([first, second])).toEqual([
    { allowance: 10, used: 3, granted: 0 },
    { allowance: 10, used: 3, granted: 0 },
  ]);
  expect(store.readings).toEqual(['acme 2026-03']);
  store.used = 4;
  const third = reader.balance('acme');
  run();
  expect((await third).used).toBe(4);
});

test('an unknown account rejects its own calls only', async () => {
  const { reader, run } = openReader();
  const unknown = expect(reader.balance('gone')).rejects.toThrow('no account with id gone');
  const known = reader.balance('acme');
  run();
  await unknown;
  expect((await known).allowance).toBe(10);
});
