// SQL statements of PostgreSQL: each has a name, under which connections prepare it, and is stated once. The registry
// is what the test of the dialect reads, so no other text reaches the driver.
import { hash } from 'node:crypto';

declare const types: unique symbol;

/** A statement that binds `Values` and returns rows of `Row`. */
export interface Statement<Values extends readonly unknown[], Row> {
  readonly name: string;
  readonly text: string;
  /** A connection without an answer after this time counts as lost; by default soon after the limit of statements. */
  readonly answerMs?: number;
  readonly [types]?: (values: Values) => Row;
}

/** The time of the database in milliseconds; for tables that no other machine of a cluster has. */
export const DATABASE_NOW = '(floor(extract(epoch FROM clock_timestamp()) * 1000))::bigint';

/** The limit of statements that calls wait for. */
export const OF_CALLS = { answerMs: 2000 };

/** Of a hash: names are at most 63 bytes. */
const NAME_CHARS = 24;

const registry = new Map<string, string>();

/** All statements of the modules that are loaded, by name. */
export function registeredStatements(): ReadonlyMap<string, string> {
  return registry;
}

/** Registers a statement. Its name is unique among all statements. */
export function statement<Values extends readonly unknown[] = [], Row = unknown>(
  name: string,
  text: string,
  limit: Pick<Statement<Values, Row>, 'answerMs'> = {},
): Statement<Values, Row> {
  if (registry.has(name)) throw new Error(`two statements are named ${name}`);
  registry.set(name, text);
  return { name, text, ...limit };
}

/** Registers a text under a name that follows from it; any number of times. */
export function statementOf<Values extends readonly unknown[] = [], Row = unknown>(
  role: string,
  text: string,
): Statement<Values, Row> {
  const name = `${role} ${hash('sha256', text, 'base64url').slice(0, NAME_CHARS)}`;
  registry.set(name, text);
  return { name, text };
}
