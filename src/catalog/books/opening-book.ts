// Writes openings of jobs. The URL identifies an opening. An opening without a URL is identified by employer, title,
// source, location, posting date and its number among the equal rows of its file.

import { hash } from 'node:crypto';
import type { OpeningRecord } from '../../contract/import-records.ts';
import { employerName, employerText } from '../employer-name.ts';
import type { RowRun, RunSource } from '../matching/source-row.ts';
import { rowHash } from '../row-hash.ts';
import { storedRecord } from '../stored-record.ts';
import type { Employers } from '../tables/employers.ts';
import type { Generations } from '../tables/generations.ts';
import type { JobRows } from '../tables/job-rows.ts';
import { OpeningVersions, type UndoneRun } from '../tables/opening-versions.ts';
import { rowsAfter } from '../tables/rows-after.ts';
import type { KeyedRows, Select, Sql, SqlValue, Write } from '../tables/sql.ts';
import type { SuppressionList } from '../tables/suppression-list.ts';
import { titleKey } from '../title-key.ts';
import { redact } from '../views/redact.ts';
import type { Outcome } from '../writer-port.ts';
import { blocksOf } from './blocks.ts';
import type { RunBook } from './run-book.ts';

interface StoredOpening {
  readonly id: number;
  readonly employerId: number;
  readonly titleKey: string;
  readonly source: string;
  readonly isMissing: number;
  readonly originRun: number;
  readonly lastRun: number;
  readonly hash: number;
}

interface Collaborators {
  readonly runs: RunBook;
  readonly employers: Employers;
  readonly jobRows: JobRows;
  readonly suppressions: SuppressionList;
  readonly generations: Generations;
}

type OpeningColumns = readonly [
  employerId: number,
  titleKey: string,
  source: string,
  is_open: number,
  lastRun: number,
  originRun: number,
  hash: number,
  record: string,
];

type Present = Pick<StoredOpening, 'id' | 'lastRun'>;

type Closed = Pick<StoredOpening, 'id' | 'employerId' | 'titleKey' | 'source'>;

/** Batch size of reads for export. */
const PAGE_SIZE = 1000;

export class OpeningBook {
  readonly #with: Collaborators;
  readonly #find: KeyedRows<StoredRow>;
  readonly #add: { run(...values: readonly [string, ...OpeningColumns]): number };
  readonly #change: Write;
  readonly #versions: OpeningVersions;
  readonly #bring: Write;
  readonly #broughtBy: Select<[number], StoredOpening>;
  readonly #closedBy: Select<[number], StoredOpening>;
  readonly #reopen: Write;
  readonly #miss: Write;
  readonly #rebring: { run(run: UndoneRun): number };
  readonly #unbring: { run(run: UndoneRun): number };
  readonly #remove: Write;
  readonly #isHidden: KeyedRows<readonly [hidden: number]>;
  readonly #missing: Select<[{ runId: number }], Closed>;
  readonly #idsOf: (ids: readonly number[]) => SqlValue;
  readonly #missingLater: Select<[SqlValue], readonly [id: number, runId: number]>;
  readonly #after: Select<[number, number], readonly [id: number, is_open: number, record: string]>;

