import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalogWriter } from '../catalog/sqlite/open-catalog-writer.ts';
import { MERGE_RULES } from './merge.ts';
import { type ImportOptions, runImport } from './run-import.ts';

const INPUT = 'name,domain\n,acme.test\nBeta,beta.test\n';
let folder: string;
let input: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-separate-'));
  input = join(folder, 'crm.csv');
  writeFileSync(input, INPUT);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(options: Partial<ImportOptions>) {
  const writer = openCatalogWriter({ file: join(folder, 'catalog.db'), merge: MERGE_RULES });
  const idle = { onMessage: () => {}, onProgress: () => {}, clock: { now: () => 0 } };
  const choices = { kind: 'companies', source: 'test', mapOptions: [], reportFile: null } as const;
  return runImport({ ...choices, ...idle, files: [input], dryRun: true, writer, ...options }).finally(() =>
    writer.close(),
  );
}

describe('the outputs of an import', () => {
  it.each([
    ['--rejects', 'rejectsFile'],
    ['--report', 'reportFile'],
    ['--save-mapping', 'saveMapping'],
  ])('never overwrite an input: %s', async (option, name) => {
    const link = join(folder, `link-of${option}`);
    symlinkSync(input, link);
    for (const path of [input, link]) {
      await expect(run({ [name]: path })).rejects.toThrow(
        `${path}: ${option} would overwrite an input of this import. Name another file with ${option}; nothing was imported.`,
      );
    }
    expect(readFileSync(input, 'utf8')).toBe(INPUT);
  });

  it('never overwrite an input by the number of a second format', async () => {
    const rows = join(folder, 'rows-2.csv');
    writeFileSync(rows, 'domain,name\nacme.test,\n');
    const rejectsFile = join(folder, 'rows.csv');
    await expect(run({ files: [input, rows], rejectsFile })).rejects.toThrow(/rows-2\.csv: --rejects would overwrite/);
    expect(readFileSync(rows, 'utf8')).toBe('domain,name\nacme.test,\n');
  });

  it('are separate files', async () => {
    const path = join(folder, 'both.jsonl');
    await expect(run({ rejectsFile: path, reportFile: path })).rejects.toThrow(
      /both\.jsonl: --rejects would overwrite the file of --report/,
    );
    expect(existsSync(path)).toBe(false);
  });
});
