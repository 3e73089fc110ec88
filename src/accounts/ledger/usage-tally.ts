// Counts of free calls and last uses of keys, collected in memory until they are written together.
import { hourStartMs } from '../period.ts';
import type { CountedCall } from '../port.ts';

/** Calls of one hour (its start, in milliseconds), key, path and status. */
export interface UsageEntry {
  readonly hour: number;
  readonly accountId: string;
  readonly keyId: string;
  readonly path: string;
  readonly status: number;
  readonly calls: number;
  readonly credits: number;
}

export interface GatheredUsage {
  readonly entries: readonly UsageEntry[];
  /** By id of the key, in milliseconds of the epoch. */
  readonly lastUsed: ReadonlyMap<string, number>;
}

export class UsageTally {
  readonly #entries = new Map<string, UsageEntry>();
  readonly #lastUsed = new Map<string, number>();

  /** Counts a free call. */
  count({ caller, path, status }: CountedCall, at: number): void {
    const { accountId, keyId } = caller;
    this.#add({ hour: hourStartMs(at), accountId, keyId, path, status, calls: 1, credits: 0 });
  }

  /** Records the use of a key. */
  touch(keyId: string, at: number): void {
    this.#lastUsed.set(keyId, at);
  }

  /** Removes and returns all collected counts; null if there are none. */
  take(): GatheredUsage | null {
    if (this.#entries.size === 0 && this.#lastUsed.size === 0) return null;
    const taken = { entries: [...this.#entries.values()], lastUsed: new Map(this.#lastUsed) };
    this.#entries.clear();
    this.#lastUsed.clear();
    return taken;
  }

  /** Restores counts that could not be written. */
  putBack({ entries, lastUsed }: GatheredUsage): void {
    for (const entry of entries) this.#add(entry);
    for (const [keyId, at] of lastUsed) this.touch(keyId, Math.max(at, this.#lastUsed.get(keyId) ?? at));
  }

  #add(entry: UsageEntry): void {
    const slot = `${entry.hour} ${entry.keyId} ${entry.status} ${entry.path}`;
    const calls = entry.calls + (this.#entries.get(slot)?.calls ?? 0);
    this.#entries.set(slot, { ...entry, calls });
  }
}
