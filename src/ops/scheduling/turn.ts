// The turn of a call in the schedule of its thread: decides when a part of the call may run (fair-scheduler.ts).
import { atOnce, type Work } from './work.ts';

/** One call in the schedule of its thread. */
export interface Turn {
  /**
   * Resolves when the call may use the event loop; undefined if it may at once. Await it before each part that takes
   * processor time and may follow an asynchronous wait.
   */
  enter(): Promise<void> | undefined;
  /** The same between parts of one segment: yields if the call has used up its slice. */
  pause(): Promise<void> | undefined;
  /** Counts milliseconds that the call used outside its segments. */
  use(ms: number): void;
  /** Runs work in slices, with yields between them. */
  run<T>(work: Work<T>): Promise<T>;
  /**
   * Waits for another thread, such as the ledger's. Meanwhile accounts that have used much more of this thread do not
   * run: if processors are scarce they would delay the other thread, and they would always delay handling its answer.
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
