// Iterates over the identifiers and contacts of visible records, for the look-up tables of an edition. Each table
// is read once, in the order of its key.
import type { CompanyKeysDocument, ContactsDocument } from '../../contract/documents.ts';
import type { EmailRecord, PhoneRecord } from '../../contract/import-records.ts';
import { externalIdsOfText } from '../external-ids-text.ts';
import { storedRecord } from '../stored-record.ts';
import type { Sql } from '../tables/sql.ts';
import { FormerSlugKeys } from './former-slug-keys.ts';
import { OwnedRows } from './owned-rows.ts';
import { rowsOf, type SelectedIds, type Selection } from './selection.ts';

type SlugRow = readonly [id: number, slug: string, external_ids: string | null];
type EmailRow = readonly [
  personId: number,
  email: string,
  status: EmailRecord['status'],
  verified_at: string | null,
  is_primary: number,
];
type PhoneRow = readonly [personId: number, phone: string, kind: PhoneRecord['kind']];

/** Contacts by id of the person. */
export function* contacts(sql: Sql, only: Selection): Generator<ContactsDocument> {
  const people = sql.rows<SelectedIds, SlugRow>(
    `SELECT id, slug, external_ids FROM person WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`,
  );
  const emailRows = sql.rows<SelectedIds, EmailRow>(
    `SELECT person_id, email, status, verified_at, is_primary FROM email WHERE ${only.has('person_id')}
     ORDER BY person_id, place`,
  );
  const phoneRows = sql.rows<SelectedIds, PhoneRow>(
    `SELECT person_id, phone, kind FROM phone WHERE ${only.has('person_id')} ORDER BY person_id, place`,
  );
  const emails = new OwnedRows(rowsOf(emailRows, only));
  const phones = new OwnedRows(rowsOf(phoneRows, only));
  const former = new FormerSlugKeys('person', sql, only);
  try {
    for (const [id, slug, ids] of rowsOf(people, only)) {
      const owned = { emails: emails.of(id).map(emailOf), phones: phones.of(id).map(phoneOf) };
      yield { id, slug, ...owned, ids: [...externalIdsOfText(ids), ...former.of(id, slug)] };
    }
  } finally {
    emails.close();
    phones.close();
    former.close();
  }
}

function emailOf([, email, status, verified_at, is_primary]: EmailRow): EmailRecord {
  return { email, status, verified_at, is_primary: is_primary === 1 };
}

function phoneOf([, phone, kind]: PhoneRow): PhoneRecord {
  return { phone, kind };
}

/** Keys by id of the company. */
export function* companyKeys(sql: Sql, only: Selection): Generator<CompanyKeysDocument> {
  const companies = sql.rows<SelectedIds, SlugRow>(
    `SELECT id, slug, external_ids FROM company WHERE hidden = 0 AND ${only.has('id')} ORDER BY id`,
  );
  const domains = new OwnedRows(domainRows(sql, only));
  const former = new FormerSlugKeys('company', sql, only);
  try {
    for (const [id, slug, ids] of companies.iterate(...only.ids)) {
      const keys = [...externalIdsOfText(ids), ...former.of(id, slug)];
      yield { id, slug, domains: domains.of(id).map(([, each]) => each), ids: keys };
    }
  } finally {
    domains.close();
    former.close();
  }
}

type DomainRow = readonly [companyId: number, domain: string];

/**
 * The domains by which companies are found, in the order of the companies. The domains are read from the records: the
 * table of domains has no index by company, but reading it as a whole is faster.
 */
export function domainRows(sql: Sql, only: Selection): IterableIterator<DomainRow> {
  return only.ids.length === 0 ? sql.rows<[], DomainRow>(DOMAINS).iterate() : domainsOf(sql, only);
}

const DOMAINS = 'SELECT company_id, domain FROM company_domain ORDER BY company_id, domain';

function* domainsOf(sql: Sql, only: Selection): Generator<DomainRow> {
  type Row = readonly [id: number, record: string];
  const rows = sql.rows<SelectedIds, Row>(`SELECT id, record FROM company WHERE ${only.has('id')} ORDER BY id`);
  for (const [id, record] of rows.iterate(...only.ids)) {
    for (const domain of storedRecord('company', record).domains.toSorted(byBytes)) yield [id, domain];
  }
}

/** Domains are ASCII, so the order of their characters is the order of the table. */
const byBytes = (a: string, b: string) => (a < b ? -1 : Number(a > b));
