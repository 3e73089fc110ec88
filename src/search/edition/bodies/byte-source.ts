// The bytes of one section of a pack: in memory, or read from the file by positioned reads.
import type { PackFile } from './pack-file.ts';
import { PackError } from './pack-format.ts';

/** Read access to a section. */
export interface ByteSource {
  /** Whether the bytes were verified when the pack was loaded; otherwise each read is verified. */
  readonly isVerified: boolean;
  /** The bytes from `start`; valid until the next `read`. Throws PackError if the file is shorter. */
  read(start: number, length: number): Buffer;
  /** The same bytes, but valid indefinitely. */
  readApart(start: number, length: number): Buffer;
}

/** A section as its reader needs it. */
export interface SectionContent {
  readonly source: ByteSource;
  /** Returns the name of a part of the section for an error message: file, part and section. */
  readonly nameOf: (part: string) => string;
}

/**
 * The bytes of a part of a section, verified by `isSound`. If they are damaged they are read once more. Throws
 * PackError if both reads are damaged.
 */
export function verifiedPart(
  { source, nameOf }: SectionContent,
  part: { readonly read: Buffer; readonly start: number; readonly name: string },
  isSound: (bytes: Buffer) => boolean,
): Buffer {
  if (source.isVerified || isSound(part.read)) return part.read;
  const again = source.readApart(part.start, part.read.length);
  if (isSound(again)) return again;
  throw new PackError(`${nameOf(part.name)} is damaged; rebuild the edition with \`cardfile index\``);
}

/** A section in memory. */
export class MemorySource implements ByteSource {
  readonly isVerified = true;
  readonly #bytes: Buffer;

  constructor(content: ArrayBufferLike) {
    this.#bytes = Buffer.from(content);
  }

  read(start: number, length: number): Buffer {
    return this.#bytes.subarray(start, start + length);
  }

  readApart(start: number, length: number): Buffer {
    return this.read(start, length);
  }
}

const BUFFER_BYTES = 64 * 1024;

/** A section in a file. A synchronous read of a cached page takes 2 to 4 µs, an asynchronous one 30 µs or more. */
export class FileSource implements ByteSource {
  readonly isVerified = false;
  readonly #file: PackFile;
  readonly #offset: number;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);

  /** `offset`: the start of the section in the file. */
  constructor(file: PackFile, offset: number) {
    this.#file = file;
    this.#offset = offset;
  }

  read(start: number, length: number): Buffer {
    return this.#fill(length > BUFFER_BYTES ? Buffer.allocUnsafeSlow(length) : this.#buffer, start, length);
  }

  readApart(start: number, length: number): Buffer {
    return this.#fill(Buffer.allocUnsafeSlow(length), start, length);
  }

  #fill(buffer: Buffer, start: number, length: number): Buffer {
    this.#file.read(buffer, length, this.#offset + start);
    return buffer.subarray(0, length);
  }
}
