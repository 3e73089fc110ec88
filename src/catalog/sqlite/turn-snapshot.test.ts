import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventLoop } from '../../ops/schedule.ts';
import { openCatalog } from './open-catalog.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-turn-'));
  file = join(folder, 'catalog.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what one turn reads is one state, and the next turn reads what others have written meanwhile', async () => {
  const writer = openDatabase(file, { readOnly: false });
  const catalog = openCatalog({ file, networkHost: null, schedule: eventLoop });
  const before = await catalog.state();
  writer.exec('UPDATE meta SET generation = generation + 1');
  expect(await catalog.state()).toEqual(before);
  await setImmediate();
  expect((await catalog.state()).generation).toBe(before.generation + 1);
  await setImmediate();
  // Nobody holds a state that the file would have to keep.
  expect(writer.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
  catalog.close();
  writer.close();
});

test('by default each reading is of the newest state', async () => {
  const writer = openDatabase(file, { readOnly: false });
  const catalog = openCatalog({ file, networkHost: null });
  const { generation } = await catalog.state();
  writer.exec('UPDATE meta SET generation = generation + 1');
  expect((await catalog.state()).generation).toBe(generation + 1);
  catalog.close();
  writer.close();
});

test('it may be closed in the middle of a turn', async () => {
  const catalog = openCatalog({ file, networkHost: null, schedule: eventLoop });
  await catalog.state();
  catalog.close();
  await setImmediate();
  await expect(catalog.state()).rejects.toThrow('not open');
});
