// The rows of an opened input, whatever its format. What the rows mean is map/ and normalise/.
import type { Format } from './format.ts';
import { readJsonArray } from './json-array.ts';
import { readLines } from './lines.ts';
import type { Row } from './row.ts';
import { readFault, type Source } from './source.ts';
import { readTable } from './table.ts';

/** All rows in order; of a table the header row is the first. Faulty rows come with their fault; throws ImportError where reading cannot go on. */
export async function* readRows(source: Source, format: Format): AsyncGenerator<Row> {
  let line = 1;
  try {
    for await (const row of rowsOf(source.bytes(), source, format)) {
      line = row.line;
      yield row;
    }
  } catch (cause) {
    throw readFault(source.path, line, cause);
  }
}

/** The rows that lie in the head of an input: a sample to guess from. */
export async function readHeadRows(source: Source, format: Format): Promise<Row[]> {
  const rows: Row[] = [];
  try {
    for await (const row of rowsOf(oneChunk(source.head), source, format)) rows.push(row);
  } catch {
    // The head ends in the middle of a row; what came before is the sample.
  }
  return rows;
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function rowsOf(bytes: AsyncIterable<Buffer>, source: Source, format: Format): AsyncGenerator<Row> {
  if (format.kind === 'json-array') return readJsonArray(bytes, source.path);
  const lines = readLines(bytes, source.head);
  return format.kind === 'table' ? readTable(lines, format) : readJsonLines(lines);
}

async function* readJsonLines(blocks: ReturnType<typeof readLines>): AsyncGenerator<Row> {
  for await (const lines of blocks) {
    for (const { number, text, fault } of lines) {
      if (text.trim() !== '' || fault !== null) yield { line: number, text, cells: null, fault };
    }
  }
}
