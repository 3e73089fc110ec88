// The unsent writes of a transaction, grouped into as few statements as their order permits. Writes of one statement
// are sent together, unless a later write of another statement concerns the same rows.
import { binaryArray } from '../../ops/postgres/binary-array.ts';
import type { BlockingStatement } from '../../ops/postgres/blocking-connection.ts';
import { statementOf } from '../../ops/postgres/statement.ts';
import type { SqlValue } from '../tables/sql.ts';
import type { WriteText } from './write-statements.ts';

/**
 * The column that each write to a table names. Rows with different values in it are independent. In other tables, the
 * order of writes is kept.
 */
const OWNERS: Readonly<Record<string, string>> = {
  ...{ company_key: 'company_id', company: 'id', person: 'id', opening: 'id', job_row: 'id', employer: 'id' },
  ...{ person_text: 'person_id', email: 'person_id', phone: 'person_id', person_key: 'person_id' },
  ...{ company_contribution: 'record_id', person_contribution: 'record_id', company_domain: 'domain' },
};

/** Maximum number of rows before they are sent. */
const ROWS_MAX = 5000;

interface Group {
  readonly write: PreparedWrite;
  readonly rows: (readonly SqlValue[])[];
  /** The owners of its rows; null if it may concern any rows. */
  readonly owners: Set<SqlValue> | null;
  /** Keys that must not occur twice in the group. */
  readonly distinct: Set<string>;
}

/** A statement with the positions of the values that decide on its order. */
export interface PreparedWrite extends WriteText {
  readonly name: string;
  /** The index of the owner among the values; -1 if there is none. */
  readonly ownerAt: number;
  readonly distinctAt: readonly number[] | null;
}

export function preparedWrite(write: WriteText): PreparedWrite {
  const owner = OWNERS[write.table];
  const indexOf = (column: string) => write.columns.lastIndexOf(column);
  return {
    ...write,
    name: statementOf('catalog', write.text).name,
    ownerAt: owner === undefined ? -1 : ownerPlace(write, owner),
    distinctAt: write.distinctBy?.map(indexOf) ?? null,
  };
}

/** The index of the owner. In an update, only a column of the condition names the rows. */
function ownerPlace({ kind, columns, set }: WriteText, owner: string): number {
  const index = columns.lastIndexOf(owner);
  return kind === 'insert' || index >= set ? index : -1;
}

export class Outbox {
  readonly #groups = new Map<string, Group[]>();
  #rows = 0;

  /** Whether the writes should be sent. */
  get isFull(): boolean {
    return this.#rows >= ROWS_MAX;
  }

  add(write: PreparedWrite, values: readonly SqlValue[]): void {
    const owner = write.ownerAt === -1 ? null : (values[write.ownerAt] ?? null);
    const distinct = write.distinctAt?.map((index) => String(values[index])).join('\n') ?? null;
    const group = this.#groupFor(write, owner, distinct);
    group.rows.push(values);
    if (owner !== null) group.owners?.add(owner);
    if (distinct !== null) group.distinct.add(distinct);
    this.#rows += 1;
  }

  /** Empties the outbox. The caller must execute the statements in their order. */
  take(): BlockingStatement[] {
    if (this.#rows === 0) return [];
    const statements = [...this.#groups.values()].flat().map(({ write, rows }) => ({
      ...{ name: write.name, text: write.text },
      values: write.types.map((type, column) =>
        binaryArray(
          type,
          rows.map((row) => row[column] ?? null),
        ),
      ),
    }));
    this.clear();
    return statements;
  }

  clear(): void {
    this.#groups.clear();
    this.#rows = 0;
  }

  #groupFor(write: PreparedWrite, owner: SqlValue, distinct: string | null): Group {
    const groups = this.#groups.get(write.table) ?? [];
    if (groups.length === 0) this.#groups.set(write.table, groups);
    for (let index = groups.length - 1; index >= 0; index -= 1) {
      const group = groups[index] as Group;
      if (group.write.name === write.name) {
        if (distinct === null || !group.distinct.has(distinct)) return group;
        break;
      }
      if (owner === null || group.owners === null || group.owners.has(owner)) break;
    }
    const group = { write, rows: [], owners: owner === null ? null : new Set<SqlValue>(), distinct: new Set<string>() };
    groups.push(group);
    return group;
  }
}
