import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCatalogWriter } from '../app/catalog-writers.ts';
import { readConfig } from '../app/config.ts';
import { lockData, lockToPush } from '../app/locks.ts';
import type { PushCall } from '../catalog/writer-port.ts';
import { StoreUnavailable } from '../ops/store-unavailable.ts';
import { acquireImportLock } from '../tasks/import-lock.ts';
import type { PushOrder } from './push-order.ts';
import { PushWriter, type PushWriterOptions } from './push-writer.ts';

let folder: string;
let catalog: ReturnType<typeof openCatalogWriter>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-push-'));
  catalog = openCatalogWriter(configOf());
});
afterEach(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

const configOf = () => readConfig({ data: folder, logLevel: 'silent' }, {}).config;

interface Fixture {
  readonly pushes: PushWriter;
  /** The calls of each transaction, by source. */
  readonly groups: string[][];
  readonly faults: unknown[];
  changes: number;
}

function fixtureOf(options: Partial<PushWriterOptions> = {}): Fixture {
  const groups: string[][] = [];
  const faults: unknown[] = [];
  const fixture = { groups, faults, changes: 0 };
  const push = (calls: readonly PushCall[]) => {
    groups.push(calls.map(({ source }) => source));
    return catalog.push(calls);
  };
  const pushes = new PushWriter({
    writer: { push },
    lock: () => lockToPush(configOf()),
    nowMs: () => Date.UTC(2026, 10, 22),
    monotonicMs: () => performance.now(),
    onChange: () => {
      fixture.changes += 1;
    },
    onFault: (error) => void faults.push(error),
    ...options,
  });
  return Object.assign(fixture, { pushes });
}

function order(source: string, rows: readonly object[]): PushOrder {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return { kind: 'people', source, lines: rows.length, bytes: new Uint8Array(Buffer.from(text)) };
}

const people = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ network_url: `/in/${prefix}-${index}`, full_name: `P ${index}` }));

test('commits the calls that wait together, up to 2,000 rows', async () => {
  const fixture = fixtureOf();
  const orders = [
    order('a', people('a', 1)),
    order('b', people('b', 1500)),
    order('c', people('c', 400)),
    order('d', people('d', 200)),
    order('e', people('e', 5000)),
  ];
  const results = await Promise.all(orders.map((each) => fixture.pushes.push(each)));
  expect(fixture.groups).toEqual([['a', 'b', 'c'], ['d'], ['e']]);
  expect(results.map((result) => result.outcome === 'written' && result.answer.created)).toEqual([
    1, 1500, 400, 200, 5000,
  ]);
  expect(results.map((result) => result.outcome === 'written' && result.answer.generation)).toEqual([1, 1, 1, 2, 3]);
  expect(fixture.changes).toBe(3);
});

test('reports no change for rows that change nothing', async () => {
  const fixture = fixtureOf();
  await fixture.pushes.push(order('a', people('a', 3)));
  const again = await fixture.pushes.push(order('a', people('a', 3)));
  expect(again).toMatchObject({ outcome: 'written', answer: { unchanged: 3, generation: 1 } });
  expect(fixture.changes).toBe(1);
});

test('rejects calls that waited 5 seconds for an import, and writes the others when it has ended', async () => {
  let monotonicMs = 0;
  const fixture = fixtureOf({ monotonicMs: () => monotonicMs });
  const lock = await acquireImportLock(configOf(), () => {});
  const early = fixture.pushes.push(order('early', people('a', 1)));
  monotonicMs = 3000;
  const late = fixture.pushes.push(order('late', people('b', 1)));
  monotonicMs = 5000;
  expect(await early).toMatchObject({ outcome: 'busy', retryAfterMs: 10_000 });
  lock.release();
  expect(await late).toMatchObject({ outcome: 'written', answer: { created: 1 } });
  expect(fixture.groups).toEqual([['late']]);
});

test('leaves the right to change records to an import that waits for it', async () => {
  const config = configOf();
  const pushing = lockToPush(config);
  const messages: string[] = [];
  const importing = acquireImportLock(config, (text) => messages.push(text));
  expect(pushing).not.toBeNull();
  pushing?.release();
  const lock = await importing;
  expect(lockToPush(config)).toBeNull();
  lock.release();
  const waiting = lockData(config, 'import-queue');
  expect(lockToPush(config)).toBeNull();
  waiting?.release();
  lockToPush(config)?.release();
  expect(lockData(config, 'import')).not.toBeNull();
});

test('fails one call of a group alone', async () => {
  const fixture = fixtureOf();
  const failing = (calls: readonly PushCall[]) => {
    if (calls.some(({ source }) => source === 'poison')) throw new Error('a fault of one call');
    return catalog.push(calls);
  };
  const { pushes, faults } = fixtureOf({ writer: { push: async (calls) => failing(calls) } });
  const results = await Promise.all(
    ['a', 'poison', 'b'].map((source) => pushes.push(order(source, people(source, 1)))),
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(['written', 'failed', 'written']);
  expect(faults).toEqual([new Error('a fault of one call')]);
  expect([...catalog.personRecords()].map(({ network_url }) => network_url.slug)).toEqual(['a-0', 'b-0']);
  expect(fixture.groups).toEqual([]);
});

test('a database out of reach is no failure of the rows, and is logged', async () => {
  const error = new StoreUnavailable('the database is out of reach');
  const { pushes, faults } = fixtureOf({ writer: { push: () => Promise.reject(error) } });
  expect(await pushes.push(order('a', people('a', 1)))).toEqual({ outcome: 'unavailable' });
  expect(faults).toEqual([error]);
});

test('says which fields a body without any record lacks', async () => {
  const { pushes, groups } = fixtureOf();
  const result = await pushes.push(order('a', [{ colour: 'red' }]));
  expect(result).toEqual({
    outcome: 'invalid',
    message: 'no key was recognized as full_name or first_name or last_name',
  });
  expect(groups).toEqual([]);
});
