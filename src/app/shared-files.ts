// Files and uploads that the servers of one database share. The driver is loaded with the first use.
import type { SharedFileStore } from '../nodes/shared-file-store.ts';

/** Of one thread; connects with the first call. */
export async function openSharedFiles(url: string): Promise<SharedFileStore> {
  const { openFiles } = await import('./database.ts');
  return openFiles(url);
}
