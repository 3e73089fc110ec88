// The rows of which records are made: a record is the fold of its rows. A record made of one row is that row and holds its place itself;
// of one made of several each row is kept, with what its run brought, so that any of them can be taken out again.
import type { Database, Statement } from 'better-sqlite3';
import type { Contribution } from '../writer-port.ts';
import type { RunBook } from './run-book.ts';

/** Where the one row of a record stands. */
export interface Origin {
  readonly runId: number;
  readonly file: number;
  /** 0 where it is not known any more. */
  readonly line: number;
  readonly hash: number;
}

/** One row of a record. */
export interface KeptRow<Stored> extends Origin {
  /** Null while it is not kept as a row of its own. */
  readonly id: number | null;
  /** By what its source would bring the row again. */
  readonly rowKey: string;
  /** The later run in which its source brought another state of the row; null while it counts. */
  readonly supersededBy: number | null;
  /** The latest other run that brought it as it is. */
  readonly metRun: number | null;
  /** The records that the row was part of before, each as `run:record;`: the run that showed it to be the same, and its id then. */
  readonly joins: string;
  readonly record: Stored;
}

type Table = 'company' | 'person';
type Columns = readonly [
  runId: number,
  file: number,
  line: number,
  hash: number,
  rowKey: string,
  supersededBy: number | null,
  metRun: number | null,
  joins: string,
  record: string | null,
];

/** Runs whose states of one row are kept, the standing one included, so that the others can be undone one after the other. */
const STATES_KEPT = 3;
/** Rows that one source may have in one record. Further ones are not taken in: the record they all mean is not a record of anything. */
const ROWS_OF_SOURCE_MAX = 100;

export class ContributionBook<Stored> {
  readonly #runs: RunBook;
  readonly #foldRows: (rows: readonly Contribution<Stored>[]) => Stored;
  readonly #rowKeyOf: (record: Stored) => string;
  readonly #of: Statement<[number], readonly [id: number, ...Columns]>;
  readonly #add: Statement<[number, ...Columns]>;
  readonly #change: Statement<[...Columns, number]>;
  readonly #meet: Statement<[number, number]>;
  readonly #drop: Statement<[number]>;
  readonly #dropAll: Statement<[number]>;

  constructor(
    database: Database,
    table: Table,
    rules: {
      readonly runs: RunBook;
      readonly fold: (rows: readonly Contribution<Stored>[]) => Stored;
      readonly rowKeyOf: (record: Stored) => string;
    },
  ) {
    this.#runs = rules.runs;
    this.#foldRows = rules.fold;
    this.#rowKeyOf = rules.rowKeyOf;
    const name = `${table}_contribution`;
    const columns = 'run_id, file, line, hash, row_key, superseded_by, met_run, joins, record';
    this.#of = database
      .prepare<[number], readonly [id: number, ...Columns]>(
        `SELECT id, ${columns} FROM ${name} WHERE record_id = +? ORDER BY id`,
      )
      .raw();
    this.#add = database.prepare(`INSERT INTO ${name} (record_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#change = database.prepare(`UPDATE ${name} SET (${columns}) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`);
    this.#meet = database.prepare(`UPDATE ${name} SET met_run = ? WHERE id = ?`);
    this.#drop = database.prepare(`DELETE FROM ${name} WHERE id = ?`);
    this.#dropAll = database.prepare(`DELETE FROM ${name} WHERE record_id = ?`);
  }

  /** The rows of a record in the order in which they came; `origin` null where they are kept. */
  rowsOf(recordId: number, origin: Origin | null, stored: Stored): KeptRow<Stored>[] {
    if (origin !== null) return [this.rowOf(origin, stored)];
    return this.#of
      .all(recordId)
      .map(([id, runId, file, line, hash, rowKey, supersededBy, metRun, joins, text]): KeptRow<Stored> => {
        const record = text === null ? stored : (JSON.parse(text) as Stored);
        return { id, runId, file, line, hash, rowKey, supersededBy, metRun, joins, record };
      });
  }

