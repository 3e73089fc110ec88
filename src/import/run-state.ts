// The position and the counts of a run: plain data, stored with every batch, so that the next call can resume.
import type { ImportRun, Outcome } from '../catalog/writer-port.ts';
import { addReasons, type Reason } from './reasons.ts';
import type { CommittedFile } from './reject-files.ts';

/**
 * `duplicates`: rows that repeat earlier ones of the run and are left out. `warned`: accepted rows with a dropped,
 * repaired or doubtful value.
 */
export type Counts = Readonly<Record<'read' | 'rejected' | 'duplicates' | 'warned' | Outcome, number>>;

export interface RunState {
  readonly version: 1;
  /** The index of the file that is read next, and the number of its rows (without a header) that are done. */
  readonly fileIndex: number;
  readonly rowsDone: number;
  readonly counts: Counts;
  readonly rejectReasons: readonly Reason[];
  readonly warningReasons: readonly Reason[];
  /** The files of rejected rows. */
  readonly rejectFiles: readonly CommittedFile[];
  /**
   * The reason why the last call ended before the last row. Null if it did not end early, or if its process was killed.
   */
  readonly failure: RunFailure | null;
}

interface RunFailure {
  /** ISO timestamp. */
  readonly at: string;
  /** The message to the user. */
  readonly message: string;
}

const START: RunState = {
  version: 1,
  fileIndex: 0,
  rowsDone: 0,
  counts: { read: 0, created: 0, merged: 0, unchanged: 0, suppressed: 0, rejected: 0, duplicates: 0, warned: 0 },
  rejectReasons: [],
  warningReasons: [],
  rejectFiles: [],
  failure: null,
};

/** The stored state of a run, or the initial state if there is none or it is of another version. */
export function restoreState(progress: unknown): RunState {
  const state = progress as RunState | null | undefined;
  if (state?.version !== START.version) return START;
  return { ...START, ...state, counts: { ...START.counts, ...state.counts } };
}

type StateName = 'running' | 'interrupted' | 'failed' | 'finished' | 'undone';

/** `isUnderWay`: an import is running. */
export function stateOfRun({ undoneAt, finishedAt, progress }: ImportRun, isUnderWay: boolean): StateName {
  if (undoneAt !== null) return 'undone';
  if (finishedAt !== null) return 'finished';
  if (restoreState(progress).failure !== null) return 'failed';
  return isUnderWay ? 'running' : 'interrupted';
}

/** The counts of one batch. */
export interface BatchCounts {
  readonly rows: number;
  readonly isFileDone: boolean;
  readonly outcomes: readonly Outcome[];
  readonly rejected: number;
  readonly duplicates: number;
  readonly warned: number;
  readonly rejectReasons: readonly Reason[];
  readonly warningReasons: readonly Reason[];
  readonly rejectFiles: RunState['rejectFiles'];
}

/** The state after a batch. */
export function advance(state: RunState, batch: BatchCounts): RunState {
  const counts: Record<keyof Counts, number> = { ...state.counts };
  counts.read += batch.rows;
  counts.rejected += batch.rejected;
  counts.duplicates += batch.duplicates;
  counts.warned += batch.warned;
  for (const outcome of batch.outcomes) counts[outcome]++;
  return {
    version: 1,
    fileIndex: state.fileIndex + (batch.isFileDone ? 1 : 0),
    rowsDone: batch.isFileDone ? 0 : state.rowsDone + batch.rows,
    counts,
    rejectReasons: addReasons(state.rejectReasons, batch.rejectReasons),
    warningReasons: addReasons(state.warningReasons, batch.warningReasons),
    rejectFiles: batch.rejectFiles,
    failure: null,
  };
}
