// What the operator has set, as committed: plans and keys, and since when. It says what a key may be taken for, given that a change
// may go unseen for a second.
import type { Database } from 'better-sqlite3';
import type { Caller } from '../../src/accounts/port.ts';
import type { World } from './world.ts';

const UNSEEN_MS = 1000;

export interface StandingKey {
  readonly id: string;
  readonly hash: string;
  readonly accountId: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly successorId: string | null;
}

interface StandingPlan {
  readonly accountId: string;
  readonly accountName: string;
  readonly planName: string;
  readonly creditsPerMonth: number | null;
  readonly requestsPerSecond: number;
}

/** A value and those before it that may still be seen somewhere. */
interface Past<T> {
  readonly value: T;
  /** On the monotonic clock: until then the value stood. */
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

  /** Whether it holds of the value, or of one that stood within the last second. */
  some(holds: (value: T) => boolean, nowMs: number): boolean {
    if (holds(this.#current)) return true;
    return this.#past.some((past) => nowMs - past.untilMs < UNSEEN_MS && holds(past.value));
  }
}

function isLive(key: StandingKey, wallMs: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > wallMs);
}

export class StandingModel {
  readonly #world: World;
  readonly #keys = new Map<string, History<StandingKey>>();
  readonly #keyByHash = new Map<string, History<StandingKey>>();
  readonly #plans = new Map<string, History<StandingPlan>>();

  constructor(world: World) {
    this.#world = world;
  }

  allowanceOf = (accountId: string): number | null => {
    const plan = this.#plans.get(accountId);
    if (!plan) throw new Error(`no account ${accountId}`);
    return plan.current.creditsPerMonth;
  };

  get accounts(): StandingPlan[] {
    return [...this.#plans.values()].map((plan) => plan.current);
  }

  key(id: string): StandingKey | undefined {
    return this.#keys.get(id)?.current;
  }

  isLive(id: string): boolean {
    const key = this.key(id);
    return key !== undefined && isLive(key, this.#world.time.wallMs);
  }

  /** To be compared: all that the operator has set. */
  snapshot(): string {
    return JSON.stringify([[...this.#keys.values()].map((key) => key.current), this.accounts]);
  }

  /** Reads what is committed. */
  read(database: Database): void {
    const { monotonicMs } = this.#world.time;
    const keys = database.prepare<[], StandingKey>(`
      SELECT id, hash, account_id AS accountId, expires_at AS expiresAt, revoked_at AS revokedAt, successor_id AS successorId
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
    const plans = database.prepare<[], StandingPlan>(`
      SELECT account.id AS accountId, account.name AS accountName, plan_name AS planName,
        credits_per_month AS creditsPerMonth, requests_per_second AS requestsPerSecond
      FROM account JOIN plan ON plan.name = plan_name ORDER BY account.rowid`);
    for (const plan of plans.all()) {
      const known = this.#plans.get(plan.accountId);
      if (known) known.replace(plan, monotonicMs);
      else this.#plans.set(plan.accountId, new History(plan));
    }
  }

  /** Judges whom a key was taken for when the wall clock read `wallMs`. */
  checkCaller(keyHash: string, caller: Caller | null, wallMs: number): void {
    const key = this.#keyByHash.get(keyHash);
    const { monotonicMs } = this.#world.time;
    if (!caller) {
      const isRefusedRightly = !key || !isLive(key.current, wallMs);
      this.#world.check(isRefusedRightly, () => `live key ${key?.current.id} was refused`);
      return;
    }
    if (!key) {
      this.#world.violate('a key that was never made was accepted');
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
