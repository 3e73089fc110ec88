import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RejectFile, rejectLine } from './reject-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-rejects-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the file of rejected rows', () => {
  it('is truncated to the committed length when a run resumes', async () => {
    const path = join(folder, 'report.jsonl');
    const first = await RejectFile.open(path, 0);
    await first.append(['1', '2']);
    const committed = first.length;
    await first.append(['not committed']);
    await first.close();
    const second = await RejectFile.open(path, committed);
    await second.append(['3']);
    await second.close();
    expect(readFileSync(path, 'utf8')).toBe('1\n2\n3\n');
  });

  it('is overwritten if it is from an earlier run', async () => {
    const path = join(folder, 'old.jsonl');
    writeFileSync(path, 'old\n');
    const file = await RejectFile.open(path, 0);
    await file.close();
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('is continued if it has become shorter or is missing', async () => {
    const path = join(folder, 'gone.jsonl');
    const file = await RejectFile.open(path, 100);
    await file.append(['x']);
    await file.close();
    expect(readFileSync(path, 'utf8')).toBe('x\n');
  });
});

describe('the line of a rejected row', () => {
  const reject = { field: 'name', reason: 'a company needs a name', value: null };
  const lineOf = (text: string, cells: string[] | null = null, value: unknown = null) => {
    const row = { line: 7, text, cells, fault: null };
    const line = rejectLine({ file: 'f', row, reject: { ...reject, value }, columnNames: ['#1', 'b'], faults: [] });
    expect(line).not.toContain('\n');
    return JSON.parse(line) as unknown;
  };
  const place = { file: 'f', line: 7, outcome: 'refused' };
  const rejected = { ...place, field: 'name', reason: 'a company needs a name', value: null, warnings: [] };

  it('contains a table row under its headers', () => {
    expect(lineOf('x,y', ['x', 'y'])).toEqual({ ...rejected, row: { '#1': 'x', b: 'y' } });
  });

  it('contains a JSON row unchanged, on one line', () => {
    expect(lineOf('{"a":\n {"b": "c\\n"}}')).toEqual({ ...rejected, row: { a: { b: 'c\n' } } });
  });

  it('contains the text of an unreadable row', () => {
    expect(lineOf('{"a":')).toEqual({ ...rejected, row: '{"a":' });
    expect(lineOf('x,y,z', ['x', 'y', 'z'])).toEqual({ ...rejected, row: 'x,y,z' });
    expect(lineOf('[1]')).toEqual({ ...rejected, row: '[1]' });
  });

  it('truncates a huge row and does not parse a deep one', () => {
    expect((lineOf('x'.repeat(1_000_000)) as { row: string }).row.length).toBe(20_000);
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(lineOf(deep, null, { deep: true })).toMatchObject({ value: null, row: {} });
  });
});
