// Splits the source rows of a record in two, as an operator names them, and pins each row to its side. Pure.
import type { SourceOf, SourceRow } from './source-row.ts';
import { lastMerge, type Merge } from './undo-run.ts';

export interface RowSplit<Stored> {
  /** Ids that were named but are not rows of the record. */
  readonly unknown: readonly number[];
  readonly staying: readonly SourceRow<Stored>[];
  readonly moved: readonly SourceRow<Stored>[];
}

/** A row that belongs to one record regardless of matching. */
export interface Pin {
  readonly sourceId: number;
  readonly rowKey: string;
  readonly recordId: number;
}

/** A record with one row has no row ids that can be named. */
export function splitRows<Stored>(rows: readonly SourceRow<Stored>[], ids: readonly number[]): RowSplit<Stored> {
  const moved = rows.filter((row) => row.id !== null && ids.includes(row.id));
  return {
    unknown: ids.filter((id) => !rows.some((row) => row.id === id)),
    staying: rows.filter((row) => !moved.includes(row)),
    moved,
  };
}

/**
 * The merge that a split undoes because the moved rows include all rows of the merged record; null if there is none.
 */
export function undoneMerge<Stored>({ staying, moved }: Omit<RowSplit<Stored>, 'unknown'>): Merge | null {
  const merges = moved.flatMap((row) => lastMerge(row) ?? []);
  const [merge] = merges;
  if (merge === undefined || merges.some(({ formerId }) => formerId !== merge.formerId)) return null;
  return staying.some((row) => lastMerge(row)?.formerId === merge.formerId) ? null : merge;
}

/** The pins that keep rows in their record when their sources send them again. */
export function pinsOf<Stored>(rows: readonly SourceRow<Stored>[], recordId: number, sourceOf: SourceOf): Pin[] {
  return rows.map(({ runId, rowKey }) => ({ sourceId: sourceOf(runId).sourceId, rowKey, recordId }));
}
