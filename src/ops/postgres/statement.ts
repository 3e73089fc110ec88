// SQL statements of PostgreSQL. Each is declared once with a name, under which connections prepare it. The dialect test
// reads this registry, so no other SQL may reach the driver.
import { hash } from 'node:crypto';

declare const types: unique symbol;

/** A statement that takes parameters `Values` and returns rows of `Row`. */
export interface Statement<Values extends readonly unknown[], Row> {
  readonly name: string;
  readonly text: string;
  /** A connection without an answer after this time counts as lost; by default shortly after the statement timeout. */
  readonly answerMs?: number;
  readonly [types]?: (values: Values) => Row;
}

/** SQL for the time of the database in milliseconds; only for tables that are on one machine of a cluster. */
export const DATABASE_NOW = '(floor(extract(epoch FROM clock_timestamp()) * 1000))::bigint';

/** Answer timeout of statements that calls wait for. */
export const OF_CALLS = { answerMs: 2000 };

/** Characters of a hash in a name: names have at most 63 bytes. */
const NAME_CHARS = 24;

const registry = new Map<string, string>();

/** The statements of all loaded modules, by name. */
export function registeredStatements(): ReadonlyMap<string, string> {
  return registry;
}

/** Registers a statement under a unique name. */
export function statement<Values extends readonly unknown[] = [], Row = unknown>(
  name: string,
  text: string,
  limit: Pick<Statement<Values, Row>, 'answerMs'> = {},
): Statement<Values, Row> {
  if (registry.has(name)) throw new Error(`two statements are named ${name}`);
  registry.set(name, text);
  return { name, text, ...limit };
}

/** Registers a statement under a name derived from its text. The same text can be registered repeatedly. */
export function statementOf<Values extends readonly unknown[] = [], Row = unknown>(
  role: string,
  text: string,
): Statement<Values, Row> {
  const name = `${role} ${hash('sha256', text, 'base64url').slice(0, NAME_CHARS)}`;
  registry.set(name, text);
  return { name, text };
}
