// Maintenance of the store of records: provenance, splits, undoing of imports, retention.
// Implementation: repositories/catalog-admin.ts. Every method is one transaction.
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../contract/import-records.ts';
import type { RowContent } from './writer-port.ts';

/** The kinds of records that are merged from several rows. */
export type RecordKind = 'company' | 'person';

/** A row of a record, and its origin. */
export interface RecordRow<Stored> extends RowContent<Stored> {
  /** The id for `split`; null if the record has only this row. */
  readonly id: number | null;
  readonly file: string;
  /** Null if unknown: a later run contained the same row, and the first run was undone. */
  readonly line: number | null;
  /** The later run in which the source sent another state of the row; null while the row is current. */
  readonly supersededBy: number | null;
}

export interface RecordOrigins<Stored> {
  readonly slug: string;
  readonly record: Stored;
  /** In import order. */
  readonly rows: readonly RecordRow<Stored>[];
}

export interface UndoneRun {
  /** Number of records that no other run contains. */
  readonly removed: number;
  /** Number of records that remain without the rows of the run. */
  readonly changed: number;
  /** Number of openings that were removed, restored to an earlier state, or reopened. */
  readonly openings: number;
}

/** Counts the records of a long change, of all its passes. */
export type OnRecords = (progress: { readonly done: number; readonly total: number }) => void;

export interface UndoProgress {
  readonly onRecords: OnRecords;
  /** Called after the last record: the commit of many changes takes long. */
  readonly onCommit: () => void;
}

/** Ids of rows, and the time of the decision. */
export interface RowsToSplit {
  readonly ids: readonly number[];
  /** ISO timestamp. */
  readonly at: string;
}

export interface CatalogAdmin {
  /** Null if there is no such record. */
  companyOrigins(slug: string): Promise<RecordOrigins<CompanyRecord> | null>;
  /** The slugs of the people in the catalog with this slug, address or number. */
  slugsOf(who: PersonSelector): Promise<string[]>;
  personOrigins(slug: string): Promise<RecordOrigins<PersonRecord> | null>;
  /**
   * Splits some rows of a record into a new record. A split constraint applies to both on later imports. Returns both
   * slugs. Throws an OperatorError if there is no such record or row, or if no row would remain.
   */
  split(kind: RecordKind, slug: string, rows: RowsToSplit): Promise<{ readonly stays: string; readonly split: string }>;
  /** Undoes a run. Throws an OperatorError if there is no such run, or if it is already undone. */
  undoRun(id: number, at: string, progress?: UndoProgress): Promise<UndoneRun>;
  /** The openings that are closed because this run did not contain them, without those that are open again. */
  closedBy(run: number): Promise<OpeningRecord[]>;
  /** All sources, in descending order of priority. */
  sources(): Promise<{ readonly name: string; readonly priority: number; readonly runs: number }[]>;
  /**
   * Sets the priority and merges all records of the source again; returns the number of changed records, or null if
   * there is no such source.
   */
  setPriority(source: string, priority: number): Promise<number | null>;
  /** The identifiers that the catalog holds for these people. */
  peopleNamed(who: PersonSelector): Promise<ForgottenPerson[]>;
  /**
   * Removes people with all their rows. With `suppressAt`, also adds them to the suppression list (hashes only) in the
   * name of the member with the id `by`, so that no import adds them again. Returns what `peopleNamed` returned.
   * If it held no such person, nothing changes.
   */
  forgetPeople(who: PersonSelector, suppressAt: string | null, by?: string | null): Promise<ForgottenPerson[]>;
  /** Whether the suppression list contains the given identifiers, which is true for people who were erased before. */
  isSuppressed(who: PersonSelector): Promise<boolean>;
  /** Removes rows that no import has confirmed since `before` (an ISO timestamp). */
  expireRows(before: string): Promise<{ readonly removed: number; readonly changed: number }>;
  /**
   * The places in the store that contain one of these texts: table, column and number of rows. Reads the whole store.
   */
  traces(texts: readonly string[]): Promise<{ readonly place: string; readonly rows: number }[]>;
  /** Rebuilds the file without remains of deleted rows. With `isThorough` false, only truncates the WAL. */
  scrub(isThorough: boolean): Promise<void>;
}

/** Exactly one property is given, in normal form. */
export type PersonSelector = { readonly slug: string } | { readonly email: string } | { readonly phone: string };

export interface ForgottenPerson {
  readonly full_name: string;
  /** The slug of the record, and the slugs in the rows of the person. */
  readonly slugs: readonly string[];
  readonly emails: readonly string[];
  /** Without work numbers and numbers of others, which would identify them too. */
  readonly phones: readonly string[];
}
