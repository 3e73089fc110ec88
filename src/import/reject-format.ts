// Writes rejected rows in the format of their input, each with its reason, so that they can be corrected and imported
// again. Tables keep header and delimiter and get one more column; JSON rows become JSON Lines with one more key. Cells
// that a spreadsheet would execute as a formula are neutralized, and restored when the file is imported.

import { neutralText, originalText, quotedCell } from '../contract/csv-text.ts';
import { cellReader, isRejectTable, REASON_NAME } from '../contract/own-tables.ts';
import { parsedObject } from '../ops/json/json-object.ts';
import type { Mapping } from './map/column-mapping.ts';
import type { Reject } from './normalize/scope.ts';
import type { Row } from './read/row.ts';
import type { Fault } from './reject-file.ts';

export interface RejectFormat {
  /** The first line of the file; null for JSON Lines, which have none. */
  readonly header: string | null;
  /** The line or lines of a rejected row, without the last line break. Other faults of the row follow the reason. */
  rowText(row: Row, reject: Reject, faults?: readonly Fault[]): string;
}

export function rejectFormatOf({ format, columns }: Mapping): RejectFormat {
  if (format.kind !== 'table') return { header: null, rowText: jsonText };
  const { delimiter } = format;
  const headers = columns.map(({ column }) => column.header);
  const isCorrected = isRejectTable(headers);
  const own = isCorrected ? headers.slice(0, -1) : headers;
  const originalOf = cellReader(headers);
  const cellStart = cellStartOf(delimiter);
  const cellsText = (cells: readonly string[]) =>
    cells.map((cell) => quotedCell(neutralText(cell), delimiter)).join(delimiter);
  return {
    header: cellsText([...own, REASON_NAME]),
    rowText: ({ text, cells }, reject, faults = []) => {
      const reason = quotedCell(neutralText(reasonText(reject, faults)), delimiter);
      if (cells === null) return `${unreadableText(text, cellStart, isCorrected)}${delimiter}${reason}`;
      const original = originalOf(cells);
      const isWhole = isCorrected && cells.length === headers.length;
      const kept = isWhole ? original.slice(0, -1) : original;
      // Padded: in another column, the reason would become a value when the file is imported.
      const missing = Array<string>(Math.max(0, own.length - kept.length)).fill('');
      return `${cellsText([...kept, ...missing])}${delimiter}${reason}`;
    },
  };
}

/**
 * A row whose cells cannot be separated, for example because of a bad quote. Its text is unchanged, except that
 * formulas at each possible start of a cell are neutralized.
 */
function unreadableText(text: string, cellStart: RegExp, isCorrected: boolean): string {
  return text.replace(cellStart, (_, before: string, quote: string, rest: string) => {
    return before + quote + neutralText(isCorrected ? originalText(rest) : rest);
  });
}

function cellStartOf(delimiter: string): RegExp {
  const escaped = RegExp.escape(delimiter);
  return new RegExp(`(${escaped}|[\\r\\n]|^)("?)([^"${escaped}\\r\\n]*)`, 'g');
}

const FAULTS_MAX = 5;

function reasonText(reject: Reject, faults: readonly Fault[]): string {
  const listed = [reject, ...faults.slice(0, FAULTS_MAX)];
  return listed.map(({ field, reason }) => (field === null ? reason : `${field}: ${reason}`)).join('; ');
}

/** The key as jsonText writes it: at the end of the line, followed by a short text. */
const REASON_KEY = `"${REASON_NAME}":`;
const FORMER_REASON_MAX = 2000;
const FORMER_REASON = /^\s*"[^"\\]*(?:\\.[^"\\]*)*"\s*\}$/;

/**
 * Removes the reason that an earlier run wrote. Examines only the end of the line: the rest is untrusted text of any
 * length.
 */
function withoutFormerReason(line: string): string {
  const at = line.lastIndexOf(REASON_KEY);
  if (at === -1 || line.length - at > FORMER_REASON_MAX) return line;
  if (!FORMER_REASON.test(line.slice(at + REASON_KEY.length))) return line;
  return `${line.slice(0, at).trimEnd().replace(/,$/, '')}}`;
}

/** JSON is copied as text, at any depth of nesting. A row that is not an object gets no reason. */
function jsonText({ text }: Row, reject: Reject, faults: readonly Fault[] = []): string {
  const line = withoutFormerReason(text.replace(/[\r\n]+/g, ' ').trim());
  if (parsedObject(line) === null) return line;
  const start = line.slice(0, -1).trimEnd();
  return `${start}${start === '{' ? '' : ','}${REASON_KEY}${JSON.stringify(reasonText(reject, faults))}}`;
}
