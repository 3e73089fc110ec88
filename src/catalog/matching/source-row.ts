// Source rows: the content that one row of one import run brought for a record, and its origin. A record is the fold of
// its source rows.

/** The origin of a source row. */
export interface Origin {
  readonly runId: number;
  /**
   * The place in the list of files; of a pushed row, the time of its call in milliseconds since the start of the run.
   */
  readonly file: number;
  /** 0 if unknown. */
  readonly line: number;
  readonly hash: number;
}

export interface SourceRow<Stored> extends Origin {
  /** Null while it is not stored as a separate row. */
  readonly id: number | null;
  /** The key under which its source would bring the row again. */
  readonly rowKey: string;
  /** The later run in which its source brought another state of the row; null while the row is current. */
  readonly supersededBy: number | null;
  /** The other runs that brought it unchanged: see met-runs.ts. */
  readonly metRuns: string;
  /** The former records of the row, each as `run:record;`: the run that merged them, and the former record's id. */
  readonly joins: string;
  readonly record: Stored;
}

/** The source of a run, and its rank. */
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
export function broughtAt({ runAt, isPush }: RunSource, { file }: Pick<Origin, 'file'>): string {
  return isPush ? new Date(Date.parse(runAt) + file).toISOString() : runAt;
}

export type SourceOf = (runId: number) => RunSource;

/** The run for which rows are written. */
export interface RowRun {
  readonly runId: number;
  readonly sourceId: number;
}

/** Copies of the rows without ids, for another record. */
export function copiesOf<Stored>(rows: readonly SourceRow<Stored>[]): SourceRow<Stored>[] {
  return rows.map((row) => ({ ...row, id: null }));
}

/**
 * The row that a record of these rows is stored as, with its origin; null if the rows are stored separately, as of
 * several, or of one that the record alone does not restore: its source brings it under another key than that of the
 * record (`recordKey`), it came from another record, or a later run brought it too.
 */
export function recordItself<Stored>(rows: readonly SourceRow<Stored>[], recordKey: string): SourceRow<Stored> | null {
  const [only, ...others] = rows;
  if (only === undefined || others.length > 0) return null;
  return only.rowKey === recordKey && only.joins === '' && only.metRuns === '' ? only : null;
}
