// A connection to SQLite on which every statement is a point of death and may fail. It implements the parts of
// better-sqlite3's Database that the account store uses, and runs the statements on a real one.
import type { Database, Statement } from 'better-sqlite3';
import type { Life } from './life.ts';

const BEGIN = 'BEGIN IMMEDIATE';
const SAVEPOINT = 'SAVEPOINT `s`';
const RELEASE = 'RELEASE `s`';
const ROLLBACK_TO = 'ROLLBACK TO `s`';
const COMMIT = 'COMMIT';
const ROLLBACK = 'ROLLBACK';

interface Compiled {
  readonly place: string;
  readonly statement: Statement<unknown[], unknown>;
}

/** A statement in two words: its verb and its table. */
function placeOf(sql: string): string {
  const [verb = ''] = sql.trim().split(/\s/, 1);
  const [, table] = (verb === 'UPDATE' ? /UPDATE\s+(\w+)/ : /(?:INTO|FROM)\s+(\w+)/).exec(sql) ?? [];
  return table ? `${verb} ${table}` : verb;
}

/**
 * Statements outlive the lives that use them: they keep no state between runs, and compiling them takes most of a
 * restart.
 */
export class CompiledStatements {
  readonly database: Database;
  readonly #compiled = new Map<string, Compiled>();

  constructor(database: Database) {
    this.database = database;
  }

  of(sql: string): Compiled {
    let compiled = this.#compiled.get(sql);
    if (!compiled) {
      compiled = { place: placeOf(sql), statement: this.database.prepare(sql) };
      this.#compiled.set(sql, compiled);
    }
    return compiled;
  }
}

export class SimulatedConnection {
  readonly #compiled: CompiledStatements;
  readonly #life: Life;
  readonly #onCommit: (database: Database) => void;
  open = true;

  /** `onCommit` is called for each durable transaction, before the life may end. */
  constructor(compiled: CompiledStatements, life: Life, onCommit: (database: Database) => void) {
    this.#compiled = compiled;
    this.#life = life;
    this.#onCommit = onCommit;
  }

  get asDatabase(): Database {
    return this as unknown as Database;
  }

  get name(): string {
    return this.#real.name;
  }

  get inTransaction(): boolean {
    this.#assertAlive();
    return this.#real.inTransaction;
  }

  get #real(): Database {
    return this.#compiled.database;
  }

  prepare(sql: string) {
    const { place, statement } = this.#compiled.of(sql);
    return {
      run: (...values: unknown[]) => this.#at(place, () => statement.run(...values)),
      get: (...values: unknown[]) => this.#at(place, () => statement.get(...values)),
      all: (...values: unknown[]) => this.#at(place, () => statement.all(...values)),
    };
  }

  /**
   * Like better-sqlite3, so that transactions are points of death too: the outermost is a transaction, inner ones are
   * savepoints.
   */
  transaction<T extends unknown[], R>(work: (...values: T) => R) {
    const run = (...values: T): R => {
      const isOuter = !this.inTransaction;
      this.#control(isOuter ? BEGIN : SAVEPOINT);
      try {
        const answer = work(...values);
        if (isOuter) this.#commit();
        else this.#control(RELEASE);
        return answer;
      } catch (error) {
        if (this.inTransaction) {
          this.#control(isOuter ? ROLLBACK : ROLLBACK_TO);
          if (!isOuter) this.#control(RELEASE);
        }
        throw error;
      }
    };
    return Object.assign(run, { immediate: run });
  }

  close(): void {
    this.#life.point('close');
    this.open = false;
  }

  #commit(): void {
    this.#control(COMMIT);
    this.#onCommit(this.#real);
    this.#life.point('after COMMIT');
  }

  #control(sql: string): void {
    this.#at(sql, () => this.#compiled.of(sql).statement.run());
  }

  #at<R>(place: string, work: () => R): R {
    this.#life.point(place);
    // A rollback fails only together with the whole transaction.
    const isUndoing = place === ROLLBACK || place === ROLLBACK_TO;
    const fault = place === ROLLBACK ? null : this.#life.world.fault(place);
    if (!fault) return work();
    // SQLite may answer these errors with a rollback of the whole transaction.
    if (this.#real.inTransaction && (isUndoing || this.#life.world.random.chance(0.3))) this.#real.exec(ROLLBACK);
    throw fault;
  }

  #assertAlive(): void {
    if (!this.#life.alive) this.#life.point('after death');
  }
}
