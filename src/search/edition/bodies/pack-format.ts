// Constants, and the directory shared by the writer and the readers of a pack. pack-writer.ts describes the format.

export const PACK_MAGIC = 'CARDPACK';
export const PACK_VERSION = 3;
/** Bytes before the first section. */
export const PACK_HEAD_BYTES = 64;
export const CHECKSUM_START = 32;
/** Units per block of a section of units. */
export const UNITS_PER_BLOCK = 16;
/** Larger units are stored after their block, so that reading their neighbors does not read them. */
export const BLOCK_UNIT_BYTES_MAX = 32 * 1024;
/** CRC-32 and length before a block. */
export const BLOCK_HEAD_BYTES = 8;
/** Bytes of a block offset within the section. */
export const START_BYTES = 5;
/** Content bytes per page of a section of bytes; a CRC-32 follows each page. */
export const PAGE_BYTES = 1020;
export const CHECK_BYTES = 4;

/** A section: `bytes` on disk from `offset`; contains `count` units or content bytes. */
export interface PackSection {
  readonly name: string;
  readonly kind: 'units' | 'bytes';
  readonly offset: number;
  readonly bytes: number;
  readonly count: number;
  /** SHA-256 of the bytes on disk, hex. */
  readonly sha256: string;
}

/** The text at the end of a pack: its directory. */
export interface PackDirectory {
  /** The id of the edition to whose documents the units belong. */
  readonly edition: string;
  readonly sections: readonly PackSection[];
  /** Name, offset in the tail, and length of each column that readers keep in memory. */
  readonly resident: readonly (readonly [name: string, start: number, bytes: number])[];
}

/** A pack that cannot be used because it is damaged, truncated or of another format. The message names the location. */
export class PackError extends Error {
  override readonly name: string = 'PackError';
}

/** A pack of an older or newer format version. */
export class PackFormatError extends PackError {
  override readonly name = 'PackFormatError';
}
