import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventLoop } from '../../ops/scheduling/schedule.ts';
import { openCatalog } from './open-catalog.ts';
import { openDatabase } from './open-database.ts';

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
