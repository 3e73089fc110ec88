// The committed settings of the operator: plans and keys with their history. The model checks the results of
// authentication, given that a change may take a second to become visible.
import type { Database } from 'better-sqlite3';
import type { Caller } from '../../src/accounts/port.ts';
import type { World } from './world.ts';

const UNSEEN_MS = 1000;

export interface CommittedKey {
  readonly id: string;
  readonly hash: string;
  readonly accountId: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly successorId: string | null;
}

interface CommittedPlan {
  readonly accountId: string;
  readonly accountName: string;
  readonly planName: string;
  readonly creditsPerMonth: number | null;
  readonly requestsPerSecond: number;
}

/** A previous value that may still be visible somewhere. */
interface Past<T> {
  readonly value: T;
  /** On the monotonic clock: the end of the value. */
  untilMs: number;
}

class History<T> {
  #current: T;
  #past: Past<T>[] = [];

  constructor(first: T) {
    this.#current = first;
  }

  get current(): T {
    return this.#current;
  }

  replace(value: T, nowMs: number): void {
    if (JSON.stringify(value) === JSON.stringify(this.#current)) return;
    this.#past = this.#past.filter((past) => nowMs - past.untilMs < UNSEEN_MS);
    this.#past.push({ value: this.#current, untilMs: nowMs });
    this.#current = value;
  }

  /** Whether the predicate holds for the current value, or for a value within the last second. */
  some(holds: (value: T) => boolean, nowMs: number): boolean {
    if (holds(this.#current)) return true;
    return this.#past.some((past) => nowMs - past.untilMs < UNSEEN_MS && holds(past.value));
  }
}

function isLive(key: CommittedKey, wallMs: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > wallMs);
}

export class SettingsModel {
  readonly #world: World;
  readonly #keys = new Map<string, History<CommittedKey>>();
  readonly #keyByHash = new Map<string, History<CommittedKey>>();
  readonly #plans = new Map<string, History<CommittedPlan>>();

  constructor(world: World) {
    this.#world = world;
  }

  allowanceOf = (accountId: string): number | null => {
    const plan = this.#plans.get(accountId);
    if (!plan) throw new Error(`no account ${accountId}`);
    return plan.current.creditsPerMonth;
  };

  get accounts(): CommittedPlan[] {
    return [...this.#plans.values()].map((plan) => plan.current);
  }

  key(id: string): CommittedKey | undefined {
    return this.#keys.get(id)?.current;
  }

  isLive(id: string): boolean {
    const key = this.key(id);
    return key !== undefined && isLive(key, this.#world.time.wallMs);
  }

  /** All settings of the operator, for comparison. */
  snapshot(): string {
    return JSON.stringify([[...this.#keys.values()].map((key) => key.current), this.accounts]);
  }

  /** Reads the committed state. */
  read(database: Database): void {
    const { monotonicMs } = this.#world.time;
    const keys = database.prepare<[], CommittedKey>(`
      SELECT id, hash, account_id AS accountId, expires_at AS expiresAt, revoked_at AS revokedAt,
        successor_id AS successorId
      FROM api_key ORDER BY rowid`);
    for (const key of keys.all()) {
      const known = this.#keys.get(key.id);
      if (known) known.replace(key, monotonicMs);
      else {
        const history = new History(key);
        this.#keys.set(key.id, history);
        this.#keyByHash.set(key.hash, history);
      }
    }
    const plans = database.prepare<[], CommittedPlan>(`
      SELECT account.id AS accountId, account.name AS accountName, plan_name AS planName,
        credits_per_month AS creditsPerMonth, requests_per_second AS requestsPerSecond
      FROM account JOIN plan ON plan.name = plan_name ORDER BY account.rowid`);
    for (const plan of plans.all()) {
      const known = this.#plans.get(plan.accountId);
      if (known) known.replace(plan, monotonicMs);
      else this.#plans.set(plan.accountId, new History(plan));
    }
  }

  /** Checks the result of authentication at the wall clock time `wallMs`. */
  checkCaller(keyHash: string, caller: Caller | null, wallMs: number): void {
    const key = this.#keyByHash.get(keyHash);
    const { monotonicMs } = this.#world.time;
    if (!caller) {
      const isRejectedRightly = !key || !isLive(key.current, wallMs);
      this.#world.check(isRejectedRightly, () => `live key ${key?.current.id} was rejected`);
      return;
    }
    if (!key) {
      this.#world.violate('a key that was never created was accepted');
      return;
    }
    const wasLive = key.some((state) => isLive(state, wallMs), monotonicMs);
    this.#world.check(wasLive, () => `key ${key.current.id} was accepted more than a second after its end`);
    const plan = this.#plans.get(caller.accountId);
    const isKnown = plan?.some(
      (state) =>
        state.planName === caller.planName &&
        state.creditsPerMonth === caller.creditsPerMonth &&
        state.requestsPerSecond === caller.requestsPerSecond,
      monotonicMs,
    );
    this.#world.check(isKnown === true, () => `plan of ${caller.accountName} is more than a second old`);
  }
}
