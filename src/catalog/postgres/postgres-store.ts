// A catalog in PostgreSQL, with the interface that its repositories use. The connection blocks the thread, so a
// serving thread must not use it.
import { randomBytes } from 'node:crypto';
import type { Fence } from '../../ops/fence.ts';
import type { BlockingAccess } from '../../ops/postgres/blocking-connection.ts';
import type { CatalogStore, ExclusiveMode } from '../tables/catalog-store.ts';
import type { DeferrableIndexes } from '../tables/deferrable-indexes.ts';
import { COMPRESSED_TABLE } from '../tables/text-traces.ts';
import { TABLES } from './columns.ts';
import { PostgresSql, type SqlOptions } from './postgres-sql.ts';

const CURSOR_SECRET_BYTES = 32;

/** PostgreSQL always has all indexes. */
const INDEXES: DeferrableIndexes = {
  areMissing: false,
  slugs: { refresh: () => undefined, clear: () => undefined, find: () => null, add: () => undefined },
  refresh: () => undefined,
  deferIfEmpty: () => undefined,
  ensure: () => undefined,
};

/** Exclusive mode is not available: other clients also use the server. */
const NO_EXCLUSIVE_MODE: ExclusiveMode = { isHeld: false, begin: () => undefined, end: () => undefined };

/** Opens a catalog, and creates its row of counters if it is missing. */
export function openSql(access: BlockingAccess, options: SqlOptions = {}): PostgresSql {
  const sql = new PostgresSql(access, options);
  try {
    const found = sql.read(() => sql.values('SELECT id FROM meta WHERE id = 1 ORDER BY id').get());
    if (found === undefined) addMeta(sql);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

function addMeta(sql: PostgresSql): void {
  const counts = ['generation', 'hidden_generation', 'companies', 'people', 'openings'];
  const add = sql.insert('meta', ['id', ...counts, 'cursor_secret'], { key: ['id'] });
  sql.transact(() => add.run(1, ...counts.map(() => 0), randomBytes(CURSOR_SECRET_BYTES)));
}

export class PostgresStore implements CatalogStore {
  readonly sql: PostgresSql;
  readonly indexes = INDEXES;
  readonly exclusiveMode = NO_EXCLUSIVE_MODE;

  /** `fence`: the lease that protects the changes; null for changes that need none. */
  constructor(access: BlockingAccess, fence: Fence | null) {
    this.sql = openSql(access, { fence });
  }

  transact<Result>(work: () => Result): Result {
    return this.sql.transact(work);
  }

  read<Result>(work: () => Result): Result {
    return this.sql.read(work);
  }

  /** Nothing to do: each commit is durable. */
  checkpoint(): void {}

  traces(texts: readonly string[]): { place: string; rows: number }[] {
    if (texts.length === 0) return [];
    const tables = Object.entries(TABLES).filter(([table]) => table !== COMPRESSED_TABLE);
    return tables.flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, type]) => {
        const text = type.startsWith('bytea') ? `encode(${column}, 'escape')` : `${column}::text`;
        const holds = texts.map(() => `position(?::text IN ${text}) > 0`).join(' OR ');
        const count = this.sql.values<string[], number>(`SELECT count(*) FROM ${table} WHERE ${holds}`);
        const rows = count.get(...texts) ?? 0;
        return rows > 0 ? [{ place: `${table}.${column}`, rows }] : [];
      }),
    );
  }

  /** Without `isThorough`, the space of removed rows becomes reusable. With it, the tables are rewritten. */
  scrub(isThorough: boolean): void {
    for (const table of Object.keys(TABLES)) this.sql.execute(`VACUUM ${isThorough ? '(FULL) ' : ''}${table}`);
  }

  close(): void {
    this.sql.close();
  }
}
