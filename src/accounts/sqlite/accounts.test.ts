import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { eventLoop } from '../../ops/schedule.ts';
import type { StoreUnderTest } from '../conformance/scene.ts';
import { accountsConformance } from '../conformance.ts';
import { openAccounts } from './open-accounts.ts';

function freshStore(): StoreUnderTest {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-accounts-'));
  const file = join(folder, 'accounts.db');
  return {
    open: (clock) => openAccounts({ file, clock, schedule: { ...eventLoop, elapsedMs: () => clock.now() } }),
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

accountsConformance('SQLite', freshStore);
