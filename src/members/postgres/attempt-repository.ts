// Sign-in attempts in PostgreSQL. The counts are shared by all nodes and survive restarts.
import { randomInt } from 'node:crypto';
import type { Clock } from '../../ops/clock.ts';
import type { Database, Session } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import { SET_BACK_MS, storedSubject, WINDOW_MS, waitMsFor } from '../attempt-window.ts';
import type { Admission, AttemptLimit, SignInAttempts } from '../port.ts';

const ID_MAX = 2 ** 48 - 1;

/** The lock is held to the end of the transaction, so that attempts of one subject are serialized. */
const LOCK = statement<[subject: string]>(
  'lock the attempts of a subject',
  "SELECT pg_advisory_xact_lock(hashtextextended('cardfile attempts ' || current_schema() || $1::text, 0))",
);

const PRUNE = statement<[before: number, after: number]>(
  'remove old attempts',
  'DELETE FROM sign_in_attempt WHERE at <= $1::bigint OR at > $2::bigint',
);

const TIMES = statement<[subject: string, after: number, max: number], { at: number }>(
  'times of attempts',
  `SELECT at FROM sign_in_attempt WHERE subject = $1::text AND at > $2::bigint ORDER BY at DESC LIMIT $3::integer`,
);

const NOTE = statement<[id: number, subject: string, at: number]>(
  'note an attempt',
  'INSERT INTO sign_in_attempt (id, subject, at) VALUES ($1::bigint, $2::text, $3::bigint)',
);

const FORGIVE = statement<[ids: readonly number[]]>(
  'forgive attempts',
  'DELETE FROM sign_in_attempt WHERE id = ANY ($1::bigint[])',
);

export class AttemptRepository implements SignInAttempts {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  admit(limits: readonly AttemptLimit[]): Promise<Admission> {
    const now = this.#clock.now();
    const subjects = limits.map(({ subject }) => storedSubject(subject));
    return this.#database.transact(async (session): Promise<Admission> => {
      // Subjects are locked in sorted order, so that no two transactions wait for each other.
      for (const subject of subjects.toSorted()) await session.run(LOCK, subject);
      await session.run(PRUNE, now - WINDOW_MS, now + SET_BACK_MS);
      let retryAfterMs = 0;
      for (const [index, { max }] of limits.entries()) {
        retryAfterMs = Math.max(retryAfterMs, await waitMs(session, { subject: subjects[index] ?? '', max, now }));
      }
      if (retryAfterMs > 0) return { admitted: false, retryAfterMs };
      const ticket = subjects.map(() => randomInt(ID_MAX));
      for (const [index, subject] of subjects.entries()) await session.run(NOTE, ticket[index] ?? 0, subject, now);
      return { admitted: true, ticket };
    });
  }

  async forgive(ticket: readonly number[]): Promise<void> {
    await this.#database.run(FORGIVE, ticket);
  }
}

async function waitMs(
  session: Session,
  { subject, max, now }: AttemptLimit & { readonly now: number },
): Promise<number> {
  const times = await session.run(TIMES, subject, now - WINDOW_MS, max);
  return waitMsFor(times[max - 1]?.at, now);
}
