// Paces the progress reports of long work.

const EVERY_MS = 5000;

/** Calls `report` at most once in each interval, and not before the first one ends: short work reports nothing. */
export function ofLongWork<Progress>(
  report: (progress: Progress) => void,
  everyMs = EVERY_MS,
): (progress: Progress) => void {
  let reportedMs = performance.now();
  return (progress) => {
    if (performance.now() - reportedMs < everyMs) return;
    reportedMs = performance.now();
    report(progress);
  };
}
