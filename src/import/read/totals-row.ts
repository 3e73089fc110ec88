// Detects rows with the totals of a table, with which reports end. They are not records.

/** A cheap test: the start of the text excludes most rows. */
const MAY_BEGIN = /^\W*(?:grand|sub|report|total|totaal|count|sum|gesamt|anzahl|ergebnis)/i;
const LABEL =
  /^(?:(?:grand|sub|report)[\s-]*)?(?:totals?|totale|totaal|count|sum|summe|gesamt(?:summe)?|anzahl|ergebnis)\b[^\p{L}]*(?:records?|rows?|entries)?[^\p{L}]*$/iu;
const NUMBER = /^[\d.,\s%]+$/;
/** Labels that are not the name of any company. */
const SURE = /^(?:(?:grand|sub|report)[\s-]*totals?|totals|summe|gesamtsumme|ergebnis)\b/i;
/** In a table with fewer columns, `Total` may be the name of a company. */
const COLUMNS_MIN = 4;

/**
 * Whether a row contains `Total`, `Grand Totals (200 records)` or a similar label, possibly numbers, and is otherwise
 * mostly empty. If the label is not a possible name, all columns may have numbers.
 */
export function isTotalsRow(text: string, cells: readonly string[]): boolean {
  if (!MAY_BEGIN.test(text) || cells.length < COLUMNS_MIN) return false;
  const [label = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (!LABEL.test(label) || !others.every((cell) => NUMBER.test(cell))) return false;
  return (others.length + 1) * 2 <= cells.length || (others.length > 0 && SURE.test(label));
}
