// The interface to the changes in the store of records, which keep an edition up to date. Implementation:
// reading/documents.ts. It passes conformance/changes.ts.

/** Catalog ids, ascending. */
export interface RecordIds {
  readonly companies: readonly number[];
  readonly people: readonly number[];
  /** Ids of job rows. */
  readonly jobs: readonly number[];
}

/**
 * A name of an employer (`PositionDocument.employerId`) that now refers to another company. Null: no company, or a
 * hidden one.
 */
export interface EmployerChange {
  readonly employerId: number;
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * Records that were added or removed, or whose documents, bodies or contacts may differ. If only the employers of a
 * person changed, the employers are listed, not the person.
 */
export interface ChangedRecords extends RecordIds {
  /** By employer id. Several changes of one employer are composed into one. */
  readonly employers: readonly EmployerChange[];
}

/** The changes before a snapshot of the catalog. `Documents` is the type of the snapshot. */
export interface ChangeReading<Documents> {
  /**
   * The changes of the generations after `since`, up to the generation of the snapshot. `everything` if the log does
   * not reach back to `since`, or contains more than `idsMax` ids (1,000,000 by default).
   */
  changes(since: number, idsMax?: number): ChangedRecords | 'everything';
  /** A snapshot of the given records only. Removed and hidden records are missing. */
  documentsOf(ids: RecordIds): Documents;
}

export interface ChangeLog {
  /** Removes the changes up to a generation. `changes` with this or a later generation remains exact. */
  trimChanges(upTo: number): Promise<void>;
}
