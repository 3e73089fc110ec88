// The file format of an edition: a head with a checksum, followed by named sections of bytes, which
// build/build-edition.ts lists.
//
//   bytes 0-7     "CARDFILE"
//   bytes 8-11    format version
//   bytes 12-15   length of the text of the head in bytes
//   bytes 16-23   length of the whole file in bytes (float64)
//   bytes 24-27   CRC-32 of the search fields, because the names and kinds of sections and terms depend on them
//   bytes 28-31   zero
//   bytes 32-63   SHA-256 of all other bytes; its first 8 bytes in hex are the id of the edition
//   bytes 64-     the text of the head: EditionHead and the section table as JSON in UTF-8
//   then          the sections, each aligned to 8 bytes, with zeros between them
//
// Numbers are little-endian in the head and in the sections.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { SEARCH_FIELDS } from '../../contract/fields.ts';
import { atOnce, type Work } from '../../ops/scheduling/work.ts';

const MAGIC = 'CARDFILE';
const FORMAT_VERSION = 1;
const FIELDS = crc32(JSON.stringify(SEARCH_FIELDS));
const CHECKSUM_START = 32;
const TEXT_START = 64;
/** The number of bytes that are hashed between two yields: one or two milliseconds. */
const STRIDE_BYTES = 1024 * 1024;

/** The metadata of an edition. */
export interface EditionHead {
  /** The counters of the catalog at build time. */
  readonly generation: number;
  readonly hiddenGeneration: number;
  /** Binary logarithm of the number of documents in a block; 5 to 16. */
  readonly blockBits: number;
  /** `positions`: the number of current positions. People without a position have a document too. */
  readonly counts: {
    readonly companies: number;
    readonly people: number;
    readonly positions: number;
    readonly jobs: number;
  };
}

/** An edition that cannot be used: damaged, truncated, or of another format. The message states the reason. */
export class EditionError extends Error {
  override readonly name = 'EditionError';
}

/** A valid edition of another format version, or of other search fields. */
export class EditionFormatError extends EditionError {}

type SectionRow = readonly [name: string, offset: number, bytes: number];

/** Collects sections and writes them as one file. */
export class EditionFileWriter {
  readonly #sections: { readonly name: string; readonly bytes: Uint8Array }[] = [];

  /** Adds a section. Its content is not copied until `finish`. */
  add(name: string, content: Uint8Array | Uint32Array): void {
    this.#sections.push({ name, bytes: new Uint8Array(content.buffer, content.byteOffset, content.byteLength) });
  }

  /** The file, with its checksum. */
  finish(head: EditionHead): SharedArrayBuffer {
    const text = this.#headText(head);
    const rows = this.#layOut(TEXT_START + text.length);
    const length = rows.reduce((end, [, offset, bytes]) => Math.max(end, offset + bytes), TEXT_START + text.length);
    const buffer = new SharedArrayBuffer(length);
    const file = Buffer.from(buffer);
    file.write(MAGIC, 0, 'latin1');
    file.writeUInt32LE(FORMAT_VERSION, 8);
    file.writeUInt32LE(text.length, 12);
    file.writeDoubleLE(length, 16);
    file.writeUInt32LE(FIELDS, 24);
    file.set(text, TEXT_START);
    rows.forEach(([, offset], index) => {
      file.set(this.#sections[index]!.bytes, offset);
    });
    file.set(atOnce(checksumOf(file)), CHECKSUM_START);
    return buffer;
  }

  /** The offsets in the head are relative to its end, because its length depends on them. */
  #headText(head: EditionHead): Buffer {
    return Buffer.from(JSON.stringify({ ...head, sections: this.#layOut(0) }));
  }

  #layOut(start: number): SectionRow[] {
    let end = aligned(start);
    return this.#sections.map(({ name, bytes }) => {
      const offset = end;
      end = aligned(end + bytes.length);
      return [name, offset, bytes.length];
    });
  }
}

/** The file of an edition: its head, and its sections by name. */
export class EditionFile {
  readonly head: EditionHead;
  /** The first 8 bytes of the checksum as 16 hex digits. */
  readonly id: string;
  readonly #buffer: ArrayBufferLike;
  readonly #rows: ReadonlyMap<string, SectionRow>;
  readonly #contentStart: number;

  /** Throws EditionError if the buffer is not a complete edition of this format, or its checksum is wrong. */
  static *verified(buffer: ArrayBufferLike): Work<EditionFile> {
    const file = Buffer.from(buffer);
    textBytesOf(file);
    if (!(yield* checksumOf(file)).equals(file.subarray(CHECKSUM_START, TEXT_START)))
      throw new EditionError('the checksum does not match: the edition is damaged');
    return new EditionFile(buffer);
  }

  /** Throws EditionError if the buffer is not a complete edition of this format; does not verify the checksum. */
  constructor(buffer: ArrayBufferLike) {
    const file = Buffer.from(buffer);
    const textBytes = textBytesOf(file);
    const { sections, ...head } = JSON.parse(
      file.toString('utf8', TEXT_START, TEXT_START + textBytes),
    ) as EditionHead & {
      sections: SectionRow[];
    };
    this.head = head;
    this.id = file.toString('hex', CHECKSUM_START, CHECKSUM_START + 8);
    this.#buffer = buffer;
    this.#rows = new Map(sections.map((row) => [row[0], row]));
    this.#contentStart = aligned(TEXT_START + textBytes);
  }

  /** A section as bytes, without a copy. Throws EditionError if the edition has no section of this name. */
  bytes(name: string): Buffer {
    const [, offset, bytes] = this.#row(name);
    return Buffer.from(this.#buffer, this.#contentStart + offset, bytes);
  }

  /** A section as 32-bit words, without a copy. Throws like `bytes`. */
  words(name: string): Uint32Array {
    const [, offset, bytes] = this.#row(name);
    return new Uint32Array(this.#buffer, this.#contentStart + offset, bytes >>> 2);
  }

  has(name: string): boolean {
    return this.#rows.has(name);
  }

  #row(name: string): SectionRow {
    const row = this.#rows.get(name);
    if (!row) throw new EditionError(`the edition has no section ${name}`);
    return row;
  }
}

function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

/** SHA-256 of all bytes except the checksum. Yields between strides. */
function* checksumOf(file: Buffer): Work<Buffer> {
  const hash = createHash('sha256').update(file.subarray(0, CHECKSUM_START));
  for (let start = TEXT_START; start < file.length; start += STRIDE_BYTES) {
    hash.update(file.subarray(start, start + STRIDE_BYTES));
    yield;
  }
  return hash.digest();
}

/** Checks magic, version and length, in this order, and returns the length of the text of the head. */
function textBytesOf(file: Buffer): number {
  if (file.length < TEXT_START) throw new EditionError(`${file.length} bytes are too few for an edition`);
  if (file.toString('latin1', 0, 8) !== MAGIC)
    throw new EditionError('this is not an edition: it does not begin with CARDFILE');
  const version = file.readUInt32LE(8);
  if (version !== FORMAT_VERSION)
    throw new EditionFormatError(`it has the format ${version}, and this version reads ${FORMAT_VERSION}`);
  if (file.readUInt32LE(24) !== FIELDS) throw new EditionFormatError('its search fields are not those of this version');
  const length = file.readDoubleLE(16);
  if (length !== file.length) throw new EditionError(`the edition should have ${length} bytes and has ${file.length}`);
  return file.readUInt32LE(12);
}
