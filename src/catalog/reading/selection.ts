// A selection of the rows of a statement: all, or those of given ids.
import type { SqlDialect, SqlValue } from '../tables/sql.ts';

export interface Selection {
  /** The condition on a column, to be used once in a statement, which is then run with `ids`. */
  has(column: string): string;
  readonly ids: SelectedIds;
}

/** The parameters of a statement with one condition of a selection. */
export type SelectedIds = SqlValue[];

const ALL: Selection = { has: () => 'true', ids: [] };

/** The rows of these ids; of all if they are absent. */
export function selection({ isAmong, idsOf }: SqlDialect, ids: readonly number[] | undefined): Selection {
  if (ids === undefined) return ALL;
  return { has: isAmong, ids: [idsOf(ids)] };
}
