// Iterates over the identifiers and contacts of all visible records, for the look-up tables of an edition. Each table
// is read once, in the order of its key.
import type { Database } from 'better-sqlite3';
import type { CompanyKeysDocument, ContactsDocument } from '../../contract/documents.ts';
import type { EmailRecord, PhoneRecord } from '../../contract/import-records.ts';

type EmailRow = readonly [
  personId: number,
  email: string,
  status: EmailRecord['status'],
  verified_at: string | null,
  is_primary: number,
];
type PhoneRow = readonly [personId: number, phone: string, kind: PhoneRecord['kind']];

/** By id of the person. */
export function* contacts(database: Database): Generator<ContactsDocument> {
  const people = database
    .prepare<[], readonly [id: number, slug: string]>('SELECT id, slug FROM person WHERE hidden = 0 ORDER BY id')
    .raw();
  const emails = new OwnedRows(
    database
      .prepare<[], EmailRow>(
        'SELECT person_id, email, status, verified_at, is_primary FROM email ORDER BY person_id, place',
      )
      .raw()
      .iterate(),
  );
  const phones = new OwnedRows(
    database
      .prepare<[], PhoneRow>('SELECT person_id, phone, kind FROM phone ORDER BY person_id, place')
      .raw()
      .iterate(),
  );
  try {
    for (const [id, slug] of people.iterate()) {
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

type DomainRow = readonly [companyId: number, domain: string];

/** By id of the company. */
export function* companyKeys(database: Database): Generator<CompanyKeysDocument> {
  const companies = database
    .prepare<[], readonly [id: number, slug: string]>('SELECT id, slug FROM company WHERE hidden = 0 ORDER BY id')
    .raw();
  const domains = new OwnedRows(
    database
      .prepare<[], DomainRow>('SELECT company_id, domain FROM company_domain ORDER BY company_id, domain')
      .raw()
      .iterate(),
  );
  try {
    for (const [id, slug] of companies.iterate()) {
      yield { id, slug, domains: domains.of(id).map(([, each]) => each) };
    }
  } finally {
    domains.close();
  }
}

/** Rows that begin with the id of their owner, in ascending order of it; `of` is called with ascending ids. */
class OwnedRows<Row extends readonly [ownerId: number, ...rest: unknown[]]> {
  readonly #rows: IterableIterator<Row>;
  #next: IteratorResult<Row>;

  constructor(rows: IterableIterator<Row>) {
    this.#rows = rows;
    this.#next = rows.next();
  }

  /** The rows of an owner; skips those of earlier ids, which are hidden. */
  of(ownerId: number): Row[] {
    const own: Row[] = [];
    for (; !this.#next.done && this.#next.value[0] <= ownerId; this.#next = this.#rows.next()) {
      if (this.#next.value[0] === ownerId) own.push(this.#next.value);
    }
    return own;
  }

  close(): void {
    this.#rows.return?.();
  }
}
