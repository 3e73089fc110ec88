// Reads rows in blocks from a file or a database, in the order of their lines: one JSON value per line.
import { type FileHandle, open } from 'node:fs/promises';
import type { SharedFiles } from '../ops/postgres/shared-files.ts';

const LINE_BREAK = 0x0a;
const BLOCK_BYTES = 256 * 1024;
/** Maximum size of the lines of a block; a single line may be longer. */
const BLOCK_BYTES_MAX = 4 * 1024 * 1024;

/** Consecutive lines. */
export interface Block {
  readonly lines: readonly string[];
  /** The offset after the last line. */
  readonly end: number;
}

/** The place of rows; opened for each block. */
export interface RowSource {
  open(): Promise<OpenRows>;
}

interface OpenRows {
  /** At most `lengthMax` bytes from an offset on; none at the end. */
  read(at: number, lengthMax: number): Promise<Buffer>;
  close(): Promise<void>;
}

export function rowsOfFile(path: string): RowSource {
  return { open: async () => new FileRows(await open(path, 'r')) };
}

class FileRows implements OpenRows {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async read(at: number, lengthMax: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(lengthMax);
    const { bytesRead } = await this.#handle.read(buffer, 0, lengthMax, at);
    return buffer.subarray(0, bytesRead);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** The rows of a file that servers share. */
export function sharedRows(files: () => Promise<Pick<SharedFiles, 'read'>>, file: string): RowSource {
  const read = async (at: number, lengthMax: number) => (await files()).read(file, at, lengthMax);
  return { open: async () => ({ read, close: async () => undefined }) };
}

/** At most `linesMax` lines. `from` is the offset of the start of a line, `end` the offset at which the rows end. */
export async function readBlock(
  source: RowSource,
  { from, end, linesMax }: { readonly from: number; readonly end: number; readonly linesMax: number },
): Promise<Block> {
  const rows = await source.open();
  try {
    const lines: string[] = [];
    let rest: Buffer = Buffer.alloc(0);
    let at = from;
    let linesEnd = from;
    while (at < end && lines.length < linesMax && linesEnd - from < BLOCK_BYTES_MAX) {
      const read = await rows.read(at, Math.min(BLOCK_BYTES, end - at));
      if (read.length === 0) break;
      at += read.length;
      rest = rest.length === 0 ? read : Buffer.concat([rest, read]);
      let start = 0;
      for (let found = rest.indexOf(LINE_BREAK); found !== -1 && lines.length < linesMax; ) {
        lines.push(rest.toString('utf8', start, found));
        start = found + 1;
        found = rest.indexOf(LINE_BREAK, start);
      }
      linesEnd += start;
      rest = rest.subarray(start);
    }
    return { lines, end: linesEnd };
  } finally {
    await rows.close();
  }
}
