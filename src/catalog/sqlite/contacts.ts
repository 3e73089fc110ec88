// E-mails and phones of people: kept in the order of the record, found by their value.
import type { Database, Statement } from 'better-sqlite3';
import type { EmailRecord, PersonRecord, PhoneRecord } from '../../contract/import-records.ts';
import type { EmailStatus } from '../../contract/vocabularies.ts';
import type { Reading, ReadingOf } from './turn-snapshot.ts';

export type ContactRecords = Pick<PersonRecord, 'emails' | 'phones'>;

type EmailRow = readonly [email: string, status: EmailStatus | null, verifiedAt: string | null, isPrimary: number];

/**
 * Of the person of a slug who is not hidden, as JSON: one statement, as each costs more than what it reads, on nothing but indexes and
 * the contacts themselves.
 */
const ofSlug = (table: 'email' | 'phone', columns: string) =>
  `SELECT (SELECT json_group_array(json_array(${columns}))
      FROM (SELECT ${columns} FROM ${table} WHERE person_id = person.id ORDER BY place))
    FROM person WHERE slug = ?
      AND NOT EXISTS (SELECT 1 FROM person AS other INDEXED BY person_hidden WHERE other.id = person.id AND other.hidden = 1)`;

export class Contacts {
  readonly #addEmail: Statement<[number, number, string, string | null, string | null, number]>;
  readonly #addPhone: Statement<[number, number, string, string | null]>;
  readonly #dropEmails: Statement<[number]>;
  readonly #dropPhones: Statement<[number]>;
  readonly #emails: Statement<[number], EmailRow>;
  readonly #phones: Statement<[number], PhoneRecord>;
  readonly #emailsOfSlug: Reading<[slug: string], string>;
  readonly #phonesOfSlug: Reading<[slug: string], string>;

  /** `reading` makes the statements by slug. */
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
    this.#emailsOfSlug = reading(database.prepare<[string], string>(emailsOfSlug).pluck());
    this.#phonesOfSlug = reading(database.prepare<[string], string>(ofSlug('phone', 'phone, kind')).pluck());
  }

  add(personId: number, { emails, phones }: ContactRecords): void {
    for (let place = 0; place < emails.length; place += 1) {
      const { email, status, verifiedAt, isPrimary } = emails[place] as EmailRecord;
      this.#addEmail.run(personId, place, email, status, verifiedAt, isPrimary ? 1 : 0);
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

  /** Null for a slug that is not known, or hidden. */
  emailsOfSlug(slug: string): EmailRecord[] | null {
    const rows = this.#emailsOfSlug.get(slug);
    return rows === undefined ? null : (JSON.parse(rows) as EmailRow[]).map(emailOf);
  }

  /** Null for a slug that is not known, or hidden. */
  phonesOfSlug(slug: string): PhoneRecord[] | null {
    const rows = this.#phonesOfSlug.get(slug);
    if (rows === undefined) return null;
    return (JSON.parse(rows) as [phone: string, kind: PhoneRecord['kind']][]).map(([phone, kind]) => ({ phone, kind }));
  }
}

function emailOf([email, status, verifiedAt, isPrimary]: EmailRow): EmailRecord {
  return { email, status, verifiedAt, isPrimary: isPrimary === 1 };
}
