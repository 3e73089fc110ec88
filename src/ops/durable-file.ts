// Small files that are whole after a crash or a loss of power: written beside, flushed, put in place.
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces the file: whoever reads it sees the old text or the new one. Several may write at once; the last one stands. */
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

/** Flushes which files are in the folder, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => null);
  await opened?.sync().catch(() => {});
  await opened?.close();
}
