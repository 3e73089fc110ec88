// A selection of the rows of a statement: all, or those of given ids.

/** The parameters of a statement with one condition of a selection. */
export type SelectedIds = string[];

export interface Selection {
  /** The condition on a column, to be used once in a statement, which is then run with `ids`. */
  has(column: string): string;
  readonly ids: SelectedIds;
}

const ALL: Selection = { has: () => 'true', ids: [] };

/** The rows of these ids; of all if they are absent. */
export function selection(ids: readonly number[] | undefined): Selection {
  if (ids === undefined) return ALL;
  return { has: (column) => `${column} IN (SELECT value FROM json_each(?))`, ids: [JSON.stringify(ids)] };
}
