// Chooses the implementation of the ledger, and of the accounts of a serving thread.
import type { MessagePort } from 'node:worker_threads';
import type { LedgerEvents, LedgerThread } from '../accounts/ledger/ledger-thread.ts';
import type { AccountsObserver, BatchingAccounts } from '../accounts/port.ts';
import { openPostgresServing } from '../accounts/postgres/open-serving.ts';
import { startPostgresLedger } from '../accounts/postgres/start-ledger.ts';
import { openServing } from '../accounts/sqlite/open-accounts.ts';
import { startSqliteLedger } from '../accounts/sqlite/start-ledger.ts';
import { systemClock } from '../ops/clock.ts';
import type { Config } from './config.ts';
import { accountsFile, undecidedFile } from './data-folder.ts';
import { schemaAccess } from './database-schema.ts';

/** The thread through which all serving threads of this process charge; its docstring describes the messages. */
export async function startLedger(config: Config, events: LedgerEvents): Promise<LedgerThread> {
  const { database } = config;
  if (database === null) return startSqliteLedger(accountsFile(config), events);
  return startPostgresLedger({ ...schemaAccess(database), undecidedFile: undecidedFile(config) }, events);
}

/** The serving side of one thread, on a port of `startLedger`. */
export function openServingAccounts(config: Config, ledger: MessagePort, observer: AccountsObserver): BatchingAccounts {
  if (config.database !== null) return openPostgresServing(ledger, systemClock, observer);
  return openServing({ file: accountsFile(config), clock: systemClock, ledger, observer });
}
