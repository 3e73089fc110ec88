// An open catalog as the server and its commands use it, besides answering calls. Implementations: sqlite/, postgres/.
import type { ChangeLog } from './changes-port.ts';
import type { Catalog } from './port.ts';
import type { ImportRun } from './writer-port.ts';

export interface OpenedCatalog extends Catalog, ChangeLog {
  /** The import runs with a number above `after`, and those among these numbers. May block the thread. */
  importRuns(after: number, among: readonly number[]): ImportRun[];
  /** 32 random bytes of the catalog: they seal cursors, which thus outlive restarts and end with the data. */
  cursorSecret(): Buffer;
  /** Records of each kind, including hidden ones. */
  recordCounts(): Promise<Record<'companies' | 'people' | 'openings', number>>;
  close(): void;
}
