// Counts the reasons of rejects and warnings, with the first place of each. The counts are plain data and stored with
// the run. Examples are not stored: only the current call shows them (shown-example.ts).
import type { ImportKind } from './map/import-fields.ts';
import { EXAMPLES_MAX, shownExample } from './shown-example.ts';

export interface Reason {
  /** Field path; null if the reason concerns the whole row. */
  readonly field: string | null;
  readonly reason: string;
  readonly count: number;
  /** The place of the first occurrence. */
  readonly file: string;
  readonly line: number;
}

/** A reason with its examples, within one batch. */
export interface ReasonWithExamples extends Reason {
  /** Some distinct values, masked for display. */
  readonly examples: readonly string[];
}

/**
 * Maximum number of distinct reasons. In files with endless unknown fields, all further reasons share the last entry.
 */
const REASONS_MAX = 500;
/**
 * The same limit within one batch. It leaves room for all reasons of a run, and for reasons that only later batches
 * show to be frequent.
 */
const BATCH_REASONS_MAX = 4 * REASONS_MAX;
/** Longest field path, in characters: a key of an untrusted row may be as long as the row. */
const FIELD_LENGTH_MAX = 200;
/** Longest reason, in characters: it may contain an unlisted value. */
const REASON_LENGTH_MAX = 500;
const FURTHER = 'further reasons';

const keyOf = ({ field, reason }: Pick<Reason, 'field' | 'reason'>) => `${field}\n${reason}`;

/** Merges both lists in the order of first occurrence, without examples. */
export function addReasons(before: readonly Reason[], more: Iterable<Reason>): Reason[] {
  const reasons = new Map(before.map((reason) => [keyOf(reason), reason]));
  for (const added of more) {
    const isFull = reasons.size >= REASONS_MAX && !reasons.has(keyOf(added));
    const { count, file, line } = added;
    const { field, reason } = isFull ? { field: null, reason: FURTHER } : added;
    const entry = { field, reason, count, file, line };
    const known = reasons.get(keyOf(entry));
    reasons.set(keyOf(entry), known ? { ...known, count: known.count + entry.count } : entry);
  }
  return [...reasons.values()];
}

/** Start of the reason for a value that is not in its closed list and is kept as given; the value follows. */
export const UNLISTED = 'not listed, kept as given: ';
const isUnlisted = ({ reason }: Reason) => reason.startsWith(UNLISTED);

/** Reason for an unknown key or field; counted once per row that has it. */
export const UNKNOWN_FIELD = 'unknown field, ignored';

/** Whether a note concerns a dropped, repaired or doubtful value. */
export const isFault = ({ reason }: Pick<Reason, 'reason'>) => !reason.startsWith(UNLISTED) && reason !== UNKNOWN_FIELD;

/**
 * Separates three kinds of warnings: dropped, repaired or doubtful values; values outside their closed list; unknown
 * fields.
 */
export function groupWarnings(reasons: readonly Reason[]): {
  faults: Reason[];
  unlisted: UnlistedValue[];
  unknownFields: Reason[];
} {
  const unlisted = reasons.filter(isUnlisted).map(({ reason, ...place }) => ({
    ...place,
    value: reason.slice(UNLISTED.length),
  }));
  return {
    faults: reasons.filter(isFault),
    unlisted: unlisted.sort((a, b) => b.count - a.count),
    unknownFields: reasons.filter(({ reason }) => reason === UNKNOWN_FIELD).sort((a, b) => b.count - a.count),
  };
}

/** All reasons in order: first dropped, repaired and doubtful values, then unknown fields, then unlisted values. */
export function faultsFirst(reasons: readonly Reason[]): Reason[] {
  const rank = (reason: Reason) => (isFault(reason) ? 0 : isUnlisted(reason) ? 2 : 1);
  return reasons.toSorted((a, b) => rank(a) - rank(b));
}

export interface UnlistedValue extends Omit<Reason, 'reason'> {
  readonly value: string;
}

const REASONS_SHOWN = 5;

/** The most frequent reasons, at most five. */
export function topReasons(reasons: readonly Reason[]): Reason[] {
  return reasons.toSorted((a, b) => b.count - a.count).slice(0, REASONS_SHOWN);
}

/** Collects reasons while rows are read. Adding a reason that repeats thousands of times is cheap. */
export class ReasonCounter {
  readonly #counts = new Map<
    string,
    { reason: Omit<Reason, 'count'>; count: number; values: unknown[]; lastRow: number }
  >();
  readonly #kind: ImportKind;
  #row = 0;

  constructor(kind: ImportKind) {
    this.#kind = kind;
  }

  /** Starts a new row for the notes that follow. */
  startRow(): void {
    this.#row += 1;
  }

  add(given: Omit<Reason, 'count'>, value: unknown = null): void {
    const reason = this.#bounded(given);
    const key = keyOf(reason);
    const known = this.#counts.get(key);
    if (known === undefined) {
      this.#counts.set(key, { reason, count: 1, values: [value], lastRow: this.#row });
      return;
    }
    if (reason.reason !== UNKNOWN_FIELD || known.lastRow !== this.#row) known.count++;
    known.lastRow = this.#row;
    if (known.values.length < EXAMPLES_MAX && !known.values.includes(value)) known.values.push(value);
  }

  #bounded(given: Omit<Reason, 'count'>): Omit<Reason, 'count'> {
    const { field } = given;
    const isLong = (field?.length ?? 0) > FIELD_LENGTH_MAX || given.reason.length > REASON_LENGTH_MAX;
    const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);
    const reason = isLong
      ? { ...given, field: field && cut(field, FIELD_LENGTH_MAX), reason: cut(given.reason, REASON_LENGTH_MAX) }
      : given;
    const isFull = this.#counts.size >= BATCH_REASONS_MAX && !this.#counts.has(keyOf(reason));
    return isFull ? { ...reason, field: null, reason: FURTHER } : reason;
  }

  /** The notes since the last call. */
  take(): ReasonWithExamples[] {
    const taken = [...this.#counts.values()].map(({ reason, count, values }) => {
      const shown = values.flatMap((value) => shownExample(this.#kind, reason.field, value) ?? []);
      return { ...reason, count, examples: [...new Set(shown)] };
    });
    this.#counts.clear();
    return taken;
  }
}

/** The examples of the current call, by reason. */
export class ReasonExamples {
  readonly #examples = new Map<string, readonly string[]>();

  add(reasons: readonly ReasonWithExamples[]): void {
    for (const reason of reasons) {
      const known = this.#examples.get(keyOf(reason)) ?? [];
      if (known.length >= EXAMPLES_MAX || reason.examples.length === 0) continue;
      this.#examples.set(keyOf(reason), [...new Set([...known, ...reason.examples])].slice(0, EXAMPLES_MAX));
    }
  }

  /** The reasons with their examples. */
  shownWith(reasons: readonly Reason[]): ReasonWithExamples[] {
    return reasons.map((reason) => ({ ...reason, examples: this.#examples.get(keyOf(reason)) ?? [] }));
  }
}
