import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { eventLoop } from '../../ops/schedule.ts';
import type { Commit } from '../port.ts';
import { GroupCommit } from './group-commit.ts';

let database: Database.Database;
let commit: GroupCommit;
let observed: Commit[];

beforeEach(() => {
  database = new Database(':memory:');
  database.exec(
    'CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (parent INTEGER REFERENCES parent (id))',
  );
  observed = [];
  commit = new GroupCommit(database, eventLoop, (one) => observed.push(one));
});

function insert(id: number): number {
  return database.prepare('INSERT INTO parent (id) VALUES (?)').run(id).changes;
}

function ids(): unknown[] {
  return database.prepare('SELECT id FROM parent ORDER BY id').pluck().all();
}

test('writes of one turn are one transaction, in their order, and resolve after it', async () => {
  const open: boolean[] = [];
  const writes = [1, 2, 3].map((id) =>
    commit.run(() => {
      open.push(database.inTransaction);
      expect(ids()).toHaveLength(id - 1);
      return insert(id) + id;
    }),
  );
  expect(ids()).toEqual([]);
  expect(await Promise.all(writes)).toEqual([2, 3, 4]);
  expect(open).toEqual([true, true, true]);
  expect(database.inTransaction).toBe(false);
});

test('each transaction is told of, with the writes that waited for it and whether it failed', async () => {
  await Promise.all([1, 2, 3].map((id) => commit.run(() => insert(id))));
  const rollBack = () => database.exec('INSERT OR ROLLBACK INTO parent (id) VALUES (1)');
  await Promise.allSettled([commit.run(rollBack), commit.run(() => insert(4))]);
  expect(observed).toEqual([
    { writes: 3, seconds: expect.any(Number), failed: false },
    { writes: 2, seconds: expect.any(Number), failed: true },
  ]);
  for (const { seconds } of observed) expect(seconds).toBeGreaterThan(0);
});

test('work that throws is undone alone', async () => {
  const [first, broken, last] = await Promise.allSettled([
    commit.run(() => insert(1)),
    commit.run(() => {
      insert(2);
      throw new Error('broken');
    }),
    commit.run(() => insert(3)),
  ]);
  expect([first?.status, broken?.status, last?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(ids()).toEqual([1, 3]);
});

test('a transaction that cannot be committed rejects all of its works and writes none', async () => {
  database.pragma('foreign_keys = ON');
  const results = await Promise.allSettled([
    commit.run(() => insert(1)),
    commit.run(() => {
      database.pragma('defer_foreign_keys = ON');
      database.prepare('INSERT INTO child (parent) VALUES (99)').run();
    }),
  ]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(ids()).toEqual([]);
  expect(await commit.run(() => insert(1))).toBe(1);
});

test('a work that ends the whole transaction rejects all of its works, and none after it is written', async () => {
  const results = await Promise.allSettled([
    commit.run(() => insert(1)),
    commit.run(() => database.exec('INSERT OR ROLLBACK INTO parent (id) VALUES (1)')),
    commit.run(() => insert(3)),
  ]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(ids()).toEqual([]);
});

test('writes asked for while others settle go into the next transaction', async () => {
  const chained = commit.run(() => insert(1)).then(() => commit.run(() => insert(2)));
  expect(await chained).toBe(1);
  expect(ids()).toEqual([1, 2]);
});
