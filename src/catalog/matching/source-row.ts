// Source rows: what one row of one import run brought for a record, and where it came from. A record is the fold of its source rows.

/** Where a source row came from. */
export interface Origin {
  readonly runId: number;
  readonly file: number;
  /** 0 where it is not known any more. */
  readonly line: number;
  readonly hash: number;
}

export interface SourceRow<Stored> extends Origin {
  /** Null while it is not stored as a row of its own. */
  readonly id: number | null;
  /** The key under which its source would bring the row again. */
  readonly rowKey: string;
  /** The later run in which its source brought another state of the row; null while it counts. */
  readonly supersededBy: number | null;
  /** The latest other run that brought it unchanged. */
  readonly metRun: number | null;
  /** The records that the row was part of before, each as `run:record;`: the run that merged them, and the former record's id. */
  readonly joins: string;
  readonly record: Stored;
}

/** The source of a run, and what ranks its rows. */
export interface RunSource {
  readonly sourceId: number;
  readonly source: string;
  readonly priority: number;
  /** ISO timestamp: when the run began. */
  readonly runAt: string;
}

export type SourceOf = (runId: number) => RunSource;

/** The run on whose behalf rows are written. */
export interface RowRun {
  readonly runId: number;
  readonly sourceId: number;
}
