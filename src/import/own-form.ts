// Refused rows in the form of their input, each with its reason, so that they can be corrected and imported again: tables keep their
// header and delimiter and get a last column, JSON rows become JSON Lines with one key more.
import type { Mapping } from './map/mapping.ts';
import type { Reject } from './normalise/scope.ts';
import type { Row } from './read/row.ts';
import type { Fault } from './reject-file.ts';

/** The column or key that holds the reason; it is left out where such a file is imported. */
export const REASON_NAME = 'reject_reason';

export interface OwnForm {
  /** The first line of the file; null for JSON Lines, which have none. */
  readonly header: string | null;
  /** The line, or lines, of a refused row, without the last line break. Beside the reason stands what else is wrong with the row. */
  rowText(row: Row, reject: Reject, faults?: readonly Fault[]): string;
}

export function ownFormOf({ format, columns }: Mapping): OwnForm {
  if (format.kind !== 'table') return { header: null, rowText: jsonText };
  const { delimiter } = format;
  const headers = columns.map(({ column }) => column.header);
  const isCorrected = headers.at(-1) === REASON_NAME;
  const cellsText = (cells: readonly string[]) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter);
  return {
    header: cellsText([...(isCorrected ? headers.slice(0, -1) : headers), REASON_NAME]),
    rowText: ({ text, cells }, reject, faults = []) => {
      const reason = quoted(reasonText(reject, faults), delimiter);
      if (cells === null) return `${text}${delimiter}${reason}`;
      const isWhole = isCorrected && cells.length === headers.length;
      return `${cellsText(isWhole ? cells.slice(0, -1) : cells)}${delimiter}${reason}`;
    },
  };
}

const FAULTS_MAX = 5;

function reasonText(reject: Reject, faults: readonly Fault[]): string {
  const told = [reject, ...faults.slice(0, FAULTS_MAX)];
  return told.map(({ field, reason }) => (field === null ? reason : `${field}: ${reason}`)).join('; ');
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** At the end, where jsonText writes it. */
const FORMER_REASON = new RegExp(`,?\\s*"${REASON_NAME}":\\s*"(?:[^"\\\\]|\\\\.)*"\\s*\\}$`);

/** JSON is taken over as text, however deep it is nested; what is no object keeps no reason. */
function jsonText({ text }: Row, reject: Reject, faults: readonly Fault[] = []): string {
  const line = text
    .replace(/[\r\n]+/g, ' ')
    .trim()
    .replace(FORMER_REASON, '}');
  const end = line.lastIndexOf('}');
  if (!line.startsWith('{') || end === -1 || !isJson(line)) return line;
  const start = line.slice(0, end).trimEnd();
  return `${start}${start === '{' ? '' : ','}"${REASON_NAME}":${JSON.stringify(reasonText(reject, faults))}}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
