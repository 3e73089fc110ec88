// Replaced states of openings, so that the run that replaced them can be undone.
import type { KeyedRows, Sql, Write } from './sql.ts';

interface OpeningVersion {
  readonly originRun: number;
  readonly lastRun: number;
  readonly hash: number;
  /** The first run that did not contain the opening, or MISSING_IN_UNDONE; null while the opening was present. */
  readonly missingRun: number | null;
}

/**
 * A run to be undone, and the previous and next run of its source that are not undone; 0 if there is none. A state is
 * assumed to be contained in all runs of the source from its first to its last one.
 */
export interface UndoneRun {
  readonly runId: number;
  readonly earlier: number;
  readonly later: number;
}

/** The `missingRun` of a state after the undo of that run; ids of runs start at 1. */
export const MISSING_IN_UNDONE = 0;

/** Maximum number of states per opening. */
const VERSIONS_MAX = 16;

type VersionRow = readonly [id: number, originRun: number, lastRun: number, hash: number, missingRun: number | null];

type Current = readonly [originRun: number, lastRun: number, hash: number, missingRun: number | null, record: string];

export class OpeningVersions {
  readonly #current: KeyedRows<Current>;
  readonly #add: { run(...values: readonly [openingId: number, ...Current]): number };
  readonly #of: KeyedRows<VersionRow>;
  readonly #latest: KeyedRows<readonly [...VersionRow, record: string]>;
  readonly #drop: Write;
  readonly #undo: readonly { run(run: UndoneRun): number }[];

  constructor(sql: Sql) {
    this.#current = sql.keyed('SELECT origin_run, run_id, hash, missing_run, record FROM opening WHERE id = ?', {
      table: 'opening',
      column: 'id',
    });
    this.#add = sql.insertNew('opening_version', [
      ...['opening_id', 'origin_run', 'last_run', 'hash', 'missing_run', 'record'],
    ]);
    this.#of = sql.keyed(
      'SELECT id, origin_run, last_run, hash, missing_run FROM opening_version WHERE opening_id = +? ORDER BY id',
      { table: 'opening_version', column: 'opening_id' },
    );
    this.#latest = sql.keyed(
      `SELECT id, origin_run, last_run, hash, missing_run, record FROM opening_version WHERE opening_id = +?
       ORDER BY id DESC LIMIT 1`,
      { table: 'opening_version', column: 'opening_id' },
    );
    this.#drop = sql.remove('opening_version', ['opening_id', 'id']);
    this.#undo = [
      `UPDATE opening_version SET origin_run = CASE WHEN last_run > @later THEN @later ELSE last_run END
       WHERE origin_run = @runId AND last_run > @runId`,
      'DELETE FROM opening_version WHERE origin_run = @runId',
      `UPDATE opening_version SET missing_run = ${MISSING_IN_UNDONE} WHERE missing_run = @runId`,
      `UPDATE opening_version SET last_run = CASE WHEN origin_run > @earlier THEN origin_run ELSE @earlier END
       WHERE last_run = @runId AND origin_run < @runId`,
    ].map((text) => sql.command(text));
  }

  /** Prefetches the states of openings, in two queries. Does nothing if the store has no round trips. */
  prefetch(openingIds: readonly number[]): void {
    this.#current.prefetch(openingIds);
    this.#of.prefetch(openingIds);
  }

  /**
   * Prefetches the records of the latest states, and returns them, in one query. Returns none if the store has no round
   * trips.
   */
  prefetchLatest(openingIds: readonly number[]): string[] {
    return this.#latest.prefetch(openingIds).map(([, , , , , record]) => record);
  }

  /** Stores the current state of an opening. */
  keep(openingId: number): void {
    const [current] = this.#current.of(openingId);
    if (current === undefined) return;
    const before = this.#of.of(openingId).map(([id]) => id);
    const ids = [...before, this.#add.run(openingId, ...current)];
    for (const id of ids.slice(0, -VERSIONS_MAX)) this.#drop.run(openingId, id);
  }

  /** The states of an opening, the oldest first. */
  of(openingId: number): OpeningVersion[] {
    return this.#of
      .of(openingId)
      .map(([, originRun, lastRun, hash, missingRun]) => ({ originRun, lastRun, hash, missingRun }));
  }

  /** Removes and returns the latest state; null if there is none. */
  take(openingId: number): (OpeningVersion & { readonly record: string }) | null {
    const [latest] = this.#latest.of(openingId);
    if (latest === undefined) return null;
    const [id, originRun, lastRun, hash, missingRun, record] = latest;
    this.#drop.run(openingId, id);
    return { originRun, lastRun, hash, missingRun, record };
  }

  /** Removes the states that only this run contained. Other states are assigned to the previous or the next run. */
  undo(run: UndoneRun): void {
    for (const statement of this.#undo) statement.run(run);
  }
}
