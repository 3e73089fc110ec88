// Finds texts in files, and removes the entries that contain them.
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../ops/files/durable-files.ts';
import { isMissing } from '../ops/files/file-fault.ts';

/** Files whose bytes cannot be searched. */
export const PACKED = /\.(?:gz|zst|parquet|xlsx)$/i;

/** The state file of an upload: one line, which must stay readable. */
export const STATE = /[/\\](?:upload|import)\.json$/;

/** The files in a folder and in all folders below it; none if there is no such folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Overwrites the texts in a file that stays readable. */
export async function redactFile(file: string, texts: readonly string[]): Promise<void> {
  await writeDurably(file, textWithout(await readFile(file, 'utf8'), texts));
}

/** A JSON text without the texts. */
export function textWithout(text: string, texts: readonly string[]): string {
  return text.replace(patternOf(texts), 'forgotten');
}

/** Removes the lines that contain one of the texts; returns their number. */
export async function dropLines(file: string, texts: readonly string[]): Promise<number> {
  const isNamed = namedIn(texts);
  const lines = (await readFile(file, 'utf8')).split('\n');
  const kept = lines.filter((line) => !isNamed(line));
  await writeDurably(file, kept.join('\n'));
  return lines.length - kept.length;
}

/** Whether a line contains one of the texts. */
export function namedIn(texts: readonly string[]): (line: string) => boolean {
  const pattern = patternOf(texts);
  return (line) => line.search(pattern) >= 0;
}

/** Searches all bytes of a file; a text may span two chunks. */
export async function holdsOneOf(file: string, texts: readonly string[]): Promise<boolean> {
  const pattern = patternOf(texts.map((text) => Buffer.from(text).toString('latin1')));
  const overlap = LONGER_MAX * Math.max(1, ...texts.map((text) => Buffer.byteLength(text)));
  let tail = '';
  try {
    for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 4 * 1024 * 1024 })) {
      const bytes = tail + chunk;
      // A match at the end of a chunk is decided with the next chunk.
      for (const { index, 0: found } of bytes.matchAll(pattern)) if (index + found.length < bytes.length) return true;
      tail = bytes.slice(-overlap);
    }
  } catch (error) {
    // Editions may be replaced concurrently.
    if (!isMissing(error)) throw error;
  }
  return tail.search(pattern) >= 0;
}

/** A profile URL as callers write it: the end of the URL with its quotation mark. */
const URL_END = /^(\/in\/.*)"$/;
const PHONE = /^\+\d+$/;
/** Separators between the digits of a phone number. `\u00c2` is the first byte of a no-break space in UTF-8. */
const SEPARATORS = '[\\s().\\-/\\u00a0\\u00c2]{0,3}';
/** Maximum length of a match, as a multiple of the length of its text. */
const LONGER_MAX = 4;

/**
 * Finds the texts in files from other systems, which may have other case, escaped slashes of JSON, and separators in
 * phone numbers. A longer slug or number does not match.
 */
const patternOf = (texts: readonly string[]) => new RegExp(texts.map(formOf).join('|') || NOTHING, 'gi');
const NOTHING = '(?!)';

function formOf(text: string): string {
  const [, url] = URL_END.exec(text) ?? [];
  if (url !== undefined) return `${RegExp.escape(url).replaceAll('\\/', '\\\\?/')}(?![\\w.~%\\u0080-\\uffff-])`;
  if (PHONE.test(text)) return `(?<!\\d)(?:\\+|00)?${[...text.slice(1)].join(SEPARATORS)}(?!\\d)`;
  return RegExp.escape(text);
}

/** The texts in the forms that bodies of calls may have: a profile URL without the quotation mark. */
export const formsIn = (texts: readonly string[]): string[] => texts.map((text) => URL_END.exec(text)?.[1] ?? text);
