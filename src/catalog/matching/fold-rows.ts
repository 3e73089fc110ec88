// Adds a row to the source rows of a record, and folds the rows into the record. Pure; the store contains the tables of
// rows.
import type { RowContent } from '../writer-port.ts';
import { endsOf } from './seen-runs.ts';
import { type Origin, type RowRun, receivedAt, type SourceOf, type SourceRow } from './source-row.ts';
import { mergingRuns, partsBeforeRun, rowsWithoutRun } from './undo-run.ts';

/** Reads the rows of one kind of record. */
export interface RowRules<Stored> {
  /** The record of several rows, given in import order. */
  readonly fold: (rows: readonly RowContent<Stored>[]) => Stored;
  readonly rowKeyOf: (record: Stored) => string;
  readonly sourceOf: SourceOf;
}

/** Number of runs of a source whose replaced states of one row are kept, so that these runs can be undone. */
const RUNS_KEPT = 3;
/**
 * Maximum number of rows of one source in one record. Further rows are dropped: a record that so many rows match
 * identifies nothing.
 */
const ROWS_OF_SOURCE_MAX = 100;

export function rowOf<Stored>(origin: Origin, record: Stored, rowKey: string): SourceRow<Stored> {
  return { id: null, ...origin, rowKey, supersededBy: null, seenRuns: '', formerRecords: '', record };
}

/** The rows of a record that a run merges into another. */
export function joiningRows<Stored>(
  rows: readonly SourceRow<Stored>[],
  recordId: number,
  runId: number,
): SourceRow<Stored>[] {
  return rows.map((row) => ({ ...row, id: null, formerRecords: `${row.formerRecords}${runId}:${recordId};` }));
}

/** The row that the source of the run sent before with this content and has not replaced since. */
export function unchangedRow<Stored>(
  rows: readonly SourceRow<Stored>[],
  { hash, sourceId }: { readonly hash: number } & Pick<RowRun, 'sourceId'>,
  sourceOf: SourceOf,
): SourceRow<Stored> | null {
  const isUnchanged = (row: SourceRow<Stored>) =>
    row.hash === hash && row.supersededBy === null && sourceOf(row.runId).sourceId === sourceId;
  return rows.find(isUnchanged) ?? null;
}

/**
 * The rows with one added row; null if its source has too many rows in the record. The added row supersedes the rows
 * that its source sent under the same key in earlier runs, except rows that its run also contained (`isSeen`). A pushed
 * row also replaces rows of earlier calls in its run. These are dropped, because the run is undone as a whole.
 */
export function withRow<Stored>(
  rows: readonly SourceRow<Stored>[],
  { added, isSeen }: { readonly added: SourceRow<Stored>; readonly isSeen: (row: SourceRow<Stored>) => boolean },
  rules: RowRules<Stored>,
): SourceRow<Stored>[] | null {
  const { sourceId, isPush } = rules.sourceOf(added.runId);
  const isOfSource = (row: SourceRow<Stored>) => rules.sourceOf(row.runId).sourceId === sourceId;
  if (rows.filter((row) => row.supersededBy === null && isOfSource(row)).length >= ROWS_OF_SOURCE_MAX) return null;
  const isSuperseded = (row: SourceRow<Stored>) =>
    row.supersededBy === null &&
    row.rowKey === added.rowKey &&
    (row.runId < added.runId || isOfEarlierCall(row)) &&
    isOfSource(row) &&
    (isPush || !isSeen(row));
  const isOfEarlierCall = (row: SourceRow<Stored>) => isPush && row.runId === added.runId && row.file < added.file;
  // A row that came with a merged record is needed if that merge is undone.
  const isDropped = (row: SourceRow<Stored>) => row.formerRecords === '' && isSuperseded(row) && isOfEarlierCall(row);
  const all = rows
    .filter((row) => !isDropped(row))
    .map((row) => (isSuperseded(row) ? { ...row, supersededBy: added.runId } : row));
  return withoutOldStates([...all, added], (row) => row.rowKey === added.rowKey && isOfSource(row), rules);
}

/** Folds rows into their record. There must be at least one row. */
export function foldRows<Stored>(rows: readonly SourceRow<Stored>[], { fold, sourceOf }: RowRules<Stored>): Stored {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0) return only.record;
  return fold(
    rows.map(({ record, runId, file }) => {
      const of = sourceOf(runId);
      return { record, source: of.source, priority: of.priority, runId, runAt: receivedAt(of, { file }) };
    }),
  );
}

/**
 * Drops the states of a row that were superseded before the last few runs of its source. A state is dropped only if the
 * record is the same without it, both now and after the undo of these runs and of the merges since.
 */
function withoutOldStates<Stored>(
  rows: SourceRow<Stored>[],
  isState: (row: SourceRow<Stored>) => boolean,
  rules: RowRules<Stored>,
): SourceRow<Stored>[] {
  const superseded = rows.filter((row) => row.supersededBy !== null && isState(row));
  const runs = [...new Set(superseded.map((row) => row.supersededBy ?? 0))].sort((a, b) => b - a);
  const before = runs[RUNS_KEPT - 1] ?? 0;
  const old = superseded.filter((row) => (row.supersededBy ?? 0) < before);
  if (old.length === 0) return rows;
  const since = [...runs, ...rows.flatMap(mergingRuns)].filter((run) => run >= before);
  const undone = [...new Set(since)].sort((a, b) => b - a);
  const folded = foldsOf(rows, undone, rules);
  return old.reduce((kept, row) => {
    const without = kept.filter((each) => each !== row);
    return foldsOf(without, undone, rules) === folded ? without : kept;
  }, rows);
}

/** The records of the rows in their present state, and after each of the runs is undone, the latest run first. */
function foldsOf<Stored>(rows: SourceRow<Stored>[], runs: readonly number[], rules: RowRules<Stored>): string {
  const records = [[foldRows(rows, rules)]];
  let parts: (readonly SourceRow<Stored>[])[] = [rows];
  const { sourceOf } = rules;
  const undone = new Set<number>();
  const nextRunOf = ({ seenRuns }: Pick<SourceRow<Stored>, 'seenRuns'>) =>
    endsOf(seenRuns).find((run) => !undone.has(run) && !sourceOf(run).isUndone) ?? null;
  for (const run of runs) {
    undone.add(run);
    const left = parts.map((part) => rowsWithoutRun(part, run, { sourceOf, nextRunOf }));
    // No row is later than a run that is undone after all others.
    parts = left.flatMap((part) => partsBeforeRun(part, run, () => false).map((former) => former.rows));
    parts = parts.filter(({ length }) => length > 0);
    records.push(parts.map((part) => foldRows(part, rules)));
  }
  return JSON.stringify(records);
}
