import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { type StoreUnderTest, testSchedule } from '../conformance/fixture.ts';
import { accountsConformance } from '../conformance.ts';
import { LEASE_UPKEEP_MS } from './idempotent-requests.ts';
import { Ledger } from './ledger.ts';
import { LedgerHost } from './ledger-port.ts';
import { openAccounts, openDatabase, openServing } from './open-accounts.ts';
import { SqliteAccountsAdmin } from './sqlite-accounts-admin.ts';

type Open = (file: string, clock: Clock) => ReturnType<StoreUnderTest['open']>;

function storeOpenedBy(open: Open): StoreUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-accounts-'));
  const file = join(folder, 'accounts.db');
  return {
    open: (clock) => open(file, clock),
    ledger: (accountName, month) => {
      const database = new Database(file, { readonly: true });
      const sum = database
        .prepare<[string, string, string], number>(
          `SELECT coalesce(sum(credits), 0) FROM ledger JOIN account ON account.id = account_id
           WHERE name = ? AND month = ? AND kind = ?`,
        )
        .pluck();
      const sums = {
        charged: sum.get(accountName, month, 'charge') ?? 0,
        granted: sum.get(accountName, month, 'grant') ?? 0,
      };
      database.close();
      return sums;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const scheduleOf = (clock: Clock) => testSchedule(clock, LEASE_UPKEEP_MS);

accountsConformance('SQLite', () =>
  storeOpenedBy((file, clock) => openAccounts({ file, clock, schedule: scheduleOf(clock) })),
);

/** As in a server: one ledger for all that open the store; each is a serving thread and reaches it by messages. */
function storeOfServer(): StoreUnderTest {
  const closings: (() => void)[] = [];
  let host: LedgerHost | null = null;
  const store = storeOpenedBy((file, clock) => {
    const schedule = scheduleOf(clock);
    if (!host) {
      const onUpkeepFailure = (error: unknown) => {
        throw error;
      };
      const shared = new LedgerHost({ ledger: new Ledger(openDatabase(file), clock), schedule, onUpkeepFailure });
      closings.push(() => shared.close());
      host = shared;
    }
    const { port1, port2 } = new MessageChannel();
    host.attach(port1);
    const serving = openServing({ file, clock, schedule, ledger: port2 });
    const database = openDatabase(file);
    closings.push(() => database.close());
    return { accounts: serving, admin: new SqliteAccountsAdmin({ database, clock, schedule, serving }) };
  });
  const remove = () => {
    for (const close of closings) close();
    store.remove();
  };
  return { ...store, remove };
}

accountsConformance('SQLite, written by one ledger', storeOfServer);
