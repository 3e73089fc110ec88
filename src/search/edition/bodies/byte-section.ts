// A section of bytes: reads ranges of its content from its pages.
import { crc32 } from 'node:zlib';
import { type SectionContent, verifiedPart } from './byte-source.ts';
import { CHECK_BYTES, PAGE_BYTES, PackError } from './pack-format.ts';

const DISK_PAGE_BYTES = PAGE_BYTES + CHECK_BYTES;

/** Content by byte ranges. */
export class ByteSection {
  /** Bytes of content. */
  readonly length: number;
  readonly #content: SectionContent;

  constructor(content: SectionContent, length: number) {
    this.length = length;
    this.#content = content;
  }

  /** Reads a copy of a range, with one read. Throws PackError, naming file and page, if one of its pages is damaged. */
  range(start: number, length: number): Buffer {
    if (start < 0 || length < 0 || start + length > this.length)
      throw new PackError(`${this.#content.nameOf(`the range ${start}+${length}`)} does not exist`);
    const range = Buffer.allocUnsafe(length);
    if (length === 0) return range;
    const first = Math.floor(start / PAGE_BYTES);
    const last = Math.floor((start + length - 1) / PAGE_BYTES);
    const readStart = first * DISK_PAGE_BYTES;
    const read = this.#content.source.read(readStart, this.#endOf(last) - readStart);
    let filled = 0;
    for (let page = first; page <= last; page++) {
      const pageStart = page * DISK_PAGE_BYTES;
      const bytes = read.subarray(pageStart - readStart, this.#endOf(page) - readStart);
      const verified = verifiedPart(
        this.#content,
        { read: bytes, start: pageStart, name: `page ${page}` },
        isSoundPage,
      );
      const from = page === first ? start - page * PAGE_BYTES : 0;
      filled += verified.copy(range, filled, from, Math.min(from + length - filled, verified.length - CHECK_BYTES));
    }
    return range;
  }

  /** The end of a page on disk, including its checksum. */
  #endOf(page: number): number {
    return page * DISK_PAGE_BYTES + Math.min(PAGE_BYTES, this.length - page * PAGE_BYTES) + CHECK_BYTES;
  }
}

function isSoundPage(bytes: Buffer): boolean {
  const end = bytes.length - CHECK_BYTES;
  return crc32(bytes.subarray(0, end)) === bytes.readUInt32LE(end);
}
