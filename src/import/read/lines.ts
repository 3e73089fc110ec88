// Splits bytes into lines. Does not interpret their content; a line that is not valid text is returned with its fault.
import { isUtf8 } from 'node:buffer';
import { CR, lineBreakOf } from './line-break.ts';

/** Longest line and longest row, in bytes: a memory bound far above any real record. */
export const ROW_BYTES_MAX = 4 * 1024 * 1024;

/** Bytes of an oversized line that are stored for the report. */
const SAMPLE_BYTES = 200;

export interface Line {
  /** 1-based. */
  readonly number: number;
  /** The line without its line break; for an oversized line, only its start. Invalid bytes appear as U+FFFD. */
  readonly text: string;
  readonly fault: string | null;
  /** Whether the line is oversized, so that its end is unknown. Default: false. */
  readonly isCut?: boolean;
}

/** A range of bytes in a block. A Buffer per line would cost more than finding the line. */
interface Span {
  readonly block: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A line whose text is decoded on first access: some lines are only counted. */
export class LineOfBytes implements Line {
  readonly number: number;
  readonly fault: string | null;
  /** The line without its break. */
  readonly #span: Span;

  constructor(number: number, span: Span, fault: string | null) {
    this.number = number;
    this.#span = span;
    this.fault = fault;
  }

  get text(): string {
    const { block, start, end } = this.#span;
    return block.toString('utf8', start, end);
  }

  get isCut(): boolean {
    return this.fault !== null && this.fault !== NOT_UTF8;
  }

  get byteLength(): number {
    return this.#span.end - this.#span.start;
  }

  /** Undefined if the line is empty. */
  get firstByte(): number | undefined {
    return this.byteLength === 0 ? undefined : this.#span.block[this.#span.start];
  }
}

/**
 * The lines of the chunks, in order. Each array holds lines that were read together; array boundaries have no other
 * meaning. `head`: the first bytes, which determine the line break. `bytesMax`: maximum length of one line; a longer
 * line is cut.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  head: Buffer,
  bytesMax: number = ROW_BYTES_MAX,
): AsyncGenerator<LineOfBytes[]> {
  const lineBreak = lineBreakOf(head);
  let number = 1;
  // The parts of a line that spans chunks. They are copied only once, even if the chunks are small.
  let rest: Buffer[] = [];
  let restLength = 0;
  let oversized: Buffer | null = null;
  for await (const chunk of chunks) {
    const lines: LineOfBytes[] = [];
    const firstEnd = chunk.indexOf(lineBreak);
    const first = firstEnd === -1 ? chunk : chunk.subarray(0, firstEnd);
    if (oversized === null) {
      rest.push(first);
      restLength += first.length;
    }
    if (firstEnd !== -1) {
      lines.push(
        oversized === null
          ? toOnlyLine(number++, Buffer.concat(rest), bytesMax)
          : oversizedLine(number++, oversized, bytesMax),
      );
      oversized = null;
      const end = chunk.lastIndexOf(lineBreak) + 1;
      splitBlock(chunk.subarray(firstEnd + 1, end), { lineBreak, firstNumber: number, into: lines, bytesMax });
      number = (lines.at(-1)?.number ?? 0) + 1;
      rest = [chunk.subarray(end)];
      restLength = chunk.length - end;
    }
    if (restLength > bytesMax) {
      oversized = Buffer.concat(rest).subarray(0, SAMPLE_BYTES);
      rest = [];
      restLength = 0;
    }
    if (lines.length > 0) yield lines;
  }
  if (oversized !== null) yield [oversizedLine(number, oversized, bytesMax)];
  else if (restLength > 0) yield [toOnlyLine(number, Buffer.concat(rest), bytesMax)];
}

interface Block {
  readonly lineBreak: number;
  readonly firstNumber: number;
  readonly into: LineOfBytes[];
  readonly bytesMax: number;
}

/** Splits whole lines, each ended by a line break. */
function splitBlock(block: Buffer, { lineBreak, firstNumber, into, bytesMax }: Block): void {
  const isText = isUtf8(block);
  let number = firstNumber;
  for (let start = 0; start < block.length; ) {
    const end = block.indexOf(lineBreak, start);
    into.push(toLine(number++, { block, start, end }, { isText, bytesMax }));
    start = end + 1;
  }
}

interface LineCheck {
  /** Whether the whole block is known to be UTF-8. */
  readonly isText: boolean;
  readonly bytesMax: number;
}

function toLine(number: number, span: Span, { isText, bytesMax }: LineCheck): LineOfBytes {
  const { block, start, end } = span;
  if (end - start > bytesMax) return oversizedLine(number, block.subarray(start, start + SAMPLE_BYTES), bytesMax);
  const hasCr = end > start && block[end - 1] === CR;
  const fault = isText || isUtf8(block.subarray(start, end)) ? null : NOT_UTF8;
  return new LineOfBytes(number, hasCr ? { block, start, end: end - 1 } : span, fault);
}

function toOnlyLine(number: number, bytes: Buffer, bytesMax: number): LineOfBytes {
  return toLine(number, wholeOf(bytes), { isText: false, bytesMax });
}

function wholeOf(block: Buffer): Span {
  return { block, start: 0, end: block.length };
}

export const NOT_UTF8 = 'not UTF-8: use UTF-8, or name the encoding of a file with --encoding';

/** The fault of a row that is longer than this limit. */
export const tooLong = (bytesMax: number) =>
  bytesMax % 1024 ** 2 === 0 ? `longer than ${bytesMax / 1024 ** 2} MiB` : `longer than ${bytesMax} bytes`;

function oversizedLine(number: number, start: Buffer, bytesMax: number): LineOfBytes {
  return new LineOfBytes(number, wholeOf(Buffer.from(start)), tooLong(bytesMax));
}
