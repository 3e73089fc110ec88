// Atomic, durable replacement of small files: write a temporary file, fsync, rename.
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces the file atomically: a reader sees the old text or the new one. Concurrent writes are allowed; the last one
 * wins.
 */
export async function writeDurably(file: string, text: string): Promise<void> {
  const beside = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    const opened = await open(beside, 'w');
    try {
      await opened.writeFile(text);
      await opened.sync();
    } finally {
      await opened.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Flushes the directory entries of the folder, if the system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}
