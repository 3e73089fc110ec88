// What import and the operator's commands ask of the store of records. Implementations: sqlite/.
// Every method is one transaction: it happens whole or not at all.
import type { CompanyRecord, OpeningRecord, PersonRecord } from '../contract/import-records.ts';

/** What happened to a record of an import. */
export type Outcome = 'created' | 'merged' | 'unchanged' | 'suppressed';

/** How two states of one record become one; pure, given by import/. Returns `stored` itself where nothing changes. */
export interface MergeRules {
  company(stored: CompanyRecord, incoming: CompanyRecord): CompanyRecord;
  person(stored: PersonRecord, incoming: PersonRecord): PersonRecord;
}

/** One import run over one list of files: it can be taken up again after a crash. */
export interface ImportRun {
  readonly id: number;
  readonly kind: 'companies' | 'people' | 'jobs';
  readonly source: string;
  /** Tells whether a later call means the same run: a hash over kind, source, mapping and the files' content. */
  readonly fingerprint: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** Opaque to the store: where the run stands and what it has counted, written with each batch. */
  readonly progress: unknown;
}

export interface CatalogWriter {
  /** The unfinished run of this fingerprint, else a new one. */
  openRun(run: { kind: ImportRun['kind']; source: string; fingerprint: string; at: string }): Promise<ImportRun>;
  /** Merges or adds a batch and writes `progress(outcomes)` of the run in the same transaction. Outcomes in the order of the records. */
  writeCompanies(
    run: ImportRun,
    records: readonly CompanyRecord[],
    progress: (outcomes: readonly Outcome[]) => unknown,
  ): Promise<Outcome[]>;
  writePeople(
    run: ImportRun,
    records: readonly PersonRecord[],
    progress: (outcomes: readonly Outcome[]) => unknown,
  ): Promise<Outcome[]>;
  writeOpenings(
    run: ImportRun,
    records: readonly OpeningRecord[],
    progress: (outcomes: readonly Outcome[]) => unknown,
  ): Promise<Outcome[]>;
  /** Ends the run. For jobs: closes the openings of the run's sources at the run's companies that the run did not bring. */
  finishRun(run: ImportRun, at: string): Promise<{ readonly closedOpenings: number }>;
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
