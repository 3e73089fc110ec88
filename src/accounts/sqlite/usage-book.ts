// Usage: calls and credits per hour, account, key, path and status. Charged calls are entered with their charge;
// calls that cost nothing gather in memory and are written together, as are the times at which keys were last used.
import type { Database, Statement } from 'better-sqlite3';
import { hourStartMs, monthOf, monthStartMs } from '../period.ts';
import type { Call, UsageRow } from '../port.ts';

const MONTHS_KEPT = 13;

interface UsageEntry {
  readonly hour: number;
  readonly accountId: string;
  readonly keyId: string;
  readonly path: string;
  readonly status: number;
  readonly calls: number;
  readonly credits: number;
}

interface UsageFilter {
  readonly accountName: string | null;
  /** Milliseconds of the epoch, included. */
  readonly from: number;
  /** Milliseconds of the epoch, excluded. */
  readonly to: number;
}

type CountedCall = Pick<Call, 'caller' | 'path' | 'status'>;

function entryOf({ caller, path, status }: CountedCall, at: number, credits: number): UsageEntry {
  return { hour: hourStartMs(at), accountId: caller.accountId, keyId: caller.keyId, path, status, calls: 1, credits };
}

export class UsageBook {
  readonly #enter: Statement<UsageEntry>;
  readonly #touchKey: Statement<{ keyId: string; at: number }>;
  readonly #prune: Statement<[number]>;
  readonly #rows: Statement<UsageFilter, Omit<UsageRow, 'hour'> & { hour: number }>;
  readonly #write: (now: number) => void;
  readonly #uncharged = new Map<string, UsageEntry>();
  readonly #lastUsed = new Map<string, number>();
  #prunedIn = '';

  constructor(database: Database) {
    this.#enter = database.prepare(`
      INSERT INTO usage (hour, account_id, key_id, path, status, calls, credits)
      VALUES (@hour, @accountId, @keyId, @path, @status, @calls, @credits)
      ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits`);
    this.#touchKey = database.prepare(
      'UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), @at) WHERE id = @keyId',
    );
    this.#prune = database.prepare('DELETE FROM usage WHERE hour < ?');
    this.#rows = database.prepare(`
      SELECT hour, account.name AS accountName, key_id AS keyId, path, status, calls, credits
      FROM usage JOIN account ON account.id = usage.account_id
      WHERE hour >= @from AND hour < @to AND (@accountName IS NULL OR account.name = @accountName)
      ORDER BY hour, account.name, key_id, path, status`);
    const write = database.transaction((now: number) => {
      for (const entry of this.#uncharged.values()) this.#enter.run(entry);
      for (const [keyId, at] of this.#lastUsed) this.#touchKey.run({ keyId, at });
      if (this.#prunedIn !== monthOf(now)) this.#prune.run(monthStartMs(now, -MONTHS_KEPT));
    });
    this.#write = (now) => write.immediate(now);
  }

  /** Enters a charged call; inside the transaction of its charge. */
  enterCharged(call: CountedCall, at: number): void {
    this.#enter.run(entryOf(call, at, 1));
  }

  /** Notes that a key was used; written at the next `flush`. */
  touch(keyId: string, at: number): void {
    this.#lastUsed.set(keyId, at);
  }

  /** Counts a call that cost nothing; written at the next `flush`. */
  count(call: CountedCall, at: number): void {
    const entry = entryOf(call, at, 0);
    const slot = [entry.hour, entry.keyId, entry.status, entry.path].join(' ');
    this.#uncharged.set(slot, { ...entry, calls: (this.#uncharged.get(slot)?.calls ?? 0) + 1 });
  }

  /** Writes what has gathered and, with the first of a month, drops what is older than 13 months. Keeps it all where it throws. */
  flush(now: number): void {
    if (this.#uncharged.size === 0 && this.#lastUsed.size === 0) return;
    this.#write(now);
    this.#uncharged.clear();
    this.#lastUsed.clear();
    this.#prunedIn = monthOf(now);
  }

  /** Calls by hour, account, key, path and status, in that order; what other open stores have not flushed is missing. */
  rows(filter: UsageFilter): UsageRow[] {
    return this.#rows.all(filter).map((row) => ({ ...row, hour: new Date(row.hour).toISOString() }));
  }
}
