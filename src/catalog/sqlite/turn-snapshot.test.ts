import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventLoop } from '../../ops/scheduling/schedule.ts';
import { openCatalog } from './open-catalog.ts';
import { openDatabase } from './open-database.ts';
import { TurnSnapshot } from './turn-snapshot.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-turn-'));
  file = join(folder, 'catalog.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('reads one snapshot in one iteration of the event loop, and newer writes in the next', async () => {
  const writer = openDatabase(file, { readOnly: false });
  const catalog = openCatalog({ file, networkHost: null, schedule: eventLoop });
  const before = await catalog.state();
  writer.exec('UPDATE meta SET generation = generation + 1');
  expect(await catalog.state()).toEqual(before);
  await setImmediate();
  expect((await catalog.state()).generation).toBe(before.generation + 1);
  await setImmediate();
  // No connection holds a snapshot that the file would have to keep.
  expect(writer.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
  catalog.close();
  writer.close();
});

test('reads the newest state by default', async () => {
  const writer = openDatabase(file, { readOnly: false });
  const catalog = openCatalog({ file, networkHost: null });
  const { generation } = await catalog.state();
  writer.exec('UPDATE meta SET generation = generation + 1');
  expect((await catalog.state()).generation).toBe(generation + 1);
  catalog.close();
  writer.close();
});

test('may be closed in the middle of an iteration', async () => {
  const catalog = openCatalog({ file, networkHost: null, schedule: eventLoop });
  await catalog.state();
  catalog.close();
  await setImmediate();
  await expect(catalog.state()).rejects.toThrow('not open');
});

test('a read of a damaged page fails alone: the iteration ends without an error, and other reads work', () => {
  const writer = openDatabase(file, { readOnly: false });
  writer.exec('CREATE TABLE unit (id INTEGER PRIMARY KEY, content BLOB)');
  writer.exec('INSERT INTO unit VALUES (1, zeroblob(10)), (2, zeroblob(100000))');
  const pageBytes = writer.pragma('page_size', { simple: true }) as number;
  const pages = writer.pragma('page_count', { simple: true }) as number;
  writer.close();
  const descriptor = openSync(file, 'r+');
  // A page of the large blob: each begins with the number of the next one.
  writeSync(descriptor, Buffer.alloc(pageBytes, 0xff), 0, pageBytes, (pages - 4) * pageBytes);
  closeSync(descriptor);

  const reader = openDatabase(file, { readOnly: true });
  const atTheEnd: (() => void)[] = [];
  const snapshot = new TurnSnapshot(reader, { ...eventLoop, soon: (work) => void atTheEnd.push(work) });
  const content = snapshot.reading(reader.prepare<[number], Buffer>('SELECT content FROM unit WHERE id = ?').pluck());
  expect(() => content.get(2)).toThrow('malformed');
  atTheEnd.shift()?.();
  expect(content.get(1)).toEqual(Buffer.alloc(10));
  atTheEnd.shift()?.();
  expect(reader.inTransaction).toBe(false);
  reader.close();
});
