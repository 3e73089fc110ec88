// The cell after a script has written a value: spreadsheets evaluate formulas, and take away one apostrophe.
export function shownCell(value: string | number): string | number {
  if (typeof value !== 'string') return value;
  if (value.startsWith("'")) return value.slice(1);
  return /^[=+\-@]/.test(value) ? `the result of ${value}` : value;
}
