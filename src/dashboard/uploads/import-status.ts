// The status of imports begun in the dashboard or on the command line.
import type { ImportRun } from '../../catalog/writer-port.ts';
import { groupWarnings, type Reason, topReasons } from '../../import/reasons.ts';
import { restoreState, stateOfRun } from '../../import/run-state.ts';
import type { StoredImport, StoredUpload } from '../../uploads/upload-form.ts';
import type { ImportStatus } from '../records/records-port.ts';

/** Number of unknown fields shown, the most frequent first. */
const UNKNOWN_SHOWN = 5;

const reasonRows = (reasons: readonly Reason[]) =>
  reasons.map(({ field, reason, count, file, line }) => ({
    field: field ?? '',
    reason,
    count,
    file: file.replace(/^.*\//, ''),
    line,
  }));

interface UploadFacts {
  /** Whether another process imports it. */
  readonly isHeld: boolean;
  readonly hasRejects: boolean;
  /** Its run; null if unknown. */
  readonly run: ImportRun | null;
}

/** An import begun from an upload. */
export function statusOfUpload(
  upload: StoredUpload,
  stored: StoredImport,
  { isHeld, hasRejects, run }: UploadFacts,
): ImportStatus {
  const { report } = stored;
  const isOver = stored.state === 'finished' || stored.state === 'failed';
  return {
    id: upload.id,
    run: run?.id ?? null,
    kind: stored.choices.kind,
    source: stored.source,
    state: run?.undoneAt ? 'undone' : isOver || isHeld ? stored.state : 'interrupted',
    started_at: stored.startedAt,
    finished_at: stored.finishedAt,
    started_by: stored.startedBy,
    file: upload.file,
    rows: stored.rows,
    bytes_done: stored.bytesDone,
    bytes_total: stored.bytesTotal,
    rows_per_second: report?.rowsPerSecond ?? null,
    counts: report && {
      read: report.read,
      created: report.created,
      merged: report.merged,
      unchanged: report.unchanged,
      suppressed: report.suppressed,
      rejected: report.rejected,
      duplicates: report.duplicates ?? 0,
      accepted_with_warnings: report.warned ?? 0,
      warnings: report.warnings,
    },
    top_rejects: reasonRows(report?.topRejects ?? []),
    top_warnings: reasonRows([
      ...(report?.topWarnings ?? []),
      ...(report?.unknownFields ?? []).slice(0, UNKNOWN_SHOWN),
    ]),
    error: stored.error,
    has_rejects: hasRejects,
  };
}

/** The status of an import begun on the command line. `isImporting`: whether any import is running. */
export function statusOfRun(run: ImportRun, isImporting: boolean): ImportStatus {
  const { counts, rejectReasons, warningReasons, failure } = restoreState(run.progress);
  const { faults, unknownFields } = groupWarnings(warningReasons);
  const warnings = faults.reduce((sum, { count }) => sum + count, 0);
  const { warned, ...outcomes } = counts;
  return {
    id: `run_${run.id}`,
    run: run.id,
    kind: run.kind,
    source: run.source,
    state: stateOfRun(run, isImporting),
    started_at: run.startedAt,
    finished_at: run.finishedAt ?? failure?.at ?? null,
    started_by: null,
    file: null,
    rows: counts.read,
    bytes_done: null,
    bytes_total: null,
    rows_per_second: null,
    counts: { ...outcomes, accepted_with_warnings: warned, warnings },
    top_rejects: reasonRows(topReasons(rejectReasons)),
    top_warnings: reasonRows([...topReasons(faults), ...unknownFields.slice(0, UNKNOWN_SHOWN)]),
    error: run.finishedAt === null ? (failure?.message ?? null) : null,
    has_rejects: false,
  };
}
