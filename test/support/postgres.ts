// A separate schema for a test file, in the PostgreSQL of the run. On a Citus cluster its tables are distributed.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { TABLE_KINDS } from '../../src/app/database.ts';
import { DATABASE_STEPS } from '../../src/app/database-schema.ts';
import { distribute } from '../../src/ops/postgres/cluster.ts';
import { isRepeatable } from '../../src/ops/postgres/failures.ts';
import { migrate } from '../../src/ops/postgres/migrate.ts';

/** Rows that migrations insert. */
const COUNTERS = 'UPDATE counter SET value = 0';
/** Fewer shards than in production: each takes time in a schema that exists for seconds. */
const SHARDS = 4;
/** On a cluster, two files that drop their schemas at the same time may meet a deadlock. */
const DROPS_MAX = 5;

export interface TestSchema {
  /** Address with the schema as search path. */
  readonly url: string;
  /** Empties all tables. */
  empty(): Promise<void>;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** `describe` if a PostgreSQL is available, else `describe.skip`. */
export const describeOnPostgres = inject('postgresUrl') === null ? describe.skip : describe;

/** The address of a schema of a database. */
function urlOfSchema(url: string, schema: string): string {
  const address = new URL(url);
  address.searchParams.set('options', `-c search_path=${schema}`);
  return address.href;
}

/**
 * Creates a migrated schema before all tests of the file and drops it afterwards. On a cluster it is distributed by
 * default.
 */
export function testSchema({ isSpread = true } = {}): TestSchema {
  const base = inject('postgresUrl');
  const schema = `t_${randomBytes(8).toString('hex')}`;
  const url = urlOfSchema(base ?? 'postgres://none/none', schema);
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  pool.on('error', () => {});
  let removal = '';
  beforeAll(async () => {
    if (base === null) return;
    await pool.query(`CREATE SCHEMA ${schema}`);
    await migrate(url, DATABASE_STEPS, 0);
    if (isSpread) await distribute(url, TABLE_KINDS, SHARDS);
    const { rows } = await pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}'
       AND tablename NOT IN ('migration', 'counter')`,
    );
    removal = [...rows.map(({ name }) => `DELETE FROM ${name}`), COUNTERS].join(';');
  });
  afterAll(async () => {
    if (base !== null) await drop(pool, schema);
    await pool.end();
  });
  return {
    url,
    empty: async () => void (await pool.query(removal)),
    query: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await pool.query<Row>(sql, values)).rows,
  };
}

async function drop(pool: pg.Pool, schema: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return void (await pool.query(`DROP SCHEMA ${schema} CASCADE`));
    } catch (error) {
      if (attempt === DROPS_MAX || !isRepeatable(error)) throw error;
    }
  }
}
