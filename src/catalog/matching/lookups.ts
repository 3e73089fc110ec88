// The look-ups of matching decisions into the stored records: their only view of a store. Decisions request one key and
// get the answer at once; a store answers many keys of a look-up at a time (BulkLookups), so that a batch of rows needs
// few round trips.
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import type { Origin, RunSource, SourceRow } from './source-row.ts';

/** The fields of a stored record that the decisions of every kind need. */
export interface FoundRecord {
  readonly id: number;
  readonly slug: string;
  /** The slug is made from the record, not known from a profile URL. */
  readonly hasMadeSlug: boolean;
  /** Suppressed. */
  readonly isHidden: boolean;
  /** That of the row that the record is; null if its rows are stored separately. */
  readonly origin: Origin | null;
}

export interface FoundCompany extends FoundRecord {
  readonly record: CompanyRecord;
}

export interface FoundPerson extends FoundRecord {
  readonly full_name: string;
}

/** The texts of a stored person, and their decoding to a record. */
export interface StoredPerson {
  readonly json: string;
  readonly unanswered: string;
  readonly record: PersonRecord;
}

/** Look-ups of every kind of record, on behalf of one import run. */
export interface RecordLookups<Stored, Found extends FoundRecord> {
  byId(id: number): Found | null;
  bySlug(slug: string): Found | null;
  /** The rows of a record in import order. */
  rowsOf(id: number): readonly SourceRow<Stored>[];
  /** The record to which a row of the run's source is pinned by its key. */
  pinOf(rowKey: string): number | null;
  /** The records that are never merged with a record: by a split, or by a verdict. */
  apartFrom(id: number): readonly number[];
  /** Whether the run brought the row of a record unchanged while that was its only row. */
  isSeen(id: number): boolean;
  sourceOf(runId: number): RunSource;
}

/** Maximum companies that are found on one site, or by one blocking key. */
export const CANDIDATES_MAX = 50;

export interface CompanyLookups extends RecordLookups<CompanyRecord, FoundCompany> {
  /** The companies with a current row of this hash. */
  withRow(hash: number): readonly { readonly id: number; readonly runId: number }[];
  /** The first CANDIDATES_MAX on the site, the oldest on it first. */
  onSite(site: string): readonly FoundCompany[];
  /** Whether a site is known to be used by several differently named companies. */
  isShared(site: string): boolean;
  /** The first few companies with this companyNameKey, by id. */
  byName(nameKey: string): readonly FoundCompany[];
  /** The first CANDIDATES_MAX companies with this one of the nameBlocks or furtherKeys, by id. */
  inBlock(block: number): readonly FoundCompany[];
}

/** Maximum holders of one address or number that are found. */
export const HOLDERS_MAX = 5;
/** Maximum people that are found by one of the personKeys. */
export const COLLEAGUES_MAX = 200;

export interface PersonLookups extends RecordLookups<PersonRecord, FoundPerson> {
  /** The person who had this made slug before a better one was known. */
  byAlias(slug: string): FoundPerson | null;
  /** The first HOLDERS_MAX holders of an address, by id. */
  byEmail(email: string): readonly FoundPerson[];
  /** The first HOLDERS_MAX people with a phone number, by id. */
  byPhone(phone: string): readonly FoundPerson[];
  /** The first COLLEAGUES_MAX people with this one of the personKeys, by id. */
  byEmployedKey(key: number): readonly FoundPerson[];
  /** The first COLLEAGUES_MAX people with separate rows who have a current row with this key, by id. */
  withRowKey(rowKey: string): readonly FoundPerson[];
  /** The first COLLEAGUES_MAX people whose slug is this made one with the number of a namesake, by id. */
  numbered(madeSlug: string): readonly FoundPerson[];
  stored(id: number): StoredPerson | null;
  /** Whether any person has the named property. */
  hasAny(what: 'made slug'): boolean;
}

type KeyOf<Lookup> = Lookup extends (key: infer Key) => unknown ? Key : never;
type AnswerOf<Lookup> = Lookup extends (key: never) => infer Answer ? Answer : never;

/** The same look-ups for many keys at a time: the answers in the order of the keys. */
export type BulkLookups<Lookups> = {
  readonly [Name in keyof Lookups]: (keys: readonly KeyOf<Lookups[Name]>[]) => readonly AnswerOf<Lookups[Name]>[];
};
