// Long evaluations in slices: they yield where they may rest, and whoever runs them decides whether they do.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work without letting other calls pass. */
const SLICE_MS = 8;

/** Work that may rest at each yield. */
export type Work<T> = Generator<undefined, T>;

/** Does the work without a rest. */
export function atOnce<T>(work: Work<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Does the work, and lets other calls pass whenever it has taken a slice of time; most work is done before. */
export async function inTurns<T>(work: Work<T>): Promise<T> {
  let endMs = performance.now() + SLICE_MS;
  let step = work.next();
  while (!step.done) {
    if (performance.now() > endMs) {
      await nextTurn();
      endMs = performance.now() + SLICE_MS;
    }
    step = work.next();
  }
  return step.value;
}
