// E-mails and phones of people: kept in the order of the record, found by their value.
import type { Database, Statement } from 'better-sqlite3';
import type { EmailRecord, PersonRecord, PhoneRecord } from '../../contract/import-records.ts';
import type { EmailStatus } from '../../contract/vocabularies.ts';

export type ContactRecords = Pick<PersonRecord, 'emails' | 'phones'>;

type EmailRow = readonly [email: string, status: EmailStatus | null, verifiedAt: string | null, isPrimary: number];

export class Contacts {
  readonly #addEmail: Statement<[number, number, string, string | null, string | null, number]>;
  readonly #addPhone: Statement<[number, number, string, string | null]>;
  readonly #dropEmails: Statement<[number]>;
  readonly #dropPhones: Statement<[number]>;
  readonly #emails: Statement<[number], EmailRow>;
  readonly #phones: Statement<[number], PhoneRecord>;

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
    const emails = this.#emails
      .all(personId)
      .map(([email, status, verifiedAt, isPrimary]) => ({ email, status, verifiedAt, isPrimary: isPrimary === 1 }));
    return { emails, phones: this.#phones.all(personId) };
  }
}
