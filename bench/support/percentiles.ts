// Percentiles and medians of measured times.

/** The value below which this share of the numbers is; 0 for an empty list. */
export function percentileOf(numbers: readonly number[], share: number): number {
  return sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;
}

/** The median of the times of each selected query over several runs. */
export function mediansOf(
  runs: readonly (readonly number[])[],
  wanted: (index: number) => boolean = () => true,
): number[] {
  const first = runs[0] ?? [];
  return first.flatMap((_, index) => (wanted(index) ? [medianOf(runs.map((run) => run[index]!))] : []));
}

const sorted = (numbers: readonly number[]) => [...numbers].sort((left, right) => left - right);
const medianOf = (numbers: readonly number[]) => sorted(numbers)[numbers.length >> 1] ?? 0;
