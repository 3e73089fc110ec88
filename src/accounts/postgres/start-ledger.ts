// Starts the ledger's thread over PostgreSQL.
import { type LedgerEvents, type LedgerThread, startLedgerThread } from '../ledger/ledger-thread.ts';
import type { PostgresLedgerData } from './ledger-worker.ts';

export function startPostgresLedger(workerData: PostgresLedgerData, events: LedgerEvents): Promise<LedgerThread> {
  return startLedgerThread({ entry: new URL('./ledger-worker.ts', import.meta.url), workerData, ...events });
}
