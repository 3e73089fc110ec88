// The table of openings. repositories/opening-repository.ts decides what is written.
import type { UndoneRun } from './opening-versions.ts';
import { rowsAfter } from './rows-after.ts';
import type { KeyedRows, Select, Sql, SqlValue, Write } from './sql.ts';

/** A stored opening without its record. */
export interface StoredOpening {
  readonly id: number;
  readonly employerId: number;
  readonly titleKey: string;
  readonly source: string;
  /** Whether a later run of its source and company did not contain it: it counts as closed. */
  readonly isMissing: boolean;
  /** The first and the last run that contained this state. */
  readonly originRun: number;
  readonly lastRun: number;
  readonly hash: number;
}

/** A state of an opening, as written. */
export interface OpeningState extends Omit<StoredOpening, 'id' | 'isMissing'> {
  readonly isOpen: boolean;
  /** The opening as JSON. */
  readonly record: string;
}

export type ClosedOpening = Pick<StoredOpening, 'id' | 'employerId' | 'titleKey' | 'source'>;

type StoredRow = readonly [
  id: number,
  employerId: number,
  titleKey: string,
  source: string,
  isMissing: number,
  originRun: number,
  lastRun: number,
  hash: number,
];

type StateColumns = readonly [
  employerId: number,
  titleKey: string,
  source: string,
  isOpen: number,
  lastRun: number,
  originRun: number,
  hash: number,
  record: string,
];

const STATE = ['employer_id', 'title_key', 'source', 'is_open', 'run_id', 'origin_run', 'hash', 'record'];
const MISSING = ['is_missing', 'missing_run'];
/** The values of these two columns while the opening is not missing. */
const PRESENT = [0, null] as const;

/** Batch size of reads for export. */
const PAGE_SIZE = 1000;

export class Openings {
  readonly #byIdentity: KeyedRows<StoredRow>;
  readonly #add: { run(...values: readonly [string, ...StateColumns]): number };
  readonly #change: Write;
  readonly #seenIn: Write;
  readonly #reopen: Write;
  readonly #miss: Write;
  readonly #remove: Write;
  readonly #changedBy: Select<[number], StoredRow>;
  readonly #closedBy: Select<[number], StoredRow>;
  readonly #closedRecords: Select<[number], readonly [record: string]>;
  readonly #moveOrigins: { run(run: UndoneRun): number };
  readonly #moveLastRuns: { run(run: UndoneRun): number };
  readonly #notIn: Select<[{ runId: number }], ClosedOpening>;
  readonly #idsOf: (ids: readonly number[]) => SqlValue;
  readonly #missingLater: Select<[SqlValue, number], readonly [id: number, runId: number]>;
  readonly #isHidden: KeyedRows<readonly [hidden: number]>;
  readonly #after: Select<[number, number], readonly [id: number, isOpen: number, record: string]>;

