// Opens the serving side of one thread over a port of the ledger thread, which owns the connections.
import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../../ops/clock.ts';
import { servingSchedule } from '../../ops/scheduling/fair-scheduler.ts';
import type { AccountsObserver, BatchingAccounts } from '../port.ts';
import { linkOver } from './ledger-link.ts';
import { PostgresAccounts } from './postgres-accounts.ts';

export function openPostgresServing(ledger: MessagePort, clock: Clock, observer: AccountsObserver): BatchingAccounts {
  return new PostgresAccounts({ link: linkOver(ledger), clock, schedule: servingSchedule, observer });
}
