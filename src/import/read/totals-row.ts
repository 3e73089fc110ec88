// Rows with the totals of a table, with which reports end: they are not records.

/** The start of the text excludes most rows quickly. */
const MAY_BEGIN = /^\W*(?:grand|sub|report|total|count|sum|gesamt|anzahl)/i;
const LABEL =
  /^(?:(?:grand|sub|report)[\s-]*)?(?:totals?|count|sum|summe|gesamt(?:summe)?|anzahl)\b[^\p{L}]*(?:records?|rows?|entries)?[^\p{L}]*$/iu;
const NUMBER = /^[\d.,\s%]+$/;
/** With fewer columns, `Total` might be a company name. */
const COLUMNS_MIN = 4;

/**
 * Whether a row holds `Total`, `Grand Totals (200 records)` or similar, perhaps numbers, and is otherwise mostly empty.
 */
export function isTotalsRow(text: string, cells: readonly string[]): boolean {
  if (!MAY_BEGIN.test(text) || cells.length < COLUMNS_MIN) return false;
  const [label = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return LABEL.test(label) && (others.length + 1) * 2 <= cells.length && others.every((cell) => NUMBER.test(cell));
}
