// The tables of split constraints: rows that an operator pinned to a record, and records that are never merged.
import type { Database, Statement } from 'better-sqlite3';
import type { RecordKind } from '../keeper-port.ts';
import type { Pin } from '../matching/split-rows.ts';

export class SplitConstraints {
  readonly #kind: RecordKind;
  readonly #any: Statement<[RecordKind], number>;
  readonly #pin: Statement<[RecordKind, number, string], number>;
  readonly #addPin: Statement<[RecordKind, number, string, number]>;
  readonly #movePins: Statement<[number, RecordKind, number]>;
  readonly #dropPins: Statement<[RecordKind, number]>;
  readonly #apartFrom: Statement<{ kind: RecordKind; id: number }, number>;
  readonly #addApart: Statement<[RecordKind, number, number]>;
  readonly #allow: Statement<[RecordKind, number, number]>;
  readonly #dropApart: Statement<{ kind: RecordKind; id: number }>;
  #hasPins = false;

  constructor(database: Database, kind: RecordKind) {
    this.#kind = kind;
    this.#any = database.prepare<[RecordKind], number>('SELECT 1 FROM pin WHERE kind = ? LIMIT 1').pluck();
    this.#pin = database
      .prepare<[RecordKind, number, string], number>(
        'SELECT record_id FROM pin WHERE kind = ? AND source_id = ? AND row_key = ?',
      )
      .pluck();
    this.#addPin = database.prepare('INSERT OR REPLACE INTO pin VALUES (?, ?, ?, ?)');
    this.#movePins = database.prepare('UPDATE pin SET record_id = ? WHERE kind = ? AND record_id = ?');
    this.#dropPins = database.prepare('DELETE FROM pin WHERE kind = ? AND record_id = ?');
    this.#apartFrom = database
      .prepare<{ kind: RecordKind; id: number }, number>(
        `SELECT high_id FROM apart WHERE kind = @kind AND low_id = @id
         UNION ALL SELECT low_id FROM apart WHERE kind = @kind AND high_id = @id`,
      )
      .pluck();
    this.#allow = database.prepare('DELETE FROM apart WHERE kind = ? AND low_id = ? AND high_id = ?');
    this.#addApart = database.prepare('INSERT OR IGNORE INTO apart VALUES (?, ?, ?)');
    this.#dropApart = database.prepare('DELETE FROM apart WHERE kind = @kind AND (low_id = @id OR high_id = @id)');
  }

  /** The first step of a transaction: most catalogs have no pins, and skip their look-up. */
  refresh(): void {
    this.#hasPins = this.#any.get(this.#kind) === 1;
  }

  /** The record that a row of a source is pinned to, by its key. */
  pinOf(sourceId: number, rowKey: string): number | null {
    return this.#hasPins ? (this.#pin.get(this.#kind, sourceId, rowKey) ?? null) : null;
  }

  pin({ sourceId, rowKey, recordId }: Pin): void {
    this.#addPin.run(this.#kind, sourceId, rowKey, recordId);
    this.#hasPins = true;
  }

  /** Moves the constraints of a merged record to the survivor. */
  move(from: number, to: number): void {
    if (!this.#hasPins) return;
    this.#movePins.run(to, this.#kind, from);
    for (const other of this.apartFrom(from)) if (other !== to) this.keepApart(to, other);
    this.#dropApart.run({ kind: this.#kind, id: from });
  }

  /** Removes a constraint between two records. */
  allow(a: number, b: number): void {
    this.#allow.run(this.#kind, Math.min(a, b), Math.max(a, b));
  }

  drop(recordId: number): void {
    if (this.#hasPins) this.#dropPins.run(this.#kind, recordId);
  }

  /** The records that are never merged with one. */
  apartFrom(recordId: number): readonly number[] {
    return this.#hasPins ? this.#apartFrom.all({ kind: this.#kind, id: recordId }) : [];
  }

  keepApart(a: number, b: number): void {
    this.#addApart.run(this.#kind, Math.min(a, b), Math.max(a, b));
  }
}
