// The connection of the tables in PostgreSQL. Writes are collected and sent before the next statement that reads, in a
// few statements over arrays. No caller waits for them. Reads for many keys are one statement.

import type { Fence } from '../../ops/fence.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { binaryArray } from '../../ops/postgres/binary-array.ts';
import {
  type BlockingAccess,
  BlockingConnection,
  type BlockingResult,
  type BlockingStatement,
  type BlockingValue,
} from '../../ops/postgres/blocking-connection.ts';
import { AWAIT_MIGRATION, SCHEMA_STEPS } from '../../ops/postgres/migration-lock.ts';
import { SchemaError } from '../../ops/postgres/schema-error.ts';
import { DATABASE_NOW, statementOf } from '../../ops/postgres/statement.ts';
import type { Clash, KeyColumn, KeyedRows, KeyType, Select, Sql, SqlValue, Write } from '../tables/sql.ts';
import { columnType } from './columns.ts';
import { KeyedCache } from './keyed-cache.ts';
import { Outbox, type PreparedWrite, preparedWrite } from './outbox.ts';
import { boundText, CATALOG_LOCK, lateralText, POSTGRES_DIALECT } from './postgres-dialect.ts';
import { RowIds } from './row-ids.ts';
import { insertText, removeText, updateText } from './write-statements.ts';

export interface SqlOptions {
  /** See BlockingConnection. */
  readonly isAlone?: boolean;
  readonly fence?: Fence | null;
}

/** The row of the lease stays locked until the end of the transaction, regardless of its duration. */
const RENEW_LEASE = `UPDATE lease SET held_until = ${DATABASE_NOW} + $1::bigint
  WHERE name = $2 AND token = $3::bigint`;

const LOST_LEASE =
  'another server has taken over the changes of records, because this one did not respond in time: ' +
  'committed rows are stored; repeat the command to continue after them';

const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Number of rows that are fetched at a time. */
const PAGE_ROWS = 5000;

type Values = readonly unknown[];

type RowOf<Row> = (row: Values, columns: readonly string[]) => Row;

/** Converts bytes of the server to a Buffer: other threads send them as plain arrays. */
const received = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value;

export class PostgresSql implements Sql {
  readonly dialect = POSTGRES_DIALECT;
  readonly #connection: BlockingConnection;
  readonly #outbox = new Outbox();
  readonly #keyed = new KeyedCache();
  readonly #ids = new RowIds(this);
  /** Renews the lease; at most one statement. */
  readonly #fence: readonly BlockingStatement[];
  readonly #steps: BlockingAccess['steps'];
  /** Counts the applied schema steps; at most one statement. */
  readonly #schema: readonly BlockingStatement[];
  #isReading = false;
  #cursors = 0;

  constructor(access: BlockingAccess, { fence = null, ...options }: SqlOptions = {}) {
    this.#connection = new BlockingConnection(access, options);
    this.#steps = access.steps;
    this.#schema = access.steps === null ? [] : [plain(SCHEMA_STEPS)];
    this.#fence =
      fence === null ? [] : [{ ...statementOf('catalog', RENEW_LEASE), values: [fence.ms, fence.name, fence.token] }];
  }

  rows<Parameters extends unknown[], Row extends Values>(text: string): Select<Parameters, Row> {
    return this.#select(text, (row) => row as unknown as Row);
  }

  values<Parameters extends unknown[], Value>(text: string): Select<Parameters, Value> {
    return this.#select(text, ([value]) => value as Value);
  }

