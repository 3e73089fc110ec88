// Long work in steps, between which its caller may pause.

/** Work that may be suspended at each yield. */
export type Work<T> = Generator<undefined, T>;

/** Runs work to its end without a pause. */
export function atOnce<T>(work: Work<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
