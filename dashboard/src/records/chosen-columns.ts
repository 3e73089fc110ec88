// The columns that the reader has chosen for fields, on top of the detected mapping.

export const NO_FIELD = '';

export interface ChosenColumns {
  /** Column by field; empty: the field has none. A field that is absent here has its detected columns. */
  readonly columns: Readonly<Record<string, string>>;
  /** The earlier choice of each field that has a column now; undefined: its detected columns. */
  readonly earlier: Readonly<Record<string, string | undefined>>;
}

export const NONE_CHOSEN: ChosenColumns = { columns: {}, earlier: {} };

interface Choice {
  readonly column: string;
  /** The field of the column until now; null: none. */
  readonly before: string | null;
  /** `NO_FIELD` to not import the column. */
  readonly field: string;
}

/** A chosen column that leaves its field returns the field to the columns that had it before. */
export function withField({ columns, earlier }: ChosenColumns, { column, before, field }: Choice): ChosenColumns {
  const next: Record<string, string> = { ...columns };
  if (before !== null) {
    const former = columns[before] === column ? earlier[before] : NO_FIELD;
    const isFree = former !== undefined && !Object.values(columns).includes(former);
    if (former === undefined) delete next[before];
    else next[before] = isFree ? former : NO_FIELD;
  }
  if (field === NO_FIELD) return { columns: next, earlier };
  next[field] = column;
  return { columns: next, earlier: { ...earlier, [field]: columns[field] } };
}
