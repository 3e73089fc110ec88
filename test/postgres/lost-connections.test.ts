// Charges over connections that are cut at the worst moments: each is charged and answered, or never charged. There is
// no third outcome.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashKey } from '../../src/accounts/key-format.ts';
import type { LedgerCall } from '../../src/accounts/ledger/ledger-request.ts';
import { openPostgresAccounts } from '../../src/accounts/postgres/open-accounts.ts';
import { type ChargeOutcome, PostgresLedger } from '../../src/accounts/postgres/postgres-ledger.ts';
import { UnknownCharges } from '../../src/accounts/postgres/unknown-charges.ts';
import { newRequestId } from '../../src/http/new-request-id.ts';
import { systemClock } from '../../src/ops/clock.ts';
import { Database } from '../../src/ops/postgres/database.ts';
import { eventLoop } from '../../src/ops/scheduling/schedule.ts';
import { isStoreUnavailable } from '../../src/ops/store-unavailable.ts';
import { type CuttingProxy, cuttingProxy, type Fate } from '../support/cutting-proxy.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const PATH = '/v2/search/people';

describeOnPostgres('lost connections', () => {
  const schema = testSchema();

  async function accountWith(creditsPerMonth: number): Promise<{ accountId: string; keyId: string }> {
    await schema.empty();
    const { accounts, admin } = openPostgresAccounts({ url: schema.url, clock: systemClock });
    await admin.setPlan({ name: 'pro', creditsPerMonth, requestsPerSecond: 5 });
    const { id } = await admin.createAccount('Acme', 'pro');
    const key = await admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt: null });
    await accounts.close();
    return { accountId: id, keyId: key.id };
  }

  const databaseAt = (url: string) => new Database({ url, role: 'test', connections: 2, statementMs: 2000 });

  function ledgerOver(proxy: CuttingProxy): PostgresLedger {
    return new PostgresLedger({
      charges: new Database({ url: proxy.url, role: 'test', connections: 1, statementMs: 2000 }),
      database: databaseAt(schema.url),
      clock: systemClock,
      schedule: eventLoop,
      undecidedFile: null,
      onUpkeepFailure: () => {},
    });
  }

  async function stored() {
    const [sums] = await schema.query<{ used: number; charged: number; counted: number; calls: number }>(
      `SELECT (SELECT coalesce(sum(used), 0)::integer FROM balance) AS used,
         (SELECT coalesce(sum(credits), 0)::integer FROM ledger) AS charged,
         (SELECT coalesce(sum(credits), 0)::integer FROM hourly_usage) AS counted,
         (SELECT coalesce(sum(calls), 0)::integer FROM hourly_usage) AS calls`,
    );
    return sums;
  }

  const fates = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constant<Fate>('pass') },
      { weight: 1, arbitrary: fc.constant<Fate>('lose-request') },
      { weight: 1, arbitrary: fc.constant<Fate>('lose-answer') },
      { weight: 1, arbitrary: fc.constant<Fate>('execute-late') },
    ),
    { minLength: 10, maxLength: 30 },
  );
  const groups = fc.array(fc.array(fc.constantFrom(1, 1, 2, 7), { minLength: 1, maxLength: 8 }), {
    minLength: 3,
    maxLength: 12,
  });

  test('law: an answered charge is in the ledger, any other is not, no matter which connection is cut', async () => {
    const proxy = await cuttingProxy(schema.url);
    const seen = { charged: 0, unavailable: 0, poor: 0 };
    const run = async (prices: readonly (readonly number[])[], given: readonly Fate[], allowance: number) => {
      const caller = await accountWith(allowance);
      const ledger = ledgerOver(proxy);
      const { calls } = ledger.portsOf({});
      const rest = [...given];
      proxy.decide = () => rest.shift() ?? 'pass';
      let charged = 0;
      let credits = 0;
      for (const group of prices) {
        const charges = group.map(
          (price): LedgerCall => ({
            ...caller,
            ...{ requestId: newRequestId(), path: PATH, status: 200, credits: price, idempotency: null },
          }),
        );
        const outcomes: readonly ChargeOutcome[] = await calls.charges(charges);
        outcomes.forEach((outcome, index) => {
          if ('failed' in outcome) {
            expect(isStoreUnavailable(outcome.failed), String(outcome.failed)).toBe(true);
            seen.unavailable += 1;
          } else if (outcome.done.charged) {
            charged += 1;
            credits += charges[index]?.credits ?? 0;
            seen.charged += 1;
          } else seen.poor += 1;
        });
      }
      proxy.decide = () => 'pass';
      // Waits for longer than a late execution takes.
      await new Promise((resolve) => setTimeout(resolve, 60));
      await ledger.close();
      expect(credits).toBeLessThanOrEqual(allowance);
      expect(await stored()).toEqual({ used: credits, charged: credits, counted: credits, calls: charged });
    };
    await fc.assert(fc.asyncProperty(groups, fates, fc.integer({ min: 0, max: 120 }), run), { numRuns: 20 });
    await proxy.close();
    // Each outcome occurred in the run.
    expect(Math.min(seen.charged, seen.unavailable, seen.poor)).toBeGreaterThan(0);
  });

  test('free calls are counted once if the connection is lost before they are written', async () => {
    const proxy = await cuttingProxy(schema.url);
    const { accountId, keyId } = await accountWith(10);
    const ledger = new PostgresLedger({
      charges: databaseAt(schema.url),
      database: databaseAt(proxy.url),
      clock: systemClock,
      // Upkeep would take some of the fates.
      schedule: { ...eventLoop, every: () => () => undefined },
      ...{ undecidedFile: null, onUpkeepFailure: () => {} },
    });
    const { calls } = ledger.portsOf({});
    const call = { hour: 0, accountId, keyId, path: PATH, status: 404, calls: 3, credits: 0 };
    const usage = { entries: [call], lastUsed: new Map([[keyId, 1]]) };
    const count = async (lost: number) => {
      await calls.balance(accountId, '2026-11');
      const rest: Fate[] = [...Array.from({ length: lost }, () => 'pass' as const), 'lose-answer'];
      proxy.decide = () => rest.shift() ?? 'pass';
      await calls.count(usage);
    };
    // The last use, the removal of old usage, the kinds of calls and their reading.
    for (const written of [0, 1, 1, 2]) await expect(count(written)).rejects.toThrow('out of reach');
    proxy.decide = () => 'pass';
    await calls.count(usage);
    expect(await stored()).toMatchObject({ calls: 3 });
    await ledger.close();
    await proxy.close();
  });

  test('law: a step of a batch and its charge are both stored or neither, and the result states which', async () => {
    const proxy = await cuttingProxy(schema.url);
    let unavailable = 0;
    const run = async (given: readonly Fate[]) => {
      const { accountId, keyId } = await accountWith(1000);
      proxy.decide = () => 'pass';
      const ledger = new PostgresLedger({
        charges: databaseAt(schema.url),
        database: databaseAt(proxy.url),
        ...{ clock: systemClock, schedule: eventLoop, undecidedFile: null, onUpkeepFailure: () => {} },
      });
      const { batches } = ledger.portsOf({});
      await batches.create({
        ...{ id: 'bat_1', accountId, keyId, operation: 'email', rows: 1000, maxCredits: null, inputHash: 'a' },
        ...{ idempotencyKey: null, options: '{}' },
      });
      const rest = [...given];
      proxy.decide = () => rest.shift() ?? 'pass';
      let done = 0;
      for (let turn = 0; turn < 12; turn += 1) {
        const to = done + 1 + (turn % 3);
        const step = {
          ...{ batchId: 'bat_1', from: done, done: to, found: to - done, missed: 0, invalid: 0, credits: to - done },
          ...{ inputBytes: to, resultBytes: to * 2, busyMs: 1 },
        };
        const outcome = await batches.step(step).catch((error: unknown) => {
          expect(isStoreUnavailable(error), String(error)).toBe(true);
          unavailable += 1;
          return 'unavailable';
        });
        expect(['done', 'unavailable']).toContain(outcome);
        if (outcome === 'done') done = to;
      }
      proxy.decide = () => 'pass';
      await new Promise((resolve) => setTimeout(resolve, 60));
      const batch = await batches.find('bat_1');
      await ledger.close();
      expect([batch?.done, batch?.found, batch?.creditsUsed]).toEqual([done, done, done]);
      expect(await stored()).toMatchObject({ used: done, charged: done, counted: done });
    };
    await fc.assert(fc.asyncProperty(fates, run), { numRuns: 12 });
    await proxy.close();
    expect(unavailable).toBeGreaterThan(0);
  });

  test('a cached key is not used for longer than a second while the database cannot be reached', async () => {
    await accountWith(10);
    const proxy = await cuttingProxy(schema.url);
    let elapsedMs = 0;
    const schedule = { ...eventLoop, elapsedMs: () => elapsedMs };
    const { accounts, admin } = openPostgresAccounts({ url: proxy.url, clock: systemClock, schedule });
    const { key } = await admin.createKey({ accountName: 'Acme', name: '', allowedPaths: [], expiresAt: null });
    expect(await accounts.authenticate(hashKey(key))).not.toBeNull();
    proxy.decide = () => 'lose-request';
    elapsedMs += 899;
    expect(await accounts.authenticate(hashKey(key))).not.toBeNull();
    elapsedMs += 1;
    const failure = await accounts.authenticate(hashKey(key)).catch((error: unknown) => error);
    expect(isStoreUnavailable(failure)).toBe(true);
    proxy.decide = () => 'pass';
    expect(await accounts.authenticate(hashKey(key))).not.toBeNull();
    await accounts.close();
    await proxy.close();
  });

  test('a charge with an unknown outcome is refunded later, also by the next process', async () => {
    const { accountId, keyId } = await accountWith(10);
    const folder = mkdtempSync(join(tmpdir(), 'cardfile-undecided-'));
    const file = join(folder, 'undecided.jsonl');
    const proxy = await cuttingProxy(schema.url);
    const ledger = ledgerOver(proxy);
    const { calls } = ledger.portsOf({});
    const identity = { accountId, keyId, method: 'POST', path: PATH, idempotencyKey: 'a', bodyHash: 'b' };
    const begun = await calls.begin(identity);
    const token = begun.state === 'begun' ? begun.token : '';
    const requestId = newRequestId();
    const idempotency = { token, answer: Buffer.from('x') };
    const call: LedgerCall = { accountId, keyId, requestId, path: PATH, status: 200, credits: 3, idempotency };
    const at = Date.now();
    expect(await calls.charges([call])).toEqual([{ done: { charged: true, remaining: 7 } }]);
    const [row] = await schema.query<{ bucket: number; at: string; kind_id: string }>('SELECT * FROM charge');
    expect(Number(row?.at)).toBeGreaterThanOrEqual(at);
    await ledger.close();
    await proxy.close();

    // Simulates that the answer to that statement is lost, and that the database cannot be reached afterwards.
    const away = databaseAt('postgres://cardfile@127.0.0.1:1/none');
    const options = { schedule: eventLoop, file, onFailure: () => {} };
    const first = new UnknownCharges({ ...options, database: away });
    const sent = {
      ...{ requestId, bucket: row?.bucket ?? 0, kindId: Number(row?.kind_id), credits: 3, at: Number(row?.at) },
      token: token.slice(token.indexOf('.') + 1),
    };
    const other = { ...sent, requestId: newRequestId(), token: null };
    expect(await first.decide([sent, other])).toBeNull();
    await first.close();
    await away.close();
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);

    const database = databaseAt(schema.url);
    const second = new UnknownCharges({ ...options, database });
    expect(second.undecided).toBe(2);
    await second.retry();
    await second.retry();
    expect([second.undecided, existsSync(file)]).toEqual([0, false]);
    await second.close();
    await database.close();
    expect(await stored()).toEqual({ used: 0, charged: 0, counted: 0, calls: 0 });
    expect(await schema.query('SELECT 1 FROM idempotent_request')).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
