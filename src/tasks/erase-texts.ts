// Finds texts in files, and removes what contains them.
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { writeDurably } from '../ops/durable-files.ts';

/** Files whose bytes cannot be searched. */
export const PACKED = /\.(?:gz|zst|parquet|xlsx)$/i;

/** The state file of an upload: one line, which must stay readable. */
export const STATE = /[/\\](?:upload|import)\.json$/;

/** Overwrites the texts in a file that stays readable. */
export async function blotOut(file: string, texts: readonly string[]): Promise<void> {
  await writeDurably(file, blottedText(await readFile(file, 'utf8'), texts));
}

/** A JSON text without the texts. */
export function blottedText(text: string, texts: readonly string[]): string {
  return texts.reduce((all, one) => all.replaceAll(one, one.endsWith('"') ? 'forgotten"' : 'forgotten'), text);
}

/** Removes the lines that contain one of the texts; returns their number. */
export async function dropLines(file: string, texts: readonly string[]): Promise<number> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const kept = lines.filter((line) => !texts.some((text) => line.includes(text)));
  await writeFile(`${file}.new`, kept.join('\n'));
  await rename(`${file}.new`, file);
  return lines.length - kept.length;
}

/** Reads the bytes of a file whole; a text may lie across two chunks. */
export async function holdsOneOf(file: string, texts: readonly string[]): Promise<boolean> {
  const needles = texts.map((text) => Buffer.from(text));
  const overlap = Math.max(0, ...needles.map(({ length }) => length - 1));
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 4 * 1024 * 1024 })) {
      const bytes = Buffer.concat([tail, chunk as Buffer]);
      if (needles.some((needle) => bytes.includes(needle))) return true;
      tail = bytes.subarray(Math.max(0, bytes.length - overlap));
    }
  } catch (error) {
    // Editions may be replaced concurrently.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return false;
}
