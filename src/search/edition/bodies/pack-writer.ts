// The file format of a pack: record bodies and tables of an edition, read by positioned reads. Written as a stream in
// bounded memory. write-records.ts and write-lookups.ts list its sections and resident columns.
//
//   bytes 0-7     "CARDPACK"
//   bytes 8-11    format version
//   bytes 12-15   bytes of the directory's text
//   bytes 16-23   bytes of the whole file (float64)
//   bytes 24-31   start of the tail (float64)
//   bytes 32-63   SHA-256 of bytes 0-31 and the tail; its first 8 bytes in hex are the pack's id
//   bytes 64-     sections, one after the other
//   tail          resident columns (whole in memory while the pack is open), then the directory's text: PackDirectory
//                 as JSON in UTF-8, with the SHA-256 of each section
//
// A section of units holds blocks of 16 units; the resident column `<section>.starts` holds the start of each block
// in the section as 5 bytes, followed by the section's length.
//
//   block         CRC-32 of the rest of the block (u32) | bytes of the rest after this field (u32)
//                 | for each unit a varint: its bytes + 1; or 0 and a second varint with its bytes for a large unit
//                 | the units that are not large
//   after it      for each large unit of the block (over 32 KiB) its CRC-32 (u32) and its bytes
//
// A section of bytes holds pages of 1020 bytes of content, the last one shorter, each followed by its CRC-32 (u32).
//
// Numbers are little-endian. A varint has 7 bits per byte, the lowest first; the top bit says that another follows.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { assert } from '../../../ops/assert.ts';
import { writeVarint } from '../../../ops/varint.ts';
import {
  BLOCK_HEAD_BYTES,
  BLOCK_UNIT_BYTES_MAX,
  CHECK_BYTES,
  CHECKSUM_START,
  PACK_HEAD_BYTES,
  PACK_MAGIC,
  PACK_VERSION,
  PAGE_BYTES,
  type PackDirectory,
  type PackSection,
  START_BYTES,
  UNITS_PER_BLOCK,
} from './pack-format.ts';
import type { PackOutput } from './pack-output.ts';

/** A finished pack. */
export interface PackSummary {
  /** First 8 bytes of the checksum, 16 hex digits. */
  readonly id: string;
  readonly bytes: number;
}

/** Appends bytes to a section. The caller may reuse the buffer. */
export type Append = (bytes: Uint8Array) => void;

/** Writes the content of a pack. `spillPath`: the path of temporary files. */
export type FillPack = (to: { readonly pack: PackWriter; readonly spillPath: string }) => void;

/** Writes one pack, section by section. */
export class PackWriter {
  readonly #output: PackOutput;
  readonly #editionId: string;
  readonly #sections: PackSection[] = [];
  readonly #resident: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  #end = 0;

  /** `editionId`: the edition to whose documents the units belong. */
  constructor(output: PackOutput, editionId: string) {
    this.#output = output;
    this.#editionId = editionId;
    this.#write(Buffer.alloc(PACK_HEAD_BYTES));
  }

  /** Writes a section of units: those appended by `fill`, in this order. */
  units(name: string, fill: (append: Append) => void): void {
    let starts = new Uint8Array(0);
    this.#section(name, 'units', (write) => {
      const blocks = new BlockWriter(write);
      fill((unit) => blocks.add(unit));
      const count = blocks.finish();
      starts = blocks.starts();
      return count;
    });
    this.resident(`${name}.starts`, starts);
  }

  /** Writes a section of bytes, which are read by range: the bytes appended by `fill`, concatenated. */
  bytes(name: string, fill: (append: Append) => void): void {
    this.#section(name, 'bytes', (write) => {
      const pages = new PageWriter(write);
      fill((bytes) => pages.add(bytes));
      return pages.finish();
    });
  }

  /** Adds a column that readers keep in memory. It is written only by `finish`. */
  resident(name: string, content: Uint8Array | Uint32Array): void {
    this.#assertNew(name);
    this.#resident.push({ name, bytes: new Uint8Array(content.buffer, content.byteOffset, content.byteLength) });
  }

  /** Completes the pack. If the output is a file, it is durable when this returns. */
  finish(): PackSummary {
    const tailStart = this.#end;
    const resident: (readonly [string, number, number])[] = [];
    const hash = createHash('sha256');
    const tail = (bytes: Uint8Array) => {
      hash.update(bytes);
      this.#write(bytes);
    };
    const head = Buffer.alloc(PACK_HEAD_BYTES);
    let start = 0;
    for (const { name, bytes } of this.#resident) {
      resident.push([name, start, bytes.length]);
      start += aligned(bytes.length);
    }
    const directory: PackDirectory = { edition: this.#editionId, sections: this.#sections, resident };
    const text = Buffer.from(JSON.stringify(directory));
    head.write(PACK_MAGIC, 0, 'latin1');
    head.writeUInt32LE(PACK_VERSION, 8);
    head.writeUInt32LE(text.length, 12);
    head.writeDoubleLE(tailStart + start + text.length, 16);
    head.writeDoubleLE(tailStart, 24);
    hash.update(head.subarray(0, CHECKSUM_START));
    for (const { bytes } of this.#resident) {
      tail(bytes);
      tail(Buffer.alloc(aligned(bytes.length) - bytes.length));
    }
    tail(text);
    hash.digest().copy(head, CHECKSUM_START);
    this.#output.finish(head);
    return { id: head.toString('hex', CHECKSUM_START, CHECKSUM_START + 8), bytes: this.#end };
  }

  /** Discards the output. */
  abandon(): void {
    this.#output.abandon();
  }

  /** `fill` writes the section and returns its count. */
  #section(name: string, kind: PackSection['kind'], fill: (write: Append) => number): void {
    this.#assertNew(name);
    const offset = this.#end;
    const hash = createHash('sha256');
    const count = fill((bytes) => {
      hash.update(bytes);
      this.#write(bytes);
    });
    const bytes = this.#end - offset;
    this.#sections.push({ name, kind, offset, bytes, count, sha256: hash.digest('hex') });
  }

  #assertNew(name: string): void {
    assert(![...this.#sections, ...this.#resident].some((each) => each.name === name), 'a section has its own name');
  }

  #write(bytes: Uint8Array): void {
    this.#output.write(bytes);
    this.#end += bytes.length;
  }
}

