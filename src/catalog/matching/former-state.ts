// Decides whether a row is a new state of an earlier row of its source with the same key. Such a row stays in its
// record even if its values have changed.
import type { FoundRecord, RecordLookups } from './lookups.ts';
import { includesRun } from './seen-runs.ts';
import type { RowRun } from './source-row.ts';
import { firstFormerId } from './undo-run.ts';

type Rows = Pick<RecordLookups<unknown, FoundRecord>, 'rowsOf' | 'sourceOf' | 'isSeen'>;

/** Whether a record contains an earlier state of the row that the run has not sent again. */
export function holdsFormerState(
  { id }: FoundRecord,
  { rowKey, run }: { readonly rowKey: string; readonly run: RowRun },
  lookups: Rows,
): boolean {
  return lookups
    .rowsOf(id)
    .some(
      (row) =>
        row.rowKey === rowKey &&
        row.supersededBy === null &&
        row.runId < run.runId &&
        !includesRun(row.seenRuns, run.runId) &&
        lookups.sourceOf(row.runId).sourceId === run.sourceId &&
        !lookups.isSeen(firstFormerId(row) ?? id),
    );
}
