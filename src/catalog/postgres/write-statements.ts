// The statements that write many rows at a time. The values of each column are one array.
import type { ColumnType } from '../../ops/postgres/binary-array.ts';
import type { Clash } from '../tables/sql.ts';
import { columnType } from './columns.ts';

/** A statement over arrays of values. */
export interface WriteText {
  readonly text: string;
  readonly table: string;
  readonly types: readonly ColumnType[];
  /** The columns of the values; columns of a condition come last. */
  readonly columns: readonly string[];
  /** Number of columns that are set. They come first; the other columns find the rows. */
  readonly kind: 'insert' | 'update' | 'remove';
  readonly set: number;
  /** Columns whose values must not occur twice in one statement; null if rows with the same key may be together. */
  readonly distinctBy: readonly string[] | null;
}

const typesOf = (table: string, columns: readonly string[]) => columns.map((column) => columnType(table, column));

function arraysOf(types: readonly ColumnType[]): string {
  return `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`;
}

export function insertText(table: string, columns: readonly string[], clash: Clash | null): WriteText {
  const types = typesOf(table, columns);
  const replaced = clash?.replaces ?? [];
  const outcome =
    replaced.length === 0 ? 'NOTHING' : `UPDATE SET ${replaced.map((each) => `${each} = excluded.${each}`).join(', ')}`;
  const conflict = clash === null ? '' : ` ON CONFLICT (${clash.key.join(', ')}) DO ${outcome}`;
  return {
    text: `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM ${arraysOf(types)}${conflict}`,
    table,
    types,
    columns,
    kind: 'insert',
    set: columns.length,
    distinctBy: replaced.length === 0 ? null : (clash?.key ?? null),
  };
}

/** Names for the columns of the arrays: the names of the table's columns would be ambiguous. */
const givenOf = (columns: readonly string[]) => columns.map((_, index) => `v${index}`);

const conditionOf = (table: string, by: readonly string[], from: number) =>
  by.map((column, index) => `${table}.${column} = given.v${from + index}`).join(' AND ');

export function updateText(table: string, columns: readonly string[], by: readonly string[]): WriteText {
  const all = [...columns, ...by];
  const types = typesOf(table, all);
  const set = columns.map((column, index) => `${column} = given.v${index}`).join(', ');
  return {
    text: `UPDATE ${table} SET ${set} FROM ${arraysOf(types)} AS given (${givenOf(all).join(', ')})
      WHERE ${conditionOf(table, by, columns.length)}`,
    table,
    types,
    columns: all,
    kind: 'update',
    set: columns.length,
    distinctBy: by,
  };
}

export function removeText(table: string, by: readonly string[]): WriteText {
  const types = typesOf(table, by);
  return {
    text: `DELETE FROM ${table} USING ${arraysOf(types)} AS given (${givenOf(by).join(', ')})
      WHERE ${conditionOf(table, by, 0)}`,
    table,
    types,
    columns: by,
    kind: 'remove',
    set: 0,
    distinctBy: null,
  };
}
