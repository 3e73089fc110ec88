// The audit log in SQLite: triggers of the schema reject changes and removals of entries.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { AUDIT_TEXT_LENGTH_MAX, type AuditEntry, type AuditLog, type NotedEntry } from '../port.ts';

export class AuditBook implements AuditLog {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async append({ who, action, subject, address, result }: AuditEntry): Promise<void> {
    const short = (text: string) => text.slice(0, AUDIT_TEXT_LENGTH_MAX);
    this.#database
      .prepare('INSERT INTO audit (at, who, action, subject, address, result) VALUES (?, ?, ?, ?, ?, ?)')
      .run(this.#clock.now(), short(who), action, short(subject), short(address), short(result));
  }

  async entries(before: number | null, max: number): Promise<NotedEntry[]> {
    return this.#database
      .prepare<[number, number], Omit<NotedEntry, 'at'> & { at: number }>(
        'SELECT id, at, who, action, subject, address, result FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?',
      )
      .all(before ?? Number.MAX_SAFE_INTEGER, max)
      .map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  }
}
