// Requests per second of an account, exact: no window of 1000 ms admits more than the limit, over all threads.
// A request is admitted when the admission that lies `limit` back is at least 1000 ms old, so the times of the last
// `limit` admissions are the only state, in one ring per account.
//
// The memory is one SharedArrayBuffer for all threads, under one lock:
//   header  Int32    lock (2 cells), accounts in the table, size of the table, end of the used times, size of the times
//   table   Int32    per account: hash (2 cells), start and capacity of its ring, next cell of the ring, cells filled
//   times   Float64  latest time seen, end of a pause, next search for idle accounts, then the rings in sequence
// Its size is fixed. When table or times are full, accounts without an admission in the last second are evicted, as
// they have no state that matters, and the rings are compacted.
import { hash } from 'node:crypto';
import { assert } from '../ops/assert.ts';
import { LOCK_CELLS, SpinLock } from './spin-lock.ts';

export type Admission =
  /** `remaining`: the number of further requests that would be admitted at this instant. */
  { readonly admitted: true; readonly remaining: number } | Rejection;

/** Times in whole milliseconds, at least 1, provided no other request comes. */
interface Rejection {
  readonly admitted: false;
  /** Time until one more request is admitted. */
  readonly retryAfterMs: number;
  /** Time until the whole limit is available again, if that is later. */
  readonly idleAfterMs?: number;
  /** Set if the store that counts the requests of all servers is away: fewer requests than the limit are admitted. */
  readonly isStoreAway?: true;
}

const WINDOW_MS = 1000;

const ACCOUNTS = LOCK_CELLS;
const TABLE_SIZE = LOCK_CELLS + 1;
const TIMES_USED = LOCK_CELLS + 2;
const TIMES_SIZE = LOCK_CELLS + 3;
const TABLE = LOCK_CELLS + 4;

const HASH_HIGH = 0;
const HASH_LOW = 1;
const START = 2;
const CAPACITY = 3;
const NEXT = 4;
const FILLED = 5;
const ROW_CELLS = 6;

const LATEST = 0;
const PAUSE_END = 1;
const NEXT_SEARCH = 2;
const RINGS = 3;

/** The table stays at most half full, so that a search in it ends soon. */
const TABLE_ROWS_PER_ACCOUNT = 2;
/**
 * Backoff after a search for idle accounts that freed too little; without it, a flood of accounts would make each
 * request search.
 */
const SEARCH_PAUSE_MS = 50;

/** Further requests that one call counts as. */
export interface MoreRequests {
  readonly limit: number;
  /** At least 1. */
  readonly count: number;
  readonly nowMs: number;
}

interface RateLimiterSize {
  /** Accounts that may be active within one second; more are rejected. */
  readonly accounts: number;
  /** Sum of the limits of the accounts active within one second; more are rejected. */
  readonly admissions: number;
}

interface Digest {
  readonly high: number;
  readonly low: number;
}

/** Number of accounts with memoized digests: hashing one takes longer than the rest of an admission. */
const DIGESTS_MAX = 10_000;

const DEFAULT_SIZE: RateLimiterSize = { accounts: 16_384, admissions: 1_048_576 };

/**
 * Memory for one limiter, to pass to each thread. The default takes 9 MB: 100 accounts at 10,000 requests a second, or
 * 16,384 at 64.
 */
export function rateLimiterMemory({ accounts, admissions }: RateLimiterSize = DEFAULT_SIZE): SharedArrayBuffer {
  const rows = accounts * TABLE_ROWS_PER_ACCOUNT;
  const cells = TABLE + rows * ROW_CELLS;
  const times = RINGS + admissions;
  const memory = new SharedArrayBuffer((cells + (cells % 2)) * 4 + times * 8);
  const header = new Int32Array(memory, 0, TABLE);
  header[TABLE_SIZE] = rows;
  header[TIMES_SIZE] = times;
  header[TIMES_USED] = RINGS;
  return memory;
}

export class RateLimiter {
  readonly #lock: SpinLock;
  readonly #cells: Int32Array;
  readonly #times: Float64Array;
  readonly #tableSize: number;
  readonly #digests = new Map<string, Digest>();

  constructor(memory: SharedArrayBuffer) {
    const header = new Int32Array(memory, 0, TABLE);
    const timesSize = header[TIMES_SIZE] ?? 0;
    this.#tableSize = header[TABLE_SIZE] ?? 0;
    this.#times = new Float64Array(memory, memory.byteLength - timesSize * 8, timesSize);
    this.#cells = new Int32Array(memory, 0, TABLE + this.#tableSize * ROW_CELLS);
    this.#lock = new SpinLock(this.#cells);
  }