  constructor(sql: Sql) {
    this.#byIdentity = sql.keyed(`${STORED} WHERE identity = ?`, { table: 'opening', column: 'identity', idAt: 0 });
    this.#add = sql.insertNew('opening', ['identity', ...STATE]);
    this.#change = sql.update('opening', [...STATE, ...MISSING], ['id']);
    this.#seenIn = sql.update('opening', ['run_id', ...MISSING], ['id']);
    this.#reopen = sql.update('opening', ['run_id', 'origin_run', ...MISSING], ['id']);
    this.#miss = sql.update('opening', MISSING, ['id']);
    this.#remove = sql.remove('opening', ['id']);
    this.#changedBy = sql.rows(`${STORED} WHERE origin_run = ? AND run_id = origin_run ORDER BY id`);
    this.#closedBy = sql.rows(`${STORED} WHERE missing_run = ? ORDER BY id`);
    this.#closedRecords = sql.rows('SELECT record FROM opening WHERE missing_run = ? ORDER BY id');
    this.#moveOrigins = sql.command(
      `UPDATE opening SET origin_run = CASE WHEN run_id > @later THEN @later ELSE run_id END WHERE origin_run = @runId`,
    );
    this.#moveLastRuns = sql.command(
      `UPDATE opening SET run_id = CASE WHEN origin_run > @earlier THEN origin_run ELSE @earlier END
       WHERE run_id = @runId AND origin_run < @runId`,
    );
    this.#notIn = sql.objects(NOT_IN);
    this.#idsOf = sql.dialect.idsOf;
    this.#missingLater = sql.rows(missingLater(sql.dialect.isAmong('id')));
    this.#isHidden = sql.keyed('SELECT hidden FROM company WHERE id = ?', { table: 'company', column: 'id' });
    this.#after = sql.rows(
      `SELECT opening.id, is_open - is_missing, opening.record FROM opening
       JOIN employer ON employer.id = employer_id LEFT JOIN company ON company.id = company_id
       WHERE opening.id > ? AND coalesce(hidden, 0) = 0 ORDER BY opening.id LIMIT ?`,
    );
  }

  /** The openings of identities, read in one query if the store has round trips; null for each that is not stored. */
  prefetch(identities: readonly string[]): (StoredOpening | null)[] {
    this.#byIdentity.prefetch(identities);
    return identities.map((identity) => this.byIdentity(identity));
  }

  byIdentity(identity: string): StoredOpening | null {
    const [row] = this.#byIdentity.of(identity);
    return row === undefined ? null : stored(row);
  }

  /** Prefetches which companies are hidden. Does nothing if the store has no round trips. */
  prefetchHidden(companyIds: readonly number[]): void {
    this.#isHidden.prefetch(companyIds);
  }

  isHidden(companyId: number): boolean {
    return this.#isHidden.of(companyId)[0]?.[0] === 1;
  }

  add(identity: string, state: OpeningState): void {
    this.#add.run(identity, ...columnsOf(state));
  }

  /** Replaces the state of an opening, which is then not missing. */
  change(id: number, state: OpeningState): void {
    this.#change.run(...columnsOf(state), ...PRESENT, id);
  }

  /** Sets the last run that contained the state; the opening is then not missing. */
  setLastRun(id: number, runId: number): void {
    this.#seenIn.run(runId, ...PRESENT, id);
  }

  /** The opening is not missing from this run on. */
  reopen(id: number, runId: number): void {
    this.#reopen.run(runId, runId, ...PRESENT, id);
  }

  /** The opening is missing from this run on. */
  miss(id: number, runId: number): void {
    this.#miss.run(1, runId, id);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }

  /** The openings whose state only this run contained, and the openings that are missing from this run on. */
  concernedBy(runId: number): StoredOpening[] {
    return [...this.#changedBy.all(runId), ...this.#closedBy.all(runId)].map(stored);
  }

  /** The records of the openings that are missing from this run on. */
  closedBy(runId: number): string[] {
    return this.#closedRecords.all(runId).map(([record]) => record);
  }

  /**
   * Assigns states that an undone run shares with other runs to the next of these runs, or to the previous one.
   */
  moveRuns(run: UndoneRun): void {
    this.#moveOrigins.run(run);
    this.#moveLastRuns.run(run);
  }

  /** The open openings of the sources and companies of a run that the run did not contain. */
  notIn(runId: number): ClosedOpening[] {
    return this.#notIn.all({ runId });
  }

  /**
   * The open ones among the given openings, each with the first file run that contained other openings of the same
   * company and source, of those after `runId` and after the last run that contained the opening.
   */
  missingLater(ids: readonly number[], runId: number): (readonly [id: number, runId: number])[] {
    return this.#missingLater.all(this.#idsOf(ids), runId);
  }

  /** Every opening, except those at hidden companies, by id. */
  *all(): Generator<{ readonly isOpen: boolean; readonly record: string }> {
    for (const [, isOpen, record] of rowsAfter(this.#after, PAGE_SIZE)) yield { isOpen: isOpen === 1, record };
  }
}

function stored([id, employerId, titleKey, source, isMissing, originRun, lastRun, hash]: StoredRow): StoredOpening {
  return { id, employerId, titleKey, source, isMissing: isMissing === 1, originRun, lastRun, hash };
}

function columnsOf(state: OpeningState): StateColumns {
  const { employerId, titleKey, source, isOpen, lastRun, originRun, hash, record } = state;
  return [employerId, titleKey, source, isOpen ? 1 : 0, lastRun, originRun, hash, record];
}

const STORED = `SELECT id, employer_id, title_key, source, is_missing, origin_run, run_id, hash FROM opening`;

/** Companies are compared by all their names, so that a different spelling of a name does not keep an opening open. */
const NOT_IN = `
  WITH brought AS MATERIALIZED (SELECT DISTINCT employer_id, source FROM opening WHERE run_id = @runId),
  named AS MATERIALIZED (
    SELECT employer_id FROM brought
    UNION
    SELECT other.id FROM brought JOIN employer ON employer.id = brought.employer_id
    JOIN employer AS other ON other.company_id = employer.company_id
  )
  SELECT id, employer_id AS "employerId", title_key AS "titleKey", source FROM opening
  WHERE employer_id IN (SELECT employer_id FROM named) AND source IN (SELECT source FROM brought)
    AND run_id <> @runId AND is_open = 1 AND is_missing = 0 ORDER BY id`;

const missingLater = (isAmong: string) => `
  WITH open AS MATERIALIZED (
    SELECT id, employer_id, source, run_id FROM opening WHERE ${isAmong} AND is_open = 1 AND is_missing = 0
  ),
  named AS MATERIALIZED (
    SELECT employer_id AS name_id, employer_id FROM open
    UNION
    SELECT other.id, open.employer_id FROM open JOIN employer ON employer.id = open.employer_id
    JOIN employer AS other ON other.company_id = employer.company_id
  ),
  brought AS MATERIALIZED (
    SELECT DISTINCT named.employer_id, opening.source, opening.run_id FROM named
    JOIN opening ON opening.employer_id = named.name_id
    JOIN import_run ON import_run.id = opening.run_id AND finished_at IS NOT NULL AND last_call IS NULL
  )
  SELECT open.id, min(brought.run_id) FROM open JOIN brought ON brought.employer_id = open.employer_id
    AND brought.source = open.source AND brought.run_id > open.run_id AND brought.run_id > ?
  GROUP BY open.id ORDER BY open.id`;
