// The interface to what changed in the store of records, for keeping an edition up to date.
// Implementation: reading/documents.ts. It passes conformance/changes.ts.

/** Catalog ids, ascending. */
export interface RecordIds {
  readonly companies: readonly number[];
  readonly people: readonly number[];
  /** Of job rows. */
  readonly jobs: readonly number[];
}

/**
 * A name of an employer (`PositionDocument.employerId`) that now refers to another company. Hidden companies count as
 * none: null.
 */
export interface EmployerChange {
  readonly employerId: number;
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * Records whose documents, bodies or contacts may differ, were added or removed. A person whose employers alone changed
 * is not listed: the employer is.
 */
export interface ChangedRecords extends RecordIds {
  /** By employer id; several changes of one are composed. */
  readonly employers: readonly EmployerChange[];
}

/** The changes before a snapshot of the catalog; `Documents` is its type. */
export interface ChangeReading<Documents> {
  /**
   * The changes of the generations after `since`, up to that of the snapshot. `everything` if the log does not reach
   * back that far, or contains more than `idsMax` ids (1,000,000 by default).
   */
  changes(since: number, idsMax?: number): ChangedRecords | 'everything';
  /** Like the snapshot, of these records alone; those that are removed or hidden are missing. */
  documentsOf(ids: RecordIds): Documents;
}

export interface ChangeLog {
  /** Removes the changes up to a generation; `changes` since that one or a later one stays exact. */
  trimChanges(upTo: number): Promise<void>;
}
