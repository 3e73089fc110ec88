// Files that the browser saves: CSV as the server writes it, with formulas neutralized.
import { BYTE_ORDER_MARK, csvLines } from '../../src/contract/csv-text.ts';

type Plain = string | number | boolean | null | undefined;

/** Lines of cells as one text, the header first. */
export function csvText(lines: readonly (readonly Plain[])[]): string {
  return csvLines(lines.map((cells) => cells.map((cell) => cell ?? null)));
}

/** Has the browser save a table under this name. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
