// Migrates a catalog from version 1 to version 2: compresses the texts of people, and adds the identities of records to
// suppressions.
import type { Database } from 'better-sqlite3';
import type { SchemaStep } from '../../ops/sqlite/sqlite-file.ts';
import { TextDictionaries } from '../tables/text-dictionaries.ts';
import { SqliteSql } from './sqlite-sql.ts';

/** Number of people between two progress reports. */
const PEOPLE_A_TIME = 10_000;

const TABLES = `ALTER TABLE person_text RENAME TO former_text;
CREATE TABLE person_text (person_id INTEGER PRIMARY KEY, json BLOB NOT NULL, unanswered BLOB NOT NULL) STRICT;
CREATE TABLE dictionary (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL, people INTEGER NOT NULL) STRICT;`;

/** Does nothing if the catalog was created in this form. */
export const compressTexts: SchemaStep = (database, report) => {
  if (!hasColumn(database, 'suppression', 'identities'))
    database.exec("ALTER TABLE suppression ADD COLUMN identities TEXT NOT NULL DEFAULT '[]'");
  if (hasColumn(database, 'dictionary', 'bytes')) return;
  database.exec(TABLES);
  copyTexts(database, report);
  database.exec('DROP TABLE former_text');
};

export function hasColumn(database: Database, table: string, column: string): boolean {
  const columns = database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  return columns.includes(column);
}

function copyTexts(database: Database, report: Parameters<SchemaStep>[1]): void {
  const texts = new TextDictionaries(new SqliteSql(database));
  const total = database.prepare<[], number>('SELECT count(*) FROM former_text').pluck().get() ?? 0;
  const after = database
    .prepare<[number, number], readonly [id: number, json: string, unanswered: string]>(
      'SELECT person_id, json, unanswered FROM former_text WHERE person_id > ? ORDER BY person_id LIMIT ?',
    )
    .raw();
  const add = database.prepare('INSERT INTO person_text (person_id, json, unanswered) VALUES (?, ?, ?)');
  let done = 0;
  for (let people = after.all(0, PEOPLE_A_TIME); people.length > 0; ) {
    // Called as in a transaction of the writer: makes a dictionary if there are enough people.
    texts.refresh();
    for (const [id, ...stored] of people) add.run(id, ...stored.map((text) => texts.encode(Buffer.from(text), id)));
    done += people.length;
    report({ what: 'people', done, total });
    people = after.all(people.at(-1)?.[0] ?? 0, PEOPLE_A_TIME);
  }
}
