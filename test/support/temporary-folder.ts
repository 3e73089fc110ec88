// The folder for the temporary files of a test run: in memory if there is enough room, because tests that write stores
// would otherwise wait for the disk. A killed process leaves the same files in both.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'cardfile-tests-';
const FREE_BYTES_MIN = 6e9;

/** Creates the folder; null if no file system in memory has enough room. Its name contains the id of this process. */
export function makeTemporaryFolder(): string | null {
  if (!existsSync(MEMORY)) return null;
  removeAbandoned();
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < FREE_BYTES_MIN) return null;
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    if (name.startsWith(PREFIX) && !existsSync(join('/proc', name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** Global set-up of Vitest: removes the folder after the run. */
export default function setUp(): () => void {
  return () => {
    const folder = process.env['TMPDIR'];
    if (folder?.startsWith(join(MEMORY, PREFIX))) rmSync(folder, { recursive: true, force: true });
  };
}
