import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSqlite } from '../../ops/sqlite-file.ts';
import { companyRecord, opening, personRecord, position, profileUrl } from '../conformance/records.ts';
import { rowHash } from '../row-hash.ts';
import { openDatabase } from './open-database.ts';
import { CATALOG_SCHEMA } from './schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-rename-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EARLIER_STEPS = 6;
const KEYS: Readonly<Record<string, string>> = { job_is_current: 'isCurrent', company_network_url: 'networkUrl' };
const earlierKey = (key: string) =>
  KEYS[key] ?? key.replace(/^(?:job|company)_/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A record as an earlier Cardfile stored it. */
function earlier(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(earlier);
  if (typeof value !== 'object' || value === null) return value;
  const employer: Record<string, unknown> = {};
  const shown: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const isOfEmployer = key.startsWith('company_');
    if (isOfEmployer) shown['employer'] = employer;
    const name = key === 'state_code' ? 'state' : key === 'state' ? 'state' : earlierKey(key);
    (isOfEmployer ? employer : shown)[name] = earlier(member);
  }
  return shown;
}

const location = { city: 'Köln', state_code: 'NRW', country_code: 'DE' };
const company = companyRecord('acme', {
  employee_count: 5,
  hq: { city: 'Köln', state: 'NRW', country_code: 'DE' },
  about: '"employer": {"networkUrl"}',
});
const jane = personRecord('jane', {
  location,
  experiences: [position('acme', { job_start_date: '2020', job_location: location })],
  education: [{ school_name: 'Leeds', degree: null, start_date: '2001', end_date: null }],
});
const cook = opening({ company_name: 'Acme', company_network_url: profileUrl('acme') }, 'Cook', {
  location: { city: 'Ulm', country_code: 'DE' },
});

test('stored records take the names of the import form, and rows that are their text keep their hash', () => {
  const file = join(folder, 'catalog.db');
  const steps = CATALOG_SCHEMA.slice(0, EARLIER_STEPS);
  const before = openSqlite({ file, busyTimeoutMs: 1000, synchronous: 'NORMAL', steps });
  const text = (record: unknown) => JSON.stringify(earlier(record));
  expect(text(cook)).toContain('"employer":{"networkUrl":{"slug":"acme"');
  const addCompany = before.prepare(
    `INSERT INTO company (slug, made_slug, name, name_key, specialties, employer_json, rest_json, record, hash)
     VALUES (?, 0, 'Acme', 'acme', '[]', '', '', ?, ?)`,
  );
  addCompany.run('acme', text(company), rowHash(text(company)));
  addCompany.run('other', text(company), 7);
  const addRow = (kind: string) =>
    before.prepare(
      `INSERT INTO ${kind}_contribution (record_id, run_id, file, line, hash, row_key, joins, record)
       VALUES (1, 1, 0, 1, ?, '', '[]', ?)`,
    );
  addRow('company').run(rowHash(text(company)), null);
  addRow('company').run(rowHash(text(company)), text(company));
  addRow('person').run(42, text(jane));
  before
    .prepare(
      `INSERT INTO opening (identity, employer_id, title_key, source, is_open, run_id, record, hash)
       VALUES ('1', 1, 'cook', 'board', 1, 1, ?, ?)`,
    )
    .run(text(cook), rowHash(text(cook)));
  before.close();

  const after = openDatabase(file, { readOnly: false });
  const stored = (sql: string) => after.prepare(sql).raw().all();
  expect(stored('SELECT record, hash FROM company')).toEqual([
    [JSON.stringify(company), rowHash(JSON.stringify(company))],
    [JSON.stringify(company), 7],
  ]);
  expect(stored('SELECT record, hash FROM company_contribution')).toEqual([
    [null, rowHash(JSON.stringify(company))],
    [JSON.stringify(company), rowHash(JSON.stringify(company))],
  ]);
  expect(JSON.parse(String(stored('SELECT record FROM person_contribution')[0]))).toEqual(jane);
  expect(stored('SELECT hash FROM person_contribution')).toEqual([[42]]);
  expect(stored('SELECT record, hash FROM opening')).toEqual([[JSON.stringify(cook), rowHash(JSON.stringify(cook))]]);
  after.close();
});
