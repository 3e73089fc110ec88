// Files that an operator names, read or written as a whole. A pipe works too, if a process has its other end open.
// Nothing waits for a process that may never come, and devices are not read, because they may never end.
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readFile, stat, writeFile } from 'node:fs/promises';
import { nullIfMissing } from './file-fault.ts';

/** Time within which another process must open a pipe for writing. */
const WRITER_MS = 5000;

/** Reads a file or a pipe. Rejects with a system error. */
export async function readNamedFile(path: string): Promise<string> {
  await using file = await openToRead(path);
  return await readFile(file, 'utf8');
}

/** Opens a file or a pipe, but not a folder or a device. Rejects with a system error. */
export async function openToRead(path: string): Promise<FileHandle> {
  const found = await stat(path);
  if (found.isDirectory()) throw fault('EISDIR', path);
  if (!found.isFile() && !found.isFIFO()) throw fault('ENODEV', path);
  return found.isFIFO() ? openPipe(path) : open(path);
}

/** Replaces the text of a file, or writes it to a pipe or a device. Rejects with a system error. */
export async function writeNamedFile(path: string, text: string): Promise<void> {
  // A probe that fails at once if no process reads the pipe. It stays open until the end, so that the reader waits for
  // the text.
  const probe = (await kindOf(path))?.isFIFO() ? await open(path, constants.O_WRONLY | constants.O_NONBLOCK) : null;
  try {
    await writeFile(path, text);
  } finally {
    await probe?.close();
  }
}

/** Rejects everything but a regular file or an unused name: the file will be read again and truncated. */
export async function requirePlainFile(path: string): Promise<void> {
  const found = await kindOf(path);
  if (found?.isDirectory()) throw fault('EISDIR', path);
  if (found !== null && !found.isFile()) throw fault('ENODEV', path);
}

async function kindOf(path: string): Promise<Stats | null> {
  return stat(path).catch(nullIfMissing);
}

/** Opening a pipe waits for its writer. After the time limit this process opens it for writing, which ends the wait. */
async function openPipe(path: string): Promise<FileHandle> {
  const opening = open(path);
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, WRITER_MS, null);
  const opened = await Promise.race([opening, late]);
  clearTimeout(timer);
  if (opened !== null) return opened;
  await (await open(path, constants.O_WRONLY | constants.O_NONBLOCK)).close();
  await (await opening).close();
  throw fault('ENXIO', path);
}

function fault(code: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: open '${path}'`), { code, path, syscall: 'open' });
}
