// Removes the rows of one import run from the rows of a record, and separates the records that the run merged. Pure.
import { unitedSeenRuns } from './seen-runs.ts';
import type { SourceOf, SourceRow } from './source-row.ts';

/** Replaces the run id in the former records of rows whose records an operator has merged. */
export const BY_HAND = 0;

/** The other runs, as the undo of a run needs them. */
export interface OtherRuns {
  readonly sourceOf: SourceOf;
  /** The first other run that contained a row of the run unchanged; null if there is none. */
  readonly nextRunOf: (row: Pick<SourceRow<unknown>, 'seenRuns' | 'formerRecords'>) => number | null;
}

/**
 * The rows of a record without the rows of a run. Rows that another run contained unchanged are assigned to that run.
 */
export function rowsWithoutRun<Stored>(
  rows: readonly SourceRow<Stored>[],
  runId: number,
  { sourceOf, nextRunOf }: OtherRuns,
): SourceRow<Stored>[] {
  const left = rows.flatMap((row): SourceRow<Stored>[] => {
    if (row.runId !== runId) return [row];
    const next = nextRunOf(row);
    return next === null ? [] : [{ ...row, runId: next, file: 0, line: 0 }];
  });
  return left.reduce((rest, row) => (row.supersededBy === runId ? supersededAnew(row, rest, sourceOf) : rest), left);
}

/**
 * Updates a row whose next state is removed. If the state after that one is equal to the row, both become one row,
 * which that run contained unchanged.
 */
function supersededAnew<Stored>(
  row: SourceRow<Stored>,
  rows: readonly SourceRow<Stored>[],
  sourceOf: SourceOf,
): SourceRow<Stored>[] {
  const isLater = ({ rowKey, runId }: SourceRow<Stored>) =>
    rowKey === row.rowKey &&
    runId > (row.supersededBy ?? 0) &&
    sourceOf(runId).sourceId === sourceOf(row.runId).sourceId;
  const later = rows.filter(isLater);
  const next = later.length === 0 ? null : Math.min(...later.map(({ runId }) => runId));
  const same = later.find(
    ({ runId, hash, formerRecords }) =>
      runId === next && hash === row.hash && row.formerRecords.endsWith(formerRecords),
  );
  const changed: SourceRow<Stored> =
    same === undefined
      ? { ...row, supersededBy: next }
      : {
          ...row,
          supersededBy: same.supersededBy,
          seenRuns: unitedSeenRuns(row.seenRuns, unitedSeenRuns(String(next), same.seenRuns)),
        };
  return rows.flatMap((each) => (each === row ? [changed] : each === same ? [] : [each]));
}

/** Rows that were one record before a run merged it with others. */
export interface FormerPart<Stored> {
  /** The id of the record; null for the survivor. */
  readonly formerId: number | null;
  readonly rows: readonly SourceRow<Stored>[];
}

/**
 * Groups the rows by their record before the run merged them: first the survivor, whose group is empty if the run
 * created it, then the other records, whose groups are not empty. Rows that came later are grouped with the rows that
 * they match directly.
 */
export function partsBeforeRun<Stored>(
  rows: readonly SourceRow<Stored>[],
  runId: number,
  areLinked: (a: Stored, b: Stored) => boolean,
): FormerPart<Stored>[] {
  const parts = new Map<number | null, SourceRow<Stored>[]>([[null, []]]);
  const isLinkedTo = (row: SourceRow<Stored>, part: readonly SourceRow<Stored>[] = []) =>
    part.some((each) => areLinked(each.record, row.record));
  for (const row of rows) {
    const join = joinIn(row, runId);
    const isLater = join === null && cameBy(row) > runId && !isLinkedTo(row, parts.get(null));
    const linked = isLater ? [...parts].find(([, part]) => isLinkedTo(row, part))?.[0] : undefined;
    const key = join?.formerId ?? linked ?? null;
    const part = parts.get(key) ?? [];
    parts.set(key, [...part, join === null ? row : { ...row, formerRecords: join.before }]);
  }
  return [...parts].map(([formerId, part]) => ({ formerId, rows: part }));
}

/** A merge of a record into another one, by a run or BY_HAND. */
export interface Merge {
  readonly runId: number;
  readonly formerId: number;
}

/** The merge that moved a row from its previous record to the present one; null if there is none. */
export function lastMerge(row: Merged): Merge | null {
  return mergesOf(row).at(-1) ?? null;
}

/** The record of a row before its first merge; null if it was never merged. */
export function firstFormerId(row: Merged): number | null {
  return mergesOf(row)[0]?.formerId ?? null;
}

/** The runs that merged records of a row. Merges by operators are not included. */
export function mergingRuns(row: Merged): number[] {
  return mergesOf(row).flatMap(({ runId }) => (runId === BY_HAND ? [] : [runId]));
}

type Merged = Pick<SourceRow<unknown>, 'formerRecords'>;

/** The latest run that moved or contained a row. */
function cameBy(row: Pick<SourceRow<unknown>, 'formerRecords' | 'runId'>): number {
  return Math.max(row.runId, ...mergesOf(row).map(({ runId }) => runId));
}

function mergesOf({ formerRecords }: Merged): Merge[] {
  return formerRecords.split(';').flatMap((merge) => {
    const [runId, formerId] = merge.split(':').map(Number);
    return runId === undefined || formerId === undefined ? [] : [{ runId, formerId }];
  });
}

/**
 * The merge of a row by a run: its former record, and its earlier merges. Later merges are merges of the merged record.
 */
function joinIn(
  { formerRecords }: { readonly formerRecords: string },
  runId: number,
): { readonly formerId: number; readonly before: string } | null {
  const found = new RegExp(`(?<=^|;)${runId}:(\\d+);`).exec(formerRecords);
  return found === null ? null : { formerId: Number(found[1]), before: formerRecords.slice(0, found.index) };
}
