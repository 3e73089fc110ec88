// A schema step: the members of stored records take the names of the import form, such as `fullName` to `full_name`.
import type { Database } from 'better-sqlite3';
import { rowHash } from '../row-hash.ts';

type Json = Readonly<Record<string, unknown>>;

const POSITION: Readonly<Record<string, string>> = {
  title: 'job_title',
  level: 'job_level',
  function: 'job_function',
  description: 'job_description',
  startDate: 'job_start_date',
  endDate: 'job_end_date',
  isCurrent: 'job_is_current',
  location: 'job_location',
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A record, or an object in it, with renamed members; `inside` is the member that contains it. */
function renamed(value: unknown, inside: string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, inside));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, member]) => membersOf(name, member, inside)));
}

function membersOf(name: string, value: unknown, inside: string): [string, unknown][] {
  if (name === 'employer') {
    const { networkUrl, domain, name: named } = value as Json;
    return [
      ['company_network_url', networkUrl],
      ['company_domain', domain],
      ['company_name', named],
    ];
  }
  if (name === 'state' && inside === 'location') return [['state_code', value]];
  const own = inside === 'experiences' ? POSITION[name] : undefined;
  return [[own ?? snakeCase(name), renamed(value, name)]];
}

/** Renames the members of every stored record. The hash of a row that is the record's text follows the text. */
export function renameMembers(database: Database): void {
  renameCompanies(database);
  for (const table of ['company_contribution', 'person_contribution', 'opening', 'opening_version']) {
    const rows = database.prepare<[], { id: number; record: string; hash: number | null }>(
      `SELECT id, record, hash FROM ${table} WHERE record IS NOT NULL`,
    );
    const change = database.prepare(`UPDATE ${table} SET record = ?, hash = ? WHERE id = ?`);
    for (const { id, record, hash } of rows.all()) {
      const text = JSON.stringify(renamed(JSON.parse(record), ''));
      change.run(text, hash === rowHash(record) ? rowHash(text) : hash, id);
    }
  }
}

/** A source row without a text is the record of its company. */
function renameCompanies(database: Database): void {
  const rows = database.prepare<[], { id: number; record: string }>('SELECT id, record FROM company').all();
  const change = database.prepare('UPDATE company SET record = ?, hash = iif(hash = ?, ?, hash) WHERE id = ?');
  const changeRows = database.prepare(
    'UPDATE company_contribution SET hash = ? WHERE record_id = ? AND record IS NULL AND hash = ?',
  );
  for (const { id, record } of rows) {
    const text = JSON.stringify(renamed(JSON.parse(record), ''));
    change.run(text, rowHash(record), rowHash(text), id);
    changeRows.run(rowHash(text), id, rowHash(record));
  }
}
