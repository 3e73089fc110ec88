// A selection of the rows of a statement: all rows, or the rows of given ids.
import type { Select, SqlDialect, SqlValue } from '../tables/sql.ts';

export interface Selection {
  /** The condition on a column. It may be used once in a statement, which must then be run with `ids`. */
  has(column: string): string;
  readonly ids: SelectedIds;
  readonly isFew: boolean;
}

/** The parameters of a statement with one condition of a selection. */
export type SelectedIds = SqlValue[];

/** Maximum number of ids whose rows are read into memory. */
const FEW = 10_000;

const ALL: Selection = { has: () => 'true', ids: [], isFew: false };

/** Selects the rows of these ids, or all rows if `ids` is absent. */
export function selection({ isAmong, idsOf }: SqlDialect, ids: readonly number[] | undefined): Selection {
  if (ids === undefined) return ALL;
  return { has: isAmong, ids: [idsOf(ids)], isFew: ids.length <= FEW };
}

/**
 * The rows of a statement with one condition of a selection. SQLite returns a few rows faster in one call than one by
 * one.
 */
export function rowsOf<Row>(select: Select<SelectedIds, Row>, { ids, isFew }: Selection): IterableIterator<Row> {
  return isFew ? select.all(...ids).values() : select.iterate(...ids);
}
