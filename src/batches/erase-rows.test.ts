import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shortenWrites } from '../../test/support/short-writes.ts';
import { eraseRows } from './erase-rows.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-erase-rows-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const isAnn = (line: string) => line.includes('ann');
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trimEnd());

function rowFiles(input: readonly string[], results: readonly string[]) {
  const files = { input: join(folder, 'input'), results: join(folder, 'results') };
  writeFileSync(files.input, `${input.join('\n')}\n`);
  if (results.length > 0) writeFileSync(files.results, `${results.join('\n')}\n`);
  return files;
}

test('erases input and answer if one of them names the person; a reason stays', async () => {
  const files = rowFiles(
    ['["/in/ann"]', '["0044 1"]', '["/in/bob"]', '["/in/ann"]'],
    ['F{"phone":"+441"}', 'F{"url":"/in/ann"}', 'F{"phone":"+442"}', 'M"no number"'],
  );
  expect(await eraseRows(files, isAnn)).toBe(5);
  expect(lines(files.input)).toEqual(['{}', '{}', '["/in/bob"]', '{}', '']);
  expect(lines(files.results)).toEqual(['W', 'W', 'F{"phone":"+442"}', 'M"no number"', '']);
  expect(await eraseRows(files, isAnn)).toBe(0);
});

test('erases everything when it is repeated after an interruption between two files', async () => {
  const input = ['["/in/ann"]', '["0044 1"]'];
  const results = ['F{"phone":"+441"}', 'F{"url":"/in/ann"}'];
  for (const stop of [1, 2, 3]) {
    const files = rowFiles(input, results);
    let changed = 0;
    const interrupt = async () => {
      changed += 1;
      if (changed === stop) throw new Error('interrupted');
    };
    await expect(eraseRows(files, isAnn, interrupt)).rejects.toThrow('interrupted');
    await eraseRows(files, isAnn);
    expect([lines(files.input), lines(files.results)]).toEqual([
      ['{}', '{}', ''],
      ['W', 'W', ''],
    ]);
  }
});

test('erases a row completely, even if a write ends early', async () => {
  await shortenWrites(folder);
  const files = rowFiles(['{"email":"ann@acme.example"}', '{"email":"bob@acme.example"}'], []);
  expect(await eraseRows(files, isAnn)).toBe(1);
  expect(readFileSync(files.input, 'utf8')).toBe(`{}${' '.repeat(26)}\n{"email":"bob@acme.example"}\n`);
});
