// Warnings about the values of a column before an import: values that cannot be right for the field of the column,
// because they would merge different records or leave the records empty.

/** Fields whose values identify one record. */
const OWN_FIELDS = new Set(
  'network_url full_name name domain website email emails phone phones mobile_phone direct_phone'.split(' '),
);
/** Fewer rows are no evidence. */
const ROWS_MIN = 20;
const SAME_SHARE_MIN = 0.5;

/**
 * A warning if most rows have the same value in a field that identifies a record, or if no row has a value. Null for a
 * column without a field.
 */
export function columnWarning(field: string | null, filled: readonly string[], rows: number): string | null {
  if (field === null || rows < ROWS_MIN) return null;
  if (filled.length === 0) return 'empty in all of the first rows';
  if (!OWN_FIELDS.has(field)) return null;
  const counts = new Map<string, number>();
  for (const value of filled) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return most / rows >= SAME_SHARE_MIN ? `one value on ${Math.round((100 * most) / rows)}% of rows` : null;
}

/** A warning about formulas without stored values in the first rows; null if there are none. */
export function formulaWarning(count: number): string | null {
  if (count === 0) return null;
  const formulas = count === 1 ? '1 formula' : `${count} formulas`;
  return `${formulas} without a stored value in the first rows: open the workbook in a spreadsheet program and save it`;
}
