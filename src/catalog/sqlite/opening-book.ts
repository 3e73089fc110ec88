// Writes openings of jobs. An opening is known by its URL; without one by employer, title, source, location, posting
// date and its number among the equal rows of its file.

import { hash } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { OpeningRecord } from '../../contract/import-records.ts';
import type { RowRun, RunSource } from '../matching/source-row.ts';
import { rowHash } from '../row-hash.ts';
import { storedRecord } from '../stored-record.ts';
import { titleKey } from '../title-key.ts';
import { redact } from '../views/redact.ts';
import type { Outcome } from '../writer-port.ts';
import type { Employers } from './employers.ts';
import type { Generations } from './generations.ts';
import type { JobRows } from './job-rows.ts';
import { OpeningVersions } from './opening-versions.ts';
import type { RunBook } from './run-book.ts';
import type { SuppressionList } from './suppression-list.ts';

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

type Closed = Pick<StoredOpening, 'id' | 'employerId' | 'titleKey' | 'source'>;

/** Batch size of reads for export. */
const PAGE_SIZE = 1000;

export class OpeningBook {
  readonly #with: Collaborators;
  readonly #find: Statement<[string], StoredOpening>;
  readonly #add: Statement<[string, ...OpeningColumns]>;
  readonly #change: Statement<[...OpeningColumns, number]>;
  readonly #versions: OpeningVersions;
  readonly #bring: Statement<[number, number]>;
  readonly #broughtBy: Statement<[number], StoredOpening>;
  readonly #closedBy: Statement<[number], StoredOpening>;
  readonly #reopen: Statement<[number, number, number]>;
  readonly #miss: Statement<[number, number]>;
  readonly #rebring: Statement<[number]>;
  readonly #remove: Statement<[number]>;
  readonly #isHidden: Statement<[number], number>;
  readonly #close: Statement<{ runId: number }, Closed>;
  readonly #after: Statement<[number, number], readonly [id: number, is_open: number, record: string]>;