  /**
   * Admits or rejects one request. `limit` is a whole number from 1 and may differ from call to call; `nowMs` must come
   * from one clock for all threads. If that clock goes backwards, the limiter keeps its latest time until the clock has
   * caught up.
   */
  admit(accountKey: string, limit: number, nowMs: number): Admission {
    assert(Number.isInteger(limit) && limit >= 1, `a rate limit is a whole number from 1, not ${limit}`);
    return this.#inRow(accountKey, { limit, nowMs }, (row, now) => this.#decide(row, limit, now));
  }

  /**
   * Admits all or none of `count` further requests of a call that `admit` admitted at the same limit. If they exceed
   * the limit of one second, they also use up the following seconds, provided the call is the only one in its second.
   */
  admitMore(accountKey: string, { limit, count, nowMs }: MoreRequests): Admission {
    return this.#inRow(accountKey, { limit, nowMs }, (row, now) => this.#decideMore(row, { limit, count, nowMs: now }));
  }

  /** Decides under the lock, with the row of the account and a time that never goes back. */
  #inRow(
    accountKey: string,
    { limit, nowMs }: Omit<MoreRequests, 'count'>,
    decide: (row: number, now: number) => Admission,
  ): Admission {
    const account = this.#digestOf(accountKey);
    return this.#lock.run((previousDied) => {
      const now = Math.max(nowMs, this.#time(LATEST));
      this.#times[LATEST] = now;
      if (previousDied) this.#restart(now);
      const pauseMs = this.#time(PAUSE_END) - now;
      if (pauseMs > 0) return rejection(pauseMs);
      const row = this.#rowWithRoom(account, limit, now);
      return row === null ? rejection(WINDOW_MS) : decide(row, now);
    });
  }

  #decideMore(row: number, { limit, count, nowMs }: MoreRequests): Admission {
    // The call already has one request in its own second.
    const needed = Math.min(count, limit - 1);
    const younger = this.#admittedSince(row, nowMs - WINDOW_MS);
    if (younger + needed > limit) {
      // The caller repeats the whole call: its first request has already used one place.
      const back = limit - Math.min(count + 1, limit) + 1;
      return rejection(this.#admissionBack(row, back) + WINDOW_MS - nowMs);
    }
    for (let index = 1; index <= count; index++) this.#enter(row, nowMs + Math.floor(index / limit) * WINDOW_MS);
    return { admitted: true, remaining: Math.max(0, limit - younger - count) };
  }

  /** Adds an admission. Later admissions keep their order even if an earlier one reserves a later second. */
  #enter(row: number, time: number): void {
    const capacity = this.#cell(row + CAPACITY);
    const next = this.#cell(row + NEXT);
    const filled = this.#cell(row + FILLED);
    const sorted = filled === 0 ? time : Math.max(time, this.#admissionBack(row, 1));
    this.#times[this.#cell(row + START) + next] = sorted;
    this.#cells[row + NEXT] = (next + 1) % capacity;
    this.#cells[row + FILLED] = Math.min(filled + 1, capacity);
  }

  #digestOf(accountKey: string): Digest {
    const known = this.#digests.get(accountKey);
    if (known) return known;
    const bytes = hash('sha256', accountKey, 'buffer');
    const digest = { high: bytes.readInt32LE(0), low: bytes.readInt32LE(4) };
    if (this.#digests.size >= DIGESTS_MAX) this.#digests.clear();
    this.#digests.set(accountKey, digest);
    return digest;
  }

  #decide(row: number, limit: number, now: number): Admission {
    const filled = this.#cell(row + FILLED);
    if (filled >= limit) {
      const waitMs = this.#admissionBack(row, limit) + WINDOW_MS - now;
      if (waitMs > 0) return rejection(waitMs, this.#admissionBack(row, 1) + WINDOW_MS - now);
    }
    this.#enter(row, now);
    return { admitted: true, remaining: limit - this.#admittedSince(row, now - WINDOW_MS) };
  }

  /** The time of an admission counted back from the newest, which is 1. */
  #admissionBack(row: number, back: number): number {
    const capacity = this.#cell(row + CAPACITY);
    return this.#time(this.#cell(row + START) + ((this.#cell(row + NEXT) - back + capacity) % capacity));
  }

  /** Number of admissions younger than `time`, by bisection: the ring is sorted by time. */
  #admittedSince(row: number, time: number): number {
    let younger = 0;
    let older = this.#cell(row + FILLED) + 1;
    while (older - younger > 1) {
      const middle = (younger + older) >> 1;
      if (this.#admissionBack(row, middle) > time) younger = middle;
      else older = middle;
    }
    return younger;
  }

  /** The account's row with a ring of at least `limit` cells; null if the memory cannot hold one. */
  #rowWithRoom(account: Digest, limit: number, now: number): number | null {
    let row = this.#find(account.high, account.low);
    if (this.#cell(row + CAPACITY) >= limit) return row;
    if (!this.#fits(row, limit)) {
      if (now < this.#time(NEXT_SEARCH)) return null;
      this.#dropIdle(now);
      row = this.#find(account.high, account.low);
      if (!this.#fits(row, limit)) {
        this.#times[NEXT_SEARCH] = now + SEARCH_PAUSE_MS;
        return null;
      }
    }
    const isNew = this.#cell(row + CAPACITY) === 0;
    const filled = this.#cell(row + FILLED);
    const start = this.#cell(TIMES_USED);
    for (let back = filled; back >= 1; back--) this.#times[start + filled - back] = this.#admissionBack(row, back);
    this.#cells.set([account.high, account.low, start, limit, filled, filled], row);
    this.#cells[TIMES_USED] = start + limit;
    if (isNew) this.#cells[ACCOUNTS] = this.#cell(ACCOUNTS) + 1;
    return row;
  }

  #fits(row: number, limit: number): boolean {
    const hasRow =
      this.#cell(row + CAPACITY) > 0 || (this.#cell(ACCOUNTS) + 1) * TABLE_ROWS_PER_ACCOUNT <= this.#tableSize;
    return hasRow && this.#cell(TIMES_USED) + limit <= this.#times.length;
  }

  /** The account's row, or the empty one in which it would be inserted. */
  #find(high: number, low: number): number {
    for (let index = (low >>> 0) % this.#tableSize; ; index = (index + 1) % this.#tableSize) {
      const row = TABLE + index * ROW_CELLS;
      if (this.#cell(row + CAPACITY) === 0) return row;
      if (this.#cell(row + HASH_LOW) === low && this.#cell(row + HASH_HIGH) === high) return row;
    }
  }

  /** Keeps only the accounts with an admission in the last second, and compacts their rings. */
  #dropIdle(now: number): void {
    const active: Int32Array[] = [];
    for (let row = TABLE; row < this.#cells.length; row += ROW_CELLS) {
      if (this.#cell(row + FILLED) > 0 && this.#admissionBack(row, 1) > now - WINDOW_MS) {
        active.push(this.#cells.slice(row, row + ROW_CELLS));
      }
    }
    active.sort((one, other) => (one[START] ?? 0) - (other[START] ?? 0));
    this.#clear();
    for (const kept of active) {
      const [high = 0, low = 0, start = 0, capacity = 0] = kept;
      const closedUp = this.#cell(TIMES_USED);
      this.#times.copyWithin(closedUp, start, start + capacity);
      kept[START] = closedUp;
      this.#cells.set(kept, this.#find(high, low));
      this.#cells[TIMES_USED] = closedUp + capacity;
      this.#cells[ACCOUNTS] = this.#cell(ACCOUNTS) + 1;
    }
  }

  /** Discards the possibly half-written state of a dead thread, and admits no request until that no longer matters. */
  #restart(now: number): void {
    this.#clear();
    this.#times[PAUSE_END] = now + WINDOW_MS;
  }

  #clear(): void {
    this.#cells.fill(0, TABLE);
    this.#cells[ACCOUNTS] = 0;
    this.#cells[TIMES_USED] = RINGS;
  }

  #cell(index: number): number {
    return this.#cells[index] ?? 0;
  }

  #time(index: number): number {
    return this.#times[index] ?? 0;
  }
}

/** A rejection with its times; the second one only if it is later. */
export function rejection(waitMs: number, idleMs = waitMs): Rejection {
  const [retryAfterMs, idleAfterMs] = [Math.max(1, Math.ceil(waitMs)), Math.ceil(idleMs)];
  return { admitted: false, retryAfterMs, ...(idleAfterMs > retryAfterMs ? { idleAfterMs } : {}) };
}
