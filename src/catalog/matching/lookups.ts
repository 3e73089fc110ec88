// The look-ups of matching decisions into the stored records, which are the only view of a store. A decision requests
// one key and gets the answer at once. A store answers many keys per look-up (BulkLookups), so that a batch of rows
// needs few round trips.
import type { CompanyRecord, PersonRecord } from '../../contract/import-records.ts';
import type { Origin, RunSource, SourceRow } from './source-row.ts';

/** The fields of a stored record that the decisions of every kind need. */
export interface FoundRecord {
  readonly id: number;
  readonly slug: string;
  /** Whether the slug is made from the record, not known from a profile URL. */
  readonly hasGeneratedSlug: boolean;
  /** Suppressed. */
  readonly isHidden: boolean;
  /** The origin of the only row of the record; null if its rows are stored separately. */
  readonly origin: Origin | null;
}

export interface FoundCompany extends FoundRecord {
  readonly record: CompanyRecord;
}

export interface FoundPerson extends FoundRecord {
  readonly full_name: string;
}

/** The texts of a stored person, and the record that they encode. */
export interface StoredPerson {
  readonly json: string;
  readonly unanswered: string;
  readonly record: PersonRecord;
}

/** Look-ups for every kind of record, for one import run. */
export interface RecordLookups<Stored, Found extends FoundRecord> {
  byId(id: number): Found | null;
  bySlug(slug: string): Found | null;
  /** The rows of a record in import order. */
  rowsOf(id: number): readonly SourceRow<Stored>[];
  /** The record to which a row of the run's source is pinned by its key. */
  pinOf(rowKey: string): number | null;
  /** The records that are never merged with a record, because of a split or a verdict. */
  apartFrom(id: number): readonly number[];
  /** Whether the run contained the row of a record unchanged while it was the only row. */
  isSeen(id: number): boolean;
  sourceOf(runId: number): RunSource;
}

/** Maximum companies that are found on one site, or by one blocking key. */
export const CANDIDATES_MAX = 50;

export interface CompanyLookups extends RecordLookups<CompanyRecord, FoundCompany> {
  /** The companies with a current row of this hash. */
  withRow(hash: number): readonly { readonly id: number; readonly runId: number }[];
  /** The first CANDIDATES_MAX companies on the site, in the order in which they were added to it. */
  onSite(site: string): readonly FoundCompany[];
  /** Whether a site is known to be used by several differently named companies. */
  isShared(site: string): boolean;
  /** Whether a company of several rows has a row with this profile slug: the profile was merged into the company. */
  isFormerSlug(slug: string): boolean;
  /** The first few companies with this companyNameKey, by id. */
  byName(nameKey: string): readonly FoundCompany[];
  /** The first CANDIDATES_MAX companies with this key among their nameBlocks or furtherKeys, by id. */
  inBlock(block: number): readonly FoundCompany[];
}

/** Maximum holders of one address or number that are found. */
export const HOLDERS_MAX = 5;
/** Maximum people that are found by one of the personKeys. */
export const COLLEAGUES_MAX = 200;

export interface PersonLookups extends RecordLookups<PersonRecord, FoundPerson> {
  /** The person who had this generated slug before a better one was known. */
  byAlias(slug: string): FoundPerson | null;
  /** The first HOLDERS_MAX holders of an address, by id. */
  byEmail(email: string): readonly FoundPerson[];
  /** The first HOLDERS_MAX people with a phone number, by id. */
  byPhone(phone: string): readonly FoundPerson[];
  /** The first COLLEAGUES_MAX people with this key among their personKeys, by id. */
  byEmployedKey(key: number): readonly FoundPerson[];
  /** The first COLLEAGUES_MAX people with separate rows who have a current row with this key, by id. */
  withRowKey(rowKey: string): readonly FoundPerson[];
  /** The first COLLEAGUES_MAX people whose slug is this generated slug followed by the number of a namesake, by id. */
  numbered(generatedSlug: string): readonly FoundPerson[];
  stored(id: number): StoredPerson | null;
  /** Whether any person has a generated slug. */
  hasAny(what: 'generated slug'): boolean;
}

type KeyOf<Lookup> = Lookup extends (key: infer Key) => unknown ? Key : never;
type AnswerOf<Lookup> = Lookup extends (key: never) => infer Answer ? Answer : never;

/** The same look-ups for many keys: the answers are in the order of the keys. */
export type BulkLookups<Lookups> = {
  readonly [Name in keyof Lookups]: (keys: readonly KeyOf<Lookups[Name]>[]) => readonly AnswerOf<Lookups[Name]>[];
};
