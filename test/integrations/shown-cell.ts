// The content of a cell after a script has written a value: spreadsheets evaluate formulas, and remove one apostrophe.
export function shownCell(value: string | number): string | number {
  if (typeof value !== 'string') return value;
  if (value.startsWith("'")) return value.slice(1);
  return /^[=+\-@]/.test(value) ? `the result of ${value}` : value;
}
