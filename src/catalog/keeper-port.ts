// What looking after the catalog asks of the store of records: where a record comes from, and taking out again what came in.
// Implementations: sqlite/. Every method is one transaction: it happens whole or not at all.
import type { CompanyRecord, PersonRecord } from '../contract/import-records.ts';
import type { Contribution } from './writer-port.ts';

/** The kinds of records that are made of several rows. */
export type RecordKind = 'company' | 'person';

/** A row of a record, with its place. */
export interface RecordRow<Stored> extends Contribution<Stored> {
  /** By which split names it; null where the record is made of this row alone. */
  readonly id: number | null;
  readonly file: string;
  /** Null where it is not known any more: a later run brought the same row, and the first was undone. */
  readonly line: number | null;
  /** The later run in which the source brought another state of the row; null while it counts. */
  readonly supersededBy: number | null;
}

export interface RecordOrigins<Stored> {
  readonly slug: string;
  readonly record: Stored;
  /** In the order in which they came. */
  readonly rows: readonly RecordRow<Stored>[];
}

export interface UndoneRun {
  /** Records that only this run had brought. */
  readonly removed: number;
  /** Records that go on without its rows. */
  readonly changed: number;
  /** Openings that went, went back to an earlier state, or are open again. */
  readonly openings: number;
}

export interface CatalogKeeper {
  /** Null where there is no such record. */
  companyOrigins(slug: string): Promise<RecordOrigins<CompanyRecord> | null>;
  personOrigins(slug: string): Promise<RecordOrigins<PersonRecord> | null>;
  /**
   * Makes a record of its own of some rows of a record; rows of both that come again go where they are now. Answers both slugs. Throws
   * an OperatorError where there is no such record or row, or where none would be left.
   */
  split(
    kind: RecordKind,
    slug: string,
    rows: readonly number[],
  ): Promise<{ readonly stays: string; readonly split: string }>;
  /** Takes out what a run brought. Throws an OperatorError where there is no such run, or it is undone already. */
  undoRun(id: number, at: string): Promise<UndoneRun>;
  /** By priority, the highest first. */
  sources(): Promise<{ readonly name: string; readonly priority: number; readonly runs: number }[]>;
  /** Sets it and merges all records of the source anew; answers how many changed, null where there is no such source. */
  setPriority(source: string, priority: number): Promise<number | null>;
  /**
   * Removes people with all their rows. With `suppressAt` they are also put on the suppression list (hashes only), so that no import
   * brings them back. Answers everything that the catalog held to know them by; where it held nobody, nothing is changed.
   */
  forgetPeople(who: PersonSelector, suppressAt: string | null): Promise<ForgottenPerson[]>;
  /** Whether the suppression list holds what is given, as it does for people who were forgotten before. */
  isSuppressed(who: PersonSelector): Promise<boolean>;
  /** Drops what no import has said for so long: rows dated before `before` (an ISO timestamp). */
  expireRows(before: string): Promise<{ readonly removed: number; readonly changed: number }>;
  /** Where in the store one of these texts stands: table, column and number of rows. Reads everything. */
  traces(texts: readonly string[]): Promise<{ readonly place: string; readonly rows: number }[]>;
  /** Makes the file anew without what deleted rows left in it; `isThorough` false only empties the log. */
  scrub(isThorough: boolean): Promise<void>;
}

/** Exactly one of them is given, in normal form. */
export type PersonSelector = { readonly slug: string } | { readonly email: string } | { readonly phone: string };

export interface ForgottenPerson {
  readonly fullName: string;
  /** The slug and those by which rows brought the person. */
  readonly slugs: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
}
