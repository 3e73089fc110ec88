// The run on whose behalf rows are written.

export interface Session {
  readonly runId: number;
  readonly sourceId: number;
}

/** Where a row of the run stands. */
export interface RowPlace {
  /** The file's place in the run's list. */
  readonly file: number;
  readonly line: number;
}
