// Detects rows with the totals of a table, and footers, with which reports end. They are not records.

/** A cheap test: the start of the text excludes most rows. */
const MAY_BEGIN =
  /^\W*(?:grand|sub|report|total|totaal|count|sum|gesamt|anzahl|ergebnis|\d[\d.,]* |page|seite|p[aá]gina|strona|copyright|\(c\)|generated|exported|printed|showing|erstellt|exportiert|gedruckt|confidential info|end of |ende de)|^[\s,;|"]*[©*Σ∑]/i;
const LABEL =
  /^(?:(?:grand|sub|report)[\s-]*)?(?:totals?|totale|totaal|count|sum|summe|gesamt(?:summe)?|anzahl|ergebnis)\b[^\p{L}]*(?:records?|rows?|entries)?[^\p{L}]*$/iu;
const NUMBER = /^[\d.,\s%]+$/;
/** Labels that are not the name of any company. */
const SURE = /^(?:(?:grand|sub|report)[\s-]*totals?|totals|summe|gesamtsumme|ergebnis)\b/i;
/** In a table with fewer columns, `Total` may be the name of a company. */
const COLUMNS_MIN = 4;

const ENTRIES =
  '(?:records?|rows?|entries|results|contacts?|companies|accounts?|leads?|people|attendees|participants|einträge|datensätze|kontakte|firmen|zeilen|teilnehmer|registros|filas|contactos|empresas|enregistrements|lignes|righe|rijen)';
/** A line below a table: the number of its rows, a page, a copyright, the time of the export, or a legend. */
const FOOTER = new RegExp(
  [
    `(?=.*\\d)(?:total|gesamt|summe|anzahl|count|sum|σ|∑)\\s*[:=]?\\s*(?:\\d[\\d.,]*\\s*)?${ENTRIES}\\s*[:=]?\\s*(?:\\d[\\d.,]*)?`,
    `\\d[\\d.,]*\\s+${ENTRIES} (?:in total|total|exported|found|insgesamt|gesamt|exportiert|en total|au total)\\.?`,
    '(?:page|seite|p[aá]gina|strona)\\s+\\d+(?:\\s*(?:/|of|von|de|di|van|z)\\s*\\d+)?',
    'showing \\d.*',
    'end of (?:the )?(?:report|list|file|data|table)\\.?|ende de[rs] (?:liste|berichts|tabelle|datei)\\.?',
    '(?:©|\\(c\\)|copyright)(?=.*\\b(?:19|20)\\d\\d\\b).*',
    '(?:report )?(?:generated|exported|printed|erstellt|exportiert|gedruckt)(?: (?:by|on|at|am|von)\\b|:).*\\d.*',
    'confidential information\\b.*',
    '\\*+\\s*[=:].*',
  ]
    .join('|')
    .replace(/^.*$/, '^(?:$&)$'),
  'iu',
);

/**
 * Whether a row is a footer: a single cell, in a table of several columns, with a text that no record has as its name.
 */
export function isFooter(text: string, cells: readonly string[]): boolean {
  if (!MAY_BEGIN.test(text) || cells.length < COLUMNS_MIN) return false;
  const [only = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return others.length === 0 && FOOTER.test(only);
}

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
