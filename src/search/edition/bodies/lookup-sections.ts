// The sections of a pack for look-ups by identifier. The tables name a person by the document of the main position, so
// that the owners of a shared identifier can be ordered by columns in memory before one is read.

/** Tables from an identifier to documents: sections of bytes, each with a column of the starts of its buckets. */
export const LOOK_UP_TABLES = {
  personSlugs: 'people.by_slug',
  emails: 'people.by_email',
  phones: 'people.by_phone',
  personIds: 'people.by_external_id',
  companySlugs: 'companies.by_slug',
  domains: 'companies.by_domain',
  companyIds: 'companies.by_external_id',
} as const;

export type LookUpTable = keyof typeof LOOK_UP_TABLES;

/** One unit per document of people (see contacts-format.ts); empty at documents that are not main positions. */
export const CONTACTS_SECTION = 'people.contacts';

/** The column of a table that is in memory. */
export const startsOf = (table: LookUpTable) => `${LOOK_UP_TABLES[table]}.starts`;
