// E-mails and phones of a visible person by slug, for answers.
import type { Database } from 'better-sqlite3';
import type { EmailRecord, PhoneRecord } from '../../contract/import-records.ts';
import { type EmailRow, emailRecord, type PhoneRow, phoneRecord } from '../tables/contacts.ts';
import type { Reading, ReadingOf } from './turn-snapshot.ts';

/** The row of a person without contacts. */
type NoRow = readonly [null, ...null[]];

/**
 * Reads the contacts in one statement over covering indexes: each statement costs more than its rows. Returns one row
 * of nulls if there are none.
 */
const ofSlug = (table: 'email' | 'phone', columns: string) =>
  `SELECT ${columns} FROM person LEFT JOIN ${table} ON person_id = person.id WHERE slug = +?
      AND NOT EXISTS (SELECT 1 FROM person AS other INDEXED BY person_hidden
        WHERE other.id = person.id AND other.hidden = 1)
    ORDER BY place`;

export class ContactsOfSlug {
  readonly #emails: Reading<[slug: string], EmailRow | NoRow>;
  readonly #phones: Reading<[slug: string], PhoneRow | NoRow>;

  /** `reading` prepares the statements. */
  constructor(database: Database, reading: ReadingOf) {
    const emails = ofSlug('email', 'email, status, verified_at, is_primary');
    this.#emails = reading(database.prepare<[string], EmailRow | NoRow>(emails).raw());
    this.#phones = reading(database.prepare<[string], PhoneRow | NoRow>(ofSlug('phone', 'phone, kind')).raw());
  }

  /** Null for an unknown or hidden slug. */
  emails(slug: string): EmailRecord[] | null {
    return contactsOf(this.#emails.all(slug), emailRecord);
  }

  /** Null for an unknown or hidden slug. */
  phones(slug: string): PhoneRecord[] | null {
    return contactsOf(this.#phones.all(slug), phoneRecord);
  }
}

/** The contacts in the rows of `ofSlug`. */
function contactsOf<Row extends EmailRow | PhoneRow, Contact>(
  rows: readonly (Row | NoRow)[],
  contactOf: (row: Row) => Contact,
): Contact[] | null {
  if (rows.length === 0) return null;
  return rows.filter((row): row is Row => row[0] !== null).map(contactOf);
}
