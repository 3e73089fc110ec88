// Encodes the contacts of a person as one text, and decodes it.
import type { EmailRecord, PersonRecord, PhoneRecord } from '../contract/import-records.ts';

type Contacts = Pick<PersonRecord, 'emails' | 'phones'>;
type EmailRow = readonly [
  EmailRecord['email'],
  EmailRecord['status'],
  EmailRecord['verified_at'],
  EmailRecord['is_primary'],
];
type PhoneRow = readonly [PhoneRecord['phone'], PhoneRecord['kind']];

const NO_CONTACTS = '[[],[]]';

/** JSON; equal for equal contacts. */
export function contactsText({ emails, phones }: Contacts): string {
  if (emails.length === 0 && phones.length === 0) return NO_CONTACTS;
  return JSON.stringify([
    emails.map(({ email, status, verified_at, is_primary }): EmailRow => [email, status, verified_at, is_primary]),
    phones.map(({ phone, kind }): PhoneRow => [phone, kind]),
  ]);
}

/** Decodes a text of contactsText. */
export function parseContactsText(text: string): Contacts {
  if (text === NO_CONTACTS) return { emails: [], phones: [] };
  const [emails, phones] = JSON.parse(text) as readonly [readonly EmailRow[], readonly PhoneRow[]];
  return {
    emails: emails.map(([email, status, verified_at, is_primary]) => ({ email, status, verified_at, is_primary })),
    phones: phones.map(([phone, kind]) => ({ phone, kind })),
  };
}
