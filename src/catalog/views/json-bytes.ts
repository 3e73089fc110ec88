// A growing buffer that texts and JSON are written to in UTF-8. Character by character, as this tells at the same time what must be
// escaped and what may hold a contact, and as the texts are too short for a call out of the engine to pay.
import { unitAt } from '../../words/unit-at.ts';
import { mayHoldContact, PHONE_DIGITS_MIN } from './redact.ts';

/** Bytes that one UTF-16 code unit takes at most: six where JSON escapes it. */
const UNIT_BYTES_MAX = 6;
const BYTES_AT_FIRST = 8 * 1024;
const SPARE_FACTOR = 1.125;
const [BLANK, QUOTE, ZERO, NINE, AT, BACKSLASH] = [0x20, 0x22, 0x30, 0x39, 0x40, 0x5c];
/** Longer texts are worth a call of the engine. */
const SHORT_LENGTH_MAX = 40;
/** Code points from these on take two and three bytes, or are halves of a pair. */
const [TWO_BYTES, THREE_BYTES, SURROGATES, BEHIND_SURROGATES] = [0x80, 0x800, 0xd800, 0xe000];

export class JsonBytes {
  /** Set where a free text may hold a contact: where it is not, redact changes none of them. */
  mayHoldContacts = false;
  #bytes = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
  #length = 0;
  readonly #givenBack: Buffer<ArrayBuffer>[] = [];

  /** Bytes written. */
  get length(): number {
    return this.#length;
  }

  /** What was written from a place on; valid until more is written. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.#length);
  }

  /** Takes back what was written from a place on. */
  cutBack(start: number): string {
    const text = this.#bytes.toString('utf8', start, this.#length);
    this.#length = start;
    return text;
  }

  /** All that was written, in a buffer of its own, which is the caller's until it is given back. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#bytes.buffer, 0, this.#length);
    // What was written this time, and a little more, will be written the next time.
    const size = Math.max(BYTES_AT_FIRST, Math.ceil(this.#length * SPARE_FACTOR));
    this.#bytes = this.#givenBack.pop() ?? Buffer.allocUnsafeSlow(size);
    this.#length = 0;
    return taken;
  }

  /** Takes back a buffer that nobody reads any more, to write to it again: large new ones are much work for the garbage collector. */
  giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
    this.#givenBack.push(Buffer.from(buffer));
  }

  /** Characters of ASCII as they are: what stands between the values. */
  ascii(text: string): void {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    const start = this.#length;
    for (let at = 0; at < length; at += 1) bytes[start + at] = unitAt(text, at);
    this.#length = start + length;
  }

  /** A text as it is; halves of surrogate pairs are lost. */
  text(text: string): void {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    const start = this.#length;
    for (let at = 0; at < length; at += 1) {
      const code = unitAt(text, at);
      if (code >= TWO_BYTES || at === SHORT_LENGTH_MAX) {
        this.#length += bytes.write(text, start);
        return;
      }
      bytes[start + at] = code;
    }
    this.#length = start + length;
  }

  /** A text as a JSON string. */
  json(text: string | null): void {
    this.#string(text, false);
  }

  /** The same of a text in which anybody may have written anything. */
  freeText(text: string | null): void {
    this.#string(text, true);
  }

  #string(text: string | null, isFree: boolean): void {
    if (text === null) this.ascii('null');
    else if (!this.#plainString(text, isFree)) this.#escapedString(text, isFree);
  }

  /** False for a text that holds what must be escaped, or surrogates: nothing of it is written. */
  #plainString(text: string, isFree: boolean): boolean {
    const { length } = text;
    this.#reserve(length + 2);
    const bytes = this.#bytes;
    let end = this.#length;
    let digits = 0;
    bytes[end++] = QUOTE;
    for (let at = 0; at < length; at += 1) {
      const code = unitAt(text, at);
      if (code < TWO_BYTES) {
        if (code <= AT) {
          if (code < BLANK || code === QUOTE) return false;
          if (code === AT) digits = PHONE_DIGITS_MIN;
          else if (code >= ZERO && code <= NINE) digits += 1;
        } else if (code === BACKSLASH) return false;
        bytes[end++] = code;
      } else if (code < THREE_BYTES) {
        bytes[end++] = 0xc0 | (code >> 6);
        bytes[end++] = 0x80 | (code & 0x3f);
      } else {
        if (code >= SURROGATES && code < BEHIND_SURROGATES) return false;
        bytes[end++] = 0xe0 | (code >> 12);
        bytes[end++] = 0x80 | ((code >> 6) & 0x3f);
        bytes[end++] = 0x80 | (code & 0x3f);
      }
    }
    bytes[end++] = QUOTE;
    this.#length = end;
    if (isFree && digits >= PHONE_DIGITS_MIN) this.mayHoldContacts = true;
    return true;
  }

  #escapedString(text: string, isFree: boolean): void {
    if (isFree && mayHoldContact(text)) this.mayHoldContacts = true;
    this.text(JSON.stringify(text));
  }

  #reserve(units: number): void {
    const needed = this.#length + units * UNIT_BYTES_MAX;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, needed));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
