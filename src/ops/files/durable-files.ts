// Durable file writes: contents and directory entries are flushed to disk (fsync). Small files are replaced atomically;
// copies return their SHA-256.
import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Bytes per flush. Another process that flushes a few bytes, such as those of a charge, waits for one such flush, not
 * for the whole file.
 */
const FLUSH_BYTES = 4 * 1024 * 1024;

/** Flushes a file, or the directory entries of a folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the directory entries of the folder, if the system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}

/** Flushes the directory entries of a folder and of all folders in it. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  await syncPath(folder);
}

/** Writes all bytes at an offset. A single write may be partial, for instance on a disk that is nearly full. */
export async function writeAll(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done);
    done += bytesWritten;
  }
}

/** Suffix of a file that `writeDurably` has not finished. */
export const DRAFT_SUFFIX = '.new';

/**
 * Replaces the file atomically: a reader sees the old content or the new one. Concurrent writes are allowed; the last
 * one wins.
 */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}${DRAFT_SUFFIX}`;
  try {
    await writeFlushed(draft, typeof content === 'string' ? Buffer.from(content) : content);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let start = 0; start < bytes.length; start += FLUSH_BYTES) {
      if (start > 0) await file.datasync();
      await file.writeFile(bytes.subarray(start, start + FLUSH_BYTES));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** SHA-256 of a file, hex. */
export async function sha256Of(path: string): Promise<string> {
  return readThrough(path, async () => {});
}

/** Copies a file and flushes the copy; resolves with the SHA-256 of the written bytes, hex. */
export async function copyDurably(from: string, to: string): Promise<string> {
  const copy = await open(to, 'w');
  try {
    const sha256 = await readThrough(from, async (bytes) => {
      await copy.writeFile(bytes);
      await copy.datasync();
    });
    await copy.sync();
    return sha256;
  } finally {
    await copy.close();
  }
}

async function readThrough(path: string, take: (bytes: Buffer) => Promise<void>): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(FLUSH_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, FLUSH_BYTES, null);
      if (bytesRead === 0) return hash.digest('hex');
      const bytes = buffer.subarray(0, bytesRead);
      hash.update(bytes);
      await take(bytes);
    }
  } finally {
    await handle.close();
  }
}
