// Assigns the ids of new rows, which only the single writer may do: the next id after the highest, as in SQLite. The
// ids of removed records and reviews are not reused.
import type { Sql, Write } from '../tables/sql.ts';

/** The tables whose ids are AUTOINCREMENT in SQLite. */
export const KEPT_ID_TABLES = ['company', 'person', 'review'] as const;

const KEPT = new Set<string>(KEPT_ID_TABLES);

const KEPT_ID = 'SELECT last FROM catalog_id WHERE name = ?';

export class RowIds {
  readonly #sql: Sql;
  readonly #last = new Map<string, number>();
  readonly #given = new Set<string>();
  #put: Write | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(table: string): number {
    const id = (this.#last.get(table) ?? this.#read(table)) + 1;
    this.#last.set(table, id);
    if (KEPT.has(table)) this.#given.add(table);
    return id;
  }

  /** Called if rows of a table may have been removed, including the last one, or written with former ids. */
  noteChange(table: string): void {
    if (!KEPT.has(table)) this.#last.delete(table);
  }

  /** As noteChange, for all tables. */
  noteChanges(): void {
    for (const table of [...this.#last.keys()]) this.noteChange(table);
  }

  /** Stores the highest ids of the tables without reuse, at the end of a transaction. */
  flush(): void {
    this.#put ??= this.#sql.insert('catalog_id', ['name', 'last'], { key: ['name'], replaces: ['last'] });
    for (const table of this.#given) this.#put.run(table, this.#last.get(table) ?? 0);
    this.#given.clear();
  }

  clear(): void {
    this.#last.clear();
    this.#given.clear();
  }

  #read(table: string): number {
    if (KEPT.has(table)) return this.#sql.values<[string], number>(KEPT_ID).get(table) ?? 0;
    return this.#sql.values<[], number>(`SELECT id FROM ${table} ORDER BY id DESC LIMIT 1`).get() ?? 0;
  }
}
