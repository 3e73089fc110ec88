// Splits a JSON array into its elements byte by byte, so that a file of any size is read in bounded memory. Examines
// only strings, brackets and commas; the parser of each element checks the JSON.
import { isUtf8 } from 'node:buffer';
import { withVisible } from '../../ops/json/visible-text.ts';
import { ImportError } from '../import-error.ts';
import { NOT_UTF8, ROW_BYTES_MAX } from './lines.ts';
import type { Row } from './row.ts';

const LF = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Longest character in UTF-8. */
const SIGN_BYTES_MAX = 4;

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** State of the scan: before the array, between elements, within one, or after the array. */
type State = 'before' | 'between' | 'element' | 'behind';

/**
 * The elements of the single array in the bytes. An element longer than the longest row is faulty. Throws ImportError
 * if the bytes are not a single array: if anything precedes or follows the array, or it has no end.
 */
export async function* readJsonArray(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<Row> {
  const scan = new ElementScan(path);
  for await (const chunk of chunks) yield* scan.feed(chunk);
  scan.end();
}

class ElementScan {
  readonly #path: string;
  #state: State = 'before';
  #line = 1;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #elementLine = 0;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(path: string) {
    this.#path = path;
  }

  *feed(chunk: Buffer): Generator<Row> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === LF) this.#line++;
      if (this.#state === 'element') {
        if (!this.#endsElement(byte)) continue;
        this.#keep(chunk.subarray(start, at));
        yield this.#takeElement();
        this.#state = byte === COMMA ? 'between' : 'behind';
      } else if (!isBlank(byte)) {
        this.#step(chunk, at);
        start = at;
        // The first byte of an element may open a string or a bracket.
        if (this.#is('element')) this.#endsElement(byte);
      }
    }
    if (this.#state === 'element') this.#keep(chunk.subarray(start));
  }

  end(): void {
    if (this.#state === 'behind') return;
    throw this.#fault('the JSON array has no end', 'Fetch the whole file again and repeat the command.');
  }

  /** TypeScript keeps the narrowed type over a call that changes the state; this call widens it. */
  #is(state: State): boolean {
    return this.#state === state;
  }

  /** Handles a byte outside of elements that is not white space. */
  #step(chunk: Buffer, at: number): void {
    const byte = chunk[at];
    if (this.#state === 'before' && byte === OPEN_ARRAY) {
      this.#state = 'between';
    } else if (this.#state === 'between' && byte === CLOSE_ARRAY) {
      this.#state = 'behind';
    } else if (this.#state === 'between' && byte !== COMMA) {
      this.#state = 'element';
      this.#elementLine = this.#line;
    } else {
      const [sign = ''] = chunk.toString('utf8', at, at + SIGN_BYTES_MAX);
      throw this.#fault(
        `unexpected ${withVisible(JSON.stringify(sign))} ${this.#state === 'between' ? 'between the elements' : 'outside'} of the JSON array`,
        'Give one array of objects, or JSON Lines.',
      );
    }
  }

  /** Whether this byte follows the element: the comma or the closing bracket of the array itself. */
  #endsElement(byte: number): boolean {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#inString = false;
    } else if (byte === QUOTE) {
      this.#inString = true;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      this.#depth++;
    } else if (this.#depth === 0) {
      return byte === COMMA || byte === CLOSE_ARRAY;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      this.#depth--;
    }
    return false;
  }

  #keep(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length <= ROW_BYTES_MAX) this.#parts.push(bytes);
  }

  #takeElement(): Row {
    const bytes = Buffer.concat(this.#parts);
    const isTooLong = this.#length > ROW_BYTES_MAX;
    this.#parts = [];
    this.#length = 0;
    const row = { line: this.#elementLine, text: bytes.toString('utf8').trimEnd(), cells: null };
    if (isTooLong) return { ...row, fault: `longer than ${ROW_BYTES_MAX / 1024 / 1024} MiB` };
    return { ...row, fault: isUtf8(bytes) ? null : NOT_UTF8 };
  }

  #fault(problem: string, remedy: string): ImportError {
    return new ImportError({ file: this.#path, line: this.#line, problem, remedy });
  }
}
