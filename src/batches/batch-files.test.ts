import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shortenWrites } from '../../test/support/short-writes.ts';
import { FolderFiles } from './batch-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-batch-files-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('stores results completely, even if a write ends early', async () => {
  await shortenWrites(folder);
  const files = new FolderFiles(folder);
  const { id } = await files.begin();
  await files.complete(id);
  await files.keep(id, 0, Buffer.from('F{"name":"one"}\n'));
  await files.keep(id, 16, Buffer.from('M"no such record"\n'));
  expect(readFileSync(join(folder, id, 'results'), 'utf8')).toBe('F{"name":"one"}\nM"no such record"\n');
});

test('keeps an input that is being received when the clock is set forward; removes it after an hour', async () => {
  const files = new FolderFiles(folder);
  const { id, input } = await files.begin();
  writeFileSync(input, '{}\n');
  const yesterday = new Date(Date.now() - 86_400_000);
  utimesSync(dirname(input), yesterday, yesterday);
  const removeLeftOvers = (nowMs: number) => files.removeLeftOvers(async () => false, nowMs);
  await removeLeftOvers(1000);
  await removeLeftOvers(3_601_000);
  expect(existsSync(input)).toBe(true);
  await files.complete(id);
  await removeLeftOvers(3_602_000);
  await removeLeftOvers(7_202_000);
  expect(existsSync(join(folder, id))).toBe(true);
  await removeLeftOvers(7_202_001);
  expect(existsSync(join(folder, id))).toBe(false);
});
