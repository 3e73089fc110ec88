// Converts bytes of any encoding to UTF-8, the only encoding that the readers accept. mis-decoded.ts repairs text that
// was decoded wrongly before the import.
import { isAscii, isUtf8 } from 'node:buffer';
import { asianEncodingOf } from './asian-encodings.ts';
import { guessCodePage } from './code-pages.ts';
import { lineBreakOf } from './line-break.ts';

export const UTF8 = 'utf-8';
const WINDOWS_1252 = 'windows-1252';
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const MARKS: readonly (readonly [mark: Buffer, encoding: string])[] = [
  [UTF8_MARK, UTF8],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];
/** Covers the header row and a little more: it consists of Latin letters and delimiters in any table. */
const NUL_SAMPLE_BYTES = 1024;
const NUL_SHARE_MIN = 0.3;
const STRAY_NUL_SHARE_MAX = 0.02;
/** Bytes that are undefined in Windows-1252: a text with one of them has another encoding. */
const UNDEFINED_BYTES = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/**
 * The name of an encoding in the Encoding Standard for a label such as `latin1` or `Shift_JIS`; null if there is none.
 */
export function encodingNamed(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

interface Head {
  /** The first bytes, including a byte order mark. */
  readonly bytes: Buffer;
  /** Whether they are the whole input. */
  readonly isWhole: boolean;
}

export interface Sniffed {
  readonly encoding: string;
  /** Whether some letters do not fit the encoding, but no other encoding is certain. */
  readonly isDoubtful: boolean;
}

/**
 * Detects the encoding: by the byte order mark, else by the position of NULs (UTF-16), else by the validity of UTF-8.
 * If most lines with non-ASCII bytes are invalid UTF-8, the encoding is an Asian one or a code page if its characters
 * are certain, else Windows-1252. JSON is UTF-8 or UTF-16.
 */
export function sniffEncoding({ bytes, isWhole }: Head): Sniffed {
  const marked = MARKS.find(([mark]) => bytes.subarray(0, mark.length).equals(mark));
  if (marked) return sure(marked[1]);
  const wide = wideEncoding(bytes.subarray(0, NUL_SAMPLE_BYTES));
  if (wide !== null) return sure(wide);
  if (isUtf8(bytes) || /^(?:\s*[[{]|PAR1)/.test(bytes.toString('latin1', 0, NUL_SAMPLE_BYTES))) return sure(UTF8);
  const lines = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(lineBreakOf(bytes)) + 1);
  if (isMostlyUtf8(lines)) return sure(UTF8);
  const asian = asianEncodingOf(lines);
  if (asian !== null) return sure(asian);
  const { encoding, isDoubtful } = guessCodePage(lines);
  if (encoding !== null) return sure(encoding);
  return UNDEFINED_BYTES.some((byte) => lines.includes(byte)) ? sure(UTF8) : { encoding: WINDOWS_1252, isDoubtful };
}

const sure = (encoding: string): Sniffed => ({ encoding, isDoubtful: false });

/** UTF-16 without a byte order mark: for each Latin letter, the same one of its two bytes is NUL. */
function wideEncoding(bytes: Buffer): string | null {
  const pairs = Math.floor(bytes.length / 2);
  let first = 0;
  let second = 0;
  for (let at = 0; at < pairs * 2; at += 2) {
    if (bytes[at] === 0) first++;
    if (bytes[at + 1] === 0) second++;
  }
  const isMost = (count: number) => count > pairs * NUL_SHARE_MIN;
  const isStray = (count: number) => count <= pairs * STRAY_NUL_SHARE_MAX;
  if (isMost(second) && isStray(first)) return 'utf-16le';
  return isMost(first) && isStray(second) ? 'utf-16be' : null;
}

/** A UTF-8 file with some bad rows remains UTF-8: only these rows are rejected. */
function isMostlyUtf8(bytes: Buffer): boolean {
  let balance = 0;
  for (const line of linesIn(bytes)) {
    if (!isUtf8(line)) balance--;
    else if (!isAscii(line)) balance++;
  }
  return balance >= 0;
}

function* linesIn(bytes: Buffer): Generator<Buffer> {
  const lineBreak = lineBreakOf(bytes);
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(lineBreak, start);
    const end = found === -1 ? bytes.length : found;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

/**
 * Converts bytes to UTF-8 without byte order marks: programs that add one may have processed the file twice. Bytes that
 * are invalid UTF-8 pass through, so that the row can be reported; in other encodings they become U+FFFD.
 */
export function toUtf8(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  return withoutMarks(encoding === UTF8 ? chunks : decoded(chunks, encoding));
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield Buffer.from(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest);
}

async function* withoutMarks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start === null) {
      yield chunk;
      continue;
    }
    start = cutMarks(start.length === 0 ? chunk : Buffer.concat([start, chunk]));
    if (start.length < UTF8_MARK.length) continue;
    yield start;
    start = null;
  }
  if (start !== null && start.length > 0) yield start;
}

function cutMarks(start: Buffer): Buffer {
  let at = 0;
  while (start.subarray(at, at + UTF8_MARK.length).equals(UTF8_MARK)) at += UTF8_MARK.length;
  return start.subarray(at);
}
