// Adds the columns of search fields that a catalog with an earlier record table lacks, and writes its records again,
// with the values of these columns and with answers that contain the new members.

import type { Database } from 'better-sqlite3';
import type { SchemaStep } from '../../ops/sqlite/sqlite-file.ts';
import { preparePerson } from '../prepare-person.ts';
import { COMPANY_COLUMNS, PERSON_COLUMNS, type SearchColumn } from '../search-columns.ts';
import { storedRecord } from '../stored-record.ts';
import { Contacts } from '../tables/contacts.ts';
import { TextDictionaries } from '../tables/text-dictionaries.ts';
import { companyMembers } from '../views/company-json.ts';
import { personRecord } from '../views/person-json.ts';
import { redactRecord } from '../views/redact-record.ts';
import { SqliteSql } from './sqlite-sql.ts';

const TABLES = { company: COMPANY_COLUMNS, person: PERSON_COLUMNS } as const;
const TYPES = { text: 'TEXT', number: 'INTEGER', list: "TEXT NOT NULL DEFAULT '[]'" } as const;

function missingIn(database: Database, table: keyof typeof TABLES): readonly SearchColumn<never>[] {
  const known = new Set(database.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all());
  return TABLES[table].filter(({ name }) => !known.has(name));
}

/** Whether a catalog lacks a column of the record table. */
export function lacksColumns(database: Database): boolean {
  return missingIn(database, 'company').length + missingIn(database, 'person').length > 0;
}

/** Adds the missing columns; the caller runs it in a transaction. */
export const addSearchColumns: SchemaStep = (database, report) => {
  // Another process may have added them in the meantime.
  if (!lacksColumns(database)) return;
  if (add(database, 'company')) rewriteCompanies(database);
  if (add(database, 'person')) rewritePeople(database, report);
  database.exec('UPDATE meta SET generation = generation + 1');
};

function add(database: Database, table: keyof typeof TABLES): boolean {
  const missing = missingIn(database, table);
  for (const { name, type } of missing) database.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${TYPES[type]}`);
  return missing.length > 0;
}

const assigned = (columns: readonly SearchColumn<never>[]) => columns.map(({ name }) => `${name} = ?`).join(', ');

function rewriteCompanies(database: Database): void {
  const rows = database.prepare<[], readonly [number, string, string]>('SELECT id, slug, record FROM company').raw();
  const change = database.prepare(
    `UPDATE company SET ${assigned(COMPANY_COLUMNS)}, employer_json = ?, rest_json = ? WHERE id = ?`,
  );
  for (const [id, slug, record] of rows.all()) {
    const shown = redactRecord(storedRecord('company', record));
    const { employer, rest } = companyMembers(shown, slug);
    change.run(...COMPANY_COLUMNS.map(({ read }) => read(shown)), employer, rest, id);
  }
}

/** Number of rewritten people between two progress reports. */
const PEOPLE_A_TIME = 10_000;

function rewritePeople(database: Database, report: Parameters<SchemaStep>[1]): void {
  const total = database.prepare<[], number>('SELECT count(*) FROM person_text').pluck().get() ?? 0;
  const sql = new SqliteSql(database);
  const contacts = new Contacts(sql);
  const texts = new TextDictionaries(sql);
  texts.refresh();
  const after = database
    .prepare<[number, number], readonly [id: number, json: Buffer, unanswered: Buffer]>(
      'SELECT person_id, json, unanswered FROM person_text WHERE person_id > ? ORDER BY person_id LIMIT ?',
    )
    .raw();
  const change = database.prepare(`UPDATE person SET ${assigned(PERSON_COLUMNS)} WHERE id = ?`);
  const changeText = database.prepare('UPDATE person_text SET json = ?, unanswered = ? WHERE person_id = ?');
  let last = 0;
  for (let done = 0; done < total; ) {
    const people = after.all(last, PEOPLE_A_TIME);
    for (const [id, ...stored] of people) {
      const [json, unanswered] = stored.map((text) => texts.text(text)) as [string, string];
      const { columns, jsonBytes, unansweredBytes } = preparePerson(
        personRecord({ json, unanswered }, contacts.of(id)),
      );
      change.run(...columns, id);
      changeText.run(texts.encode(jsonBytes, id), texts.encode(unansweredBytes, id), id);
    }
    done += people.length;
    last = people.at(-1)?.[0] ?? Number.MAX_SAFE_INTEGER;
    if (people.length === 0) return;
    report({ what: 'people', done, total });
  }
}
