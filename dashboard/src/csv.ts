// Files that the browser saves: CSV in the format of the server, with formulas neutralized.
import { BYTE_ORDER_MARK, csvLines } from '../../src/contract/csv-text.ts';

type Plain = string | number | boolean | null | undefined;

/** CSV text of rows of cells, the header first. */
export function csvText(lines: readonly (readonly Plain[])[]): string {
  return csvLines(lines.map((cells) => cells.map((cell) => cell ?? null)));
}

/** Lets the browser save a text under this file name. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the content by then.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
