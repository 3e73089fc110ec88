// Files of batches: batches/ID/ holds `input` (one JSON value per line: an object, the cells of a table's row, or a
// text for an unreadable row) and `results` (result-lines.ts). A folder whose name begins with `.new-` is not complete
// yet.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../ops/durable-file.ts';

const NEW = '.new-';
const ID = /^bat_[0-9a-f]{24}$/;
/** An incomplete folder of this age belongs to no running upload. */
const LEFT_OVER_MS = 3_600_000;
const LINE_BREAK = 0x0a;
const BLOCK_BYTES = 256 * 1024;
/** Lines of one block take at most this many bytes, except a single longer one. */
const BLOCK_BYTES_MAX = 4 * 1024 * 1024;

/** Consecutive lines of a file. */
export interface Block {
  readonly lines: readonly string[];
  /** The offset behind the last line. */
  readonly end: number;
}

export class BatchFiles {
  readonly #folder: string;

  /** The folder of all batches; it is created if it is missing. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  input(id: string): string {
    return join(this.#folder, id, 'input');
  }

  results(id: string): string {
    return join(this.#folder, id, 'results');
  }

  /** A new id, and the path of its incomplete input. */
  async begin(): Promise<{ readonly id: string; readonly input: string }> {
    const id = `bat_${randomBytes(12).toString('hex')}`;
    const folder = join(this.#folder, `${NEW}${id}`);
    await mkdir(folder, { recursive: true });
    return { id, input: join(folder, 'input') };
  }

  /** Makes a begun batch complete, durably. */
  async complete(id: string): Promise<void> {
    const begun = join(this.#folder, `${NEW}${id}`);
    await syncFolder(begun);
    await rename(begun, join(this.#folder, id));
    await syncFolder(this.#folder);
  }

  /** Removes a batch, begun or complete. */
  async remove(id: string): Promise<void> {
    await rm(join(this.#folder, `${NEW}${id}`), { recursive: true, force: true });
    await rm(join(this.#folder, id), { recursive: true, force: true });
  }

  /** Removes the folders of an hour ago that are incomplete, or that no batch has. */
  async removeLeftOvers(isKnown: (id: string) => Promise<boolean>, nowMs: number): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const id = name.startsWith(NEW) ? name.slice(NEW.length) : name;
      if (!ID.test(id) || (name === id && (await isKnown(id)))) continue;
      const found = await stat(join(this.#folder, name)).catch(() => null);
      if (found && nowMs - found.mtimeMs > LEFT_OVER_MS) await this.remove(id);
    }
  }
}

/** The files of all complete batches in a folder. */
export function batchFiles(folder: string): { readonly id: string; readonly name: 'input' | 'results' }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((id) => ID.test(id))
    .flatMap((id) => (['input', 'results'] as const).map((name) => ({ id, name })))
    .filter(({ id, name }) => existsSync(join(folder, id, name)));
}

/**
 * Overwrites the lines that contain one of the texts, in place: an input row becomes empty, an answer is withheld.
 * Returns the number of these lines.
 */
export async function eraseLines(file: string, texts: readonly string[]): Promise<number> {
  const blank = Buffer.from(file.endsWith('input') ? '{}' : 'W');
  const handle = await open(file, 'r+');
  try {
    let erased = 0;
    for (let at = 0; ; ) {
      const { lines, end } = await readBlock(file, { from: at, end: Number.MAX_SAFE_INTEGER, linesMax: 1000 });
      if (lines.length === 0) break;
      for (const line of lines) {
        const length = Buffer.byteLength(line);
        if (texts.some((text) => line.includes(text)) && length >= blank.length) {
          await handle.write(Buffer.concat([blank], length).fill(' ', blank.length), 0, length, at);
          erased += 1;
        }
        at += length + 1;
      }
      at = end;
    }
    await handle.sync();
    return erased;
  } finally {
    await handle.close();
  }
}

/** Whether a text has the form of an id. */
export const isBatchId = (text: string): boolean => ID.test(text);

/** At most `linesMax` lines from an offset on, which is the start of a line, up to the offset `end`. */
export async function readBlock(
  file: string,
  { from, end, linesMax }: { readonly from: number; readonly end: number; readonly linesMax: number },
): Promise<Block> {
  const handle = await open(file, 'r');
  try {
    const lines: string[] = [];
    let rest: Buffer = Buffer.alloc(0);
    let at = from;
    let linesEnd = from;
    while (at < end && lines.length < linesMax && linesEnd - from < BLOCK_BYTES_MAX) {
      const buffer = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, end - at));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      rest = rest.length === 0 ? buffer.subarray(0, bytesRead) : Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
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
    await handle.close();
  }
}
