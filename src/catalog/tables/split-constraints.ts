// The tables of split constraints: rows that an operator pinned to a record, and records that are never merged.
import type { RecordKind } from '../admin-port.ts';
import type { Pin } from '../matching/split-rows.ts';
import type { Select, Sql, Write } from './sql.ts';
import type { UndoLog } from './undo-log.ts';

export class SplitConstraints {
  readonly #kind: RecordKind;
  readonly #any: Select<[RecordKind], number>;
  readonly #pin: Select<[RecordKind, number, string], number>;
  readonly #addPin: Write;
  readonly #pinsOf: Select<[RecordKind, number], readonly [sourceId: number, rowKey: string]>;
  readonly #dropPin: Write;
  readonly #dropPins: Write;
  readonly #apartFrom: Select<[{ kind: RecordKind; id: number }], number>;
  readonly #addApart: Write;
  readonly #allow: Write;
  readonly #dropApart: { run(of: { kind: RecordKind; id: number }): number };
  readonly #log: UndoLog;
  #hasPins = false;

  constructor(sql: Sql, kind: RecordKind, log: UndoLog) {
    this.#kind = kind;
    this.#log = log;
    this.#any = sql.values('SELECT 1 FROM pin WHERE kind = ? ORDER BY kind LIMIT 1');
    this.#pin = sql.values('SELECT record_id FROM pin WHERE kind = ? AND source_id = ? AND row_key = ?');
    this.#addPin = sql.insert('pin', ['kind', 'source_id', 'row_key', 'record_id'], {
      key: ['kind', 'source_id', 'row_key'],
      replaces: ['record_id'],
    });
    this.#pinsOf = sql.rows(
      'SELECT source_id, row_key FROM pin WHERE kind = ? AND record_id = ? ORDER BY source_id, row_key',
    );
    this.#dropPin = sql.remove('pin', ['kind', 'source_id', 'row_key']);
    this.#dropPins = sql.remove('pin', ['kind', 'record_id']);
    this.#apartFrom = sql.values(
      `SELECT high_id FROM apart WHERE kind = @kind AND low_id = @id
       UNION ALL SELECT low_id FROM apart WHERE kind = @kind AND high_id = @id ORDER BY 1`,
    );
    this.#allow = sql.remove('apart', ['kind', 'low_id', 'high_id']);
    this.#addApart = sql.insert('apart', ['kind', 'low_id', 'high_id'], { key: ['kind', 'low_id', 'high_id'] });
    this.#dropApart = sql.command('DELETE FROM apart WHERE kind = @kind AND (low_id = @id OR high_id = @id)');
  }

  /** The first step of a transaction. Most catalogs have no pins and skip the look-up. */
  refresh(): void {
    this.#hasPins = this.#any.get(this.#kind) === 1;
  }

  /** The record to which a row of a source is pinned, by the key of the row. */
  pinOf(sourceId: number, rowKey: string): number | null {
    return this.#hasPins ? (this.#pin.get(this.#kind, sourceId, rowKey) ?? null) : null;
  }

  /** Pins a row. This is a decision of an operator, which no undo changes. */
  pin({ sourceId, rowKey, recordId }: Pin): void {
    this.#log.discard(`${this.#kind} pin`, [sourceId, rowKey]);
    this.#addPin.run(this.#kind, sourceId, rowKey, recordId);
    this.#hasPins = true;
  }

  /** Moves the constraints of a merged record to the survivor. */
  move(from: number, to: number): void {
    if (!this.#hasPins) return;
    for (const [sourceId, rowKey] of this.#pinsOf.all(this.#kind, from)) {
      this.#log.note(`${this.#kind} pin`, [sourceId, rowKey], () => String(from));
      this.#addPin.run(this.#kind, sourceId, rowKey, to);
    }
    for (const other of this.apartFrom(from)) {
      this.#note(from, other);
      this.allow(from, other);
      if (other === to) continue;
      this.#note(to, other);
      this.keepApart(to, other);
    }
  }

  /** Restores the constraints of existing records that a run moved. */
  undo(runId: number, exists: (recordId: number) => boolean): void {
    for (const { key, state } of this.#log.take(runId, `${this.#kind} pin`)) {
      const recordId = Number(state);
      if (exists(recordId)) this.#addPin.run(this.#kind, ...key, recordId);
      else this.#dropPin.run(this.#kind, ...key);
    }
    for (const { key, state } of this.#log.take(runId, `${this.#kind} apart`)) {
      const [a, b] = key as readonly [number, number];
      if (state === null) this.allow(a, b);
      else if (exists(a) && exists(b)) this.keepApart(a, b);
    }
  }

  /** Removes a constraint between two records. */
  allow(a: number, b: number): void {
    this.#allow.run(this.#kind, Math.min(a, b), Math.max(a, b));
  }

  /** Erases the keys of pinned rows of a record from the logged states, which an undo would restore. */
  eraseLogged(recordId: number): void {
    if (!this.#hasPins) return;
    for (const pin of this.#pinsOf.all(this.#kind, recordId)) this.#log.discard(`${this.#kind} pin`, pin);
  }

  drop(recordId: number): void {
    if (!this.#hasPins) return;
    this.#dropPins.run(this.#kind, recordId);
    this.#dropApart.run({ kind: this.#kind, id: recordId });
  }

  /** The records that are never merged with this one. */
  apartFrom(recordId: number): readonly number[] {
    return this.#hasPins ? this.#apartFrom.all({ kind: this.#kind, id: recordId }) : [];
  }

  keepApart(a: number, b: number): void {
    this.#addApart.run(this.#kind, Math.min(a, b), Math.max(a, b));
  }

  #note(a: number, b: number): void {
    const areApart = () => (this.apartFrom(a).includes(b) ? 'apart' : null);
    this.#log.note(`${this.#kind} apart`, [Math.min(a, b), Math.max(a, b)], areApart);
  }
}
