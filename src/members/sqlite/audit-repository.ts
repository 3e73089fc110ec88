// The audit log in SQLite: triggers of the schema reject changes and removals of entries.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import type { AuditEntry, AuditLog, NotedEntry } from '../port.ts';
import { type AuditRow, auditEntryOf, cutEntry } from '../stored-rows.ts';

export class AuditRepository implements AuditLog {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async append(entry: AuditEntry): Promise<void> {
    this.#database
      .prepare(
        'INSERT INTO audit (at, who, action, subject, address, result) VALUES (@at, @who, @action, @subject, @address, @result)',
      )
      .run({ ...cutEntry(entry), at: this.#clock.now() });
  }

  async entries(before: number | null, max: number): Promise<NotedEntry[]> {
    return this.#database
      .prepare<[number, number], AuditRow>(
        'SELECT id, at, who, action, subject, address, result FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?',
      )
      .all(before ?? Number.MAX_SAFE_INTEGER, max)
      .map(auditEntryOf);
  }
}
