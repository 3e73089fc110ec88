// Tables distributed over the machines of a Citus cluster, if CARDFILE_TEST_DATABASE names one. On a server without
// Citus nothing is changed.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { hashOfKey } from '../../src/accounts/key-format.ts';
import type { Caller } from '../../src/accounts/port.ts';
import '../../src/accounts/postgres/charge-in-bucket.ts';
import { databaseAccess, openPostgresAccounts, TABLE_KINDS } from '../../src/app/database.ts';
import { DATABASE_STEPS } from '../../src/app/database-schema.ts';
import { newRequestId } from '../../src/http/new-request-id.ts';
import { systemClock } from '../../src/ops/clock.ts';
import { distribute, storedTables, type TableKinds } from '../../src/ops/postgres/cluster.ts';
import { migrate } from '../../src/ops/postgres/migrate.ts';
import { registeredStatements } from '../../src/ops/postgres/statement.ts';
import { isStoreUnavailable } from '../../src/ops/store-unavailable.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const describeOnServer = inject('isCluster') ? describe.skip : describeOnPostgres;
const describeOnCluster = inject('isCluster') ? describe : describe.skip;

describeOnServer('a server without Citus', () => {
  const schema = testSchema();

  test('leaves its tables unchanged, and reports their kinds', async () => {
    expect(await distribute(schema.url, TABLE_KINDS)).toBeNull();
    const { citus, tables } = await storedTables(schema.url, TABLE_KINDS);
    expect(citus).toBeNull();
    expect(tables.map(({ table }) => table)).toEqual(Object.keys(TABLE_KINDS).toSorted());
    expect(new Set(tables.map(({ kind, shards }) => `${kind} ${shards}`))).toEqual(new Set(['local 1']));
    expect(tables.every(({ bytes }) => bytes > 0 || bytes === 0)).toBe(true);
  });

  test.each([0, 257, 1.5])('rejects %s shards', (shards) => {
    expect(() => distribute(schema.url, TABLE_KINDS, shards)).toThrow('shards must be a whole number from 1 to 256');
  });
});

/** The statements of a charge, with values of one bucket. */
const HOT: Readonly<Record<string, string>> = {
  'lock the idempotent requests of a bucket': `5, '{00000000-0000-4000-8000-000000000001}'`,
  'lock the balances of a bucket': `5, '2026-11', '{a,b}'`,
  'take the credits of a bucket': `5, '2026-11', '{a,b}', '{1,2}'`,
  'enter the charges of a bucket': String.raw`5, '2026-11', '{a,b}', '{"\\x01","\\x02"}', '{1,2}', '{1,2}', 1`,
  'count the charges of a bucket': `5, '2026-11', '{a,b}', '{1,2}', '{1,1}', '{1,2}', 1`,
  'keep the answers of a bucket': String.raw`5, '{00000000-0000-4000-8000-000000000001}', '{200}', '{"\\x01"}', '{1}'`,
  'make a request void': String.raw`'\x01', 5, 1`,
};

