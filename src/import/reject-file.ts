// A file of refused rows that is written durably and can be cut back (reject-files.ts), and the lines of the report, one JSON object a row:
// {file, line, field, reason, value, outcome: "refused", warnings, row} of one that was refused, and
// {file, line, outcome: "accepted_with_warnings", warnings} of one that was kept without some of its values.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Reject } from './normalise/scope.ts';
import type { Row } from './read/row.ts';

const TEXT_LENGTH_MAX = 20_000;

export class RejectFile {
  readonly path: string;
  readonly #file: FileHandle;
  #length: number;

  private constructor(path: string, file: FileHandle, length: number) {
    this.path = path;
    this.#file = file;
    this.#length = length;
  }

  /** Opens the file and cuts it to `length` bytes, those of committed batches; 0 for a new run. */
  static async open(path: string, length: number): Promise<RejectFile> {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT);
    const { size } = await file.stat();
    const kept = Math.min(size, length);
    await file.truncate(kept);
    return new RejectFile(path, file, kept);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** Writes the lines durably. */
  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    await this.#file.write(bytes, 0, bytes.length, this.#length);
    await this.#file.datasync();
    this.#length += bytes.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** A value of a row that was dropped, repaired or doubtful. */
export interface Fault {
  readonly field: string;
  readonly reason: string;
  readonly value: unknown;
}

interface ListedRow {
  readonly file: string;
  readonly row: Row;
  readonly faults: readonly Fault[];
}

interface RefusedRow extends ListedRow {
  readonly reject: Reject;
  /** Of a table, in the order of its cells. */
  readonly headers: readonly string[];
}

/** A row may hold thousands. */
const FAULTS_MAX = 50;
const FAULT_LENGTH_MAX = 500;

/** The line of a refused row, without its line break; beside the reason all else that is wrong with it. */
export function rejectLine({ file, row, reject, headers, faults }: RefusedRow): string {
  const { field, reason } = reject;
  const refusal = { file, line: row.line, field, reason, value: shownValue(reject.value) };
  const told = JSON.stringify({ ...refusal, outcome: 'refused', warnings: warningsOf(faults) });
  return `${told.slice(0, -1)},"row":${rowJson(row, headers)}}`;
}

/** The line of a row that was kept without some of its values. */
export function acceptedLine({ file, row, faults }: ListedRow): string {
  return JSON.stringify({ file, line: row.line, outcome: 'accepted_with_warnings', warnings: warningsOf(faults) });
}

const warningsOf = (faults: readonly Fault[]) =>
  faults
    .slice(0, FAULTS_MAX)
    .map(({ field, reason, value }) => ({ field, reason, value: shownValue(value, FAULT_LENGTH_MAX) }));

function shownValue(value: unknown, lengthMax = TEXT_LENGTH_MAX): unknown {
  if (typeof value === 'string') return value.slice(0, lengthMax);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** The row as an object where it can be read as one, else its text. JSON is taken over as text: however deep it is nested. */
function rowJson({ text, cells }: Row, headers: readonly string[]): string {
  if (cells !== null && cells.length === headers.length) {
    return JSON.stringify(
      Object.fromEntries(headers.map((header, index) => [header || `#${index + 1}`, cells[index]])),
    );
  }
  const isJson = cells === null && text.length <= TEXT_LENGTH_MAX && isObjectText(text);
  return isJson ? text.replace(/[\r\n]+/g, ' ') : JSON.stringify(text.slice(0, TEXT_LENGTH_MAX));
}

function isObjectText(text: string): boolean {
  try {
    JSON.parse(text);
    return text.trimStart().startsWith('{');
  } catch {
    return false;
  }
}
