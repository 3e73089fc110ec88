// A cache of callers. A version in the database rises with each change of keys, plans and accounts: as long as it is
// the same, cached keys are valid. A version that is older than a second is never relied on, so a revoked key stops
// within a second, also while the database is out of reach.
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
  /** When the last answered question for the version was sent. */
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
    // A key that is being read is entered into the map before.
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
    // Also after a failover to an older state.
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
