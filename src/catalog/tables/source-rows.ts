// The source rows of records. A record is the fold of its rows. A record with one row contains its origin (recordItself
// states the exceptions). For other records, each row is stored with its run, so that it can be removed again.

import type { RecordKind } from '../admin-port.ts';
import { rowOf } from '../matching/fold-rows.ts';
import { type Origin, recordItself, type SourceRow } from '../matching/source-row.ts';
import { storedRecord } from '../stored-record.ts';
import type { KeyedRows, Select, Sql, Write } from './sql.ts';

type Columns = readonly [
  runId: number,
  file: number,
  line: number,
  hash: number,
  rowKey: string,
  supersededBy: number | null,
  seenRuns: string,
  formerRecords: string,
  record: string | null,
];

const COLUMNS = 'run_id file line hash row_key superseded_by met_runs joins record'.split(' ');

/**
 * The columns `run_id`, `file`, `line` and `hash` of a record that is stored as its only row; null for other records.
 */
export function originColumns(origin: Origin | null): readonly (number | null)[] {
  return origin === null ? [null, null, null, null] : [origin.runId, origin.file, origin.line, origin.hash];
}

/** Reads them back. */
export function storedOrigin([runId, file, line, hash]: readonly (number | null)[]): Origin | null {
  return runId == null ? null : { runId, file: file ?? 0, line: line ?? 0, hash: hash ?? 0 };
}

export class SourceRows<Stored> {
  readonly #kind: RecordKind;
  readonly #rowKeyOf: (record: Stored) => string;
  readonly #of: KeyedRows<readonly [id: number, ...Columns]>;
  readonly #add: { run(...values: readonly [recordId: number, ...Columns]): number };
  readonly #change: Write;
  readonly #markSeen: Write;
  readonly #drop: Write;
  readonly #dropAll: Write;
  readonly #recordsOfKey: Select<[string], number>;

  constructor(sql: Sql, table: RecordKind, rowKeyOf: (record: Stored) => string) {
    this.#kind = table;
    this.#rowKeyOf = rowKeyOf;
    const name = `${table}_contribution`;
    this.#of = sql.keyed(`SELECT id, ${COLUMNS.join(', ')} FROM ${name} WHERE record_id = +? ORDER BY id`, {
      table: name,
      column: 'record_id',
    });
    // Updates also name the record of a row, so that it is known which record's rows a statement changes.
    const row = ['record_id', 'id'];
    this.#add = sql.insertNew(name, ['record_id', ...COLUMNS]);
    this.#change = sql.update(name, COLUMNS, row);
    this.#markSeen = sql.update(name, ['met_runs'], row);
    this.#drop = sql.remove(name, row);
    this.#dropAll = sql.remove(name, ['record_id']);
    this.#recordsOfKey = sql.values(`SELECT DISTINCT record_id FROM ${name} WHERE row_key = ? ORDER BY record_id`);
  }

  /** Prefetches the rows of records, in one query. Does nothing if the store has no round trips. */
  prefetch(recordIds: readonly number[]): void {
    this.#of.prefetch(recordIds);
  }

  /** The rows of a record in import order. `origin`: null if the rows are stored separately. */
  rowsOf(recordId: number, origin: Origin | null, stored: Stored): SourceRow<Stored>[] {
    if (origin !== null) return [rowOf(origin, stored, this.#rowKeyOf(stored))];
    return this.#of
      .of(recordId)
      .map(([id, runId, file, line, hash, rowKey, supersededBy, seenRuns, formerRecords, text]): SourceRow<Stored> => {
        const record = text === null ? stored : (storedRecord(this.#kind, text) as unknown as Stored);
        return { id, runId, file, line, hash, rowKey, supersededBy, seenRuns, formerRecords, record };
      });
  }

  /** The keys of the rows of a record of several rows. */
  keysOf(recordId: number): string[] {
    return this.#of.of(recordId).map(([, , , , , rowKey]) => rowKey);
  }

  /** The records with several rows, one of which has this key. */
  recordsOfKey(rowKey: string): number[] {
    return this.#recordsOfKey.all(rowKey);
  }

  /** Sets the runs that contained a row unchanged. */
  markSeen(recordId: number, rowId: number, seenRuns: string): void {
    this.#markSeen.run(seenRuns, recordId, rowId);
  }

  /**
   * Stores the rows of the record `stored`. Returns the origin of the row if the record contains its only row, or null
   * if the rows are stored separately.
   */
  save(recordId: number, rows: readonly SourceRow<Stored>[], stored: Stored): Origin | null {
    const only = recordItself(rows, this.#rowKeyOf(stored));
    if (only !== null) {
      this.#dropAll.run(recordId);
      const { file, line, hash } = only;
      return { runId: only.runId, file, line, hash };
    }
    const before = new Map(this.#of.of(recordId).map(([id, ...columns]) => [id, columns]));
    const storedText = JSON.stringify(stored);
    for (const row of rows) {
      const text = JSON.stringify(row.record);
      const columns: Columns = [
        ...[row.runId, row.file, row.line, row.hash],
        row.rowKey,
        row.supersededBy,
        row.seenRuns,
        row.formerRecords,
        text === storedText ? null : text,
      ] as unknown as Columns;
      const known = row.id === null ? undefined : before.get(row.id);
      if (row.id === null || known === undefined) this.#add.run(recordId, ...columns);
      else if (columns.some((column, index) => column !== known[index])) this.#change.run(...columns, recordId, row.id);
      if (row.id !== null) before.delete(row.id);
    }
    for (const id of before.keys()) this.#drop.run(recordId, id);
    return null;
  }

  drop(recordId: number): void {
    this.#dropAll.run(recordId);
  }
}
