// The audit log in PostgreSQL: no statement changes or removes an entry.
import type { Clock } from '../../ops/clock.ts';
import type { Database } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import { AUDIT_TEXT_LENGTH_MAX, type AuditEntry, type AuditLog, type NotedEntry } from '../port.ts';

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

const ENTRIES = statement<[before: number, max: number], Omit<NotedEntry, 'at'> & { at: number }>(
  'entries of the audit log',
  `SELECT id, at, who, action, subject, address, result FROM audit WHERE id < $1::bigint
  ORDER BY id DESC LIMIT $2::integer`,
);

export class AuditBook implements AuditLog {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async append({ who, action, subject, address, result }: AuditEntry): Promise<void> {
    const short = (text: string) => text.slice(0, AUDIT_TEXT_LENGTH_MAX);
    const texts = [short(who), action, short(subject), short(address), short(result)] as const;
    await this.#database.run(APPEND, this.#clock.now(), ...texts);
  }

  async entries(before: number | null, max: number): Promise<NotedEntry[]> {
    const rows = await this.#database.read(ENTRIES, before ?? Number.MAX_SAFE_INTEGER, max);
    return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  }
}
