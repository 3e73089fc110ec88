// Source rows: the content of one row of one import run for a record, and its origin. A record is the fold of its
// source rows.

/** The origin of a source row. */
export interface Origin {
  readonly runId: number;
  /**
   * The index in the list of files. For a pushed row, the time of its call in milliseconds since the start of the run.
   */
  readonly file: number;
  /** 0 if unknown. */
  readonly line: number;
  readonly hash: number;
}

export interface SourceRow<Stored> extends Origin {
  /** Null while the row is not stored separately. */
  readonly id: number | null;
  /** The key under which its source would send the row again. */
  readonly rowKey: string;
  /** The later run in which its source sent another state of the row; null while the row is current. */
  readonly supersededBy: number | null;
  /** The other runs that contained it unchanged: see seen-runs.ts. */
  readonly seenRuns: string;
  /** The former records of the row, each as `run:record;`: the run that merged the record, and the record's id. */
  readonly formerRecords: string;
  readonly record: Stored;
}

/** The source of a run, and its priority. */
export interface RunSource {
  readonly sourceId: number;
  readonly source: string;
  readonly priority: number;
  /** ISO timestamp: start of the run. */
  readonly runAt: string;
  /** Whether its rows were pushed by calls, not read from files. */
  readonly isPush: boolean;
  readonly isUndone: boolean;
}

/** The time at which a row arrived, as an ISO timestamp: the time of its call, or the start of its run. */
export function receivedAt({ runAt, isPush }: RunSource, { file }: Pick<Origin, 'file'>): string {
  return isPush ? new Date(Date.parse(runAt) + file).toISOString() : runAt;
}

export type SourceOf = (runId: number) => RunSource;

/** The run for which rows are written. */
export interface RowRun {
  readonly runId: number;
  readonly sourceId: number;
}

/** Copies of the rows without ids, for another record. */
export function withoutIds<Stored>(rows: readonly SourceRow<Stored>[]): SourceRow<Stored>[] {
  return rows.map((row) => ({ ...row, id: null }));
}

/**
 * The only row of a record, if the record contains the row and its origin. Null if the rows are stored separately:
 * there are several, or the record does not restore the single row, because the row key is not the key of the record
 * (`recordKey`), the row came from another record, or a later run also contained it.
 */
export function recordItself<Stored>(rows: readonly SourceRow<Stored>[], recordKey: string): SourceRow<Stored> | null {
  const [only, ...others] = rows;
  if (only === undefined || others.length > 0) return null;
  return only.rowKey === recordKey && only.formerRecords === '' && only.seenRuns === '' ? only : null;
}
