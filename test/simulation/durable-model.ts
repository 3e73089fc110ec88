// The expected contents of the store, derived from outside: after each commit the model reads the new ledger rows and
// compares everything else with their consequences. It states the rules of the contract a second time, as simply as
// possible.
import type { Database, Statement } from 'better-sqlite3';
import { unpackAnswer } from '../../src/accounts/ledger/packed-answer.ts';
import type { Attempt } from './attempt.ts';
import { BatchModel } from './batch-model.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;
const KEPT_MS = 24 * HOUR_MS;

export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

interface Entry {
  readonly accountId: string;
  readonly month: string;
  readonly credits: number;
  readonly at: number;
}

interface GrantRow extends Entry {
  readonly id: number;
}

interface ChargeRow extends Entry {
  readonly keyId: string;
  readonly requestId: string;
  readonly path: string;
  readonly status: number;
}

interface Credits {
  used: number;
  granted: number;
}

/** The answer that an Idempotency-Key must replay. */
export interface KeptAnswer {
  readonly bodyHash: string;
  readonly body: string;
  /** Time of the store's clock; the store may remove the answer 24 hours later. */
  readonly createdAt: number;
}

class Reader {
  readonly newGrants: Statement<[number], GrantRow>;
  readonly requests: Statement<[], { requestId: string }>;
  readonly charge: Statement<[string], ChargeRow>;
  readonly balance: Statement<[string, string], Credits>;
  readonly usage: Statement<[number, string, string, string, number], { calls: number; credits: number }>;
  readonly kept: Statement<[string], { createdAt: number; status: number; answer: Buffer; bodyHash: string }>;

  constructor(database: Database) {
    this.newGrants = database.prepare(`
      SELECT id, account_id AS accountId, strftime('%Y-%m', at / 1000, 'unixepoch') AS month, credits, at
      FROM credit_grant WHERE id > ? ORDER BY id`);
    this.requests = database.prepare('SELECT request_id AS requestId FROM charge');
    this.charge = database.prepare(`
      SELECT account_id AS accountId, strftime('%Y-%m', at / 1000, 'unixepoch') AS month, credits, at,
        key_id AS keyId, request_id AS requestId, path, status
      FROM charge JOIN call_kind ON call_kind.id = kind_id JOIN api_key ON api_key.id = key_id WHERE request_id = ?`);
    this.balance = database.prepare('SELECT used, granted FROM balance WHERE account_id = ? AND month = ?');
    this.usage = database.prepare(
      'SELECT calls, credits FROM usage WHERE hour = ? AND account_id = ? AND key_id = ? AND path = ? AND status = ?',
    );
    this.kept = database.prepare(`
      SELECT created_at AS createdAt, status, answer, body_hash AS bodyHash FROM idempotent_request WHERE token = ?`);
  }
}

const readers = new WeakMap<Database, Reader>();

function readerOf(database: Database): Reader {
  let reader = readers.get(database);
  if (!reader) {
    reader = new Reader(database);
    readers.set(database, reader);
  }
  return reader;
}

export class DurableModel {
  readonly #world: World;
  readonly batches: BatchModel;
  readonly #attempts = new Map<string, Attempt>();
  /** Credits by account and month. */
  readonly #credits = new Map<string, Credits>();
  /** Credits by hour, account, key, path. */
  readonly #usage = new Map<string, number>();
  /** Stored answers by idempotency identity. */
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #allowanceOf: (accountId: string) => number | null;
  /** Requests whose charges have been read. */
  readonly #charged = new Set<string>();
  #lastGrant = 0;

  /** `allowanceOf` returns the credits of the account's plan as committed; null when unlimited. */
  constructor(world: World, allowanceOf: (accountId: string) => number | null) {
    this.#world = world;
    this.#allowanceOf = allowanceOf;
    this.batches = new BatchModel(world);
  }

  /** From now on the call may be charged. */
  begin(attempt: Attempt): void {
    this.#attempts.set(attempt.requestId, attempt);
  }

