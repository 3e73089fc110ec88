// Tables of prepared statements: name, SQL, bound values and returned rows are each declared once.
import type { Database, Statement } from 'better-sqlite3';

/** An array binds by position, an object by name. */
type Values = unknown[] | object;

declare const types: unique symbol;

/** The text of a statement that binds `Bound` and returns rows of `Row`. */
interface Sql<Bound extends Values, Row> {
  readonly text: string;
  readonly [types]?: (bound: Bound) => Row;
}

type Table = Readonly<Record<string, Sql<never, unknown>>>;

type StatementOf<Entry> =
  Entry extends Sql<infer Bound, infer Row> ? Statement<Bound extends unknown[] ? Bound : [Bound], Row> : never;

/** The prepared statements of a table on one connection. */
export type Statements<All extends Table> = { readonly [Name in keyof All]: StatementOf<All[Name]> };

/** Declares an entry of a table of statements. */
export function sql<Bound extends Values = [], Row = unknown>(text: string): Sql<Bound, Row> {
  return { text };
}

/** Prepares each statement of a table. Throws if one does not match the schema of the database. */
export function prepareAll<All extends Table>(database: Database, table: All): Statements<All> {
  const entries = Object.entries(table).map(([name, { text }]) => [name, database.prepare(text)] as const);
  return Object.fromEntries(entries) as Statements<All>;
}
