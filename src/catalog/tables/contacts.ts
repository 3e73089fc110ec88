// E-mails and phones of people, stored in the order of the record and indexed by value.

import type { EmailRecord, PersonRecord, PhoneRecord } from '../../contract/import-records.ts';
import type { EmailStatus } from '../../contract/vocabularies/email-statuses.ts';
import type { KeyedRows, Sql, Write } from './sql.ts';

export type ContactRecords = Pick<PersonRecord, 'emails' | 'phones'>;

export type EmailRow = readonly [
  email: string,
  status: EmailStatus | null,
  verified_at: string | null,
  is_primary: number,
];
export type PhoneRow = readonly [phone: string, kind: PhoneRecord['kind']];

export class Contacts {
  readonly #addEmail: Write;
  readonly #addPhone: Write;
  readonly #dropEmails: Write;
  readonly #dropPhones: Write;
  readonly #emails: KeyedRows<EmailRow>;
  readonly #phones: KeyedRows<PhoneRow>;

  constructor(sql: Sql) {
    this.#addEmail = sql.insert('email', ['person_id', 'place', 'email', 'status', 'verified_at', 'is_primary']);
    this.#addPhone = sql.insert('phone', ['person_id', 'place', 'phone', 'kind']);
    this.#dropEmails = sql.remove('email', ['person_id']);
    this.#dropPhones = sql.remove('phone', ['person_id']);
    this.#emails = sql.keyed(
      'SELECT email, status, verified_at, is_primary FROM email WHERE person_id = +? ORDER BY place',
      { table: 'email', column: 'person_id' },
    );
    this.#phones = sql.keyed('SELECT phone, kind FROM phone WHERE person_id = +? ORDER BY place', {
      table: 'phone',
      column: 'person_id',
    });
  }

  prefetch(ids: readonly number[]): void {
    this.#emails.prefetch(ids);
    this.#phones.prefetch(ids);
  }

  add(personId: number, { emails, phones }: ContactRecords): void {
    for (let index = 0; index < emails.length; index += 1) {
      const { email, status, verified_at, is_primary } = emails[index] as EmailRecord;
      this.#addEmail.run(personId, index, email, status, verified_at, is_primary ? 1 : 0);
    }
    for (let index = 0; index < phones.length; index += 1) {
      const { phone, kind } = phones[index] as PhoneRecord;
      this.#addPhone.run(personId, index, phone, kind);
    }
  }

  replace(personId: number, contacts: ContactRecords): void {
    this.#dropEmails.run(personId);
    this.#dropPhones.run(personId);
    this.add(personId, contacts);
  }

  of(personId: number): { emails: EmailRecord[]; phones: PhoneRecord[] } {
    return { emails: this.#emails.of(personId).map(emailRecord), phones: this.#phones.of(personId).map(phoneRecord) };
  }
}

export function emailRecord([email, status, verified_at, is_primary]: EmailRow): EmailRecord {
  return { email, status, verified_at, is_primary: is_primary === 1 };
}

export function phoneRecord([phone, kind]: PhoneRow): PhoneRecord {
  return { phone, kind };
}
