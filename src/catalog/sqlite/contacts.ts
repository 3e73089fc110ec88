// E-mails and phones of people: kept in the order of the record, found by their value.
import type { Database, Statement } from 'better-sqlite3';
import type { EmailRecord, PersonRecord, PhoneRecord } from '../../contract/import-records.ts';
import type { EmailStatus } from '../../contract/vocabularies.ts';

export type ContactRecords = Pick<PersonRecord, 'emails' | 'phones'>;

type EmailRow = readonly [email: string, status: EmailStatus | null, verifiedAt: string | null, isPrimary: number];

/** One statement, as each costs more than what it reads. */
const OF_SLUG = `SELECT
    (SELECT json_group_array(json_array(email, status, verified_at, is_primary) ORDER BY place)
      FROM email WHERE person_id = person.id),
    (SELECT json_group_array(json_array(phone, kind) ORDER BY place) FROM phone WHERE person_id = person.id)
  FROM person WHERE slug = ? AND hidden = 0`;

export class Contacts {
  readonly #addEmail: Statement<[number, number, string, string | null, string | null, number]>;
  readonly #addPhone: Statement<[number, number, string, string | null]>;
  readonly #dropEmails: Statement<[number]>;
  readonly #dropPhones: Statement<[number]>;
  readonly #emails: Statement<[number], EmailRow>;
  readonly #phones: Statement<[number], PhoneRecord>;
  readonly #ofSlug: Statement<[string], readonly [emails: string, phones: string]>;

  constructor(database: Database) {
    this.#addEmail = database.prepare('INSERT INTO email VALUES (?, ?, ?, ?, ?, ?)');
    this.#addPhone = database.prepare('INSERT INTO phone VALUES (?, ?, ?, ?)');
    this.#dropEmails = database.prepare('DELETE FROM email WHERE person_id = ?');
    this.#dropPhones = database.prepare('DELETE FROM phone WHERE person_id = ?');
    this.#emails = database
      .prepare<[number], EmailRow>(
        'SELECT email, status, verified_at, is_primary FROM email WHERE person_id = ? ORDER BY place',
      )
      .raw();
    this.#phones = database.prepare('SELECT phone, kind FROM phone WHERE person_id = ? ORDER BY place');
    this.#ofSlug = database.prepare<[string], readonly [emails: string, phones: string]>(OF_SLUG).raw();
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

  /** Those of a person who is not hidden; null for a slug that is not known. */
  ofSlug(slug: string): { emails: EmailRecord[]; phones: PhoneRecord[] } | null {
    const row = this.#ofSlug.get(slug);
    if (row === undefined) return null;
    const emails = JSON.parse(row[0]) as EmailRow[];
    const phones = JSON.parse(row[1]) as [phone: string, kind: PhoneRecord['kind']][];
    return { emails: emails.map(emailOf), phones: phones.map(([phone, kind]) => ({ phone, kind })) };
  }
}

function emailOf([email, status, verifiedAt, isPrimary]: EmailRow): EmailRecord {
  return { email, status, verifiedAt, isPrimary: isPrimary === 1 };
}