  constructor(database: Database, collaborators: Collaborators) {
    this.#with = collaborators;
    this.#versions = new OpeningVersions(database);
    this.#find = database.prepare(`${STORED} WHERE identity = ?`);
    this.#add = database.prepare(
      `INSERT INTO opening (identity, employer_id, title_key, source, is_open, run_id, origin_run, hash, record)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#change = database.prepare(
      `UPDATE opening SET employer_id = ?, title_key = ?, source = ?, is_open = ?, is_missing = 0,
       missing_run = NULL, run_id = ?, origin_run = ?, hash = ?, record = ? WHERE id = ?`,
    );
    this.#bring = database.prepare('UPDATE opening SET run_id = ?, is_missing = 0, missing_run = NULL WHERE id = ?');
    // A state that a later run brought unchanged belongs to that run from now on.
    this.#broughtBy = database.prepare(`${STORED} WHERE origin_run = ? AND run_id = origin_run`);
    this.#closedBy = database.prepare(`${STORED} WHERE missing_run = ?`);
    this.#reopen = database.prepare(
      'UPDATE opening SET run_id = ?, origin_run = ?, is_missing = 0, missing_run = NULL WHERE id = ?',
    );
    this.#miss = database.prepare('UPDATE opening SET is_missing = 1, missing_run = ? WHERE id = ?');
    this.#rebring = database.prepare('UPDATE opening SET origin_run = run_id WHERE origin_run = ?');
    this.#remove = database.prepare('DELETE FROM opening WHERE id = ?');
    this.#isHidden = database.prepare<[number], number>('SELECT hidden FROM company WHERE id = ?').pluck();
    this.#close = database.prepare(CLOSE_MISSING);
    this.#after = database
      .prepare<[number, number], readonly [id: number, is_open: number, record: string]>(
        `SELECT opening.id, is_open AND NOT is_missing, opening.record FROM opening
         JOIN employer ON employer.id = employer_id LEFT JOIN company ON company.id = company_id
         WHERE opening.id > ? AND ifnull(hidden, 0) = 0 ORDER BY opening.id LIMIT ?`,
      )
      .raw();
  }

  write(incoming: OpeningRecord, session: RowRun): Outcome {
    if (this.#with.suppressions.hasEmployer(incoming)) return 'suppressed';
    const employerId = this.#with.employers.idOf(incoming);
    const companyId = this.#with.employers.companyOf(employerId);
    if (companyId !== null && this.#isHidden.get(companyId) === 1) return 'suppressed';
    const text = JSON.stringify(incoming);
    const hash = rowHash(text);
    const identity = identityOf(incoming, employerId);
    const stored = this.#find.get(identity);
    const { isPush } = this.#with.runs.sourceOf(session.runId);
    if (stored && this.#isKnown(stored, hash, { sourceId: session.sourceId, isPush }))
      return this.#bringAgain(stored, session.runId);
    const key = titleKey(redact(incoming.title));
    const place = [employerId, key, incoming.source, incoming.is_open ? 1 : 0] as const;
    const columns = [...place, session.runId, session.runId, hash, text] as const;
    if (stored) {
      // The states between two calls of a run are never restored: it is undone as a whole.
      if (!isPush || stored.originRun !== session.runId) this.#versions.keep(stored.id);
      this.#change.run(...columns, stored.id);
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
   * Undoes a run: openings get their previous state, or are removed; those that it closed are open again. States that a
   * later run brought unchanged stay with that run. Returns how many openings changed.
   */
  undo(runId: number): number {
    this.#versions.undo(runId);
    const changed = [...this.#broughtBy.all(runId), ...this.#closedBy.all(runId)];
    for (const opening of changed) {
      this.#touch(opening);
      if (opening.originRun !== runId) this.#bring.run(opening.lastRun, opening.id);
      else this.#restore(opening);
    }
    this.#rebring.run(runId);
    if (changed.length > 0) this.#with.generations.markVisible();
    return changed.length;
  }

  /** Closes the openings of the run's sources at its companies that the run did not bring; returns how many. */
  closeMissing(runId: number): number {
    const closed = this.#close.all({ runId });
    for (const opening of closed) this.#touch(opening);
    if (closed.length > 0) this.#with.generations.markVisible();
    return closed.length;
  }

  /** Every opening, except those at hidden companies, by id. */
  *records(): Generator<OpeningRecord> {
    let last = 0;
    for (;;) {
      const rows = this.#after.all(last, PAGE_SIZE);
      for (const [, is_open, record] of rows) yield { ...storedRecord('opening', record), is_open: is_open === 1 };
      last = rows.at(-1)?.[0] ?? 0;
      if (rows.length < PAGE_SIZE) return;
    }
  }

  /** Whether the source has brought this state, and no other in a later run or call. */
  #isKnown(stored: StoredOpening, hash: number, { sourceId, isPush }: Pick<RunSource, 'sourceId' | 'isPush'>): boolean {
    const isOwn = (state: { readonly originRun: number }) =>
      this.#with.runs.sourceOf(state.originRun).sourceId === sourceId;
    if (stored.hash === hash && isOwn(stored)) return true;
    const own = [...this.#versions.of(stored.id), stored].filter(isOwn);
    if (isPush) return own.at(-1)?.hash === hash;
    const latest = Math.max(0, ...own.map(({ originRun }) => originRun));
    return own.some((state) => state.hash === hash && state.lastRun >= latest);
  }

  #restore(opening: StoredOpening): void {
    const before = this.#versions.take(opening.id);
    if (before === null) {
      this.#remove.run(opening.id);
      this.#with.generations.noteRecords('openings', -1);
      return;
    }
    const record = storedRecord('opening', before.record);
    const employerId = this.#with.employers.idOf(record);
    const key = titleKey(redact(record.title));
    const place = [employerId, key, record.source, record.is_open ? 1 : 0] as const;
    this.#change.run(...place, before.lastRun, before.originRun, before.hash, before.record, opening.id);
    if (before.missingRun !== null) this.#miss.run(before.missingRun, opening.id);
    this.#touch({ employerId, titleKey: key, source: record.source });
  }

  #bringAgain(stored: StoredOpening, runId: number): Outcome {
    if (stored.isMissing === 0) {
      this.#bring.run(runId, stored.id);
      return 'unchanged';
    }
    // An undo restores the state in which it was missing.
    this.#versions.keep(stored.id);
    this.#reopen.run(runId, runId, stored.id);
    this.#touch(stored);
    this.#with.generations.markVisible();
    return 'merged';
  }

  #touch(opening: Pick<StoredOpening, 'employerId' | 'titleKey' | 'source'>): void {
    this.#with.jobRows.touch(this.#with.employers.companyOf(opening.employerId), opening);
  }
}

const STORED = `SELECT id, employer_id AS employerId, title_key AS titleKey, source, is_missing AS isMissing,
  origin_run AS originRun, run_id AS lastRun, hash FROM opening`;

/**
 * The run's companies are all names of its employers, so that another spelling of one does not keep an opening alive.
 */
const CLOSE_MISSING = `
  WITH brought AS MATERIALIZED (SELECT DISTINCT employer_id, source FROM opening WHERE run_id = :runId),
  named AS MATERIALIZED (
    SELECT employer_id FROM brought
    UNION
    SELECT other.id FROM brought JOIN employer ON employer.id = brought.employer_id
    JOIN employer AS other ON other.company_id = employer.company_id
  )
  UPDATE opening SET is_missing = 1, missing_run = :runId
  WHERE employer_id IN (SELECT employer_id FROM named) AND source IN (SELECT source FROM brought)
    AND run_id <> :runId AND is_open = 1 AND is_missing = 0
  RETURNING id, employer_id AS employerId, title_key AS titleKey, source`;

function identityOf(opening: OpeningRecord, employerId: number): string {
  const { url, title, source, location, posted_at, occurrence } = opening;
  const place = [location?.city ?? null, location?.country_code ?? null];
  return hash(
    'sha256',
    JSON.stringify(url === null ? [employerId, title, source, ...place, posted_at, occurrence] : [url]),
    'base64url',
  );
}
