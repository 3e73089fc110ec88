// Law: the same random history gives the same answers, ledger, usage and balances in SQLite and in PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BatchStep } from '../../src/accounts/batch-port.ts';
import { hashKey } from '../../src/accounts/key-format.ts';
import type { AccountsAdmin, BatchingAccounts, Caller } from '../../src/accounts/port.ts';
import { openPostgresAccounts as openPostgres } from '../../src/accounts/postgres/open-accounts.ts';
import { openAccounts as openSqlite } from '../../src/accounts/sqlite/open-accounts.ts';
import { eventLoop } from '../../src/ops/scheduling/schedule.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const PATHS = ['/v2/search/people', '/v2/enrichment/email'];
const NAMES = ['Acme', 'Bolt'];
const START = Date.parse('2026-11-28T10:20:30.000Z');

const name = fc.constantFrom(...NAMES);
const price = fc.constantFrom(0, 1, 1, 2, 7);
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant('charge' as const), name, prices: fc.array(price, { maxLength: 7 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('count' as const), name, status: fc.constantFrom(404, 422) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('idempotent' as const),
      ...{ name, price, key: fc.nat(2), body: fc.nat(1), end: fc.constantFrom('charge', 'settle', 'abandon') },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('grant' as const), name, credits: fc.integer({ min: -1, max: 9 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('plan' as const),
      credits: fc.option(fc.nat(30)),
      rps: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('suspend' as const), name, isBack: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('rotate' as const), name, hours: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('step' as const), name, rows: fc.nat(9), found: fc.nat(9) }) },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

interface Store {
  readonly accounts: BatchingAccounts;
  readonly admin: AccountsAdmin;
  readonly ledger: () => Promise<unknown[]>;
}

/** Performs actions on a store and records the answers. Random ids are replaced by names. */
class Actor {
  readonly #store: Store;
  readonly #keys = new Map<string, { id: string; hash: string; caller: Caller }>();
  readonly answers: unknown[] = [];
  #requests = 0;
  #done = new Map<string, number>();

  constructor(store: Store) {
    this.#store = store;
  }

  async begin(): Promise<void> {
    const { admin, accounts } = this.#store;
    await admin.setPlan({ name: 'pro', creditsPerMonth: 20, requestsPerSecond: 5 });
    for (const each of NAMES) {
      await admin.createAccount(each, 'pro');
      const key = await admin.createKey({ accountName: each, name: each, allowedPaths: [], expiresAt: null });
      await this.#take(each, key);
      const { accountId, keyId } = this.#key(each).caller;
      await accounts.batches.create({
        ...{ id: `bat_${each}`, accountId, keyId, operation: 'email', rows: 40, maxCredits: null, inputHash: 'a' },
        ...{ idempotencyKey: null, options: '{}' },
      });
    }
  }

  async run(one: Act): Promise<void> {
    this.answers.push(await this.#answerOf(one).catch((error: unknown) => `error: ${this.#named(String(error))}`));
  }

  async state(): Promise<unknown> {
    const { admin, accounts } = this.#store;
    const remaining = [];
    for (const each of NAMES) remaining.push(await accounts.remaining(this.#key(each).caller));
    const usage = await admin.usage({});
    const rest = { accounts: await admin.accounts(), keys: await admin.keys(), plans: await admin.plans() };
    const batches = await Promise.all(NAMES.map((each) => accounts.batches.find(`bat_${each}`)));
    const all = { answers: this.answers, remaining, usage, ledger: await this.#store.ledger(), batches, ...rest };
    const named = JSON.parse(this.#named(JSON.stringify(all)));
    // Rows of the same hour or millisecond are ordered by the ids of their keys, which are random.
    const rows = { usage: named.usage.map((row: unknown) => JSON.stringify(row)), ledger: named.ledger };
    return { ...named, usage: rows.usage.toSorted(), ledger: rows.ledger.toSorted() };
  }

  async #answerOf(one: Act): Promise<unknown> {
    const { admin, accounts } = this.#store;
    switch (one.act) {
      case 'charge': {
        const { caller } = this.#key(one.name);
        const works = one.prices.map((credits, index) => accounts.charge(this.#call(caller, credits, index)));
        return Promise.all(works);
      }
      case 'count':
        accounts.count({ caller: this.#key(one.name).caller, path: PATHS[0] ?? '', status: one.status });
        return null;
      case 'idempotent':
        return this.#idempotent(one);
      case 'grant':
        return admin.grant(one.name, one.credits);
      case 'plan':
        return admin.setPlan({ name: 'pro', creditsPerMonth: one.credits, requestsPerSecond: one.rps });
      case 'suspend':
        await (one.isBack ? admin.resumeAccount(one.name) : admin.suspendAccount(one.name));
        return accounts.authenticate(this.#key(one.name).hash);
      case 'rotate': {
        const old = this.#key(one.name);
        const key = await admin.rotateKey(old.id, one.hours);
        const isOldValid = (await accounts.authenticate(old.hash)) !== null;
        await this.#take(one.name, key);
        return isOldValid;
      }
      case 'step':
        return accounts.batches.step(this.#step(one));
      case 'pass':
        return null;
    }
  }

  #step({ name: owner, rows, found }: { name: string; rows: number; found: number }): BatchStep {
    const from = this.#done.get(owner) ?? 0;
    const done = Math.min(40, from + rows);
    this.#done.set(owner, from + 4);
    const credits = Math.min(found, done - from);
    return {
      ...{ batchId: `bat_${owner}`, from, done, found: credits, missed: done - from - credits, invalid: 0, credits },
      ...{ inputBytes: done, resultBytes: done, busyMs: 1 },
    };
  }

  async #idempotent(one: Extract<Act, { act: 'idempotent' }>): Promise<unknown> {
    const { accounts } = this.#store;
    const { caller } = this.#key(one.name);
    const { accountId, keyId } = caller;
    const identity = { accountId, keyId, method: 'POST', path: PATHS[0] ?? '', idempotencyKey: `k${one.key}` };
    const state = await accounts.beginIdempotent({ ...identity, bodyHash: `b${one.body}` });
    if (state.state !== 'begun') return state;
    const { token } = state;
    if (one.end === 'abandon') return accounts.abandonIdempotent(token);
    if (one.end === 'settle') return accounts.settleIdempotent(token, { status: 404, body: `none ${this.#requests}` });
    const body = `answer ${this.#requests}`;
    const result = await accounts.charge({ ...this.#call(caller, one.price, 0), idempotency: { token, body } });
    if (!result.charged) await accounts.abandonIdempotent(token);
    return result;
  }

  #call(caller: Caller, credits: number, index: number) {
    this.#requests += 1;
    return { caller, requestId: `request-${this.#requests}`, path: PATHS[index % 2] ?? '', status: 200, credits };
  }

  async #take(owner: string, { id, key }: { id: string; key: string }): Promise<void> {
    const hash = hashKey(key);
    const caller = (await this.#store.accounts.authenticate(hash)) ?? this.#keys.get(owner)?.caller;
    if (!caller) throw new Error('the key is new');
    this.#ids.set(id, `key ${this.#ids.size}`);
    this.#ids.set(caller.accountId, owner);
    this.#keys.set(owner, { id, hash, caller: { ...caller, keyId: id } });
  }

  readonly #ids = new Map<string, string>();

  #named(text: string): string {
    let named = text.replaceAll(/cf_live_\w+…?\w*/g, 'masked');
    for (const [id, given] of this.#ids) named = named.replaceAll(id, given);
    return named;
  }

  #key(owner: string) {
    const key = this.#keys.get(owner);
    if (!key) throw new Error('the account has a key');
    return key;
  }
}

const LEDGER =
  'SELECT kind, name, month, credits, at, key_id, path, status FROM ledger JOIN account ON account.id = account_id';

const textsOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(Object.values(row)));

describeOnPostgres('on PostgreSQL', () => {
  const schema = testSchema();

  test('law: a history gives the same answers and the same ledger as in SQLite', async () => {
    const run = async (history: readonly Act[]) => {
      await schema.empty();
      let now = START;
      const clock = { now: () => now };
      const options = { clock, schedule: { ...eventLoop, elapsedMs: () => now } };
      const folder = mkdtempSync(join(tmpdir(), 'cardfile-differential-'));
      const file = join(folder, 'accounts.db');
      const sqlite = new Actor({
        ...openedHere(openSqlite({ file, ...options })),
        ledger: async () => {
          const database = new Database(file, { readonly: true });
          const rows = database.prepare<[], object>(LEDGER).all();
          database.close();
          return textsOf(rows);
        },
      });
      const postgres = new Actor({
        ...openedHere(openPostgres({ url: schema.url, ...options })),
        ledger: async () => {
          const rows = await schema.query<{ credits: string; at: string }>(LEDGER);
          return textsOf(rows.map((row) => ({ ...row, credits: Number(row.credits), at: Number(row.at) })));
        },
      });
      await sqlite.begin();
      await postgres.begin();
      for (const one of history) {
        if (one.act === 'pass') now += one.hours * 3_600_000;
        await Promise.all([sqlite.run(one), postgres.run(one)]);
      }
      expect(await postgres.state()).toEqual(await sqlite.state());
      for (const close of opened.splice(0)) await close();
      rmSync(folder, { recursive: true });
    };
    await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), run), { numRuns: 15 });
  });

  const opened: (() => Promise<void>)[] = [];
  function openedHere<Sides extends { accounts: BatchingAccounts }>(sides: Sides): Sides {
    opened.push(() => sides.accounts.close());
    return sides;
  }
});
