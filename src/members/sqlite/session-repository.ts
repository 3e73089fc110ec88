// Sessions in SQLite: one row for each session, with the hash of its token as the key and the time of its last use.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { prepareAll, type Statements, sql } from '../../ops/sqlite/sqlite-statements.ts';
import type { Member, Session, Sessions } from '../port.ts';
import {
  CODE_WAIT_MS,
  hasEnded,
  SEEN_EVERY_MS,
  type SessionLife,
  type SessionRow,
  sessionOf,
} from '../session-life.ts';
import { type MemberRow, memberOf } from '../stored-rows.ts';
import { MEMBER_COLUMNS } from './member-repository.ts';

const STATEMENTS = {
  find: sql<[string], SessionRow>(`SELECT ${MEMBER_COLUMNS}, began_at AS beganAt, seen_at AS seenAt
     FROM session JOIN member ON member.id = member_id WHERE token_hash = ? AND awaits_code = 0`),
  findAwaiting: sql<[string, number], MemberRow>(`SELECT ${MEMBER_COLUMNS}
     FROM session JOIN member ON member.id = member_id WHERE token_hash = ? AND awaits_code = 1 AND began_at > ?`),
};

export class SessionRepository implements Sessions {
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
      this.#removeEnded(now);
      this.#run('INSERT INTO session VALUES (?, ?, ?, ?, 0)', tokenHash, memberId, now, now);
      this.#run('UPDATE member SET last_seen_at = ? WHERE id = ?', now, memberId);
    });
    begin.immediate();
    const row = this.#statements.find.get(tokenHash);
    if (!row) throw new Error('a session that was begun is gone');
    return sessionOf(row, this.#life);
  }

  async beginAwaiting(memberId: string, tokenHash: string): Promise<void> {
    const now = this.#clock.now();
    const begin = this.#database.transaction(() => {
      this.#removeEnded(now);
      this.#run('INSERT INTO session VALUES (?, ?, ?, ?, 1)', tokenHash, memberId, now, now);
    });
    begin.immediate();
  }

  async findAwaiting(tokenHash: string): Promise<Member | null> {
    const row = this.#statements.findAwaiting.get(tokenHash, this.#clock.now() - CODE_WAIT_MS);
    return row ? memberOf(row) : null;
  }

  async find(tokenHash: string): Promise<Session | null> {
    const row = this.#statements.find.get(tokenHash);
    if (!row) return null;
    const now = this.#clock.now();
    if (hasEnded(row, this.#life, now)) return null;
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

  #removeEnded(now: number): void {
    const { idleMs, absoluteMs } = this.#life;
    this.#run('DELETE FROM session WHERE seen_at <= ? OR began_at <= ?', now - idleMs, now - absoluteMs);
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#database.prepare(sql).run(...values);
  }
}
