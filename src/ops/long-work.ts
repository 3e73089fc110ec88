// Limits the rate of progress reports.

const EVERY_MS = 5000;

/**
 * Wraps `report` so that it runs at most once per interval, and not before the first interval ends: short work reports
 * nothing.
 */
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
