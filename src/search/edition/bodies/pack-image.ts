// The parts of a pack that are in memory: its tail, and the sections that fit a memory budget. Loaded once per process
// and shared by its threads.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  CHECKSUM_START,
  PACK_HEAD_BYTES,
  PACK_MAGIC,
  PACK_VERSION,
  type PackDirectory,
  PackError,
  PackFormatError,
  type PackSection,
} from './pack-format.ts';

/** A verified pack. It can be sent to other threads, which share its memory. */
export interface PackImage {
  /** The file with the sections that are not in memory; null if all are. */
  readonly path: string | null;
  /** 16 hex digits. */
  readonly id: string;
  /** The size of the pack. */
  readonly bytes: number;
  readonly directory: PackDirectory;
  /** The resident columns. */
  readonly resident: ArrayBufferLike;
  /** Sections by name, in the form on disk, verified by their SHA-256. */
  readonly sections: ReadonlyMap<string, ArrayBufferLike>;
}

/** The size of an image's memory, which threads share. */
export function memoryBytesOf({ resident, sections }: PackImage): number {
  return [...sections.values()].reduce((sum, section) => sum + section.byteLength, resident.byteLength);
}

/** Bytes that are read and hashed between two yields to the event loop. */
const STRIDE_BYTES = 1024 * 1024;

/**
 * Opens a pack, verifies its head and tail, and loads sections, smallest first, while they fit in `memoryBytes`. Throws
 * PackError if it is damaged, truncated or of another format. The other sections are verified when they are read.
 */
export async function loadPack(path: string, memoryBytes: number): Promise<PackImage> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = await readFrom(file, 0, Math.min(size, PACK_HEAD_BYTES));
    const tailStart = tailStartOf(head, size);
    const tail = await readFrom(file, tailStart, size - tailStart);
    const { id, directory } = verifiedDirectory(head, tail);
    const sections = new Map<string, ArrayBufferLike>();
    let left = memoryBytes;
    for (const section of directory.sections.toSorted((one, other) => one.bytes - other.bytes)) {
      if (section.bytes > left) break;
      const content = await readFrom(file, section.offset, section.bytes);
      await verifySection(section, content);
      sections.set(section.name, content.buffer);
      left -= section.bytes;
    }
    return { path, id, bytes: size, directory, resident: tail.buffer, sections };
  } finally {
    await file.close();
  }
}

/** Reads a whole pack and verifies the SHA-256 of each section. Throws PackError, naming the first damaged section. */
export async function verifyPack(path: string): Promise<void> {
  const { directory } = await loadPack(path, 0);
  const file = await open(path, 'r');
  try {
    for (const section of directory.sections) {
      const hash = createHash('sha256');
      const end = section.offset + section.bytes;
      for (let start = section.offset; start < end; start += STRIDE_BYTES)
        hash.update(await readFrom(file, start, Math.min(STRIDE_BYTES, end - start)));
      assertEqual(section, hash.digest('hex'));
    }
  } finally {
    await file.close();
  }
}

/** A pack in memory as `loadPack` returns it. */
export function packInMemory(bytes: Buffer): PackImage {
  const head = bytes.subarray(0, PACK_HEAD_BYTES);
  const tail = Buffer.from(shared(bytes.subarray(tailStartOf(head, bytes.length))));
  const { id, directory } = verifiedDirectory(head, tail);
  const sections = directory.sections.map(({ name, offset, bytes: length }): [string, ArrayBufferLike] => [
    name,
    shared(bytes.subarray(offset, offset + length)),
  ]);
  return { path: null, id, bytes: bytes.length, directory, resident: tail.buffer, sections: new Map(sections) };
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** Checks magic number, version and length, in this order. */
function tailStartOf(head: Buffer, size: number): number {
  if (head.length < PACK_HEAD_BYTES) throw new PackError(`${size} bytes are too few for a pack`);
  if (head.toString('latin1', 0, 8) !== PACK_MAGIC)
    throw new PackError('this is not a complete pack: it does not begin with CARDPACK');
  const version = head.readUInt32LE(8);
  if (version !== PACK_VERSION)
    throw new PackFormatError(`it has the format ${version}, and this version reads ${PACK_VERSION}`);
  const length = head.readDoubleLE(16);
  if (length !== size) throw new PackError(`the pack should have ${length} bytes and has ${size}`);
  const tailStart = head.readDoubleLE(24);
  if (!Number.isInteger(tailStart) || tailStart < PACK_HEAD_BYTES || tailStart + head.readUInt32LE(12) > size)
    throw new PackError('the head does not match: the pack is damaged');
  return tailStart;
}

function verifiedDirectory(head: Buffer, tail: Buffer): Pick<PackImage, 'id' | 'directory'> {
  const checksum = createHash('sha256').update(head.subarray(0, CHECKSUM_START)).update(tail).digest();
  if (!checksum.equals(head.subarray(CHECKSUM_START)))
    throw new PackError('the checksum does not match: the pack is damaged');
  const text = tail.toString('utf8', tail.length - head.readUInt32LE(12));
  return { id: checksum.toString('hex', 0, 8), directory: JSON.parse(text) as PackDirectory };
}

function assertEqual({ name, sha256 }: PackSection, found: string): void {
  if (found !== sha256) throw new PackError(`the section ${name} is damaged: its checksum does not match`);
}

async function verifySection(section: PackSection, content: Buffer): Promise<void> {
  const hash = createHash('sha256');
  for (let start = 0; start < content.length; start += STRIDE_BYTES) {
    hash.update(content.subarray(start, start + STRIDE_BYTES));
    await new Promise((resolve) => setImmediate(resolve));
  }
  assertEqual(section, hash.digest('hex'));
}

/** Reads into shared memory. */
async function readFrom(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const content = Buffer.from(new SharedArrayBuffer(length));
  for (let start = 0; start < length; ) {
    const part = Math.min(STRIDE_BYTES, length - start);
    const { bytesRead } = await file.read(content, start, part, position + start);
    if (bytesRead === 0) throw new PackError('it became shorter while it was read');
    start += bytesRead;
  }
  return content;
}
