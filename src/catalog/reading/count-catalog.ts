// Counts a catalog by scanning every table, which takes a second or two for a million people. Must not run in a serving
// thread.
import { type CheckAge, statusNow } from '../email-age.ts';
import type { CatalogCounts, FieldCount, ValueCount } from '../figures-port.ts';
import type { Sql, SqlDialect } from '../tables/sql.ts';

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

/** Members of `positions`, see stored-positions.ts. The main position is the first. */
const peopleFields = ({ elementOf }: SqlDialect): Readonly<Record<string, string>> => ({
  job_title: "positions <> '[]'",
  job_level: `coalesce(${elementOf('positions', [0, 2])}, 'Other') <> 'Other'`,
  job_function: `${elementOf('positions', [0, 3])} IS NOT NULL`,
  country_code: 'country_code IS NOT NULL',
  city: 'city IS NOT NULL',
  headline: 'headline IS NOT NULL',
  connections_count: 'connections_count IS NOT NULL',
});

const CONTACT_FIELDS: Readonly<Record<string, string>> = {
  email: "SELECT person_id FROM email WHERE status IS NULL OR status <> 'invalid'",
  phone: 'SELECT person_id FROM phone',
  phone_mobile: "SELECT person_id FROM phone WHERE kind = 'mobile'",
};

const VALID_EMAILS = `SELECT person_id, verified_at FROM email JOIN person ON person.id = person_id
  WHERE status = 'valid' AND hidden = 0 ORDER BY person_id`;

/** Counts over a connection in a read transaction. `age` decides which verifications of addresses are still valid. */
export function countCatalog(sql: Sql, age: CheckAge): CatalogCounts {
  const one = (text: string) => sql.values<[], number>(text).get() ?? 0;
  const people = countFilled(sql, 'person', peopleFields(sql.dialect));
  const companies = countFilled(sql, 'company', COMPANY_FIELDS);
  const contacts = Object.entries(CONTACT_FIELDS).map(([field, ids]) => {
    return { field, count: one(`SELECT count(*) FROM person WHERE hidden = 0 AND id IN (${ids})`) };
  });
  contacts.push({ field: 'email_valid', count: peopleWithValidEmail(sql, age) });
  return {
    generation: one('SELECT generation FROM meta WHERE id = 1'),
    companies: companies.all,
    people: people.all,
    openings: one('SELECT count(*) FROM opening'),
    companyFields: companies.fields,
    peopleFields: [...contacts, ...people.fields].sort((a, b) => b.count - a.count),
    companyCountries: valuesOf(sql, 'company', 'country_code'),
    peopleCountries: valuesOf(sql, 'person', 'country_code'),
    industries: valuesOf(sql, 'company', 'industry'),
  };
}

function peopleWithValidEmail(sql: Sql, age: CheckAge): number {
  let [count, last] = [0, 0];
  for (const [id, verified_at] of sql.rows<[], readonly [id: number, at: string | null]>(VALID_EMAILS).iterate()) {
    if (id === last || statusNow({ status: 'valid', verified_at }, age) !== 'valid') continue;
    count += 1;
    last = id;
  }
  return count;
}

/** Counts the visible records of a table, and those that satisfy the condition of each field. */
function countFilled(
  sql: Sql,
  table: string,
  fields: Readonly<Record<string, string>>,
): { all: number; fields: FieldCount[] } {
  const sums = Object.values(fields).map((condition) => `coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`);
  const row = sql.rows<[], number[]>(`SELECT count(*), ${sums.join(', ')} FROM ${table} WHERE hidden = 0`).get();
  const [all = 0, ...counts] = row ?? [];
  const counted = Object.keys(fields).map((field, index) => ({ field, count: counts[index] ?? 0 }));
  return { all, fields: counted.sort((a, b) => b.count - a.count) };
}

function valuesOf(sql: Sql, table: string, column: string): ValueCount[] {
  return sql
    .objects<[], ValueCount>(
      `SELECT ${column} AS value, count(*) AS count FROM ${table} WHERE hidden = 0 AND ${column} IS NOT NULL
       GROUP BY 1 ORDER BY 2 DESC, 1`,
    )
    .all();
}
