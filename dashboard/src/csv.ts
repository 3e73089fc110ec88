// Files that the browser saves: CSV as RFC 4180 has it.

type Plain = string | number | boolean | null | undefined;

/** A text that a spreadsheet would take for a formula gets an apostrophe before it: names come from imported data. */
function csvCell(value: Plain): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of cells as one text, the header first. */
export function csvText(lines: readonly (readonly Plain[])[]): string {
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Has the browser save a text under this name. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
