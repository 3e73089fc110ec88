// A cache of callers. A version in the database increases with each change of keys, plans and accounts; cached keys are
// valid while the version is unchanged. A version that was read more than a second ago is never used, so a revoked key
// stops within a second, even while the database is unreachable.
import type { Schedule } from '../../ops/scheduling/schedule.ts';
import type { Caller } from '../port.ts';
import type { StoredKey } from './key-statements.ts';
import type { LedgerCalls } from './postgres-ledger.ts';

/** The version is read again from this age on, in the background. */
const FRESH_MS = 250;
/** A call waits for the version from this age on. */
const STALE_MS = 900;
/** Bounds the memory: about 1 KB per entry. */
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly caller: Caller;
  readonly expiresAt: number;
  /** Whether only the suspension of its account invalidates the key. */
  readonly isSuspended: boolean;
  readonly isValid: boolean;
}

export class CallerCache {
  readonly #calls: Pick<LedgerCalls, 'keyOf' | 'keysVersion'>;
  readonly #schedule: Schedule;
  #entries = new Map<string, Entry | null>();
  #version: number | null = null;
  /** Send time of the last answered read of the version. */
  #versionSentMs = Number.NEGATIVE_INFINITY;
  #pendingRead: Promise<void> | null = null;

  constructor(calls: Pick<LedgerCalls, 'keyOf' | 'keysVersion'>, schedule: Schedule) {
    this.#calls = calls;
    this.#schedule = schedule;
  }

  /** The caller of a key's hash; null if it is unknown, revoked or expired. */
  async find(keyHash: string, now: number): Promise<Caller | null> {
    const entry = await this.#entry(keyHash);
    return entry?.isValid && entry.expiresAt > now ? entry.caller : null;
  }

  /** Whether only the suspension of its account invalidates a key. */
  async isSuspended(keyHash: string, now: number): Promise<boolean> {
    const entry = await this.#entry(keyHash);
    return entry?.isSuspended === true && entry.expiresAt > now;
  }

  /** Clears the cache: call it after each change in this process. */
  clear(): void {
    // A read that is still running enters its key into the previous map.
    this.#entries = new Map();
  }

  async #entry(keyHash: string): Promise<Entry | null> {
    const ageMs = this.#schedule.elapsedMs() - this.#versionSentMs;
    if (ageMs >= STALE_MS) await this.#sharedVersionRead();
    else if (ageMs >= FRESH_MS) this.#sharedVersionRead().catch(() => {});
    const entries = this.#entries;
    const cached = entries.get(keyHash);
    if (cached !== undefined) return cached;
    const key = await this.#calls.keyOf(keyHash);
    const entry = key === null ? null : entryOf(key);
    if (entries.size >= ENTRIES_MAX) entries.clear();
    entries.set(keyHash, entry);
    return entry;
  }

  #sharedVersionRead(): Promise<void> {
    this.#pendingRead ??= this.#readVersion().finally(() => {
      this.#pendingRead = null;
    });
    return this.#pendingRead;
  }

  async #readVersion(): Promise<void> {
    const sentMs = this.#schedule.elapsedMs();
    const version = await this.#calls.keysVersion();
    // Also true after a failover to an older state.
    if (version !== this.#version) this.clear();
    this.#version = version;
    this.#versionSentMs = sentMs;
  }
}

function entryOf(key: StoredKey): Entry {
  const { expiresAt, allowedPaths, isRevoked, isSuspended, isRemoved, ...rest } = key;
  return {
    caller: { ...rest, allowedPaths: JSON.parse(allowedPaths) as string[] },
    expiresAt: expiresAt ?? Number.POSITIVE_INFINITY,
    isSuspended: isSuspended && !isRevoked && !isRemoved,
    isValid: !isRevoked && !isSuspended && !isRemoved,
  };
}
