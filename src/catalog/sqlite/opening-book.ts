// Writes openings of jobs. An opening is known by its URL; without one by employer, title, source, location, posting date and its
// number among the equal rows of its file.
import { hash } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { OpeningRecord } from '../../contract/import-records.ts';
import { titleKey } from '../title-key.ts';
import { redact } from '../views/redact.ts';
import type { Outcome } from '../writer-port.ts';
import type { Employers } from './employers.ts';
import type { Generations } from './generations.ts';
import type { JobRows } from './job-rows.ts';
import { rowHash, type SeenRows } from './seen-rows.ts';
import type { SuppressionList } from './suppression-list.ts';

interface StoredOpening {
  readonly id: number;
  readonly employerId: number;
  readonly titleKey: string;
  readonly source: string;
  readonly isMissing: number;
  readonly seen: string;
}

interface Collaborators {
  readonly employers: Employers;
  readonly jobRows: JobRows;
  readonly suppressions: SuppressionList;
  readonly generations: Generations;
}

type OpeningColumns = readonly [
  employerId: number,
  titleKey: string,
  source: string,
  isOpen: number,
  runId: number,
  seen: string,
  record: string,
];

/** Openings read in one go, for export. */
const PAGE_SIZE = 1000;

export class OpeningBook {
  readonly #with: Collaborators;
  readonly #find: Statement<[string], StoredOpening>;
  readonly #add: Statement<[string, ...OpeningColumns]>;
  readonly #change: Statement<[...OpeningColumns, number]>;
  readonly #bring: Statement<[number, number]>;
  readonly #isHidden: Statement<[number], number>;
  readonly #close: Statement<{ runId: number }, Omit<StoredOpening, 'seen' | 'isMissing'>>;
  readonly #after: Statement<[number, number], readonly [id: number, isOpen: number, record: string]>;

  constructor(database: Database, collaborators: Collaborators) {
    this.#with = collaborators;
    this.#find = database.prepare(
      `SELECT id, employer_id AS employerId, title_key AS titleKey, source, is_missing AS isMissing, seen
       FROM opening WHERE identity = ?`,
    );
    this.#add = database.prepare(
      `INSERT INTO opening (identity, employer_id, title_key, source, is_open, run_id, seen, record)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#change = database.prepare(
      `UPDATE opening SET employer_id = ?, title_key = ?, source = ?, is_open = ?, is_missing = 0, run_id = ?, seen = ?, record = ?
       WHERE id = ?`,
    );
    this.#bring = database.prepare('UPDATE opening SET run_id = ?, is_missing = 0 WHERE id = ?');
    this.#isHidden = database.prepare<[number], number>('SELECT hidden FROM company WHERE id = ?').pluck();
    this.#close = database.prepare(CLOSE_MISSING);
    this.#after = database
      .prepare<[number, number], readonly [id: number, isOpen: number, record: string]>(
        `SELECT opening.id, is_open AND NOT is_missing, opening.record FROM opening
         JOIN employer ON employer.id = employer_id LEFT JOIN company ON company.id = company_id
         WHERE opening.id > ? AND ifnull(hidden, 0) = 0 ORDER BY opening.id LIMIT ?`,
      )
      .raw();
  }

  write(incoming: OpeningRecord, rows: SeenRows): Outcome {
    if (this.#with.suppressions.hasEmployer(incoming.employer)) return 'suppressed';
    const employerId = this.#with.employers.idOf(incoming.employer);
    const companyId = this.#with.employers.companyOf(employerId);
    if (companyId !== null && this.#isHidden.get(companyId) === 1) return 'suppressed';
    const text = JSON.stringify(incoming);
    const hash = rowHash(text);
    const identity = identityOf(incoming, employerId);
    const stored = this.#find.get(identity);
    if (stored && rows.has(stored, hash)) return this.#bringAgain(stored, rows.runId);
    const seen = rows.with(stored ?? null, hash);
    const key = titleKey(redact(incoming.title));
    const columns = [employerId, key, incoming.source, incoming.isOpen ? 1 : 0, rows.runId, seen, text] as const;
    if (stored) {
      this.#change.run(...columns, stored.id);
      this.#touch(stored);
    } else {
      this.#add.run(identity, ...columns);
    }
    this.#with.jobRows.touch(companyId, { titleKey: key, source: incoming.source });
    this.#with.generations.markVisible();
    return stored ? 'merged' : 'created';
  }

  /** Closes what the run did not bring of its sources at its companies; answers how many openings. */
  closeMissing(runId: number): number {
    const closed = this.#close.all({ runId });
    for (const opening of closed) this.#touch(opening);
    if (closed.length > 0) this.#with.generations.markVisible();
    return closed.length;
  }

  /** Every opening, but for those at hidden companies, by id. */
  *records(): Generator<OpeningRecord> {
    let last = 0;
    for (;;) {
      const rows = this.#after.all(last, PAGE_SIZE);
      for (const [, isOpen, record] of rows) yield { ...(JSON.parse(record) as OpeningRecord), isOpen: isOpen === 1 };
      last = rows.at(-1)?.[0] ?? 0;
      if (rows.length < PAGE_SIZE) return;
    }
  }

  #bringAgain(stored: StoredOpening, runId: number): Outcome {
    this.#bring.run(runId, stored.id);
    if (stored.isMissing === 0) return 'unchanged';
    this.#touch(stored);
    this.#with.generations.markVisible();
    return 'merged';
  }

  #touch(opening: Pick<StoredOpening, 'employerId' | 'titleKey' | 'source'>): void {
    this.#with.jobRows.touch(this.#with.employers.companyOf(opening.employerId), opening);
  }
}

/** The run's companies are all names of the employers that it brought, so that another spelling of one does not keep an opening alive. */
const CLOSE_MISSING = `
  WITH brought AS MATERIALIZED (SELECT DISTINCT employer_id, source FROM opening WHERE run_id = :runId),
  named AS MATERIALIZED (
    SELECT employer_id FROM brought
    UNION
    SELECT other.id FROM brought JOIN employer ON employer.id = brought.employer_id
    JOIN employer AS other ON other.company_id = employer.company_id
  )
  UPDATE opening SET is_missing = 1
  WHERE employer_id IN (SELECT employer_id FROM named) AND source IN (SELECT source FROM brought)
    AND run_id <> :runId AND is_open = 1 AND is_missing = 0
  RETURNING id, employer_id AS employerId, title_key AS titleKey, source`;

function identityOf(opening: OpeningRecord, employerId: number): string {
  const { url, title, source, location, postedAt, occurrence } = opening;
  const place = [location?.city ?? null, location?.countryCode ?? null];
  return hash(
    'sha256',
    JSON.stringify(url === null ? [employerId, title, source, ...place, postedAt, occurrence] : [url]),
    'base64url',
  );
}
