// Reads the rows of an opened input in any format. map/ and normalize/ interpret them.
import type { Format } from './format.ts';
import { readJsonArray } from './json-array.ts';
import { type LineOfBytes, readLines } from './lines.ts';
import type { Row } from './row.ts';
import { readFault, type Source } from './source.ts';
import { readTable } from './table.ts';

/**
 * All rows in order; the header row of a table comes first. Faulty rows are returned with their fault. Throws
 * ImportError if reading cannot continue.
 */
export async function* readRows(source: Source, format: Format): AsyncGenerator<Row> {
  for await (const rows of readRowBlocks(source, format)) yield* rows;
}

/** The same rows in blocks. Each block holds rows that were read together. */
export async function* readRowBlocks(source: Source, format: Format): AsyncGenerator<readonly Row[]> {
  let line = 1;
  try {
    for await (const rows of rowsOf(source.bytes(), source, format)) {
      line = rows.at(-1)?.line ?? line;
      yield rows;
    }
  } catch (cause) {
    throw readFault(source.path, line, cause);
  }
}

/** Maximum number of rows in the head; more rows add no evidence. */
export const HEAD_ROWS_MAX = 10_000;

/** The rows in the head of an input, which is the sample for guesses. */
export async function readHeadRows(source: Source, format: Format): Promise<Row[]> {
  const rows: Row[] = [];
  try {
    for await (const block of rowsOf(oneChunk(source.head), source, format)) {
      for (const row of block) rows.push(row);
      if (rows.length >= HEAD_ROWS_MAX) break;
    }
  } catch {
    // The head may end in the middle of a row. The rows before it are the sample.
  }
  return rows.slice(0, HEAD_ROWS_MAX);
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function rowsOf(bytes: AsyncIterable<Buffer>, source: Source, format: Format): AsyncGenerator<readonly Row[]> {
  if (format.kind === 'json-array') return oneByOne(readJsonArray(bytes, source.path));
  const lines = readLines(bytes, source.head);
  return format.kind === 'table' ? oneByOne(readTable(lines, format)) : readJsonLines(lines);
}

async function* oneByOne(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  for await (const row of rows) yield [row];
}

async function* readJsonLines(blocks: ReturnType<typeof readLines>): AsyncGenerator<readonly Row[]> {
  for await (const lines of blocks) yield lines.filter(isRow).map((line) => new JsonRow(line));
}

const BRACE = 0x7b;

function isRow(line: LineOfBytes): boolean {
  return line.firstByte === BRACE || line.fault !== null || line.text.trim() !== '';
}

class JsonRow implements Row {
  readonly cells = null;
  readonly #line: LineOfBytes;

  constructor(line: LineOfBytes) {
    this.#line = line;
  }

  get line(): number {
    return this.#line.number;
  }

  get text(): string {
    return this.#line.text;
  }

  get fault(): string | null {
    return this.#line.fault;
  }

  get byteLength(): number {
    return this.#line.byteLength;
  }
}
