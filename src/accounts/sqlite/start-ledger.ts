// Starts the ledger's thread over accounts.db.
import { type LedgerEvents, type LedgerThread, startLedgerThread } from '../ledger/ledger-thread.ts';

/** `file`: path of accounts.db, created if it is missing; its folder must exist. */
export function startSqliteLedger(file: string, events: LedgerEvents): Promise<LedgerThread> {
  return startLedgerThread({ entry: new URL('./ledger-worker.ts', import.meta.url), workerData: { file }, ...events });
}