  /** Credits left in a month; null when unlimited. */
  remaining(accountId: string, month: string): number | null {
    const allowance = this.#allowanceOf(accountId);
    const { used, granted } = this.#creditsOf(accountId, month);
    return allowance === null ? null : Math.max(0, allowance + granted - used);
  }

  /** All credits granted to an account, in all months. */
  grantedEver(accountId: string): number {
    const months = [...this.#credits].filter(([slot]) => slot.startsWith(`${accountId} `));
    return months.reduce((sum, [, { granted }]) => sum + granted, 0);
  }

  /** The stored answer of a charged request, if it cannot have been removed yet. */
  keptAnswer(identity: string): KeptAnswer | null {
    const kept = this.#kept.get(identity);
    return kept && this.#world.time.highestMs < kept.createdAt + KEPT_MS ? kept : null;
  }

  /** Whether a call of this request was charged for exactly this answer. */
  wasKept(identity: string, body: string): boolean {
    return this.#kept.get(identity)?.body === body;
  }

  /** Reads the rows that a transaction added to the ledger, and checks all dependent rows. */
  committed(database: Database): void {
    const reader = readerOf(database);
    const { charges, grants } = this.#newRows(reader);
    const touched = new Set([...grants, ...charges].map(({ accountId, month }) => `${accountId} ${month}`));
    for (const { id, accountId, month, credits } of grants) {
      this.#lastGrant = id;
      this.#creditsOf(accountId, month).granted += credits;
    }
    const remainders = new Map([...touched].map((slot) => [slot, new Set<number | null>()]));
    for (const row of charges) {
      this.#charged.add(row.requestId);
      this.#charge(row, reader, remainders.get(`${row.accountId} ${row.month}`) as Set<number | null>);
      this.#world.check(row.month === monthOf(row.at), () => `${row.requestId} at ${row.at} is in ${row.month}`);
    }
    this.#checkBalances(touched, reader);
    this.batches.committed(database);
  }

  #newRows({ charge, newGrants, requests }: Reader): { charges: ChargeRow[]; grants: GrantRow[] } {
    const news = requests.all().filter(({ requestId }) => !this.#charged.has(requestId));
    return {
      charges: news.flatMap(({ requestId }) => charge.get(requestId) ?? []),
      grants: newGrants.all(this.#lastGrant),
    };
  }

  /** The balance of an account and month equals the sum of its ledger. */
  #checkBalances(slots: Iterable<string>, { balance }: Reader): void {
    for (const slot of slots) {
      const [accountId = '', month = ''] = slot.split(' ');
      const { used, granted } = this.#creditsOf(accountId, month);
      const row = balance.get(accountId, month) ?? { used: 0, granted: 0 };
      this.#world.check(
        row.used === used && row.granted === granted,
        () => `balance of ${slot}: used ${row.used}, granted ${row.granted}; the ledger says ${used} and ${granted}`,
      );
    }
  }

  /** Checks after a restart that the ledger has no row without a commit. */
  checkNothingNew(database: Database): void {
    const { charges, grants } = this.#newRows(readerOf(database));
    const rows = charges.length + grants.length;
    this.#world.check(rows === 0, () => `${rows} ledger rows have no commit`);
    this.#checkBalances(this.#credits.keys(), readerOf(database));
  }

  /** Compares the whole store with the whole model. */
  checkAll(database: Database): void {
    this.checkNothingNew(database);
    const called = [...this.#attempts.values()]
      .filter((attempt) => attempt.charged)
      .reduce((sum, { request }) => sum + request.credits, 0);
    const charged = called + this.batches.charged;
    const [ledger, used, usage] = [
      "SELECT coalesce(sum(credits), 0) FROM ledger WHERE kind = 'charge'",
      'SELECT coalesce(sum(used), 0) FROM balance',
      'SELECT coalesce(sum(credits), 0) FROM usage',
    ].map((sql) => database.prepare(sql).pluck().get());
    this.#world.check(
      ledger === charged && used === charged && usage === charged,
      () => `charged ${charged}, ledger ${ledger}, used ${used}, usage ${usage}`,
    );
  }

