// Iterates over the identifiers and contacts of visible records, for the look-up tables of an edition. Each table
// is read once, in the order of its key.
import type { Database } from 'better-sqlite3';
import type { CompanyKeysDocument, ContactsDocument } from '../../contract/documents.ts';
import type { EmailRecord, PhoneRecord } from '../../contract/import-records.ts';
import { OwnedRows } from './owned-rows.ts';
import type { SelectedIds, Selection } from './selection.ts';

type SlugRow = readonly [id: number, slug: string];
type EmailRow = readonly [
  personId: number,
  email: string,
  status: EmailRecord['status'],
  verified_at: string | null,
  is_primary: number,
];
type PhoneRow = readonly [personId: number, phone: string, kind: PhoneRecord['kind']];

/** By id of the person. */
export function* contacts(database: Database, only: Selection): Generator<ContactsDocument> {
  const people = database
    .prepare<SelectedIds, SlugRow>(`SELECT id, slug FROM person WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`)
    .raw();
  const emails = new OwnedRows(
    database
      .prepare<SelectedIds, EmailRow>(
        `SELECT person_id, email, status, verified_at, is_primary FROM email WHERE ${only.has('person_id')}
         ORDER BY person_id, place`,
      )
      .raw()
      .iterate(...only.ids),
  );
  const phones = new OwnedRows(
    database
      .prepare<SelectedIds, PhoneRow>(
        `SELECT person_id, phone, kind FROM phone WHERE ${only.has('person_id')} ORDER BY person_id, place`,
      )
      .raw()
      .iterate(...only.ids),
  );
  try {
    for (const [id, slug] of people.iterate(...only.ids)) {
      yield { id, slug, emails: emails.of(id).map(emailOf), phones: phones.of(id).map(phoneOf) };
    }
  } finally {
    emails.close();
    phones.close();
  }
}

function emailOf([, email, status, verified_at, is_primary]: EmailRow): EmailRecord {
  return { email, status, verified_at, is_primary: is_primary === 1 };
}

function phoneOf([, phone, kind]: PhoneRow): PhoneRecord {
  return { phone, kind };
}

/** By id of the company. */
export function* companyKeys(database: Database, only: Selection): Generator<CompanyKeysDocument> {
  const companies = database
    .prepare<SelectedIds, SlugRow>(`SELECT id, slug FROM company WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`)
    .raw();
  const domains = new OwnedRows(domainRows(database, only));
  try {
    for (const [id, slug] of companies.iterate(...only.ids)) {
      yield { id, slug, domains: domains.of(id).map(([, each]) => each) };
    }
  } finally {
    domains.close();
  }
}

type DomainRow = readonly [companyId: number, domain: string];

/**
 * The domains by which companies are found, in the order of companies. They are those of the record; the table has no
 * index by company, but is read faster as a whole.
 */
export function domainRows(database: Database, only: Selection): IterableIterator<DomainRow> {
  const sql =
    only.ids.length === 0
      ? 'SELECT company_id, domain FROM company_domain ORDER BY company_id, domain'
      : `SELECT company.id, value FROM company, json_each(record, '$.domains') WHERE ${only.has('company.id')}
         ORDER BY company.id, value`;
  return database
    .prepare<SelectedIds, DomainRow>(sql)
    .raw()
    .iterate(...only.ids);
}
