// Sign-in attempts in SQLite. The counts are shared by all threads and survive restarts.
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../ops/clock.ts';
import { SET_BACK_MS, storedSubject, WINDOW_MS, waitMsFor } from '../attempt-window.ts';
import type { Admission, AttemptLimit, SignInAttempts } from '../port.ts';

export class AttemptRepository implements SignInAttempts {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async admit(limits: readonly AttemptLimit[]): Promise<Admission> {
    const now = this.#clock.now();
    return this.#database
      .transaction((): Admission => {
        const prune = this.#database.prepare('DELETE FROM sign_in_attempt WHERE at <= ? OR at > ?');
        prune.run(now - WINDOW_MS, now + SET_BACK_MS);
        const retryAfterMs = Math.max(...limits.map((limit) => this.#waitMs(limit, now)));
        if (retryAfterMs > 0) return { admitted: false, retryAfterMs };
        const note = this.#database.prepare('INSERT INTO sign_in_attempt (subject, at) VALUES (?, ?)');
        const ticket = limits.map(({ subject }) => Number(note.run(storedSubject(subject), now).lastInsertRowid));
        return { admitted: true, ticket };
      })
      .immediate();
  }

  async forgive(ticket: readonly number[]): Promise<void> {
    const remove = this.#database.prepare('DELETE FROM sign_in_attempt WHERE id = ?');
    this.#database.transaction(() => ticket.forEach((id) => void remove.run(id))).immediate();
  }

  #waitMs({ subject, max }: AttemptLimit, now: number): number {
    const filling = this.#database
      .prepare<[string, number], number>(
        'SELECT at FROM sign_in_attempt WHERE subject = ? ORDER BY at DESC LIMIT 1 OFFSET ?',
      )
      .pluck()
      .get(storedSubject(subject), max - 1);
    return waitMsFor(filling, now);
  }
}
