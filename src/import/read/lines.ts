// Bytes to lines. Knows nothing of what a line holds; a line that cannot be text is handed on with its fault.
import { isUtf8 } from 'node:buffer';

/** Longest line and longest row, in bytes: a bound for memory, far above any real record. */
export const ROW_BYTES_MAX = 4 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;
/** How much of an oversized line is kept for the report. */
const SAMPLE_BYTES = 200;

export interface Line {
  /** 1-based. */
  readonly number: number;
  /** Without its line break; of an oversized line only the start; wrong bytes stand as U+FFFD. */
  readonly text: string;
  readonly fault: string | null;
}

/** The lines of a chunk of bytes, in order; those of one array belong together only by having been read together. */
export async function* readLines(chunks: AsyncIterable<Buffer>, head: Buffer): AsyncGenerator<Line[]> {
  const lineBreak = !head.includes(LF) && head.includes(CR) ? CR : LF;
  let number = 1;
  let rest: Buffer = Buffer.alloc(0);
  let oversized: Buffer | null = null;
  for await (const chunk of chunks) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const lines: Line[] = [];
    if (oversized !== null) {
      const end = bytes.indexOf(lineBreak);
      if (end === -1) {
        rest = Buffer.alloc(0);
        continue;
      }
      lines.push(oversizedLine(number++, oversized));
      oversized = null;
      bytes = bytes.subarray(end + 1);
    }
    const end = bytes.lastIndexOf(lineBreak) + 1;
    splitBlock(bytes.subarray(0, end), { lineBreak, firstNumber: number, into: lines });
    number = (lines.at(-1)?.number ?? number - 1) + 1;
    rest = bytes.subarray(end);
    if (rest.length > ROW_BYTES_MAX) {
      oversized = Buffer.from(rest.subarray(0, SAMPLE_BYTES));
      rest = Buffer.alloc(0);
    }
    if (lines.length > 0) yield lines;
  }
  if (oversized !== null) yield [oversizedLine(number, oversized)];
  else if (rest.length > 0) yield [toLine(number, rest)];
}

interface Block {
  readonly lineBreak: number;
  readonly firstNumber: number;
  readonly into: Line[];
}

/** Whole lines, each ended by a line break. */
function splitBlock(bytes: Buffer, block: Block): void {
  let number = block.firstNumber;
  if (isUtf8(bytes)) {
    const texts = bytes.toString('utf8').split(block.lineBreak === LF ? '\n' : '\r');
    texts.pop();
    for (const text of texts) {
      const fault = text.length > ROW_BYTES_MAX ? TOO_LONG : null;
      block.into.push({ number: number++, text: withoutCarriageReturn(text), fault });
    }
    return;
  }
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(block.lineBreak, start);
    block.into.push(toLine(number++, bytes.subarray(start, end)));
    start = end + 1;
  }
}

function toLine(number: number, bytes: Buffer): Line {
  if (bytes.length > ROW_BYTES_MAX) return oversizedLine(number, bytes.subarray(0, SAMPLE_BYTES));
  const text = withoutCarriageReturn(bytes.toString('utf8'));
  return { number, text, fault: isUtf8(bytes) ? null : NOT_UTF8 };
}

const withoutCarriageReturn = (text: string) => (text.endsWith('\r') ? text.slice(0, -1) : text);

const TOO_LONG = `longer than ${ROW_BYTES_MAX / 1024 / 1024} MiB`;
export const NOT_UTF8 = 'not UTF-8: save the file as UTF-8, or name its --encoding';

function oversizedLine(number: number, start: Buffer): Line {
  return { number, text: start.toString('utf8'), fault: TOO_LONG };
}