  objects<Parameters extends unknown[], Row extends object>(text: string): Select<Parameters, Row> {
    return this.#select(text, (row, columns) => {
      return Object.fromEntries(columns.map((name, index) => [name, row[index]])) as Row;
    });
  }

  lookUp<Key extends string | number, Row extends Values>(
    text: string,
    type: KeyType,
  ): (keys: readonly Key[]) => Row[][] {
    const all = this.#lookUp(text, type);
    return (keys) => all(keys) as Row[][];
  }

  keyed<Row extends Values>(text: string, by: KeyColumn): KeyedRows<Row> {
    return this.#keyed.keyed<Row>(by, this.#lookUp(text, columnType(by.table, by.column) as KeyType));
  }

  insert(table: string, columns: readonly string[], clash: Clash | null = null): Write {
    const write = preparedWrite(insertText(table, columns, clash));
    const hasId = columns.includes('id');
    return {
      run: (...values) => {
        this.#add(write, values);
        if (hasId) this.#ids.noteChange(table);
      },
    };
  }

  insertNew(table: string, columns: readonly string[]): { run(...values: SqlValue[]): number } {
    const write = preparedWrite(insertText(table, ['id', ...columns], null));
    return {
      run: (...values) => {
        const id = this.#ids.next(table);
        this.#add(write, [id, ...values]);
        return id;
      },
    };
  }

  update(table: string, columns: readonly string[], by: readonly string[]): Write {
    const write = preparedWrite(updateText(table, columns, by));
    return { run: (...values) => this.#add(write, values) };
  }

  remove(table: string, by: readonly string[]): Write {
    const write = preparedWrite(removeText(table, by));
    return {
      run: (...values) => {
        this.#add(write, values);
        this.#ids.noteChange(table);
      },
    };
  }

  command<Parameters extends unknown[]>(text: string): { run(...parameters: Parameters): number } {
    const execute = this.#prepared(text);
    return {
      run: (...parameters) => {
        const { changes } = execute(parameters);
        this.#keyed.clear();
        this.#ids.noteChanges();
        return changes;
      },
    };
  }

  /** Executes work in a transaction, as the only writer. */
  transact<Result>(work: () => Result): Result {
    this.#keyed.open();
    this.#ids.clear();
    try {
      this.#begin(plain('BEGIN'), plain(CATALOG_LOCK), plain(AWAIT_MIGRATION));
      if (this.#fence.length > 0 && this.#connection.execute(...this.#fence).changes === 0)
        throw new OperatorError(LOST_LEASE);
      const result = work();
      this.#ids.flush();
      this.#connection.execute(...this.#outbox.take(), ...this.#fence, plain('COMMIT'));
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#outbox.clear();
      this.#keyed.close();
      this.#ids.clear();
    }
  }

  /** Executes work that only reads, in one snapshot and without the lock of the writer. */
  read<Result>(work: () => Result): Result {
    this.#keyed.open();
    try {
      this.#begin(plain(BEGIN_READING));
      const result = work();
      this.#connection.execute(plain('COMMIT'));
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#keyed.close();
    }
  }

  /** All later reads see one state of the database, until the connection is closed. */
  beginReading(): void {
    this.#begin(plain(BEGIN_READING));
    this.#isReading = true;
  }

  /** Executes a statement outside of a transaction. */
  execute(text: string): void {
    this.#connection.execute(plain(text));
  }

  close(): void {
    this.#connection.close();
  }

  /**
   * Begins a transaction. Throws a SchemaError if another version has migrated the database since the connection was
   * opened.
   */
  #begin(...statements: readonly BlockingStatement[]): void {
    const { rows } = this.#connection.execute(...statements, ...this.#schema);
    if (this.#steps === null || Number(rows[0]?.[0]) === this.#steps.length) return;
    throw new SchemaError(
      'the tables of the database belong to another version: nothing was read or written; ' +
        'run `cardfile database migrate` of the newest version, and use that version here',
    );
  }

  #rollBack(): void {
    try {
      this.#connection.execute(plain('ROLLBACK'));
    } catch {
      // The connection is lost, and with it the transaction.
    }
  }

  #add(write: PreparedWrite, values: readonly SqlValue[]): void {
    this.#outbox.add(write, values);
    this.#keyed.note(write, values);
    if (this.#outbox.isFull) this.#connection.send(this.#outbox.take());
  }

  #execute(statement: BlockingStatement) {
    return this.#connection.execute(...this.#outbox.take(), statement);
  }

  /** Executes a text with parameters by position, or by name in one object. */
  #prepared(text: string): (parameters: Values) => BlockingResult {
    const { text: numbered, names } = boundText(text);
    const { name } = statementOf('catalog', numbered);
    return (parameters) => {
      const [given] = parameters;
      const values = names.length === 0 ? parameters : names.map((each) => (given as Record<string, unknown>)[each]);
      return this.#execute({ name, text: numbered, values: values as readonly BlockingValue[] });
    };
  }

  #select<Parameters extends unknown[], Row>(text: string, rowOf: RowOf<Row>): Select<Parameters, Row> {
    const execute = this.#prepared(text);
    const all = (parameters: Parameters) => {
      const { rows, columns } = execute(parameters);
      return rows.map((row) => rowOf(row.map(received), columns));
    };
    return {
      all: (...parameters) => all(parameters),
      get: (...parameters) => all(parameters)[0],
      iterate: (...parameters) =>
        parameters.length === 0 && this.#isReading ? this.#pages(text, rowOf) : all(parameters)[Symbol.iterator](),
    };
  }

  #lookUp(text: string, type: KeyType): (keys: readonly (string | number)[]) => Values[][] {
    const lateral = lateralText(text, type);
    const { name } = statementOf('catalog', lateral);
    return (keys) => {
      const found: Values[][] = keys.map(() => []);
      if (keys.length === 0) return found;
      for (const [index, , ...row] of this.#execute({ name, text: lateral, values: [binaryArray(type, keys)] }).rows)
        found[(index as number) - 1]?.push(row.map(received));
      return found;
    };
  }

  /** The rows of a statement without parameters, fetched in pages. */
  *#pages<Row>(text: string, rowOf: RowOf<Row>): Generator<Row, undefined> {
    this.#cursors += 1;
    const cursor = `rows_${this.#cursors}`;
    statementOf('catalog', text);
    this.#connection.execute(plain(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`));
    try {
      for (;;) {
        const { rows, columns } = this.#connection.execute(plain(`FETCH FORWARD ${PAGE_ROWS} FROM ${cursor}`));
        for (const row of rows) yield rowOf(row.map(received), columns);
        if (rows.length < PAGE_ROWS) return undefined;
      }
    } finally {
      this.#connection.send([plain(`CLOSE ${cursor}`)]);
    }
  }
}

/** A statement that is executed rarely. */
function plain(text: string): BlockingStatement {
  return { name: null, text, values: [] };
}
