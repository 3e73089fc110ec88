import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputPaths } from './input-paths.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-paths-'));
  for (const name of [
    'b.csv',
    'a.jsonl.zst',
    'c.TSV.gz',
    'notes.md',
    '.hidden.csv',
    'x[1].csv',
    'p.parquet',
    'p.parquet.gz',
  ]) {
    writeFileSync(join(folder, name), 'name\n');
  }
  mkdirSync(join(folder, 'inner.csv'));
  mkdirSync(join(folder, 'empty'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const meant = (...given: string[]) =>
  inputPaths(given.map((name) => join(folder, name))).map((path) => path.slice(folder.length + 1));

describe('the files of an import', () => {
  it('include the files of a folder with known extensions, sorted by name', () => {
    expect(inputPaths([folder])).toEqual(
      ['a.jsonl.zst', 'b.csv', 'c.TSV.gz', 'p.parquet', 'x[1].csv'].map((name) => join(folder, name)),
    );
  });

  it('include the matches of a pattern, sorted by name, without folders', () => {
    expect(meant('*.csv')).toEqual(['b.csv', 'x[1].csv']);
    expect(meant('{c,a}.*')).toEqual(['a.jsonl.zst', 'c.TSV.gz']);
  });

  it('keep the other arguments as given: order, standard input, missing files, a file whose name looks like a pattern', () => {
    expect(inputPaths(['z.csv', '-', 'a.csv'])).toEqual(['z.csv', '-', 'a.csv']);
    expect(meant('x[1].csv', 'notes.md')).toEqual(['x[1].csv', 'notes.md']);
  });

  it('include each file once, however often the arguments name it', () => {
    expect(meant('b.csv', '*.csv', './b.csv')).toEqual(['b.csv', 'x[1].csv']);
    expect(inputPaths([folder, join(folder, 'inner.csv', '..', 'b.csv')])).toEqual(inputPaths([folder]));
  });

  it('must not be empty', () => {
    expect(() => meant('empty')).toThrow(/empty: the folder contains no file to import\. Files end in \.csv/);
    expect(() => meant('*.xlsx')).toThrow(/\*\.xlsx: no file matches\./);
  });
});