  constructor(sql: Sql, collaborators: Collaborators) {
    this.#with = collaborators;
    this.#versions = new OpeningVersions(sql);
    this.#find = sql.keyed(`${STORED} WHERE identity = ?`, { table: 'opening', column: 'identity', idAt: 0 });
    const state = ['employer_id', 'title_key', 'source', 'is_open', 'run_id', 'origin_run', 'hash', 'record'];
    const missing = ['is_missing', 'missing_run'];
    this.#add = sql.insertNew('opening', ['identity', ...state]);
    this.#change = sql.update('opening', [...state, ...missing], ['id']);
    this.#bring = sql.update('opening', ['run_id', ...missing], ['id']);
    // A state that later runs contained unchanged is assigned to the first of these runs.
    this.#broughtBy = sql.objects(`${STORED} WHERE origin_run = ? AND run_id = origin_run ORDER BY id`);
    this.#closedBy = sql.objects(`${STORED} WHERE missing_run = ? ORDER BY id`);
    this.#reopen = sql.update('opening', ['run_id', 'origin_run', ...missing], ['id']);
    this.#miss = sql.update('opening', missing, ['id']);
    this.#rebring = sql.command(
      `UPDATE opening SET origin_run = CASE WHEN run_id > @later THEN @later ELSE run_id END WHERE origin_run = @runId`,
    );
    this.#unbring = sql.command(
      `UPDATE opening SET run_id = CASE WHEN origin_run > @earlier THEN origin_run ELSE @earlier END
       WHERE run_id = @runId AND origin_run < @runId`,
    );
    this.#remove = sql.remove('opening', ['id']);
    this.#isHidden = sql.keyed('SELECT hidden FROM company WHERE id = ?', { table: 'company', column: 'id' });
    this.#missing = sql.objects(MISSING);
    this.#missingLater = sql.rows(missingLater(sql.dialect.isAmong('id')));
    this.#idsOf = sql.dialect.idsOf;
    this.#after = sql.rows(
      `SELECT opening.id, is_open - is_missing, opening.record FROM opening
       JOIN employer ON employer.id = employer_id LEFT JOIN company ON company.id = company_id
       WHERE opening.id > ? AND coalesce(hidden, 0) = 0 ORDER BY opening.id LIMIT ?`,
    );
  }

  /**
   * Prefetches the stored openings and employers of rows in a few queries. Does nothing if the store has no round
   * trips.
   */
  prefetch(records: readonly OpeningRecord[]): void {
    const { employers, suppressions } = this.#with;
    const rows = records.filter((record) => !suppressions.hasEmployer(record));
    employers.prefetch(rows.map((record) => employerText(employerName(record))));
    const ids = rows.map((record) => employers.idOf(record));
    const companies = employers.companiesOf(ids).filter((id) => id !== null);
    this.#isHidden.prefetch(companies);
    const identities = rows.map((record, index) => identityOf(record, ids[index] as number));
    this.#find.prefetch(identities);
    const changed = rows.flatMap((record, index) => {
      const [stored] = this.#find.of(identities[index] as string);
      return stored === undefined || stored[HASH_AT] === rowHash(JSON.stringify(record)) ? [] : [stored[0]];
    });
    this.#versions.prefetch(changed);
  }

  write(incoming: OpeningRecord, session: RowRun): Outcome {
    if (this.#with.suppressions.hasEmployer(incoming)) return 'suppressed';
    const employerId = this.#with.employers.idOf(incoming);
    const companyId = this.#with.employers.companyOf(employerId);
    if (companyId !== null && this.#isHidden.of(companyId)[0]?.[0] === 1) return 'suppressed';
    const text = JSON.stringify(incoming);
    const hash = rowHash(text);
    const identity = identityOf(incoming, employerId);
    const stored = openingOf(this.#find.of(identity)[0]);
    const { isPush } = this.#with.runs.sourceOf(session.runId);
    if (stored && this.#isKnown(stored, hash, { sourceId: session.sourceId, isPush }))
      return this.#bringAgain(stored, session.runId);
    const key = titleKey(redact(incoming.title));
    const place = [employerId, key, incoming.source, incoming.is_open ? 1 : 0] as const;
    const columns = [...place, session.runId, session.runId, hash, text] as const;
    if (stored) {
      // The states between two calls of one run are not kept: a run is undone as a whole.
      if (!isPush || stored.originRun !== session.runId) this.#versions.keep(stored.id);
      this.#change.run(...columns, ...PRESENT, stored.id);
      this.#touch(stored);
    } else {
      this.#add.run(identity, ...columns);
      this.#with.generations.noteRecords('openings', 1);
    }
    this.#with.jobRows.touch(companyId, { titleKey: key, source: incoming.source });
    this.#with.generations.markVisible();
    return stored ? 'merged' : 'created';
  }

  /**
   * Undoes a run: openings get their previous state, or are removed. Openings that the run closed are open again,
   * unless a later run did not contain them either. A state that later runs contained unchanged is assigned to the
   * first of them. A state that this run contained unchanged is assigned to the previous run, or to the run that first
   * contained it. Returns the number of changed openings.
   */
  undo(run: UndoneRun): number {
    const { runId } = run;
    this.#versions.undo(run);
    const changed = [...this.#broughtBy.all(runId), ...this.#closedBy.all(runId)];
    const present: Present[] = [];
    for (const block of blocksOf(changed)) {
      this.#prefetchUndo(block.filter(({ originRun }) => originRun === runId));
      this.#with.employers.companiesOf(block.map(({ employerId }) => employerId));
      for (const opening of block) {
        this.#touch(opening);
        const lastRun = opening.originRun === runId ? this.#restore(opening) : opening.lastRun;
        if (opening.originRun !== runId) this.#bring.run(lastRun, ...PRESENT, opening.id);
        if (lastRun !== null) present.push({ id: opening.id, lastRun });
      }
    }
    this.#rebring.run(run);
    this.#unbring.run(run);
    const closed = this.#closeMissingLater(present);
    if (changed.length > 0) this.#with.generations.markVisible();
    return changed.filter(({ id, originRun }) => originRun === runId || !closed.has(id)).length;
  }

  /** Closes those of the given openings that a later run did not contain; returns their ids. */
  #closeMissingLater(openings: readonly Present[]): ReadonlySet<number> {
    const latest = this.#with.runs.latestFile('jobs');
    const closed = new Set<number>();
    for (const block of blocksOf(openings.flatMap(({ id, lastRun }) => (lastRun < latest ? [id] : [])))) {
      for (const [id, runId] of this.#missingLater.all(this.#idsOf(block))) {
        this.#miss.run(1, runId, id);
        closed.add(id);
      }
    }
    return closed;
  }

  /** Closes the openings of the run's sources and companies that the run did not contain; returns their number. */
  closeMissing(runId: number): number {
    const closed = this.#missing.all({ runId });
    for (const opening of closed) {
      this.#miss.run(1, runId, opening.id);
      this.#touch(opening);
    }
    if (closed.length > 0) this.#with.generations.markVisible();
    return closed.length;
  }

  /** Every opening, except those at hidden companies, by id. */
  *records(): Generator<OpeningRecord> {
    for (const [, is_open, record] of rowsAfter(this.#after, PAGE_SIZE))
      yield { ...storedRecord('opening', record), is_open: is_open === 1 };
  }

  /** Whether the source has already sent this state, and no other state in a later run or call. */
  #isKnown(stored: StoredOpening, hash: number, { sourceId, isPush }: Pick<RunSource, 'sourceId' | 'isPush'>): boolean {
    const isOwn = (state: { readonly originRun: number }) =>
      this.#with.runs.sourceOf(state.originRun).sourceId === sourceId;
    if (stored.hash === hash && isOwn(stored)) return true;
    const own = [...this.#versions.of(stored.id), stored].filter(isOwn);
    if (isPush) return own.at(-1)?.hash === hash;
    const latest = Math.max(0, ...own.map(({ originRun }) => originRun));
    return own.some((state) => state.hash === hash && state.lastRun >= latest);
  }

  /**
   * Prefetches the previous states and their employers in a few queries. Does nothing if the store has no round trips.
   */
  #prefetchUndo(openings: readonly StoredOpening[]): void {
    const { employers } = this.#with;
    const texts = this.#versions.prefetchLatest(openings.map(({ id }) => id));
    const records = texts.map((text) => storedRecord('opening', text));
    employers.prefetch(records.map((record) => employerText(employerName(record))));
    employers.companiesOf(records.map((record) => employers.idOf(record)));
  }

  /** Restores the previous state; returns the last run that contained it, or null if there is none. */
  #restore(opening: StoredOpening): number | null {
    const before = this.#versions.take(opening.id);
    if (before === null) {
      this.#remove.run(opening.id);
      this.#with.generations.noteRecords('openings', -1);
      return null;
    }
    const record = storedRecord('opening', before.record);
    const employerId = this.#with.employers.idOf(record);
    const key = titleKey(redact(record.title));
    const place = [employerId, key, record.source, record.is_open ? 1 : 0] as const;
    this.#change.run(...place, before.lastRun, before.originRun, before.hash, before.record, ...PRESENT, opening.id);
    if (before.missingRun !== null) this.#miss.run(1, before.missingRun, opening.id);
    this.#touch({ employerId, titleKey: key, source: record.source });
    return before.lastRun;
  }

  #bringAgain(stored: StoredOpening, runId: number): Outcome {
    if (stored.isMissing === 0) {
      this.#bring.run(runId, ...PRESENT, stored.id);
      return 'unchanged';
    }
    // Keeps the current state, in which the opening is missing: an undo restores it.
    this.#versions.keep(stored.id);
    this.#reopen.run(runId, runId, ...PRESENT, stored.id);
    this.#touch(stored);
    this.#with.generations.markVisible();
    return 'merged';
  }

  #touch(opening: Pick<StoredOpening, 'employerId' | 'titleKey' | 'source'>): void {
    this.#with.jobRows.touch(this.#with.employers.companyOf(opening.employerId), opening);
  }
}

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

const HASH_AT = 7;

function openingOf(row: StoredRow | undefined): StoredOpening | undefined {
  if (row === undefined) return undefined;
  const [id, employerId, key, source, isMissing, originRun, lastRun, hash] = row;
  return { id, employerId, titleKey: key, source, isMissing, originRun, lastRun, hash };
}

/** Of `is_missing` and `missing_run`. */
const PRESENT = [0, null] as const;

const STORED = `SELECT id, employer_id AS "employerId", title_key AS "titleKey", source, is_missing AS "isMissing",
  origin_run AS "originRun", run_id AS "lastRun", hash FROM opening`;

/** Companies are compared by all their names, so that a different spelling of a name does not keep an opening open. */
const MISSING = `
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

/**
 * The open ones among the given openings, each with the first later file run that contained other openings of the same
 * company and source.
 */
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
    AND brought.source = open.source AND brought.run_id > open.run_id
  GROUP BY open.id ORDER BY open.id`;

function identityOf(opening: OpeningRecord, employerId: number): string {
  const { url, title, source, location, posted_at, occurrence } = opening;
  const place = [location?.city ?? null, location?.country_code ?? null];
  return hash(
    'sha256',
    JSON.stringify(url === null ? [employerId, title, source, ...place, posted_at, occurrence] : [url]),
    'base64url',
  );
}