  rowOf(origin: Origin, record: Stored): KeptRow<Stored> {
    return { id: null, ...origin, rowKey: this.#rowKeyOf(record), supersededBy: null, metRun: null, joins: '', record };
  }

  /** The rows of a record that joins another in a run. */
  joining(recordId: number, rows: readonly KeptRow<Stored>[], runId: number): KeptRow<Stored>[] {
    return rows.map((row) => ({ ...row, id: null, joins: `${row.joins}${runId}:${recordId};` }));
  }

  /** The row that a source brought before just so, and has not replaced since. */
  knownOf(rows: readonly KeptRow<Stored>[], sourceId: number, hash: number): KeptRow<Stored> | null {
    const isKnown = (row: KeptRow<Stored>) =>
      row.hash === hash && row.supersededBy === null && this.#runs.sourceOf(row.runId).sourceId === sourceId;
    return rows.find(isKnown) ?? null;
  }

  meet(row: KeptRow<Stored>, runId: number): void {
    if (row.id !== null && row.runId !== runId && row.metRun !== runId) this.#meet.run(runId, row.id);
  }

  /**
   * The rows with one more; null where its source has too many in the record. Of what its source brought by the same key in earlier
   * runs, and not in this one, it takes the place.
   */
  with(rows: readonly KeptRow<Stored>[], added: KeptRow<Stored>, isMet: (row: KeptRow<Stored>) => boolean) {
    const { sourceId } = this.#runs.sourceOf(added.runId);
    const isOfSource = (row: KeptRow<Stored>) => this.#runs.sourceOf(row.runId).sourceId === sourceId;
    if (rows.filter((row) => row.supersededBy === null && isOfSource(row)).length >= ROWS_OF_SOURCE_MAX) return null;
    const isReplaced = (row: KeptRow<Stored>) =>
      row.supersededBy === null &&
      row.rowKey === added.rowKey &&
      row.runId < added.runId &&
      isOfSource(row) &&
      !isMet(row);
    const all = rows.map((row) => (isReplaced(row) ? { ...row, supersededBy: added.runId } : row));
    return this.#withoutOldStates([...all, added], added.rowKey);
  }

  /** What the rows come to. */
  fold(rows: readonly KeptRow<Stored>[]): Stored {
    const [only, ...others] = rows;
    if (only !== undefined && others.length === 0) return only.record;
    return this.#foldRows(
      rows.map(({ record, runId }) => {
        const { source, priority, runAt } = this.#runs.sourceOf(runId);
        return { record, source, priority, runId, runAt };
      }),
    );
  }

  /** Keeps the rows of a record that is stored as `stored`; answers the place of the only one, or null where there are several. */
  save(recordId: number, rows: readonly KeptRow<Stored>[], stored: Stored): Origin | null {
    const [only, ...others] = rows;
    if (only !== undefined && others.length === 0) {
      this.#dropAll.run(recordId);
      const { file, line, hash } = only;
      return { runId: only.runId, file, line, hash };
    }
    const before = new Map(this.#of.all(recordId).map(([id, ...columns]) => [id, columns]));
    const storedText = JSON.stringify(stored);
    for (const row of rows) {
      const text = JSON.stringify(row.record);
      const columns: Columns = [
        ...[row.runId, row.file, row.line, row.hash],
        row.rowKey,
        row.supersededBy,
        row.metRun,
        row.joins,
        text === storedText ? null : text,
      ] as unknown as Columns;
      const known = row.id === null ? undefined : before.get(row.id);
      if (row.id === null || known === undefined) this.#add.run(recordId, ...columns);
      else if (columns.some((column, index) => column !== known[index])) this.#change.run(...columns, row.id);
      if (row.id !== null) before.delete(row.id);
    }
    for (const id of before.keys()) this.#drop.run(id);
    return null;
  }

  drop(recordId: number): void {
    this.#dropAll.run(recordId);
  }

  /** What was replaced before the last few runs goes where it no longer shows in the record. */
  #withoutOldStates(rows: KeptRow<Stored>[], rowKey: string): KeptRow<Stored>[] {
    const replaced = rows.filter((row) => row.supersededBy !== null && row.rowKey === rowKey);
    const runs = [...new Set(replaced.map((row) => row.supersededBy ?? 0))].sort((a, b) => b - a);
    const before = runs[STATES_KEPT - 2] ?? 0;
    const old = replaced.filter((row) => (row.supersededBy ?? 0) < before);
    if (old.length === 0) return rows;
    const folded = JSON.stringify(this.fold(rows));
    return old.reduce((kept, row) => {
      const without = kept.filter((each) => each !== row);
      return JSON.stringify(this.fold(without)) === folded ? without : kept;
    }, rows);
  }
}
