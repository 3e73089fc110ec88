// A section of units: reads its blocks and splits them into units.
import { crc32 } from 'node:zlib';
import { assert } from '../../../ops/assert.ts';
import { VarintReader } from '../../../ops/varint.ts';
import { type SectionContent, verifiedPart } from './byte-source.ts';
import {
  BLOCK_HEAD_BYTES,
  BLOCK_UNIT_BYTES_MAX,
  CHECK_BYTES,
  PackError,
  START_BYTES,
  UNITS_PER_BLOCK,
} from './pack-format.ts';

/** The location of a unit in `bytes`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Called with unit number `units[index]` of the request. The bytes are valid during the call, which must not read from
 * the same section.
 */
export type UnitVisitor = (index: number, bytes: Buffer, range: ByteRange) => void;

/** Maximum bytes of adjacent blocks that are read at once. */
const RUN_BYTES_MAX = 64 * 1024;
/**
 * Maximum unneeded bytes between two blocks that are read at once: skipping fewer would cost more than reading them.
 */
const GAP_BYTES_MAX = 8 * 1024;
/** Maximum length of a block without its large units; each length is up to two varints. */
const BLOCK_BYTES_MAX = BLOCK_HEAD_BYTES + UNITS_PER_BLOCK * (10 + BLOCK_UNIT_BYTES_MAX);

/** Units by number. */
export class UnitSection {
  /** Number of units. */
  readonly count: number;
  readonly #content: SectionContent;
  readonly #starts: Buffer;
  /** The lengths of the units of the current block; negative for large units. */
  readonly #lengths: number[] = [];

  /** `starts`: the column of block offsets. */
  constructor(content: SectionContent, count: number, starts: Buffer) {
    this.count = count;
    this.#content = content;
    this.#starts = starts;
  }

  /**
   * Reads units, whose numbers must ascend, and passes them to `take` in this order. Nearby blocks are read at once.
   * Throws PackError, naming file and block, if a block is damaged.
   */
  read(units: readonly number[], take: UnitVisitor): void {
    for (let from = 0; from < units.length; ) {
      const to = this.#endOfRun(units, from);
      const start = this.#startOf(this.#blockOf(units[from]!));
      const run = this.#content.source.read(start, this.#endOf(this.#blockOf(units[to - 1]!)) - start);
      while (from < to) {
        const block = this.#blockOf(units[from]!);
        const blockStart = this.#startOf(block);
        const read = run.subarray(blockStart - start, this.#endOf(block) - start);
        const verified = this.#verified({ read, start: blockStart, name: `block ${block}` });
        from = this.#takeFrom(verified, { block, units, from }, take);
      }
    }
  }

  /** A copy of one unit. */
  at(unit: number): Buffer {
    let copy: Buffer = Buffer.alloc(0);
    this.read([unit], (_, bytes, { start, end }) => {
      copy = Buffer.from(bytes.subarray(start, end));
    });
    return copy;
  }

  /** The end of the units from index `from` whose blocks are close to each other. */
  #endOfRun(units: readonly number[], from: number): number {
    const first = this.#blockOf(units[from]!);
    const start = this.#startOf(first);
    let end = this.#endOf(first);
    let to = from + 1;
    for (; to < units.length; to++) {
      assert(units[to]! >= units[to - 1]!, 'units are read in ascending order');
      const block = this.#blockOf(units[to]!);
      const blockEnd = this.#endOf(block);
      if (blockEnd > end && (blockEnd - start > RUN_BYTES_MAX || this.#startOf(block) - end > GAP_BYTES_MAX)) break;
      end = blockEnd;
    }
    return to;
  }

  /** Passes the units of one block to `take`; returns the index of the first unit of another block. */
  #takeFrom(
    bytes: Buffer,
    { block, units, from }: { readonly block: number; readonly units: readonly number[]; readonly from: number },
    take: UnitVisitor,
  ): number {
    const first = block * UNITS_PER_BLOCK;
    const end = Math.min(first + UNITS_PER_BLOCK, this.count);
    let start = this.#readLengths(bytes, end - first);
    let largeStart = BLOCK_HEAD_BYTES + bytes.readUInt32LE(CHECK_BYTES);
    let index = from;
    for (let unit = first; unit < end && index < units.length; unit++) {
      const length = this.#lengths[unit - first]!;
      for (; units[index] === unit; index++) {
        if (length >= 0) take(index, bytes, { start, end: start + length });
        else this.#takeLarge({ unit, start: this.#startOf(block) + largeStart, length: -length, index }, take);
      }
      if (length >= 0) start += length;
      else largeStart += CHECK_BYTES - length;
    }
    return index;
  }

  /** Reads the lengths of a block; returns the offset of the first unit. */
  #readLengths(bytes: Buffer, count: number): number {
    const reader = new VarintReader(bytes, BLOCK_HEAD_BYTES);
    for (let index = 0; index < count; index++) {
      const size = reader.next();
      this.#lengths[index] = size === 0 ? -reader.next() : size - 1;
    }
    return reader.offset;
  }

  #takeLarge(
    { unit, start, length, index }: { unit: number; start: number; length: number; index: number },
    take: UnitVisitor,
  ): void {
    const read = this.#content.source.readApart(start, CHECK_BYTES + length);
    const isSound = (bytes: Buffer) => crc32(bytes.subarray(CHECK_BYTES)) === bytes.readUInt32LE(0);
    const bytes = verifiedPart(this.#content, { read, start, name: `unit ${unit}` }, isSound);
    take(index, bytes, { start: CHECK_BYTES, end: CHECK_BYTES + length });
  }

  #verified(part: { readonly read: Buffer; readonly start: number; readonly name: string }): Buffer {
    return verifiedPart(this.#content, part, isSoundBlock);
  }

  /** Throws PackError for a unit that does not exist. */
  #blockOf(unit: number): number {
    if (unit < 0 || unit >= this.count) throw new PackError(`${this.#content.nameOf(`unit ${unit}`)} does not exist`);
    return Math.floor(unit / UNITS_PER_BLOCK);
  }

  #startOf(block: number): number {
    return this.#starts.readUIntLE(block * START_BYTES, START_BYTES);
  }

  /** The end of a block, without its large units if it has any. */
  #endOf(block: number): number {
    return Math.min(
      this.#startOf(block) + BLOCK_BYTES_MAX,
      this.#starts.readUIntLE((block + 1) * START_BYTES, START_BYTES),
    );
  }
}

function isSoundBlock(bytes: Buffer): boolean {
  if (bytes.length < BLOCK_HEAD_BYTES) return false;
  const end = BLOCK_HEAD_BYTES + bytes.readUInt32LE(CHECK_BYTES);
  return end <= bytes.length && crc32(bytes.subarray(CHECK_BYTES, end)) === bytes.readUInt32LE(0);
}
