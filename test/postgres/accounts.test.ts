// The store of accounts in PostgreSQL passes the conformance suite that every store of accounts passes.
import { afterAll } from 'vitest';
import { type StoreUnderTest, testSchedule } from '../../src/accounts/conformance/fixture.ts';
import { accountsConformance } from '../../src/accounts/conformance.ts';
import { LEASE_UPKEEP_MS } from '../../src/accounts/postgres/idempotent-requests.ts';
import { openPostgresAccounts } from '../../src/accounts/postgres/open-accounts.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

describeOnPostgres('on PostgreSQL', () => {
  const schema = testSchema();
  const opened = new Set<() => Promise<void>>();
  afterAll(async () => {
    for (const close of opened) await close();
  });

  async function freshStore(): Promise<StoreUnderTest> {
    await schema.empty();
    return {
      open: (clock) => openPostgresAccounts({ url: schema.url, clock, schedule: testSchedule(clock, LEASE_UPKEEP_MS) }),
      ledger: async (accountName, month) => {
        const [sums] = await schema.query<{ charged: string; granted: string }>(
          `SELECT coalesce(sum(credits) FILTER (WHERE kind = 'charge'), 0) AS charged,
             coalesce(sum(credits) FILTER (WHERE kind = 'grant'), 0) AS granted
           FROM ledger JOIN account ON account.id = account_id WHERE name = $1 AND month = $2`,
          [accountName, month],
        );
        return { charged: Number(sums?.charged), granted: Number(sums?.granted) };
      },
      remove: () => {},
    };
  }

  accountsConformance('PostgreSQL', freshStore);
});