  #creditsOf(accountId: string, month: string): Credits {
    const slot = `${accountId} ${month}`;
    let credits = this.#credits.get(slot);
    if (!credits) {
      credits = { used: 0, granted: 0 };
      this.#credits.set(slot, credits);
    }
    return credits;
  }

  #charge(row: ChargeRow, reader: Reader, remainders: Set<number | null>): void {
    const world = this.#world;
    const attempt = this.#attempts.get(row.requestId);
    if (!attempt) {
      this.#spend(row, remainders);
      this.batches.charge(row);
      return;
    }
    const { request, requestId } = attempt;
    world.check(
      attempt.state === 'running' || attempt.orphaned,
      () => `${requestId} was charged after it was ${attempt.state}`,
    );
    world.check(!attempt.charged, () => `${requestId} was charged twice`);
    world.check(
      row.credits === request.credits &&
        row.status === 200 &&
        row.keyId === request.key.id &&
        row.path === request.path,
      () => `${requestId} has a wrong ledger row: ${JSON.stringify(row)}`,
    );
    const limit = this.#spend(row, remainders);
    attempt.charged = true;
    attempt.remainders = limit === Number.POSITIVE_INFINITY ? new Set([null]) : remainders;
    world.tally.charges += 1;
    if (attempt.orphaned) world.tally.chargesCutOff += 1;
    this.#checkUsage(row, reader);
    if (attempt.token !== null) this.#keep(attempt, attempt.token, reader);
  }

  /**
   * Subtracts the credits of a ledger row, and adds the remainder after each of them. Returns the limit of the month,
   * which must not be exceeded.
   */
  #spend({ requestId, accountId, month, credits: spent }: ChargeRow, remainders: Set<number | null>): number {
    const credits = this.#creditsOf(accountId, month);
    const allowance = this.#allowanceOf(accountId);
    const limit = allowance === null ? Number.POSITIVE_INFINITY : allowance + credits.granted;
    for (let credit = 1; credit <= spent; credit += 1) remainders.add(limit - credits.used - credit);
    credits.used += spent;
    const { used } = credits;
    this.#world.check(used <= limit, () => `${requestId} takes credit ${used} of ${limit} in ${month}`);
    this.#world.note(() => `${requestId} charged: ${used} of ${limit} in ${month}`);
    return limit;
  }

  #checkUsage(row: ChargeRow, reader: Reader): void {
    const hour = Math.floor(row.at / HOUR_MS) * HOUR_MS;
    const slot = `${hour} ${row.keyId} ${row.path}`;
    const expected = (this.#usage.get(slot) ?? 0) + row.credits;
    this.#usage.set(slot, expected);
    const usage = reader.usage.get(hour, row.accountId, row.keyId, row.path, row.status);
    // Later rows of the same transaction are already counted.
    this.#world.check(
      usage !== undefined && usage.credits >= expected && usage.calls * row.credits >= usage.credits,
      () => `usage of ${slot} is ${JSON.stringify(usage)}, charged ${expected}`,
    );
  }

  #keep(attempt: Attempt, token: string, reader: Reader): void {
    const { identity, bodyHash } = attempt.request;
    const earlier = this.keptAnswer(identity);
    this.#world.check(earlier === null, () => `${attempt.requestId} charged ${identity} again`);
    const row = reader.kept.get(token);
    if (!row) {
      const isOld = this.#world.time.highestMs >= attempt.begunAtMs + KEPT_MS;
      this.#world.check(isOld, () => `${attempt.requestId} was charged, but its answer is not stored`);
      return;
    }
    const body = unpackAnswer(row.answer);
    this.#world.check(
      row.status === 200 && body === attempt.chargedBody && row.bodyHash === bodyHash,
      () => `${attempt.requestId} keeps ${JSON.stringify(row)} for ${attempt.chargedBody}`,
    );
    this.#kept.set(identity, { bodyHash, body, createdAt: row.createdAt });
  }
}
