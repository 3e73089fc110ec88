// Long work in steps, so that whoever runs it may pause between them.

/** Work that may be suspended at each yield. */
export type Work<T> = Generator<undefined, T>;

/** Runs work to its end without a pause. */
export function atOnce<T>(work: Work<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
