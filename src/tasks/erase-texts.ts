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
  return texts.flatMap(formsOf).reduce((all, { form, isUrl }) => {
    const [first = '', ...rest] = all.split(form);
    return rest.reduce((done, next) => `${done}${isUrl && goesOn(next) ? form : 'forgotten'}${next}`, first);
  }, text);
}

/** Removes the lines that contain one of the texts; returns their number. */
export async function dropLines(file: string, texts: readonly string[]): Promise<number> {
  const isNamed = namedIn(texts);
  const lines = (await readFile(file, 'utf8')).split('\n');
  const kept = lines.filter((line) => !isNamed(line));
  await writeFile(`${file}.new`, kept.join('\n'));
  await rename(`${file}.new`, file);
  return lines.length - kept.length;
}

/** Whether a line contains one of the texts. */
export function namedIn(texts: readonly string[]): (line: string) => boolean {
  const needles = texts.flatMap(needlesOf);
  return (line) => holdsNeedle(Buffer.from(line), needles, true);
}

/** Reads the bytes of a file whole; a text may lie across two chunks. */
export async function holdsOneOf(file: string, texts: readonly string[]): Promise<boolean> {
  const needles = texts.flatMap(needlesOf);
  // With the byte behind a text.
  const overlap = Math.max(0, ...needles.map(({ bytes }) => bytes.length));
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 4 * 1024 * 1024 })) {
      const bytes = Buffer.concat([tail, chunk as Buffer]);
      if (holdsNeedle(bytes, needles, false)) return true;
      tail = bytes.subarray(Math.max(0, bytes.length - overlap));
    }
  } catch (error) {
    // Editions may be replaced concurrently.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return holdsNeedle(tail, needles, true);
}

/** A profile URL is given by its end, with the quote behind it. */
const URL_END = /^\/in\/.*"$/;

/** The forms of a text in files of others: JSON may write the slashes of a URL with a backslash. */
function formsOf(text: string): { readonly form: string; readonly isUrl: boolean }[] {
  if (!URL_END.test(text)) return [{ form: text, isUrl: false }];
  const url = text.slice(0, -1);
  return [url, url.replaceAll('/', '\\/')].map((form) => ({ form, isUrl: true }));
}

/** The texts as they may be written, a profile URL without what is behind it: other slugs may begin like it. */
export const formsIn = (texts: readonly string[]): string[] => texts.flatMap(formsOf).map(({ form }) => form);

const SLUG_CHARACTER = /^[\w.~%\u0080-\uffff-]/;

/** Whether the slug of a URL goes on in the text behind it: then it is another one. */
const goesOn = (next: string) => SLUG_CHARACTER.test(next);

interface Needle {
  readonly bytes: Buffer;
  readonly isUrl: boolean;
}

const needlesOf = (text: string): Needle[] =>
  formsOf(text).map(({ form, isUrl }) => ({ bytes: Buffer.from(form), isUrl }));

/** `isWhole`: nothing follows the bytes. */
function holdsNeedle(bytes: Buffer, needles: readonly Needle[], isWhole: boolean): boolean {
  return needles.some((needle) => {
    for (let at = bytes.indexOf(needle.bytes); at >= 0; at = bytes.indexOf(needle.bytes, at + 1)) {
      const end = at + needle.bytes.length;
      const isLast = end === bytes.length;
      if (!needle.isUrl || (isLast ? isWhole : !goesOn(bytes.toString('latin1', end, end + 1)))) return true;
    }
    return false;
  });
}
