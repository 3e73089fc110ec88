// A file of rejected rows that is written durably and can be truncated (reject-files.ts), and the lines of the report,
// one JSON object per row: {file, line, field, reason, value, outcome: 'refused', warnings, row} for a rejected row,
// and {file, line, outcome: 'accepted_with_warnings', warnings} for an accepted row without some of its values.

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { requirePlainFile } from '../ops/files/named-file.ts';
import { parsedObject } from '../ops/json/json-object.ts';
import type { Reject } from './normalize/scope.ts';
import type { Row } from './read/row.ts';

const TEXT_LENGTH_MAX = 20_000;

/** Called with all bytes as they are written. A position before the end truncates the file there. */
export type OnWritten = (position: number, bytes: Buffer) => Promise<void>;

export class RejectFile {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #onWritten: OnWritten;
  #length = 0;

  private constructor(path: string, file: FileHandle, onWritten: OnWritten) {
    this.path = path;
    this.#file = file;
    this.#onWritten = onWritten;
  }

  /** Opens the file and truncates it to `length` bytes, the length at the last commit; 0 for a new run. */
  static async open(path: string, length: number, onWritten: OnWritten = async () => {}): Promise<RejectFile> {
    await requirePlainFile(path);
    const file = await open(path, constants.O_RDWR | constants.O_CREAT);
    const rejects = new RejectFile(path, file, onWritten);
    const { size } = await file.stat();
    rejects.#length = Math.min(size, length);
    await file.truncate(rejects.#length);
    await rejects.#onWritten(rejects.#length, Buffer.alloc(0));
    return rejects;
  }

  /** Bytes written. */
  get length(): number {
    return this.#length;
  }

  /** Writes the lines durably. */
  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    await this.#file.write(bytes, 0, bytes.length, this.#length);
    await this.#file.datasync();
    await this.#onWritten(this.#length, bytes);
    this.#length += bytes.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** A dropped, repaired or doubtful value of a row. */
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

interface RejectFileRow extends ListedRow {
  readonly reject: Reject;
  /** The distinct names of a table's columns, in the order of its cells. */
  readonly columnNames: readonly string[];
}

/** Maximum number of faults that are listed per row: a row may have thousands. */
const FAULTS_MAX = 50;
const FAULT_LENGTH_MAX = 500;

/** The line of a rejected row, without its line break, with all its faults in addition to the reason. */
export function rejectLine({ file, row, reject, columnNames, faults }: RejectFileRow): string {
  const { field, reason } = reject;
  const rejection = { file, line: row.line, field, reason, value: shownValue(reject.value) };
  const members = JSON.stringify({ ...rejection, outcome: 'refused', warnings: warningsOf(faults) });
  return `${members.slice(0, -1)},"row":${rowJson(row, columnNames)}}`;
}

/** The line of an accepted row without some of its values. */
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

/** The row as an object if it can be parsed, else its text. JSON is copied as text, at any depth of nesting. */
function rowJson({ text, cells }: Row, columnNames: readonly string[]): string {
  if (cells !== null && cells.length === columnNames.length)
    return JSON.stringify(Object.fromEntries(columnNames.map((name, index) => [name, cells[index]])));
  const isJson = cells === null && text.length <= TEXT_LENGTH_MAX && parsedObject(text) !== null;
  return isJson ? text.replace(/[\r\n]+/g, ' ') : JSON.stringify(text.slice(0, TEXT_LENGTH_MAX));
}
