// The turn of a call in the schedule of its thread: which of its parts may run now (fair-scheduler.ts).
import { atOnce, type Work } from './work.ts';

/** One call in the schedule of its thread. */
export interface Turn {
  /**
   * Resolves when the call may use the event loop; undefined if it may at once. Call it before each part of a call that
   * takes processor time and may follow an asynchronous wait.
   */
  enter(): Promise<void> | undefined;
  /** The same, between parts of one segment: yields if the call has used up its slice. */
  pause(): Promise<void> | undefined;
  /** Counts milliseconds that the call used outside its segments. */
  use(ms: number): void;
  /** Runs work in slices. */
  run<T>(work: Work<T>): Promise<T>;
  /**
   * Waits for another thread, such as that of the ledger. Accounts that have used much more of this thread do not run
   * meanwhile: they would delay the other thread where processors are scarce, and its answer in any case.
   */
  waitFor<T>(answer: Promise<T>): Promise<T>;
  /** Milliseconds of the longest segment so far: the longest time for which the call blocked the event loop. */
  readonly longestMs: number;
}

/** For callers that own their thread: never waits. */
export const UNSCHEDULED: Turn = {
  enter: () => undefined,
  pause: () => undefined,
  use: () => {},
  run: async (work) => atOnce(work),
  waitFor: (answer) => answer,
  longestMs: 0,
};
