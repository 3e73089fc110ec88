// The write interface of the store of records for import and the operator's commands.
// Implementation: repositories/catalog-writer.ts. Every method is one transaction.
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../contract/import-records.ts';
import type { SuppressionKind, SuppressionReason } from '../contract/suppressions.ts';
import type { PreparedPerson } from './prepared-person.ts';

/** The outcome of a record of an import. */
export type Outcome = 'created' | 'merged' | 'unchanged' | 'suppressed';

/** The content of one row of one run for one record. */
export interface RowContent<Stored> {
  readonly record: Stored;
  readonly source: string;
  /** The priority of the source: a higher value takes precedence. */
  readonly priority: number;
  readonly runId: number;
  /** ISO timestamp: start of its run. */
  readonly runAt: string;
}

/** Folds the rows of one record. Pure; import/ provides it. The rows are in import order. */
export interface MergeRules {
  company(rows: readonly RowContent<CompanyRecord>[]): CompanyRecord;
  person(rows: readonly RowContent<PersonRecord>[]): PersonRecord;
}

/** One import run over one list of files: it can be resumed after a crash. */
export interface ImportRun {
  readonly id: number;
  readonly kind: 'companies' | 'people' | 'jobs';
  readonly source: string;
  /** The names given to the import, in order. */
  readonly files: readonly string[];
  /** Identifies repeated calls of the same run: a hash of kind, source, mapping and the content of the files. */
  readonly fingerprint: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** Time of the undo. */
  readonly undoneAt: string | null;
  /**
   * Whether calls pushed its rows. Such a run contains the calls of one source and day, and is finished after each
   * call.
   */
  readonly isPush: boolean;
  /** Opaque to the store: progress and counts of the run, written with each batch. */
  readonly progress: unknown;
}

/** Rows of one file, and the state of the run, which is stored in the same transaction. */
export interface Batch<Stored> {
  /** Iterated once. */
  readonly records: Iterable<Stored>;
  /** The file's index in the run's list. */
  readonly file: number;
  /** The line of each record in that file. */
  readonly lines: readonly number[];
  /** Returns the progress of the run for the outcomes, which are in the order of the records. */
  readonly progress: (outcomes: readonly Outcome[]) => unknown;
}

export type NewRun = Pick<ImportRun, 'kind' | 'source' | 'files' | 'fingerprint'> & {
  readonly at: string;
  /**
   * Whether the catalog is not in use. Evaluated before each batch. While it is true, the catalog may answer slowly.
   */
  readonly isAlone?: () => boolean;
};

interface PushedRows<Kind extends ImportRun['kind'], Stored> {
  readonly kind: Kind;
  /** Iterated once. */
  readonly records: Iterable<Stored>;
}

/**
 * The rows of one call. Unlike a file, a call never closes openings. A row replaces rows of earlier calls and imports
 * of its source with the same key.
 */
export type PushCall = (
  | PushedRows<'companies', CompanyRecord>
  | PushedRows<'people', PreparedPerson>
  | PushedRows<'jobs', OpeningRecord>
) & {
  readonly source: string;
  /** The origin as shown to the operator in place of a file name. */
  readonly origin: string;
  /** ISO timestamp. */
  readonly at: string;
  readonly lines: readonly number[];
  /** See noteSharedSites. */
  readonly sharedSites: readonly string[];
  /** Returns the progress of the run after this call. `before` is the progress before it, null if there is none. */
  readonly progress: (before: unknown, outcomes: readonly Outcome[]) => unknown;
};

export interface Pushed {
  /** The generation of the catalog with these rows. */
  readonly generation: number;
  /** The outcomes of each call, in the order of its records. */
  readonly outcomes: readonly (readonly Outcome[])[];
}

export interface CatalogWriter {
  /** The unfinished run with this fingerprint, else a new run. */
  openRun(run: NewRun): Promise<ImportRun>;
  /**
   * Marks sites as shared by several differently named companies. From then on, a site matches only together with the
   * name.
   */
  noteSharedSites(sites: readonly string[]): Promise<void>;
  /** Merges or adds a batch. */
  writeCompanies(run: ImportRun, batch: Batch<CompanyRecord>): Promise<Outcome[]>;
  /** People must be in the form of preparePerson, which the reading thread computes. */
  writePeople(run: ImportRun, batch: Batch<PreparedPerson>): Promise<Outcome[]>;
  writeOpenings(run: ImportRun, batch: Batch<OpeningRecord>): Promise<Outcome[]>;
  /** Stores the state of a run without a batch, for example the reason for its early end. */
  noteProgress(run: ImportRun, progress: unknown): Promise<void>;
  /**
   * Ends the run. For jobs, also closes the openings of the run's sources and companies that the run did not contain.
   */
  finishRun(run: ImportRun, at: string): Promise<{ readonly closedOpenings: number }>;
  /** Restores normal use of the catalog after an interrupted run in exclusive mode that is not resumed. */
  restoreNormalMode(): Promise<void>;
  /** Writes the rows of several calls, in their order. */
  push(calls: readonly PushCall[]): Promise<Pushed>;
  runs(): Promise<ImportRun[]>;
  /**
   * Adds entries to the suppression list (hashes only) and hides the named records at once. `value` must be in normal
   * form. An existing entry does not change. An entry for an address names all spellings of its mailbox.
   */
  suppress(
    entry: NewSuppression,
    at: string,
  ): Promise<{ readonly hiddenPeople: number; readonly hiddenCompanies: number }>;
  /**
   * Removes an entry from the list. Records that only this entry hid are shown again. So are records that the value
   * names and that are hidden without an entry, because they lost the value of their entry. Returns false if there is
   * neither.
   */
  release(entry: SuppressionEntry): Promise<boolean>;
  /** As `release`, for an entry of `suppressions`. */
  releaseHash(kind: SuppressionEntry['kind'], hash: string): Promise<boolean>;
  suppressions(): Promise<ListedSuppression[]>;
  /**
   * The entries that hide what the value names: the entry of the value, and entries of other values of the same
   * records.
   */
  suppressionsOf(entry: SuppressionEntry): Promise<ListedSuppression[]>;
  /** Every record in import form, in a stable order, for export. */
  companyRecords(): Iterable<CompanyRecord>;
  /** The slugs of `companyRecords`, in the same order. A record without a profile URL does not contain its slug. */
  companySlugs(): Iterable<string>;
  /**
   * Former profile slugs of merged companies, each with the profile slug of the company that it now refers to. Excludes
   * slugs that another company has again. Must be read before any other call.
   */
  formerCompanySlugs(): Iterable<readonly [former: string, slug: string]>;
  personRecords(): Iterable<PersonRecord>;
  openingRecords(): Iterable<OpeningRecord>;
}

export interface SuppressionEntry {
  readonly kind: SuppressionKind;
  /** E-mail, E.164 phone, person slug, company slug, or domain (hides the company). */
  readonly value: string;
}

export interface NewSuppression extends SuppressionEntry {
  /** Id of a member. */
  readonly by?: string | null;
  readonly reason?: SuppressionReason | null;
}

/** An entry as listed, without its value. */
export interface ListedSuppression {
  readonly kind: SuppressionKind;
  /** SHA-256 of the value, of an address: of its mailbox. */
  readonly hash: string;
  readonly addedAt: string;
  readonly addedBy: string | null;
  readonly reason: SuppressionReason | null;
}
