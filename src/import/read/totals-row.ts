// Rows that sum up a table: reports end with them, and they are nobody's record.

/** Most rows are told by how their text begins. */
const MAY_BEGIN = /^\W*(?:grand|sub|report|total|count|sum|gesamt|anzahl)/i;
const LABEL =
  /^(?:(?:grand|sub|report)[\s-]*)?(?:totals?|count|sum|summe|gesamt(?:summe)?|anzahl)\b[^\p{L}]*(?:records?|rows?|entries)?[^\p{L}]*$/iu;
const NUMBER = /^[\d.,\s%]+$/;
/** Of fewer columns a company called Total might be one. */
const COLUMNS_MIN = 4;

/** Whether a row holds `Total`, `Grand Totals (200 records)` or the like, numbers perhaps, and nothing in most of its cells. */
export function isTotalsRow(text: string, cells: readonly string[]): boolean {
  if (!MAY_BEGIN.test(text) || cells.length < COLUMNS_MIN) return false;
  const [label = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return LABEL.test(label) && (others.length + 1) * 2 <= cells.length && others.every((cell) => NUMBER.test(cell));
}
