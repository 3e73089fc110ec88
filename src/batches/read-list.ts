// Converts an uploaded list, of any format that imports read, to the input file of a batch, and guesses the content of
// its columns. Runs in a separate thread (list-thread.ts), because the file is not trusted.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { cellReader } from '../contract/own-tables.ts';
import type { BatchFormat } from '../contract/resources/batches.ts';
import { ImportError } from '../import/import-error.ts';
import type { Column } from '../import/map/column.ts';
import { guessColumns } from '../import/map/guess-columns.ts';
import { formatOf } from '../import/read/format.ts';
import { readRows } from '../import/read/read-rows.ts';
import { type Row, UNCALCULATED } from '../import/read/row.ts';
import { openSource } from '../import/read/source.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { UNSCHEDULED } from '../ops/scheduling/turn.ts';
import { fieldOf, type ListKind } from './list-fields.ts';
import { type InputLimits, jsonRow, noteHeader, storeLines, TOO_LONG, unreadable } from './store-input.ts';

const ROWS_SAMPLED = 200;
const SAMPLE_LENGTH_MAX = 1000;
/** Fields that are guessed by values alone; a wrong title or company would make matches worse. */
const GUESSED_BY_VALUES = [
  'network_url',
  'email',
  'phone',
  'company_network_url',
  'company_domain',
  'domain',
  'full_name',
];

export interface ListOrder {
  /** The uploaded file; its name has the extension of the uploaded name. */
  readonly path: string;
  /** The input file to write. */
  readonly input: string;
  readonly limits: InputLimits;
}

/** Field by column, of each kind of record that the rows may describe. */
export type ListGuesses = Readonly<Record<ListKind, Readonly<Record<string, string>>>>;

export interface ReadList {
  readonly rows: number;
  readonly columns: readonly string[];
  readonly format: BatchFormat;
  readonly hash: string;
  readonly guesses: ListGuesses;
}

/** Rejects with an OperatorError that says why the file cannot be read. */
export async function readList(order: ListOrder): Promise<ReadList> {
  try {
    return await readFitting(order);
  } catch (error) {
    if (error instanceof ImportError) throw new OperatorError(`the file cannot be read: ${error.stop.problem}`);
    throw error instanceof ApiError ? new OperatorError(error.message) : error;
  }
}

/** The first sheet of a workbook may be a cover or contain notes: another one is read if its columns are known. */
async function readFitting(order: ListOrder): Promise<ReadList> {
  const { list, otherSheets } = await readWhole(order, null);
  if (hasGuesses(list) || otherSheets.length === 0) return list;
  for (const sheet of otherSheets) {
    const other = await readWhole(order, sheet).catch(() => null);
    if (other !== null && hasGuesses(other.list)) return other.list;
  }
  return (await readWhole(order, null)).list;
}

const hasGuesses = ({ guesses }: ReadList) => Object.values(guesses).some((fields) => Object.keys(fields).length > 0);

interface ReadSheet {
  readonly list: ReadList;
  /** The names of the other sheets of a workbook. */
  readonly otherSheets: readonly string[];
}

/** `sheet`: the name of a sheet; null for the first one, and for other files. */
async function readWhole({ path, input, limits }: ListOrder, sheet: string | null): Promise<ReadSheet> {
  const source = await openSource(path, null, sheet);
  const format = formatOf({ ...source, path: basename(path) });
  if (format.kind === 'table' && format.isHeaderless)
    throw new OperatorError('the first row holds values; put a row above it that names the columns');
  const columns = new Set<string>();
  const hash = createHash('sha256');
  const sampled: (readonly string[] | object)[] = [];
  let bytes = 0;
  async function* lines(): AsyncGenerator<string> {
    let isHeader = format.kind === 'table';
    let originalOf = cellReader([]);
    for await (const row of readRows(source, format)) {
      if (isHeader) {
        isHeader = false;
        originalOf = noteHeader(row, columns);
        continue;
      }
      const line = lineOf(row, row.cells && originalOf(row.cells).map(calculated), columns);
      bytes += line.length;
      if (bytes > limits.bytesMax)
        throw new OperatorError(`the rows have more than ${limits.bytesMax} bytes; split them`);
      hash.update(line).update('\n');
      if (sampled.length < ROWS_SAMPLED && !line.startsWith('"')) sampled.push(JSON.parse(line));
      yield line;
    }
  }
  const rows = await storeLines(lines(), { file: input, limits, turn: UNSCHEDULED });
  const names = [...columns];
  const guesses = { person: guessOf('people', names, sampled), company: guessOf('companies', names, sampled) };
  const stored = format.kind === 'table' ? 'csv' : 'jsonl';
  const list = { rows, columns: names, format: stored, hash: hash.digest('hex'), guesses } as const;
  return { list, otherSheets: source.otherSheets };
}

const calculated = (cell: string) => (cell === UNCALCULATED ? '' : cell);

/** The stored form of a row: its cells, or the object. */
function lineOf({ fault, text }: Row, cells: Row['cells'], columns: Set<string>): string {
  if (fault !== null) return unreadable(fault, text);
  if (cells === null) return jsonRow(text.trim(), columns);
  return text.length > LIMITS.batchRowBytesMax ? unreadable(TOO_LONG, text) : JSON.stringify(cells);
}

function guessOf(
  kind: 'people' | 'companies',
  names: readonly string[],
  rows: readonly (object | readonly string[])[],
) {
  const columns: Column[] = names.map((header, index) => ({
    index,
    header,
    samples: rows.flatMap((row) => {
      const value = Array.isArray(row) ? row[index] : (row as Readonly<Record<string, unknown>>)[header];
      const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
      return text === '' ? [] : [text.slice(0, SAMPLE_LENGTH_MAX)];
    }),
  }));
  const taken = new Set<string>();
  const guesses: Record<string, string> = {};
  for (const [index, { field, evidence }] of guessColumns(kind, columns).fields) {
    const column = columns[index];
    const isSure = evidence === null || GUESSED_BY_VALUES.includes(field);
    const callField = column === undefined || !isSure ? null : fieldOf(kind, field, column.samples);
    if (column === undefined || callField === null || taken.has(callField)) continue;
    taken.add(callField);
    guesses[column.header] = callField;
  }
  return guesses;
}
