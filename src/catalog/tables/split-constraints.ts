// The tables of split constraints: rows that an operator pinned to a record, and records that are never merged.
import type { RecordKind } from '../keeper-port.ts';
import type { Pin } from '../matching/split-rows.ts';
import type { Select, Sql, Write } from './sql.ts';

export class SplitConstraints {
  readonly #kind: RecordKind;
  readonly #any: Select<[RecordKind], number>;
  readonly #pin: Select<[RecordKind, number, string], number>;
  readonly #addPin: Write;
  readonly #movePins: Write;
  readonly #dropPins: Write;
  readonly #apartFrom: Select<[{ kind: RecordKind; id: number }], number>;
  readonly #addApart: Write;
  readonly #allow: Write;
  readonly #dropApart: { run(of: { kind: RecordKind; id: number }): number };
  #hasPins = false;

  constructor(sql: Sql, kind: RecordKind) {
    this.#kind = kind;
    this.#any = sql.values('SELECT 1 FROM pin WHERE kind = ? ORDER BY kind LIMIT 1');
    this.#pin = sql.values('SELECT record_id FROM pin WHERE kind = ? AND source_id = ? AND row_key = ?');
    this.#addPin = sql.insert('pin', ['kind', 'source_id', 'row_key', 'record_id'], {
      key: ['kind', 'source_id', 'row_key'],
      replaces: ['record_id'],
    });
    this.#movePins = sql.update('pin', ['record_id'], ['kind', 'record_id']);
    this.#dropPins = sql.remove('pin', ['kind', 'record_id']);
    this.#apartFrom = sql.values(
      `SELECT high_id FROM apart WHERE kind = @kind AND low_id = @id
       UNION ALL SELECT low_id FROM apart WHERE kind = @kind AND high_id = @id ORDER BY 1`,
    );
    this.#allow = sql.remove('apart', ['kind', 'low_id', 'high_id']);
    this.#addApart = sql.insert('apart', ['kind', 'low_id', 'high_id'], { key: ['kind', 'low_id', 'high_id'] });
    this.#dropApart = sql.command('DELETE FROM apart WHERE kind = @kind AND (low_id = @id OR high_id = @id)');
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
