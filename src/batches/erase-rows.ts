// Erases the rows of a batch that name a person, in place. If the input or the answer of a row names the person, both
// are erased: an answer may consist of a number only, and an input of a name only.
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { writeAll } from '../ops/files/durable-files.ts';
import { readBlock, rowsOfFile } from './row-source.ts';

export interface RowFiles {
  readonly input: string;
  /** May be missing. */
  readonly results: string;
}

type IsNamed = (line: string) => boolean;

/**
 * Returns the number of erased lines. `afterFile` is called after each change of a file. In each row, the line that
 * names the person is erased last, so that a repetition after an interruption finds the row again.
 */
export async function eraseRows(
  { input, results }: RowFiles,
  isNamed: IsNamed,
  afterFile: (file: string) => Promise<void> = async () => undefined,
): Promise<number> {
  const inInput = await namedRows(input, isNamed);
  const inResults = await namedRows(results, isNamed);
  let erased = 0;
  for (const [file, rows] of [
    [results, inInput],
    [input, inInput.union(inResults)],
    [results, inResults],
  ] as const) {
    if (rows.size === 0 || !existsSync(file)) continue;
    const blank = file === input ? '{}' : 'W';
    erased += await overwrite(file, blank, (line, row) => rows.has(row) && (isAnswer(line, blank) || isNamed(line)));
    await afterFile(file);
  }
  return erased;
}

/** Whether an input is not yet erased, or a result has an answer; other results have only a reason. */
const isAnswer = (line: string, blank: string) => (blank === 'W' ? line.startsWith('F') : line.trimEnd() !== blank);

async function namedRows(file: string, isNamed: IsNamed): Promise<Set<number>> {
  const rows = new Set<number>();
  if (!existsSync(file)) return rows;
  for await (const { line, row } of linesOf(file)) if (isNamed(line)) rows.add(row);
  return rows;
}

async function* linesOf(file: string): AsyncGenerator<{ line: string; row: number; at: number; length: number }> {
  for (let at = 0, row = 0; ; ) {
    const { lines } = await readBlock(rowsOfFile(file), { from: at, end: Number.MAX_SAFE_INTEGER, linesMax: 1000 });
    if (lines.length === 0) return;
    for (const line of lines) {
      const length = Buffer.byteLength(line);
      yield { line, row, at, length };
      at += length + 1;
      row += 1;
    }
  }
}

/** Overwrites lines with a blank of their length; returns their number. */
async function overwrite(
  file: string,
  blank: string,
  isErased: (line: string, row: number) => boolean,
): Promise<number> {
  await using handle = await open(file, 'r+');
  let erased = 0;
  for await (const { line, row, at, length } of linesOf(file)) {
    if (length < blank.length || !isErased(line, row)) continue;
    await writeAll(handle, Buffer.from(blank.padEnd(length)), at);
    erased += 1;
  }
  await handle.sync();
  return erased;
}
