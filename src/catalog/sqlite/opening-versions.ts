// Replaced states of openings, so that the run that replaced them can be undone.
import type { Database, Statement } from 'better-sqlite3';

interface OpeningVersion {
  readonly originRun: number;
  readonly lastRun: number;
  readonly hash: number;
  /** The run that no longer brought the opening; null while it was present. */
  readonly missingRun: number | null;
}

/** Maximum states per opening. */
const VERSIONS_MAX = 16;

export class OpeningVersions {
  readonly #keep: Statement<[number]>;
  readonly #prune: Statement<{ openingId: number }>;
  readonly #of: Statement<[number], OpeningVersion>;
  readonly #take: Statement<[number], OpeningVersion & { readonly record: string }>;
  readonly #undo: readonly Statement<{ runId: number }>[];

  constructor(database: Database) {
    this.#keep = database.prepare(
      `INSERT INTO opening_version (opening_id, origin_run, last_run, hash, missing_run, record)
       SELECT id, origin_run, run_id, hash, missing_run, record FROM opening WHERE id = ?`,
    );
    this.#prune = database.prepare(
      `DELETE FROM opening_version WHERE opening_id = @openingId AND id <
       (SELECT id FROM opening_version WHERE opening_id = +@openingId
        ORDER BY id DESC LIMIT 1 OFFSET ${VERSIONS_MAX - 1})`,
    );
    this.#of = database.prepare(
      `SELECT origin_run AS originRun, last_run AS lastRun, hash, missing_run AS missingRun FROM opening_version
       WHERE opening_id = +? ORDER BY id`,
    );
    this.#take = database.prepare(
      `DELETE FROM opening_version WHERE id = (SELECT max(id) FROM opening_version WHERE opening_id = +?)
       RETURNING origin_run AS originRun, last_run AS lastRun, hash, missing_run AS missingRun, record`,
    );
    this.#undo = [
      'UPDATE opening_version SET origin_run = last_run WHERE origin_run = @runId AND last_run > @runId',
      'DELETE FROM opening_version WHERE origin_run = @runId',
      'UPDATE opening_version SET missing_run = NULL WHERE missing_run = @runId',
    ].map((sql) => database.prepare(sql));
  }

  /** Stores the current state of an opening. */
  keep(openingId: number): void {
    this.#keep.run(openingId);
    this.#prune.run({ openingId });
  }

  /** The oldest first. */
  of(openingId: number): OpeningVersion[] {
    return this.#of.all(openingId);
  }

  /** Removes and returns the latest state; null if there is none. */
  take(openingId: number): (OpeningVersion & { readonly record: string }) | null {
    return this.#take.get(openingId) ?? null;
  }

  /** Removes the states that only this run brought. */
  undo(runId: number): void {
    for (const statement of this.#undo) statement.run({ runId });
  }
}
