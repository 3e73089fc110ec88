// A consistent copy of the catalog while it is in use.
import { rename, rm } from 'node:fs/promises';
import { openDatabase } from './open-database.ts';

/** Copies the catalog `file` to `target`, which it replaces in one step; writes made meanwhile may or may not be in the copy. */
export async function backupCatalog(file: string, target: string): Promise<void> {
  const partial = `${target}.partial`;
  const database = openDatabase(file, { readOnly: true });
  try {
    await database.backup(partial);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    database.close();
  }
}
