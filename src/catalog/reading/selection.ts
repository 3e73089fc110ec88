// A selection of the rows of a statement: all, or those of given ids.
import type { Select, SqlDialect, SqlValue } from '../tables/sql.ts';

export interface Selection {
  /** The condition on a column, to be used once in a statement, which is then run with `ids`. */
  has(column: string): string;
  readonly ids: SelectedIds;
  readonly isFew: boolean;
}

/** The parameters of a statement with one condition of a selection. */
export type SelectedIds = SqlValue[];

/** Ids whose rows fit in memory. */
const FEW = 10_000;

const ALL: Selection = { has: () => 'true', ids: [], isFew: false };

/** The rows of these ids; of all if they are absent. */
export function selection({ isAmong, idsOf }: SqlDialect, ids: readonly number[] | undefined): Selection {
  if (ids === undefined) return ALL;
  return { has: isAmong, ids: [idsOf(ids)], isFew: ids.length <= FEW };
}

/** The rows of a statement with one condition of a selection. SQLite returns few at once faster than one by one. */
export function rowsOf<Row>(select: Select<SelectedIds, Row>, { ids, isFew }: Selection): IterableIterator<Row> {
  return isFew ? select.all(...ids).values() : select.iterate(...ids);
}
