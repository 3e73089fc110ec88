// Errors of a failed access to a file or folder. They are explained to the operator by the error code of the system:
// the problem and the remedy.

interface FileFault {
  readonly problem: string;
  readonly remedy: string;
}

const PERMISSION: FileFault = {
  problem: 'this user has no permission for it',
  remedy: 'Give this user access, or choose another path.',
};
const NOT_THERE: FileFault = {
  problem: 'no folder can be created there',
  remedy: 'Choose a path in an ordinary folder.',
};
const FAULTS: Readonly<Record<string, FileFault>> = {
  ENOENT: { problem: 'there is no such file or folder, or a folder above it is missing', remedy: 'Check the path.' },
  ENOTDIR: { problem: 'it is not a folder, or a part of the path is not', remedy: 'Choose a folder.' },
  EISDIR: { problem: 'it is a folder', remedy: 'Name a file.' },
  EEXIST: { problem: 'a file or a broken link of this name exists', remedy: 'Remove it, or choose another path.' },
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  EROFS: { problem: 'the disk cannot be written', remedy: 'Choose a path on another disk.' },
  ENOSPC: { problem: 'the disk is full', remedy: 'Free some space, or choose a path on another disk.' },
  EDQUOT: { problem: 'the disk quota of this user is used up', remedy: 'Free some space, or choose another disk.' },
  ENAMETOOLONG: { problem: 'the name is too long', remedy: 'Choose a shorter one.' },
  ELOOP: { problem: 'its symbolic links form a loop', remedy: 'Choose another path.' },
  ENXIO: { problem: 'no process is at the other end of this pipe', remedy: 'Start it first, or name a file.' },
  ENODEV: { problem: 'it is a device or a pipe', remedy: 'Name a file.' },
  EINVAL: { problem: 'the file system does not allow this', remedy: 'Choose a path in an ordinary folder.' },
  EIO: { problem: 'the disk reports an error', remedy: 'Check the disk, or choose a path on another one.' },
};

/** The explanation of a file system error; null for other errors. */
export function fileFault(cause: unknown): FileFault | null {
  const { code, syscall, path, message } = cause as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || syscall === 'connect') return null;
  if (syscall === 'mkdir' && code === 'ENOENT') return NOT_THERE;
  return FAULTS[code] ?? (path === undefined ? null : { problem: message, remedy: 'Check the path.' });
}

/** A sentence with the path, the problem and the remedy. */
export function fileSentence(path: string, cause: unknown): string {
  const { problem, remedy } = fileFault(cause) ?? { problem: String(cause), remedy: 'Check the path.' };
  return `${path}: ${problem}. ${remedy}`;
}

/** Adds the path to a system error that does not contain one, such as that of a write to an open file. */
export function withPath(error: unknown, path: string): unknown {
  if (fileFault(error) === null || (error as NodeJS.ErrnoException).path !== undefined) return error;
  return Object.assign(error as NodeJS.ErrnoException, { path });
}

/** Whether an error states that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** The result of a `catch`: null if the file or folder does not exist; throws any other error. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
