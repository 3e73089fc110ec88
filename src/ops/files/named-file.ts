// Files that an operator names, to be read or written whole: also a pipe, if a process is at its other end. Nothing
// waits for a process that may never come, and no device is read, as it may never end.
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readFile, stat, writeFile } from 'node:fs/promises';

/** Time in which the process that writes a pipe must open it. */
const WRITER_MS = 5000;

/** Rejects with an error of the system. */
export async function readNamedFile(path: string): Promise<string> {
  await using file = await openToRead(path);
  return await readFile(file, 'utf8');
}

/** Opens a file or a pipe; not a folder or a device. Rejects with an error of the system. */
export async function openToRead(path: string): Promise<FileHandle> {
  const found = await stat(path);
  if (found.isDirectory()) throw fault('EISDIR', path);
  if (!found.isFile() && !found.isFIFO()) throw fault('ENODEV', path);
  return found.isFIFO() ? openPipe(path) : open(path);
}

/** Replaces the text of a file, or writes it to a pipe or a device. Rejects with an error of the system. */
export async function writeNamedFile(path: string, text: string): Promise<void> {
  // Fails at once if no process reads the pipe; open to the end, so that the reader waits for the text.
  const probe = (await kindOf(path))?.isFIFO() ? await open(path, constants.O_WRONLY | constants.O_NONBLOCK) : null;
  try {
    await writeFile(path, text);
  } finally {
    await probe?.close();
  }
}

/** Rejects anything but a file, or a name that is free: the file is to be read again and cut. */
export async function demandPlainFile(path: string): Promise<void> {
  const found = await kindOf(path);
  if (found?.isDirectory()) throw fault('EISDIR', path);
  if (found !== null && !found.isFile()) throw fault('ENODEV', path);
}

async function kindOf(path: string): Promise<Stats | null> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The opening of a pipe waits for its writer; if none comes, it ends as this process is the writer. */
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
