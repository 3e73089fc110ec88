// Writes the results of a batch as JSON Lines or CSV: the original columns in their order, the fields of the answer,
// `status`, `reason`. If the suppression list has changed since the batch began, each row with an answer is looked up
// again, free of charge.
import type { Batch } from '../accounts/batch-port.ts';
import type { ApiContext } from '../api/context.ts';
import { neutralText, quotedCell } from '../contract/csv-text.ts';
import type { BulkedOperation } from '../contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints/endpoints.ts';
import { ADDED_AGAIN, RESULT_COLUMNS } from '../contract/own-tables.ts';
import { answerFields, type BatchFormat } from '../contract/resources/batches.ts';
import type { BatchFiles } from './batch-files.ts';
import type { StoredOptions } from './batch-options.ts';
import { callerOf } from './batch-runner.ts';
import { executeRows } from './execute-rows.ts';
import { type Row, readRow, valueIn } from './read-row.ts';
import { type Result, readResult, withheldResult } from './result-lines.ts';
import { readBlock } from './row-source.ts';

/** Rows that are read at once. */
const BLOCK_ROWS = 500;

/** A position between two rows. */
export interface Position {
  readonly row: number;
  readonly inputByte: number;
  readonly resultByte: number;
}

interface Writing {
  readonly files: BatchFiles;
  readonly format: BatchFormat;
  /** The end of the results that the reader already has; null if it has none. */
  readonly from: Position | null;
  readonly context: ApiContext;
}

const START: Position = { row: 0, inputByte: 0, resultByte: 0 };

/** The position after the executed rows. */
export function endOf({ done, inputBytes, resultBytes }: Batch): Position {
  return { row: done, inputByte: inputBytes, resultByte: resultBytes };
}

/** The text of the executed rows from a position on; CSV has its header only without a position. */
export async function* resultTexts(batch: Batch, writing: Writing): AsyncGenerator<string> {
  const { files, format, from, context } = writing;
  const options = JSON.parse(batch.options) as StoredOptions;
  const writer = format === 'csv' ? new CsvWriter(batch, options) : new JsonWriter(options);
  const isCurrent = (await context.catalog.state()).hiddenGeneration === options.hiddenGeneration;
  if (from === null) yield writer.head;
  for (let position = from ?? START; position.row < batch.done; ) {
    await context.turn.enter();
    const linesMax = Math.min(BLOCK_ROWS, batch.done - position.row);
    const input = await readBlock(files.input(batch.id), { from: position.inputByte, end: batch.inputBytes, linesMax });
    const count = input.lines.length;
    const resultRange = { from: position.resultByte, end: batch.resultBytes, linesMax: count };
    const stored = await readBlock(files.results(batch.id), resultRange);
    if (count === 0 || stored.lines.length < count) throw new Error(`the files of ${batch.id} end before its rows`);
    const results = stored.lines.map(readResult);
    const shown = isCurrent ? results : await lookedUpAgain(batch, { lines: input.lines, results, options, context });
    const texts: string[] = [];
    for (const [index, line] of input.lines.entries()) {
      const waiting = context.turn.pause();
      if (waiting) await waiting;
      texts.push(writer.line(line, shown[index] ?? withheldResult()));
    }
    yield texts.join('');
    position = { row: position.row + count, inputByte: input.end, resultByte: stored.end };
  }
}

interface Repetition {
  readonly lines: readonly string[];
  readonly results: readonly Result[];
  readonly options: StoredOptions;
  readonly context: ApiContext;
}

/** The same results; a row that had an answer gets its current answer, or none. */
async function lookedUpAgain(batch: Batch, { lines, results, options, context }: Repetition): Promise<Result[]> {
  const found = lines.filter((_, index) => results[index]?.kind === 'found');
  const execution = {
    operation: batch.operation as BulkedOperation,
    options,
    context,
    caller: callerOf(batch),
    isAffordable: () => true,
  };
  const current = await Array.fromAsync(executeRows(found, execution));
  let next = 0;
  return results.map((result) => {
    if (result.kind !== 'found') return result;
    const outcome = current[next++];
    return outcome?.kind === 'found' ? outcome : withheldResult();
  });
}

