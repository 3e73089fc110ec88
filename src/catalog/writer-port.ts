// What import and the operator's commands ask of the store of records. Implementations: sqlite/.
// Every method is one transaction: it happens whole or not at all.
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../contract/import-records.ts';
import type { PreparedPerson } from './prepared-person.ts';

/** What happened to a record of an import. */
export type Outcome = 'created' | 'merged' | 'unchanged' | 'suppressed';

/** What one row of one run brought for one record. */
export interface Contribution<Stored> {
  readonly record: Stored;
  readonly source: string;
  /** Of the source: the higher goes before the lower. */
  readonly priority: number;
  readonly runId: number;
  /** ISO timestamp: when its run began. */
  readonly runAt: string;
}

/** How the rows that mean one record become that record; pure, given by import/. The rows stand in the order in which they came. */
export interface MergeRules {
  company(contributions: readonly Contribution<CompanyRecord>[]): CompanyRecord;
  person(contributions: readonly Contribution<PersonRecord>[]): PersonRecord;
}

/** One import run over one list of files: it can be taken up again after a crash. */
export interface ImportRun {
  readonly id: number;
  readonly kind: 'companies' | 'people' | 'jobs';
  readonly source: string;
  /** As named to the import, in their order. */
  readonly files: readonly string[];
  /** Tells whether a later call means the same run: a hash over kind, source, mapping and the files' content. */
  readonly fingerprint: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** When what it brought was taken out again. */
  readonly undoneAt: string | null;
  /** Opaque to the store: where the run stands and what it has counted, written with each batch. */
  readonly progress: unknown;
}

/** Rows of one file, and the state of the run to be stored in the same transaction. */
export interface Batch<Stored> {
  /** Read once. */
  readonly records: Iterable<Stored>;
  /** The file's place in the run's list. */
  readonly file: number;
  /** The line of each record in that file. */
  readonly lines: readonly number[];
  /** Outcomes in the order of the records. */
  readonly progress: (outcomes: readonly Outcome[]) => unknown;
}

export type NewRun = Pick<ImportRun, 'kind' | 'source' | 'files' | 'fingerprint'> & {
  readonly at: string;
  /** Whether nobody asks the catalog now; asked before each batch. For as long as it is true the catalog may be slow to answer. */
  readonly isAlone?: () => boolean;
};

export interface CatalogWriter {
  /** The unfinished run of this fingerprint, else a new one. */
  openRun(run: NewRun): Promise<ImportRun>;
  /** Notes sites that stand on several differently named companies: from now on they mean one only together with its name. */
  noteSharedSites(sites: readonly string[]): Promise<void>;
  /** Merges or adds a batch. */
  writeCompanies(run: ImportRun, batch: Batch<CompanyRecord>): Promise<Outcome[]>;
  /** Of people what preparePerson makes of their records, where they are read. */
  writePeople(run: ImportRun, batch: Batch<PreparedPerson>): Promise<Outcome[]>;
  writeOpenings(run: ImportRun, batch: Batch<OpeningRecord>): Promise<Outcome[]>;
  /** Stores where a run stands without a batch, such as why it ended early. */
  noteProgress(run: ImportRun, progress: unknown): Promise<void>;
  /** Ends the run. For jobs: closes the openings of the run's sources at the run's companies that the run did not bring. */
  finishRun(run: ImportRun, at: string): Promise<{ readonly closedOpenings: number }>;
  /** Makes the catalog fit to be asked after a run that was alone was cut off and is not to be taken up now. */
  settle(): Promise<void>;
  runs(): Promise<ImportRun[]>;
  /** Adds to the suppression list (hashes only) and hides what it names at once. `value` in normal form. */
  suppress(
    entry: SuppressionEntry,
    at: string,
  ): Promise<{ readonly hiddenPeople: number; readonly hiddenCompanies: number }>;
  /** Takes an entry off the list; what it alone hid shows again. False where it was not on the list. */
  release(entry: SuppressionEntry): Promise<boolean>;
  suppressions(): Promise<
    { readonly kind: SuppressionEntry['kind']; readonly hash: string; readonly addedAt: string }[]
  >;
  /** Every record in import form, in a stable order, for export. */
  companyRecords(): Iterable<CompanyRecord>;
  personRecords(): Iterable<PersonRecord>;
  openingRecords(): Iterable<OpeningRecord>;
}

export interface SuppressionEntry {
  readonly kind: 'email' | 'phone' | 'person' | 'company' | 'domain';
  /** E-mail, E.164 phone, person slug, company slug, or domain (hides the company). */
  readonly value: string;
}
