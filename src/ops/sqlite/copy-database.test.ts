import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDatabase } from './copy-database.ts';
import { openSqlite } from './sqlite-file.ts';

const MB = 1_000_000;
const STEPS = [
  (database: Database.Database) =>
    void database.exec('CREATE TABLE filling (bytes BLOB); CREATE TABLE pair (a INTEGER, b INTEGER)'),
];

let folder: string;
let file: string;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-copy-'));
  [file, copy] = [join(folder, 'one.db'), join(folder, 'copy.db')];
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openSqlite({ file, busyTimeoutMs: 5000, synchronous: 'NORMAL', steps: STEPS });

/** A thread that commits pairs of rows, each pair in one transaction, without a pause until it is terminated. */
async function startCommitting(): Promise<Worker> {
  const source = `
    const { workerData, parentPort } = require('node:worker_threads');
    const database = new (require('better-sqlite3'))(workerData, { timeout: 5000 });
    const insert = database.prepare('INSERT INTO pair VALUES (?, ?)');
    const commit = database.transaction((at) => { insert.run(at, 1); insert.run(at, -1); });
    let at = 0;
    const round = () => { for (let end = at + 20; at < end; at += 1) commit(at); setImmediate(round); };
    round();
    parentPort.postMessage('commits');`;
  const worker = new Worker(source, { eval: true, workerData: file });
  await new Promise((resolve) => worker.once('message', resolve));
  return worker;
}

describe('a copy of a database', () => {
  it('completes during continuous commits, contains whole transactions, and is one sound file', async () => {
    const database = open();
    const fill = database.prepare('INSERT INTO filling VALUES (randomblob(?))');
    for (let megabyte = 0; megabyte < 64; megabyte += 1) fill.run(MB);
    const committing = await startCommitting();
    try {
      const startedMs = performance.now();
      const shares: number[] = [];
      await copyDatabase(file, copy, ({ done, total }) => void shares.push(done / total));
      expect(shares.length).toBeGreaterThan(2);
      expect(shares).toEqual(shares.toSorted((left, right) => left - right));
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      // A copy that restarted at each commit would never complete; the disk writes 64 MB within seconds.
      expect(performance.now() - startedMs).toBeLessThan(30_000);
    } finally {
      await committing.terminate();
    }
    expect([existsSync(`${copy}-wal`), existsSync(`${copy}-journal`)]).toEqual([false, false]);
    const copied = new Database(copy, { readonly: true });
    expect(copied.pragma('integrity_check', { simple: true })).toBe('ok');
    const { rows, sum } = copied.prepare('SELECT count(*) AS rows, total(b) AS sum FROM pair').get() as {
      rows: number;
      sum: number;
    };
    expect(rows).toBeGreaterThan(0);
    expect(sum).toBe(0);
    copied.close();
    database.close();
  });

  it('truncates a WAL that grew meanwhile to its former size', async () => {
    const database = open();
    const fill = database.prepare('INSERT INTO filling VALUES (randomblob(?))');
    const reader = open();
    reader.exec('BEGIN; SELECT count(*) FROM filling');
    for (let megabyte = 0; megabyte < 80; megabyte += 1) fill.run(MB);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(80 * MB);
    reader.exec('COMMIT');
    reader.close();
    database.pragma('wal_checkpoint(PASSIVE)');
    fill.run(MB);
    fill.run(MB);
    expect(statSync(`${file}-wal`).size).toBeLessThanOrEqual(64 * 1024 * 1024);
    database.close();
  });

  it('rejects a missing database and creates no file', async () => {
    await expect(copyDatabase(file, copy)).rejects.toThrow('nothing to copy');
    expect(existsSync(copy)).toBe(false);
  });
});
