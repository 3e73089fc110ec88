// The id of the current edition of the data folder, for threads that do not read it.
import { readManifest } from '../search/edition/store/stored-manifest.ts';
import type { Config } from './config.ts';
import { editionsFolder } from './data-folder.ts';

/** Null if there is none. Throws EditionError, naming the file, if its manifest cannot be read. */
export async function currentEditionId(config: Config): Promise<string | null> {
  return (await readManifest(editionsFolder(config)))?.id ?? null;
}
