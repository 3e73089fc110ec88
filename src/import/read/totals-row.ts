// Rows with the totals of a table, with which reports end: they are not records.

/** The start of the text excludes most rows quickly. */
const MAY_BEGIN = /^\W*(?:grand|sub|report|total|totaal|count|sum|gesamt|anzahl|ergebnis)/i;
const LABEL =
  /^(?:(?:grand|sub|report)[\s-]*)?(?:totals?|totale|totaal|count|sum|summe|gesamt(?:summe)?|anzahl|ergebnis)\b[^\p{L}]*(?:records?|rows?|entries)?[^\p{L}]*$/iu;
const NUMBER = /^[\d.,\s%]+$/;
/** Labels that no company has as its name. */
const SURE = /^(?:(?:grand|sub|report)[\s-]*totals?|totals|summe|gesamtsumme|ergebnis)\b/i;
/** With fewer columns, `Total` might be a company name. */
const COLUMNS_MIN = 4;

/**
 * Whether a row holds `Total`, `Grand Totals (200 records)` or similar, perhaps numbers, and is otherwise mostly empty.
 * With a label that is no name, all columns may have numbers.
 */
export function isTotalsRow(text: string, cells: readonly string[]): boolean {
  if (!MAY_BEGIN.test(text) || cells.length < COLUMNS_MIN) return false;
  const [label = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (!LABEL.test(label) || !others.every((cell) => NUMBER.test(cell))) return false;
  return (others.length + 1) * 2 <= cells.length || (others.length > 0 && SURE.test(label));
}