/** Groups units into blocks. */
class BlockWriter {
  readonly #write: Append;
  /** Number of bytes written. */
  #end = 0;
  #count = 0;
  #starts = Buffer.alloc(1024 * START_BYTES);
  #blocks = 0;
  /** The lengths and the units of the current block. */
  #lengths = Buffer.alloc(BLOCK_HEAD_BYTES + UNITS_PER_BLOCK * 12);
  #lengthsEnd = BLOCK_HEAD_BYTES;
  #units = Buffer.alloc(64 * 1024);
  #unitsEnd = 0;
  #large: Uint8Array[] = [];

  constructor(write: Append) {
    this.#write = write;
  }

  add(unit: Uint8Array): void {
    if (unit.length > BLOCK_UNIT_BYTES_MAX) {
      this.#lengthsEnd = writeVarint(this.#lengths, this.#lengthsEnd, 0);
      this.#lengthsEnd = writeVarint(this.#lengths, this.#lengthsEnd, unit.length);
      this.#large.push(Uint8Array.from(unit));
    } else {
      this.#lengthsEnd = writeVarint(this.#lengths, this.#lengthsEnd, unit.length + 1);
      this.#units = withRoom(this.#units, this.#unitsEnd + unit.length);
      this.#units.set(unit, this.#unitsEnd);
      this.#unitsEnd += unit.length;
    }
    this.#count++;
    if (this.#count % UNITS_PER_BLOCK === 0) this.#flush();
  }

  /** Returns the number of units. */
  finish(): number {
    if (this.#count % UNITS_PER_BLOCK !== 0) this.#flush();
    return this.#count;
  }

  /** The column of block offsets of the finished section. */
  starts(): Uint8Array<ArrayBuffer> {
    this.#noteStart(this.#end);
    return this.#starts.subarray(0, this.#blocks * START_BYTES);
  }

  #flush(): void {
    this.#noteStart(this.#end);
    const lengths = this.#lengths.subarray(0, this.#lengthsEnd);
    const units = this.#units.subarray(0, this.#unitsEnd);
    lengths.writeUInt32LE(lengths.length - BLOCK_HEAD_BYTES + units.length, CHECK_BYTES);
    lengths.writeUInt32LE(crc32(units, crc32(lengths.subarray(CHECK_BYTES))), 0);
    this.#put(lengths);
    this.#put(units);
    for (const unit of this.#large) {
      this.#put(checkOf(unit));
      this.#put(unit);
    }
    this.#lengthsEnd = BLOCK_HEAD_BYTES;
    this.#unitsEnd = 0;
    this.#large = [];
  }

  #put(bytes: Uint8Array): void {
    this.#write(bytes);
    this.#end += bytes.length;
  }

  #noteStart(start: number): void {
    const offset = this.#blocks * START_BYTES;
    this.#starts = withRoom(this.#starts, offset + START_BYTES);
    this.#starts.writeUIntLE(start, offset, START_BYTES);
    this.#blocks++;
  }
}

/** Splits bytes into pages. */
class PageWriter {
  readonly #write: Append;
  readonly #page = Buffer.alloc(PAGE_BYTES);
  #count = 0;

  constructor(write: Append) {
    this.#write = write;
  }

  add(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; ) {
      const filled = this.#count % PAGE_BYTES;
      const part = bytes.subarray(start, start + PAGE_BYTES - filled);
      this.#page.set(part, filled);
      this.#count += part.length;
      start += part.length;
      if (this.#count % PAGE_BYTES === 0) this.#flush(PAGE_BYTES);
    }
  }

  /** Returns the number of content bytes. */
  finish(): number {
    if (this.#count % PAGE_BYTES !== 0) this.#flush(this.#count % PAGE_BYTES);
    return this.#count;
  }

  #flush(length: number): void {
    const page = this.#page.subarray(0, length);
    this.#write(page);
    this.#write(checkOf(page));
  }
}

function checkOf(bytes: Uint8Array): Buffer {
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(crc32(bytes));
  return check;
}

/** Returns the buffer, or a larger one with the same content. */
function withRoom(buffer: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> {
  if (length <= buffer.length) return buffer;
  const larger = Buffer.alloc(Math.max(length, buffer.length * 2));
  larger.set(buffer);
  return larger;
}

/** Resident columns begin at multiples of 8 bytes of the tail. */
function aligned(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
