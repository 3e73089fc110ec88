// Initial state of the conformance tests: a store in its own folder, a settable clock, and one account with a key.
import { afterEach, expect } from 'vitest';
import { eventLoop, type Schedule } from '../../ops/scheduling/schedule.ts';
import type { IdempotencyIdentity } from '../idempotency.ts';
import { hashKey } from '../key-format.ts';
import type { AccountsAdmin, BatchingAccounts, Call, Caller } from '../port.ts';

interface TestClock {
  now(): number;
  /** Moves to an ISO timestamp. */
  set(timestamp: string): void;
  advance(ms: number): void;
}

interface BothSides {
  readonly accounts: BatchingAccounts;
  readonly admin: AccountsAdmin;
}

/** Sums of a ledger. */
interface Sums {
  readonly charged: number;
  readonly granted: number;
}

/** One empty store, which can be opened several times at once. */
export interface StoreUnderTest {
  open(clock: TestClock): BothSides;
  /** Sum of the ledger's charges, and of its grants, of an account in a month such as `2026-11`. */
  ledger(accountName: string, month: string): Sums | Promise<Sums>;
  /** Removes the store; all connections are closed already. */
  remove(): void | Promise<void>;
}

/** Creates an empty store. */
export type FreshStore = () => StoreUnderTest | Promise<StoreUnderTest>;

export const PATH = '/v2/search/people';
export const START = '2026-11-21T10:20:30.000Z';
export const MONTH = '2026-11';

function testClock(): TestClock {
  let now = Date.parse(START);
  return {
    now: () => now,
    set: (timestamp) => {
      now = Date.parse(timestamp);
    },
    advance: (ms) => {
      now += ms;
    },
  };
}

/**
 * The event loop on the clock of a test, without the upkeep of leases: a store that a test abandons renews nothing, as
 * if it had died.
 */
export function testSchedule(clock: Pick<TestClock, 'now'>, leaseUpkeepMs: number): Schedule {
  return {
    ...eventLoop,
    every: (ms, work) => (ms === leaseUpkeepMs ? () => {} : eventLoop.every(ms, work)),
    elapsedMs: () => clock.now(),
  };
}

export interface Fixture extends BothSides {
  readonly clock: TestClock;
  readonly store: StoreUnderTest;
  readonly caller: Caller;
  /** The text of the caller's key. */
  readonly key: string;
  /** A second connection, as of another thread or process. */
  openAnother(): BothSides;
}

const cleanUps: (() => void | Promise<void>)[] = [];

/** Call it once in each file of tests: closes and removes the stores that its tests opened. */
export function removeFixturesAfterEach(): void {
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });
}

/**
 * A store with the account `Acme` on the plan `pro` of 5 requests a second and this many credits a month, and one key.
 */
export async function openFixture(fresh: FreshStore, creditsPerMonth: number | null): Promise<Fixture> {
  const clock = testClock();
  const store = await fresh();
  cleanUps.push(() => store.remove());
  const openAnother = (): BothSides => {
    const sides = store.open(clock);
    cleanUps.push(() => sides.accounts.close());
    return sides;
  };
  const { accounts, admin } = openAnother();
  await admin.setPlan({ name: 'pro', creditsPerMonth, requestsPerSecond: 5 });
  await admin.createAccount('Acme', 'pro');
  const { key } = await admin.createKey({ accountName: 'Acme', name: 'first', allowedPaths: [], expiresAt: null });
  const caller = await accounts.authenticate(hashKey(key));
  expect(caller).not.toBeNull();
  return { accounts, admin, clock, store, caller: caller as Caller, key, openAnother };
}

let requests = 0;

/** A successful call of a new request, at a price. */
export function callBy(caller: Caller, credits = 1): Call {
  requests += 1;
  return { caller, requestId: `request-${requests}`, path: PATH, status: 200, credits };
}

export function identityOf(caller: Caller, changes: Partial<IdempotencyIdentity> = {}): IdempotencyIdentity {
  return {
    accountId: caller.accountId,
    keyId: caller.keyId,
    method: 'POST',
    path: PATH,
    idempotencyKey: 'order-1',
    bodyHash: 'a'.repeat(64),
    ...changes,
  };
}
