// Counts of why rows were refused or values dropped, with the place of the first of each. Plain data: it is stored with the run.

export interface Reason {
  /** Field path; null where the row as a whole is meant. */
  readonly field: string | null;
  readonly reason: string;
  readonly count: number;
  /** Where it was met first. */
  readonly file: string;
  readonly line: number;
}

/** Different reasons that are kept apart; files with endless unknown fields share the last one. */
const REASONS_MAX = 500;
const FURTHER = 'further reasons, not told apart';

const keyOf = ({ field, reason }: Pick<Reason, 'field' | 'reason'>) => `${field}\n${reason}`;

/** Both lists as one, in the order of their first appearance. */
export function addReasons(before: readonly Reason[], more: Iterable<Reason>): Reason[] {
  const reasons = new Map(before.map((reason) => [keyOf(reason), reason]));
  for (const added of more) {
    const isFull = reasons.size >= REASONS_MAX && !reasons.has(keyOf(added));
    const entry = isFull ? { ...added, field: null, reason: FURTHER } : added;
    const known = reasons.get(keyOf(entry));
    reasons.set(keyOf(entry), known ? { ...known, count: known.count + entry.count } : entry);
  }
  return [...reasons.values()];
}

/** Begins the reason of a value that is no value of its closed list, and kept as it is; the value follows. */
export const UNLISTED = 'not listed, kept as it is: ';
const isUnlisted = ({ reason }: Reason) => reason.startsWith(UNLISTED);

/** Both kinds of warnings apart: values that were dropped, repaired or doubtful, and values outside their closed list. */
export function warningsApart(reasons: readonly Reason[]): { faults: Reason[]; unlisted: UnlistedValue[] } {
  const unlisted = reasons.filter(isUnlisted).map(({ reason, ...place }) => ({
    ...place,
    value: reason.slice(UNLISTED.length),
  }));
  return {
    faults: reasons.filter((reason) => !isUnlisted(reason)),
    unlisted: unlisted.sort((a, b) => b.count - a.count),
  };
}

export interface UnlistedValue extends Omit<Reason, 'reason'> {
  readonly value: string;
}

const REASONS_SHOWN = 5;

/** The most frequent ones, at most five. */
export function topReasons(reasons: readonly Reason[]): Reason[] {
  return reasons.toSorted((a, b) => b.count - a.count).slice(0, REASONS_SHOWN);
}

/** Collects reasons where rows are read; cheap for values that repeat a reason thousands of times. */
export class ReasonCounter {
  readonly #counts = new Map<
    string,
    { field: string | null; reason: string; count: number; file: string; line: number }
  >();

  add(reason: Omit<Reason, 'count'>): void {
    const key = keyOf(reason);
    const known = this.#counts.get(key);
    if (known) known.count++;
    else this.#counts.set(key, { ...reason, count: 1 });
  }

  /** What was collected since the last call. */
  take(): Reason[] {
    const taken = [...this.#counts.values()];
    this.#counts.clear();
    return taken;
  }
}
