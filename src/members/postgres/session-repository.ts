// Sessions in PostgreSQL: one row for each session, with the hash of its token as the key and the time of its last use.
import type { Clock } from '../../ops/clock.ts';
import type { Database } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
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
import { END_SESSIONS_OF, MEMBER_COLUMNS } from './member-statements.ts';

const FIND = statement<[tokenHash: string], SessionRow>(
  'find a session',
  `SELECT ${MEMBER_COLUMNS}, s.began_at AS "beganAt", s.seen_at AS "seenAt"
  FROM session s JOIN member m ON m.id = s.member_id WHERE s.token_hash = $1::text AND s.awaits_code = 0`,
);

const FIND_AWAITING = statement<[tokenHash: string, after: number], MemberRow>(
  'find a session that awaits a code',
  `SELECT ${MEMBER_COLUMNS} FROM session s JOIN member m ON m.id = s.member_id
  WHERE s.token_hash = $1::text AND s.awaits_code = 1 AND s.began_at > $2::bigint`,
);

const REMOVE_ENDED = statement<[idleSince: number, beganBy: number]>(
  'remove ended sessions',
  'DELETE FROM session WHERE seen_at <= $1::bigint OR began_at <= $2::bigint',
);

const BEGIN = statement<[tokenHash: string, memberId: string, now: number, awaitsCode: number]>(
  'begin a session',
  `INSERT INTO session (token_hash, member_id, began_at, seen_at, awaits_code)
  VALUES ($1::text, $2::text, $3::bigint, $3::bigint, $4::smallint)`,
);

const SEE_SESSION = statement<[tokenHash: string, now: number]>(
  'note the use of a session',
  'UPDATE session SET seen_at = $2::bigint WHERE token_hash = $1::text',
);

const SEE_MEMBER = statement<[id: string, now: number]>(
  'note the presence of a member',
  'UPDATE member SET last_seen_at = $2::bigint WHERE id = $1::text',
);

const END = statement<[tokenHash: string]>('end a session', 'DELETE FROM session WHERE token_hash = $1::text');

export class SessionRepository implements Sessions {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #life: SessionLife;

  constructor(database: Database, clock: Clock, life: SessionLife) {
    this.#database = database;
    this.#clock = clock;
    this.#life = life;
  }

  async begin(memberId: string, tokenHash: string): Promise<Session> {
    const now = this.#clock.now();
    const { idleMs, absoluteMs } = this.#life;
    const row = await this.#database.transact(async (session) => {
      await session.run(REMOVE_ENDED, now - idleMs, now - absoluteMs);
      await session.run(BEGIN, tokenHash, memberId, now, 0);
      await session.run(SEE_MEMBER, memberId, now);
      return (await session.run(FIND, tokenHash))[0];
    });
    if (!row) throw new Error('the member of a session does not exist');
    return sessionOf(row, this.#life);
  }

  async beginAwaiting(memberId: string, tokenHash: string): Promise<void> {
    const now = this.#clock.now();
    const { idleMs, absoluteMs } = this.#life;
    await this.#database.transact(async (session) => {
      await session.run(REMOVE_ENDED, now - idleMs, now - absoluteMs);
      await session.run(BEGIN, tokenHash, memberId, now, 1);
    });
  }

  async findAwaiting(tokenHash: string): Promise<Member | null> {
    const [row] = await this.#database.read(FIND_AWAITING, tokenHash, this.#clock.now() - CODE_WAIT_MS);
    return row ? memberOf(row) : null;
  }

  async find(tokenHash: string): Promise<Session | null> {
    const [row] = await this.#database.read(FIND, tokenHash);
    if (!row) return null;
    const now = this.#clock.now();
    if (hasEnded(row, this.#life, now)) return null;
    if (now - row.seenAt < SEEN_EVERY_MS) return sessionOf(row, this.#life);
    await this.#database.run(SEE_SESSION, tokenHash, now);
    await this.#database.run(SEE_MEMBER, row.id, now);
    return sessionOf({ ...row, seenAt: now, lastSeenAt: now }, this.#life);
  }

  async end(tokenHash: string): Promise<void> {
    await this.#database.run(END, tokenHash);
  }

  async endAllOf(memberId: string): Promise<void> {
    await this.#database.run(END_SESSIONS_OF, [memberId]);
  }
}
