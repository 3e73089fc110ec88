// E-mails and phones of people: stored in the order of the record, indexed by value.
import type { Database, Statement } from 'better-sqlite3';
import type { EmailStatus } from '../../contract/email-statuses.ts';
import type { EmailRecord, PersonRecord, PhoneRecord } from '../../contract/import-records.ts';
import type { Reading, ReadingOf } from './turn-snapshot.ts';

export type ContactRecords = Pick<PersonRecord, 'emails' | 'phones'>;

type EmailRow = readonly [email: string, status: EmailStatus | null, verified_at: string | null, is_primary: number];
type PhoneRow = readonly [phone: string, kind: PhoneRecord['kind']];
/** Placeholder if a person has no rows. */
type NoRow = readonly [null, ...null[]];

/**
 * Contacts of a visible person by slug: one statement, as each costs more than its rows, over covering indexes and the
 * contacts only. One row of nulls if there are none.
 */
const ofSlug = (table: 'email' | 'phone', columns: string) =>
  `SELECT ${columns} FROM person LEFT JOIN ${table} ON person_id = person.id WHERE slug = +?
      AND NOT EXISTS (SELECT 1 FROM person AS other INDEXED BY person_hidden
        WHERE other.id = person.id AND other.hidden = 1)
    ORDER BY place`;

export class Contacts {
  readonly #addEmail: Statement<[number, number, string, string | null, string | null, number]>;
  readonly #addPhone: Statement<[number, number, string, string | null]>;
  readonly #dropEmails: Statement<[number]>;
  readonly #dropPhones: Statement<[number]>;
  readonly #emails: Statement<[number], EmailRow>;
  readonly #phones: Statement<[number], PhoneRecord>;
  readonly #emailsOfSlug: Reading<[slug: string], EmailRow | NoRow>;
  readonly #phonesOfSlug: Reading<[slug: string], PhoneRow | NoRow>;

  /** `reading` prepares the statements by slug. */
  constructor(database: Database, reading: ReadingOf = (statement) => statement) {
    this.#addEmail = database.prepare('INSERT INTO email VALUES (?, ?, ?, ?, ?, ?)');
    this.#addPhone = database.prepare('INSERT INTO phone VALUES (?, ?, ?, ?)');
    this.#dropEmails = database.prepare('DELETE FROM email WHERE person_id = ?');
    this.#dropPhones = database.prepare('DELETE FROM phone WHERE person_id = ?');
    this.#emails = database
      .prepare<[number], EmailRow>(
        'SELECT email, status, verified_at, is_primary FROM email WHERE person_id = +? ORDER BY place',
      )
      .raw();
    this.#phones = database.prepare('SELECT phone, kind FROM phone WHERE person_id = +? ORDER BY place');
    const emailsOfSlug = ofSlug('email', 'email, status, verified_at, is_primary');
    this.#emailsOfSlug = reading(database.prepare<[string], EmailRow | NoRow>(emailsOfSlug).raw());
    this.#phonesOfSlug = reading(database.prepare<[string], PhoneRow | NoRow>(ofSlug('phone', 'phone, kind')).raw());
  }

  add(personId: number, { emails, phones }: ContactRecords): void {
    for (let place = 0; place < emails.length; place += 1) {
      const { email, status, verified_at, is_primary } = emails[place] as EmailRecord;
      this.#addEmail.run(personId, place, email, status, verified_at, is_primary ? 1 : 0);
    }
    for (let place = 0; place < phones.length; place += 1) {
      const { phone, kind } = phones[place] as PhoneRecord;
      this.#addPhone.run(personId, place, phone, kind);
    }
  }

  replace(personId: number, contacts: ContactRecords): void {
    this.#dropEmails.run(personId);
    this.#dropPhones.run(personId);
    this.add(personId, contacts);
  }

  of(personId: number): { emails: EmailRecord[]; phones: PhoneRecord[] } {
    return { emails: this.#emails.all(personId).map(emailOf), phones: this.#phones.all(personId) };
  }

  /** Null for an unknown or hidden slug. */
  emailsOfSlug(slug: string): EmailRecord[] | null {
    return contactsOf(this.#emailsOfSlug.all(slug), emailOf);
  }

  /** Null for an unknown or hidden slug. */
  phonesOfSlug(slug: string): PhoneRecord[] | null {
    return contactsOf(this.#phonesOfSlug.all(slug), phoneOf);
  }
}

/** Of the rows of `ofSlug`. */
function contactsOf<Row extends EmailRow | PhoneRow, Contact>(
  rows: readonly (Row | NoRow)[],
  contactOf: (row: Row) => Contact,
): Contact[] | null {
  if (rows.length === 0) return null;
  return rows.filter((row): row is Row => row[0] !== null).map(contactOf);
}

function emailOf([email, status, verified_at, is_primary]: EmailRow): EmailRecord {
  return { email, status, verified_at, is_primary: is_primary === 1 };
}

function phoneOf([phone, kind]: PhoneRow): PhoneRecord {
  return { phone, kind };
}
