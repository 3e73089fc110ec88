// The bytes of an upload: each part is written at its offset, flushed, and then entered in a list with its checksum. A
// part that is not in the list was not received: after a crash the upload continues after the last listed part.
//
//   parts   one line per part, in the order of the file: offset, length, SHA-256 in hex
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeAll } from '../ops/files/durable-files.ts';
import { OperatorError } from '../ops/operator-error.ts';

const LINE = /^(\d{1,15}) (\d{1,15}) ([0-9a-f]{64})$/;
/** More bytes than any line has. */
const TAIL_BYTES = 256;

const listOf = (folder: string) => join(folder, 'parts');

interface Part {
  readonly offset: number;
  readonly length: number;
  readonly sha256: string;
}

function partOf(line: string): Part | null {
  const [, offset, length, sha256] = LINE.exec(line) ?? [];
  return sha256 === undefined ? null : { offset: Number(offset), length: Number(length), sha256 };
}

/** Number of received bytes. Throws an OperatorError that states the fault if the list cannot be read. */
export async function receivedBytes(folder: string): Promise<number> {
  return (await listEnd(folder)).received;
}

/**
 * The end of the list, and the bytes of its parts. An incomplete last line does not count: its part was not received.
 */
async function listEnd(folder: string): Promise<{ readonly received: number; readonly end: number }> {
  const file = await open(listOf(folder), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new OperatorError('the list of its parts cannot be read');
  });
  if (file === null) return { received: 0, end: 0 };
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, size - from, from);
    const tail = buffer.toString('latin1', 0, bytesRead);
    const end = from + tail.lastIndexOf('\n') + 1;
    if (end === 0) {
      // The list has only the beginning of its first line.
      if (size < TAIL_BYTES / 2 && /^[\d a-f]*$/.test(tail)) return { received: 0, end: 0 };
      throw new OperatorError('the list of its parts is damaged');
    }
    const part = partOf(
      tail
        .slice(0, end - from - 1)
        .split('\n')
        .at(-1) ?? '',
    );
    if (part === null) throw new OperatorError('the list of its parts is damaged');
    return { received: part.offset + part.length, end };
  } catch (error) {
    throw error instanceof OperatorError ? error : new OperatorError('the list of its parts cannot be read');
  } finally {
    await file.close();
  }
}

interface NewPart {
  readonly folder: string;
  readonly content: string;
  /** Offset of the part: the number of bytes received before it. */
  readonly offset: number;
  readonly bytes: Buffer;
}

/**
 * Writes a part durably, and resolves with the number of received bytes. The caller must hold the lock of the upload.
 */
export async function appendPart({ folder, content, offset, bytes }: NewPart): Promise<number> {
  const { end } = await listEnd(folder);
  await changing(content, 'r+', (file) => writeAll(file, bytes, offset));
  const line = `${offset} ${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}\n`;
  await changing(listOf(folder), end === 0 ? 'w' : 'r+', async (file) => {
    await file.truncate(end);
    await writeAll(file, Buffer.from(line), end);
  });
  if (end === 0) await syncFolder(folder);
  return offset + bytes.length;
}

/** Rebuilds the list after an intended change of the content. */
export async function rebuildPartList(folder: string, content: string): Promise<number> {
  const { size } = await stat(content);
  const line = `0 ${size} ${await hashOf(content)}\n`;
  await changing(listOf(folder), 'w', (file) => writeAll(file, Buffer.from(line), 0));
  return size;
}

async function changing(file: string, flags: string, change: (file: FileHandle) => Promise<void>): Promise<void> {
  const opened = await open(file, flags);
  try {
    await change(opened);
    await opened.datasync();
  } finally {
    await opened.close();
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

interface WholeContent {
  readonly folder: string;
  readonly content: string;
  readonly bytes: number;
  /** SHA-256 of the whole file as the sender stated it; null if the sender stated none. */
  readonly sha256: string | null;
}

/**
 * Throws an OperatorError unless the file is exactly as sent: its length, each part, and the whole. Reads the file
 * once.
 */
export async function verifyContent({ folder, content, bytes, sha256 }: WholeContent): Promise<void> {
  const { size } = await stat(content);
  if (size !== bytes) throw changed(`it has ${size} bytes instead of the ${bytes} sent`);
  const whole = createHash('sha256');
  let expected = 0;
  await using file = await open(content);
  await using list = await open(listOf(folder));
  for await (const line of list.readLines()) {
    const part = partOf(line);
    if (part === null || part.offset !== expected) throw changed('the list of its parts is damaged');
    const buffer = Buffer.allocUnsafe(Math.min(part.length, 1024 * 1024));
    const hash = createHash('sha256');
    for (let left = part.length; left > 0; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(left, buffer.length), part.offset + part.length - left);
      if (bytesRead === 0) throw changed(`bytes from ${part.offset} on are missing`);
      hash.update(buffer.subarray(0, bytesRead));
      whole.update(buffer.subarray(0, bytesRead));
      left -= bytesRead;
    }
    if (hash.digest('hex') !== part.sha256)
      throw changed(`its bytes ${part.offset} to ${part.offset + part.length} differ from those sent`);
    expected += part.length;
  }
  if (expected !== bytes) throw changed(`${expected} of ${bytes} bytes are in the list of its parts`);
  if (sha256 !== null && whole.digest('hex') !== sha256.toLowerCase())
    throw changed('its SHA-256 differs from the one given');
}

function changed(what: string): OperatorError {
  return new OperatorError(`the uploaded file is damaged: ${what}. Remove it and send it again; nothing was imported.`);
}
