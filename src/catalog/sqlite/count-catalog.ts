// Counts a catalog: scans every table, a second or two for a million people. Not for a serving thread.
import type { Database } from 'better-sqlite3';
import { type CheckAge, type EmailCheck, statusNow } from '../email-age.ts';
import type { CatalogCounts, FieldCount, ValueCount } from '../figures-port.ts';
import { openDatabase } from './open-database.ts';

const COMPANY_FIELDS: Readonly<Record<string, string>> = {
  domain: 'domain IS NOT NULL',
  email_domain: 'email_domain IS NOT NULL',
  industry: 'industry IS NOT NULL',
  type: 'type IS NOT NULL',
  country_code: 'country_code IS NOT NULL',
  city: 'city IS NOT NULL',
  employee_count: 'employee_count IS NOT NULL',
  about: 'about IS NOT NULL',
  specialties: "specialties <> '[]'",
};

/** Members of `positions`, see positions.ts: the main position is first. */
const PEOPLE_FIELDS: Readonly<Record<string, string>> = {
  job_title: "positions <> '[]'",
  job_level: "coalesce(positions ->> '$[0][2]', 'Other') <> 'Other'",
  job_function: "positions ->> '$[0][3]' IS NOT NULL",
  country_code: 'country_code IS NOT NULL',
  city: 'city IS NOT NULL',
  headline: 'headline IS NOT NULL',
  connections_count: 'connections_count IS NOT NULL',
};

const CONTACT_FIELDS: Readonly<Record<string, string>> = {
  email: "SELECT person_id FROM email WHERE status IS NOT 'invalid'",
  email_valid: "SELECT person_id FROM email WHERE status = 'valid' AND status_now(status, verified_at) = 'valid'",
  phone: 'SELECT person_id FROM phone',
  phone_mobile: "SELECT person_id FROM phone WHERE kind = 'mobile'",
};

/**
 * Opens the file, reads one consistent snapshot, and closes it. `age` decides which checks of addresses are still
 * valid. Throws an OperatorError if it cannot be opened.
 */
export function countCatalog(file: string, age: CheckAge): CatalogCounts {
  const database = openDatabase(file, { readOnly: true });
  try {
    database.function('status_now', { deterministic: true }, (status, verified_at) =>
      statusNow({ status, verified_at } as EmailCheck, age),
    );
    database.exec('BEGIN');
    const one = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? 0;
    const people = fieldsOf(database, 'person', PEOPLE_FIELDS);
    const companies = fieldsOf(database, 'company', COMPANY_FIELDS);
    const contacts = Object.entries(CONTACT_FIELDS).map(([field, ids]) => {
      return { field, count: one(`SELECT count(*) FROM person WHERE hidden = 0 AND id IN (${ids})`) };
    });
    return {
      generation: one('SELECT generation FROM meta'),
      companies: companies.all,
      people: people.all,
      openings: one('SELECT count(*) FROM opening'),
      companyFields: companies.fields,
      peopleFields: [...contacts, ...people.fields].sort((a, b) => b.count - a.count),
      companyCountries: valuesOf(database, 'company', 'country_code'),
      peopleCountries: valuesOf(database, 'person', 'country_code'),
      industries: valuesOf(database, 'company', 'industry'),
    };
  } finally {
    database.close();
  }
}

function fieldsOf(
  database: Database,
  table: string,
  fields: Readonly<Record<string, string>>,
): { all: number; fields: FieldCount[] } {
  const sums = Object.values(fields).map((condition) => `total(${condition})`);
  const row = database
    .prepare<[], number[]>(`SELECT count(*), ${sums.join(', ')} FROM ${table} WHERE hidden = 0`)
    .raw()
    .get();
  const [all = 0, ...counts] = row ?? [];
  const counted = Object.keys(fields).map((field, index) => ({ field, count: counts[index] ?? 0 }));
  return { all, fields: counted.sort((a, b) => b.count - a.count) };
}

function valuesOf(database: Database, table: string, column: string): ValueCount[] {
  return database
    .prepare<[], ValueCount>(
      `SELECT ${column} AS value, count(*) AS count FROM ${table} WHERE hidden = 0 AND ${column} IS NOT NULL
       GROUP BY 1 ORDER BY 2 DESC, 1`,
    )
    .all();
}
