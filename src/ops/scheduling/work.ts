// Long work as a generator, whose caller may pause it at each yield.

/** Work that may be suspended at each yield. */
export type Work<T> = Generator<undefined, T>;

/** Runs work to its end without pausing. */
export function atOnce<T>(work: Work<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
