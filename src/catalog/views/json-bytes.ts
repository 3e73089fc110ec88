// A growing buffer for texts and JSON in UTF-8. It encodes each character in JavaScript, which also detects characters
// to escape and possible contacts. The texts are too short for native encoding to pay off.
import { unitAt } from '../../words/unit-at.ts';
import { mayHoldContact, PHONE_DIGITS_MIN } from './redact.ts';
import { mayHaveContact } from './shown-url.ts';

/** Maximum bytes of one UTF-16 code unit: six if JSON escapes it. */
const UNIT_BYTES_MAX = 6;
const BYTES_AT_FIRST = 8 * 1024;
const SPARE_FACTOR = 1.125;
const [BLANK, QUOTE, ZERO, NINE, AT, BACKSLASH] = [0x20, 0x22, 0x30, 0x39, 0x40, 0x5c];
/** Longer texts are encoded natively. */
const SHORT_LENGTH_MAX = 40;
/** Code points from which on a character takes two and three bytes, and the range of surrogates. */
const [TWO_BYTES, THREE_BYTES, SURROGATES, BEHIND_SURROGATES] = [0x80, 0x800, 0xd800, 0xe000];

export class JsonBytes {
  /** Set if a free text or a URL may contain a contact. If it is not set, redactRecord changes none of them. */
  mayHoldContacts = false;
  #bytes = Buffer.allocUnsafeSlow(BYTES_AT_FIRST);
  #length = 0;
  readonly #givenBack: Buffer<ArrayBuffer>[] = [];

  /** Bytes written. */
  get length(): number {
    return this.#length;
  }

  /** The bytes written from an offset on; valid until the next write. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.#length);
  }

  /** Discards the bytes from an offset on. */
  cutBack(start: number): string {
    const text = this.#bytes.toString('utf8', start, this.#length);
    this.#length = start;
    return text;
  }

  /** Discards the last byte. */
  dropLast(): void {
    this.#length -= 1;
  }

  /** All written bytes, in a separate buffer. The caller owns the buffer until it gives it back. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#bytes.buffer, 0, this.#length);
    // The next content will probably be about as long.
    const size = Math.max(BYTES_AT_FIRST, Math.ceil(this.#length * SPARE_FACTOR));
    this.#bytes = this.#givenBack.pop() ?? Buffer.allocUnsafeSlow(size);
    this.#length = 0;
    return taken;
  }

  /**
   * Takes back a buffer that is no longer read, for reuse: large new buffers are expensive for the garbage collector.
   */
  giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
    this.#givenBack.push(Buffer.from(buffer));
  }

  /** Writes ASCII characters unchanged: the syntax between the values. */
  ascii(text: string): void {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    const start = this.#length;
    for (let at = 0; at < length; at += 1) bytes[start + at] = unitAt(text, at);
    this.#length = start + length;
  }

  /** Writes a text unchanged. Lone surrogates are lost. */
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

  /** Writes a text as a JSON string. */
  json(text: string | null): void {
    this.#string(text, false);
  }

  /** Writes free text as a JSON string. */
  freeText(text: string | null): void {
    this.#string(text, true);
  }

  /** Writes a URL as a JSON string. */
  url(url: string | null): void {
    if (url !== null && mayHaveContact(url)) this.mayHoldContacts = true;
    this.#string(url, false);
  }

  #string(text: string | null, isFree: boolean): void {
    if (text === null) this.ascii('null');
    else if (!this.#plainString(text, isFree)) this.#escapedString(text, isFree);
  }

  /** Returns false, and writes nothing, for a text with surrogates or characters to escape. */
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