/** A name for an added column that no original column has. */
function freeName(name: string, taken: (name: string) => boolean): string {
  let free = name;
  while (taken(free)) free = `${ADDED_AGAIN}${free}`;
  return free;
}

class JsonWriter {
  readonly head = '';
  readonly #columns: readonly string[];
  readonly #fields: readonly string[] | null;

  constructor({ columns, fields }: StoredOptions) {
    this.#columns = columns;
    this.#fields = fields;
  }

  line(input: string, result: Result): string {
    const read = readRow(input, this.#columns);
    const row: Row = read.row ?? { input: read.text };
    const isTaken = (name: string) => Object.hasOwn(row, name);
    const [answer, status, reason] = ['result', 'status', 'reason'].map((name) => freeName(name, isTaken));
    const original = JSON.stringify(row).slice(1, -1);
    const body = result.kind === 'found' ? this.#chosen(result.body) : 'null';
    const why = result.kind === 'found' ? null : result.reason;
    const added = `"${answer}":${body},"${status}":"${result.kind}","${reason}":${JSON.stringify(why)}`;
    return `{${original}${original === '' ? '' : ','}${added}}\n`;
  }

  #chosen(body: string): string {
    if (this.#fields === null) return body;
    const whole = JSON.parse(body) as Row;
    const chosen: Record<string, unknown> = {};
    for (const path of this.#fields) copyPath(whole, chosen, path.split('.'));
    return JSON.stringify(chosen);
  }
}

/** Copies the value at a path, with the objects around it. */
function copyPath(from: Row, to: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  const value = from[name] ?? null;
  if (rest.length === 0 || value === null) to[name] = value;
  else {
    to[name] ??= {};
    copyPath(value as Row, to[name] as Record<string, unknown>, rest);
  }
}

class CsvWriter {
  readonly head: string;
  readonly #columns: readonly string[];
  readonly #paths: readonly (readonly string[])[];

  constructor({ operation }: Batch, { columns, fields }: StoredOptions) {
    const all = answerFields(ENDPOINTS[operation as BulkedOperation].answer);
    const isChosen = (path: string) => fields?.some((field) => path === field || path.startsWith(`${field}.`)) ?? true;
    const paths = all.filter(isChosen);
    const taken = new Set(columns);
    const { value, status, reason } = RESULT_COLUMNS;
    const added = [...paths.map((path) => `${value}${path}`), status, reason];
    const names = added.map((name) => freeName(name, (candidate) => taken.has(candidate)));
    this.#columns = columns;
    this.#paths = paths.map((path) => path.split('.'));
    this.head = csvLine([...columns, ...names]);
  }

  line(input: string, result: Result): string {
    const read = readRow(input, this.#columns);
    // A row that cannot be read has its text in the first column.
    const cells = read.row ?? { [this.#columns[0] ?? '']: read.text };
    const original = this.#columns.map((name) => valueIn(cells, name));
    const body = result.kind === 'found' ? (JSON.parse(result.body) as Row) : null;
    const added = this.#paths.map((path) => valueAt(body, path));
    const reason = result.kind === 'found' ? null : result.reason;
    return csvLine([...original, ...added, result.kind, reason]);
  }
}

function valueAt(body: Row | null, path: readonly string[]): unknown {
  let value: unknown = body;
  for (const name of path) value = (value as Row | null | undefined)?.[name];
  return value ?? null;
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** Lists and objects are JSON; texts that a spreadsheet would evaluate are neutralized (contract/own-tables.ts). */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quotedCell(typeof value === 'string' ? neutralText(value) : JSON.stringify(value));
}

/** For each field of the answer, adds 1 if an answer has a value. */
export function countFields(body: string, operation: BulkedOperation, counts: Record<string, number>): void {
  const whole = JSON.parse(body) as Row;
  for (const path of answerFields(ENDPOINTS[operation].answer)) {
    const value = valueAt(whole, path.split('.'));
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    counts[path] = (counts[path] ?? 0) + (isEmpty ? 0 : 1);
  }
}
