// The PostgreSQL dialect of the SQL of the tables.
import type { SqlDialect } from '../tables/sql.ts';

/** Allows one writer of a catalog at a time. The key of the lock identifies the schema. */
export const CATALOG_LOCK =
  "SELECT pg_advisory_xact_lock(hashtextextended('cardfile catalog ' || current_schema(), 0))";

export const POSTGRES_DIALECT: SqlDialect = {
  memberOf: (column, member) => `${column}::json ->> '${member}'`,
  elementOf: (column, [outer, inner]) => `${column}::json -> ${outer} ->> ${inner}`,
  partOfKey: (index, type) => `(?::json ->> ${index})::${type}`,
  isAmong: (column) => `${column} = ANY (?::integer[])`,
  idsOf: (ids) => `{${ids.join()}}`,
  joinInOrder: 'JOIN',
};

/** A parameter by position or by name. A `+` before it has an effect only in SQLite. */
const PARAMETER = /\+?(?:\?|@([a-z_]+))/gi;

export interface BoundText {
  readonly text: string;
  /** The names of the parameters, in the order of their numbers; empty if they are given by position. */
  readonly names: readonly string[];
}

/** Numbers the parameters of a statement. */
export function boundText(text: string): BoundText {
  const names: string[] = [];
  let count = 0;
  const numbered = text.replace(PARAMETER, (_, name: string | undefined) => {
    if (name === undefined) {
      count += 1;
      return `$${count}`;
    }
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: numbered, names };
}

/** The rows for many keys (`$1`). Each row begins with the index of its key. */
export function lateralText(text: string, type: string): string {
  const one = text.replace(PARAMETER, 'asked.key');
  return `SELECT asked.place, found.* FROM unnest($1::${type}[]) WITH ORDINALITY AS asked (key, place)
    CROSS JOIN LATERAL (SELECT row_number() OVER () AS nth, one.* FROM (${one}) AS one) AS found
    ORDER BY asked.place, found.nth`;
}