describeOnCluster('a cluster', () => {
  const schema = testSchema();

  test('distributes each table by its kind, once', async () => {
    expect(await distribute(schema.url, TABLE_KINDS, 8)).toEqual([]);
    const { citus, tables } = await storedTables(schema.url, TABLE_KINDS);
    expect(citus).toMatch(/^\d+/);
    const found = Object.fromEntries(tables.map(({ table, kind, shards }) => [table, `${kind} ${shards}`]));
    const wanted = Object.entries(TABLE_KINDS).map(([table, kind]) => [
      table,
      `${kind} ${kind === 'distributed' ? 4 : 1}`,
    ]);
    expect(found).toEqual(Object.fromEntries(wanted));
    const [{ groups } = { groups: 0 }] = await schema.query<{ groups: number }>(
      `SELECT count(DISTINCT colocationid)::integer AS groups FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
       WHERE c.relnamespace = current_schema()::regnamespace AND p.partmethod = 'h'`,
    );
    expect(groups).toBe(1);
  });

  test('executes each statement of a charge on one part', async () => {
    for (const [name, values] of Object.entries(HOT)) {
      const text = registeredStatements().get(name);
      await schema.query(`PREPARE hot AS ${text}`);
      const plan = await schema.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE hot (${values})`);
      await schema.query('DEALLOCATE hot');
      expect(plan.map((row) => row['QUERY PLAN']).join('\n'), name).toContain('Task Count: 1');
    }
  });

  test('accepts later steps, whose tables are distributed with their rows', async () => {
    const later = {
      name: 'later',
      statements: [
        'ALTER TABLE account ADD COLUMN note text',
        'ALTER TABLE charge ADD COLUMN note text',
        'ALTER TABLE batch ADD COLUMN note text',
        'CREATE TABLE later (bucket smallint NOT NULL, id bigint NOT NULL, PRIMARY KEY (id, bucket))',
        'INSERT INTO later (bucket, id) SELECT n % 32, n FROM generate_series(1, 100) AS g (n)',
        'CREATE INDEX charge_by_note ON charge (note)',
      ],
    };
    expect(await migrate(schema.url, [...DATABASE_STEPS, later], 1)).toEqual(['later']);
    const kinds: TableKinds = { ...TABLE_KINDS, later: 'distributed' };
    expect(await distribute(schema.url, kinds)).toEqual(['later']);
    expect(await schema.query('SELECT count(*)::integer AS rows, sum(id)::integer AS sum FROM later')).toEqual([
      { rows: 100, sum: 5050 },
    ]);
    expect(await schema.query('SELECT count(note)::integer AS notes FROM charge')).toEqual([{ notes: 0 }]);
    const found = await storedTables(schema.url, { later: 'distributed' });
    expect(found.tables).toMatchObject([{ table: 'later', kind: 'distributed', shards: 4 }]);
  });
});

describeOnCluster('a cluster whose servers run', () => {
  const schema = testSchema({ isSpread: false });

  test('is distributed during calls; calls are charged exactly, and soon in the bucket of their account', {
    timeout: 120_000,
  }, async () => {
    const { accounts, admin } = openPostgresAccounts({ ...databaseAccess(schema.url), clock: systemClock });
    await admin.setPlan({ name: 'pro', creditsPerMonth: null, requestsPerSecond: 1000 });
    await admin.createAccount('acme', 'pro');
    const made = await admin.createKey({ accountName: 'acme', name: 'k', allowedPaths: [], expiresAt: null });
    const caller = (await accounts.authenticate(hashOfKey(made.key) ?? '')) as Caller;
    const outcomes = { charged: 0, unavailable: 0 };
    let isOver = false;
    const charge = async () => {
      const call = { caller, path: '/v2/search/people', status: 200, credits: 1 };
      const result = await accounts.charge({ ...call, requestId: newRequestId() }).catch((error: unknown) => error);
      if (isStoreUnavailable(result)) outcomes.unavailable += 1;
      else {
        expect(result).toMatchObject({ charged: true });
        outcomes.charged += 1;
      }
    };
    const calling = (async () => {
      while (!isOver) await charge();
    })();
    await sleep(500);
    expect(await distribute(schema.url, TABLE_KINDS, 4)).toContain('charge');
    const isInBucket = async () => {
      const texts = await schema.query<{ query: string }>(
        "SELECT query FROM pg_stat_activity WHERE application_name = 'cardfile charges'",
      );
      return texts.length > 0 && !texts.some(({ query }) => query.includes('WITH asked'));
    };
    await expect.poll(isInBucket, { interval: 20 }).toBe(true);
    const before = outcomes.charged;
    await expect.poll(() => outcomes.charged).toBeGreaterThan(before + 10);
    isOver = true;
    await calling;
    const [{ charges } = { charges: 0 }] = await schema.query<{ charges: number }>(
      'SELECT sum(credits - refunded)::integer AS charges FROM charge',
    );
    const [{ used } = { used: 0 }] = await schema.query<{ used: number }>(
      'SELECT sum(used)::integer AS used FROM balance',
    );
    expect([charges, used]).toEqual([outcomes.charged, outcomes.charged]);
    await accounts.close();
  });
});
