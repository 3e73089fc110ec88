// The audit log in PostgreSQL: no statement changes or removes an entry.
import type { Clock } from '../../ops/clock.ts';
import type { Database } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import type { AuditEntry, AuditLog, NotedEntry } from '../port.ts';
import { type AuditRow, auditEntryOf, cutEntry } from '../stored-rows.ts';

/** Numbers are taken under the lock of the counter, so that they are in the order of the commits. */
const APPEND = statement<
  [at: number, who: string, action: string, subject: string, address: string, result: string],
  { id: number }
>(
  'append to the audit log',
  `WITH next AS (UPDATE counter SET value = value + 1 WHERE name = 'audit' RETURNING value)
  INSERT INTO audit (id, at, who, action, subject, address, result)
  SELECT value, $1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text FROM next RETURNING id`,
);

const ENTRIES = statement<[before: number, max: number], AuditRow>(
  'entries of the audit log',
  `SELECT id, at, who, action, subject, address, result FROM audit WHERE id < $1::bigint
  ORDER BY id DESC LIMIT $2::integer`,
);

export class AuditRepository implements AuditLog {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async append(entry: AuditEntry): Promise<void> {
    const { who, action, subject, address, result } = cutEntry(entry);
    await this.#database.run(APPEND, this.#clock.now(), who, action, subject, address, result);
  }

  async entries(before: number | null, max: number): Promise<NotedEntry[]> {
    return (await this.#database.read(ENTRIES, before ?? Number.MAX_SAFE_INTEGER, max)).map(auditEntryOf);
  }
}
