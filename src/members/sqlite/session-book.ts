// Sessions in SQLite: one row each under the hash of its token, with the time of its last use.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { prepareAll, type Statements, sql } from '../../ops/sqlite-statements.ts';
import type { Session, Sessions } from '../port.ts';
import { SEEN_EVERY_MS, type SessionLife, type SessionRow, sessionOf } from '../session-life.ts';
import { MEMBER_COLUMNS } from './member-book.ts';

const STATEMENTS = {
  find: sql<[string], SessionRow>(`SELECT ${MEMBER_COLUMNS}, began_at AS beganAt, seen_at AS seenAt
     FROM session JOIN member ON member.id = member_id WHERE token_hash = ?`),
};

export class SessionBook implements Sessions {
  readonly #statements: Statements<typeof STATEMENTS>;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #life: SessionLife;

  constructor(database: Database, clock: Clock, life: SessionLife) {
    this.#statements = prepareAll(database, STATEMENTS);
    this.#database = database;
    this.#clock = clock;
    this.#life = life;
  }

  async begin(memberId: string, tokenHash: string): Promise<Session> {
    const now = this.#clock.now();
    const begin = this.#database.transaction(() => {
      const { idleMs, absoluteMs } = this.#life;
      this.#run('DELETE FROM session WHERE seen_at <= ? OR began_at <= ?', now - idleMs, now - absoluteMs);
      this.#run('INSERT INTO session VALUES (?, ?, ?, ?)', tokenHash, memberId, now, now);
      this.#run('UPDATE member SET last_seen_at = ? WHERE id = ?', now, memberId);
    });
    begin.immediate();
    const row = this.#statements.find.get(tokenHash);
    if (!row) throw new Error('a session that was begun is gone');
    return sessionOf(row, this.#life);
  }

  async find(tokenHash: string): Promise<Session | null> {
    const row = this.#statements.find.get(tokenHash);
    if (!row) return null;
    const now = this.#clock.now();
    const { idleMs, absoluteMs } = this.#life;
    if (now >= row.seenAt + idleMs || now >= row.beganAt + absoluteMs) return null;
    if (now - row.seenAt < SEEN_EVERY_MS) return sessionOf(row, this.#life);
    this.#run('UPDATE session SET seen_at = ? WHERE token_hash = ?', now, tokenHash);
    this.#run('UPDATE member SET last_seen_at = ? WHERE id = ?', now, row.id);
    return sessionOf({ ...row, seenAt: now, lastSeenAt: now }, this.#life);
  }

  async end(tokenHash: string): Promise<void> {
    this.#run('DELETE FROM session WHERE token_hash = ?', tokenHash);
  }

  async endAllOf(memberId: string): Promise<void> {
    this.#run('DELETE FROM session WHERE member_id = ?', memberId);
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#database.prepare(sql).run(...values);
  }
}
