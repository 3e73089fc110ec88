// An open catalog as the server and its commands use it, except for answering calls. Implementations: sqlite/,
// postgres/.
import type { ChangeLog } from './changes-port.ts';
import type { Catalog } from './port.ts';
import type { ImportRun } from './writer-port.ts';

export interface OpenedCatalog extends Catalog, ChangeLog {
  /** The import runs whose number is above `after`, and the runs with the numbers in `among`. May block the thread. */
  importRuns(after: number, among: readonly number[]): ImportRun[];
  /** 32 random bytes of the catalog that seal cursors. Cursors therefore outlive restarts and end with the data. */
  cursorSecret(): Buffer;
  /** Number of records of each kind, including hidden ones. */
  recordCounts(): Promise<Record<'companies' | 'people' | 'openings', number>>;
  close(): void;
}
