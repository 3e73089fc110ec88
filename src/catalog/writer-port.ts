// The write interface of the store of records for import and the operator's commands.
// Implementation: books/catalog-writer.ts. Every method is one transaction.
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../contract/import-records.ts';
import type { SuppressionKind, SuppressionReason } from '../contract/suppressions.ts';
import type { PreparedPerson } from './prepared-person.ts';

/** The outcome of a record of an import. */
export type Outcome = 'created' | 'merged' | 'unchanged' | 'suppressed';

/** The content of one row of one run for one record. */
export interface Contribution<Stored> {
  readonly record: Stored;
  readonly source: string;
  /** Of the source: the higher value has precedence. */
  readonly priority: number;
  readonly runId: number;
  /** ISO timestamp: start of its run. */
  readonly runAt: string;
}

/** The fold of the rows of one record; pure, given by import/. The rows are in import order. */
export interface MergeRules {
  company(contributions: readonly Contribution<CompanyRecord>[]): CompanyRecord;
  person(contributions: readonly Contribution<PersonRecord>[]): PersonRecord;
}

/** One import run over one list of files: it can be resumed after a crash. */
export interface ImportRun {
  readonly id: number;
  readonly kind: 'companies' | 'people' | 'jobs';
  readonly source: string;
  /** As named to the import, in order. */
  readonly files: readonly string[];
  /** Identifies repeated calls of the same run: a hash over kind, source, mapping and the files' content. */
  readonly fingerprint: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** Time of the undo. */
  readonly undoneAt: string | null;
  /** Whether its rows were pushed by calls: those of one source and day. It is finished after each call. */
  readonly isPush: boolean;
  /** Opaque to the store: progress and counts of the run, written with each batch. */
  readonly progress: unknown;
}

/** Rows of one file, and the state of the run to be stored in the same transaction. */
export interface Batch<Stored> {
  /** Read once. */
  readonly records: Iterable<Stored>;
  /** The file's index in the run's list. */
  readonly file: number;
  /** The line of each record in that file. */
  readonly lines: readonly number[];
  /** Outcomes in the order of the records. */
  readonly progress: (outcomes: readonly Outcome[]) => unknown;
}

export type NewRun = Pick<ImportRun, 'kind' | 'source' | 'files' | 'fingerprint'> & {
  readonly at: string;
  /**
   * Whether the catalog is not in use; evaluated before each batch. While it is true the catalog may be slow to answer.
   */
  readonly isAlone?: () => boolean;
};

interface PushedRows<Kind extends ImportRun['kind'], Stored> {
  readonly kind: Kind;
  /** Read once. */
  readonly records: Iterable<Stored>;
}

/**
 * The rows of one call. Unlike a file, a call never closes openings; a row replaces what earlier calls and imports of
 * its source brought under its key.
 */
export type PushCall = (
  | PushedRows<'companies', CompanyRecord>
  | PushedRows<'people', PreparedPerson>
  | PushedRows<'jobs', OpeningRecord>
) & {
  readonly source: string;
  /** The origin as shown to the operator, in the place of a file name. */
  readonly origin: string;
  /** ISO timestamp. */
  readonly at: string;
  readonly lines: readonly number[];
  /** See noteSharedSites. */
  readonly sharedSites: readonly string[];
  /** The progress of the run with this call, from that before it (null: none). */
  readonly progress: (before: unknown, outcomes: readonly Outcome[]) => unknown;
};

export interface Pushed {
  /** Of the catalog with these rows. */
  readonly generation: number;
  /** Of each call, in the order of its records. */
  readonly outcomes: readonly (readonly Outcome[])[];
}

export interface CatalogWriter {
  /** The unfinished run of this fingerprint, else a new one. */
  openRun(run: NewRun): Promise<ImportRun>;
  /**
   * Marks sites as shared by several differently named companies: from now on they match only together with the name.
   */
  noteSharedSites(sites: readonly string[]): Promise<void>;
  /** Merges or adds a batch. */
  writeCompanies(run: ImportRun, batch: Batch<CompanyRecord>): Promise<Outcome[]>;
  /** For people the result of preparePerson, computed by the reading thread. */
  writePeople(run: ImportRun, batch: Batch<PreparedPerson>): Promise<Outcome[]>;
  writeOpenings(run: ImportRun, batch: Batch<OpeningRecord>): Promise<Outcome[]>;
  /** Stores the state of a run without a batch, such as the reason of its early end. */
  noteProgress(run: ImportRun, progress: unknown): Promise<void>;
  /**
   * Ends the run. For jobs: closes the openings of the run's sources at the run's companies that the run did not bring.
   */
  finishRun(run: ImportRun, at: string): Promise<{ readonly closedOpenings: number }>;
  /** Makes the catalog usable after an interrupted run in exclusive mode that is not resumed now. */
  settle(): Promise<void>;
  /** Writes the rows of several calls, in their order. */
  push(calls: readonly PushCall[]): Promise<Pushed>;
  runs(): Promise<ImportRun[]>;
  /**
   * Adds to the suppression list (hashes only) and hides the named records at once. `value` in normal form. An entry
   * that is listed already stays as it is.
   */
  suppress(
    entry: NewSuppression,
    at: string,
  ): Promise<{ readonly hiddenPeople: number; readonly hiddenCompanies: number }>;
  /**
   * Removes an entry from the list; records that it alone hid are shown again. So are records that the value names and
   * that are hidden without an entry, as they lost the value of theirs. False if there is neither.
   */
  release(entry: SuppressionEntry): Promise<boolean>;
  /** As `release`, for an entry of `suppressions`. */
  releaseHash(kind: SuppressionEntry['kind'], hash: string): Promise<boolean>;
  suppressions(): Promise<ListedSuppression[]>;
  /** The entries that hide what the value names: its own, and those of other values of the records that have it. */
  suppressionsOf(entry: SuppressionEntry): Promise<ListedSuppression[]>;
  /** Every record in import form, in a stable order, for export. */
  companyRecords(): Iterable<CompanyRecord>;
  /** The slugs of `companyRecords`, in the same order: a record without a profile URL does not contain its own. */
  companySlugs(): Iterable<string>;
  /**
   * Former profile slugs of the companies that were merged, each with the profile slug of the company that it means
   * now. Without those that are the slug of another company again. To be read before any other call.
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

/** An entry as listed: without its value. */
export interface ListedSuppression {
  readonly kind: SuppressionKind;
  /** SHA-256 of the value. */
  readonly hash: string;
  readonly addedAt: string;
  readonly addedBy: string | null;
  readonly reason: SuppressionReason | null;
}
