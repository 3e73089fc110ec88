// External ids of records: imported under the headers of exports, matched, merged, explained and exported.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openCatalogAdmin } from '../src/app/catalog-writers.ts';
import { readConfig } from '../src/app/config.ts';
import { explainCompany } from '../src/import/explain.ts';
import type { ImportKind } from '../src/import/map/import-fields.ts';
import { exportRecords } from '../src/tasks/backup/export-records.ts';
import { importFiles } from '../src/tasks/import-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-ids-'));
afterAll(() => rmSync(folder, { recursive: true }));

let runs = 0;

/** The exported records after an import of each file, all in one new data folder. */
async function imported(kind: ImportKind, files: readonly string[]) {
  runs += 1;
  const { config } = readConfig({ data: join(folder, `data-${runs}`), logLevel: 'error' }, {});
  for (const [number, text] of files.entries()) {
    const file = join(folder, `${runs}-${number}.csv`);
    writeFileSync(file, text);
    await importFiles(config, { kind, files: [file], source: `source ${number}`, index: false });
  }
  const out = join(folder, `export-${runs}`);
  await exportRecords(config, out, false);
  const lines = readFileSync(join(out, `${kind}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean);
  return { config, records: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

it('merges rows with one LEI to one company, regardless of their names, and explains it', async () => {
  const { config, records } = await imported('companies', [
    'name,LEI,Country,Website\nRocket Works AG,529900ACMEROCKETSA94,DE,rocketworks.example\n',
    'name,Legal Entity Identifier,ISIN,Country,Website\nAnvils Holding,529900ACMEROCKETSA94,DE000ACME016,AT,anvils.example\n',
  ]);
  expect(records).toMatchObject([{ lei: ['529900ACMEROCKETSA94'], isin: ['DE000ACME016'] }]);
  const admin = openCatalogAdmin(config);
  const origins = await admin.companyOrigins(String(records[0]?.['slug']));
  admin.close();
  if (origins === null) throw new Error('the export has no slug');
  const { fields, rows } = explainCompany(origins);
  expect(fields.find(({ field }) => field.startsWith('isin'))).toMatchObject({ from: { source: 'source 1' } });
  expect(rows[0]?.link?.reasons).toContainEqual({ reason: 'same lei', weight: 60 });
});

it('separates companies with the same name and place but two LEIs', async () => {
  const { records } = await imported('companies', [
    'name,lei,city,country\nRocket Works AG,529900ACMEROCKETSA94,Kiel,DE\n',
    'name,lei,city,country\nRocket Works AG,549300ANVILSWORKSB61,Kiel,DE\n',
  ]);
  expect(records).toHaveLength(2);
});

it('merges rows with one CRM id to one person, even if address, employer and surname changed', async () => {
  const { records } = await imported('people', [
    'Record ID,First Name,Last Name,Email,Company Name,Lifecycle Stage\n7001,Jane,Doe,jane@acme.example,Acme,lead\n',
    'Record ID,First Name,Last Name,Email,Company Name,Lifecycle Stage\n7001,Jane,Roe,jane@rockets.example,Rockets,lead\n',
  ]);
  expect(records).toMatchObject([{ crm_id: ['7001'], emails: [{}, {}] }]);
});

it('separates two people with the same number in two systems', async () => {
  const { records } = await imported('people', [
    'crm_id,full_name,email\n7001,Jane Doe,jane@acme.example\n',
    'crm_id,full_name,email\n7001,Omar Said,omar@rockets.example\n',
  ]);
  expect(records).toHaveLength(2);
});

it('imports a person with a CRM id only, and finds the person again', async () => {
  const { records } = await imported('people', [
    'crm_id,full_name\n7001,Jane Doe\n,Omar Said\n',
    'crm_id,full_name,phone\n7001,Jane Doe,+1 573 555 0156\n',
  ]);
  expect(records).toMatchObject([{ full_name: 'Jane Doe', crm_id: ['7001'], phones: [{ phone: '+15735550156' }] }]);
});

it('drops ids without the right check digits', async () => {
  const { records } = await imported('companies', [
    'name,isin,github\nAcme,US0ACME00101,https://github.com/acme/tools\n',
  ]);
  expect(records).toMatchObject([{ name: 'Acme', isin: [], github_handle: ['acme'] }]);
});
