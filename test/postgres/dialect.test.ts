// Every SQL text of src/**/postgres/ keeps to the dialect, and fits the schema on a real server.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { TABLE_KINDS } from '../../src/app/database.ts';
import { DATABASE_STEPS } from '../../src/app/database-schema.ts';
import { registeredStatements } from '../../src/ops/postgres/statement.ts';
import { type Dialect, faultsOf, faultsOfStep, indexOf, tableOf } from '../support/dialect.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));
const modules = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\/postgres\/[^/]+\.ts$/.test(`/${path}`),
);
const definitions = DATABASE_STEPS.flatMap(({ statements }) => statements);
const tables = definitions.map(tableOf).filter((table) => table !== null);
const dialect: Dialect = { kinds: TABLE_KINDS, keys: new Map(tables.map(({ table, keys }) => [table, keys])) };

beforeAll(async () => {
  // Entry modules of threads run as soon as they are loaded.
  for (const path of modules) if (!path.endsWith('-worker.ts')) await import(pathToFileURL(join(root, path)).href);
});

describe('the statements', () => {
  test('keep to the dialect', () => {
    const all = [...registeredStatements(), ...definitions.map((text, index) => [`definition ${index + 1}`, text])];
    expect(all.length).toBeGreaterThan(80);
    const faults = all.flatMap(([name, text = '']) => faultsOf(text, dialect).map((fault) => `${name}: ${fault}`));
    expect(faults).toEqual([]);
  });

  test('of a step change distributed tables as a cluster allows', () => {
    expect(DATABASE_STEPS.flatMap(({ statements }) => faultsOfStep(statements, TABLE_KINDS))).toEqual([]);
  });

  test('are the only texts that are passed to the driver', () => {
    const reaching = modules
      .filter((path) => !path.startsWith('ops/postgres/'))
      .filter((path) => /from 'pg'|\.query\(|rowCount/.test(readFileSync(join(root, path), 'utf8')));
    expect(reaching).toEqual([]);
  });
});

describe('the tables', () => {
  test('are each listed with their kind', () => {
    const made = [...tables.map(({ table }) => table), 'migration'];
    expect(made.toSorted()).toEqual(Object.keys(TABLE_KINDS).toSorted());
  });

  test('have the bucket in each unique key, if they are distributed, and "C" in each key', () => {
    const faults = tables.flatMap(({ table, keys, uncollated }) => {
      const withoutBucket = TABLE_KINDS[table] === 'distributed' ? keys.filter((key) => !key.includes('bucket')) : [];
      const sorted = [...keys.flat(), ...definitions.flatMap((text) => columnsOfIndex(text, table))];
      const uncollatedKeys = uncollated.filter((column) => sorted.includes(column));
      return [...withoutBucket.map((key) => `${table}: (${key})`), ...uncollatedKeys.map((key) => `${table}.${key}`)];
    });
    expect(faults).toEqual([]);
  });
});

function columnsOfIndex(text: string, table: string): readonly string[] {
  const index = indexOf(text);
  return index?.table === table ? index.columns : [];
}

describe('the rules', () => {
  test.each([
    ['now() in a statement', 'INSERT INTO charge (at) SELECT now()', 'now is forbidden'],
    ['a clock', 'UPDATE plan SET at = clock_timestamp() WHERE name = $1', 'clock_timestamp is forbidden'],
    ['a sequence', "SELECT nextval('x')", 'nextval is forbidden'],
    ['a conflict without target', 'INSERT INTO plan (name) VALUES ($1) ON CONFLICT DO NOTHING', 'ON CONFLICT'],
    ['an unordered selection', 'SELECT id FROM account WHERE plan_name = $1', 'order of its rows'],
    ['a lock without bucket', 'SELECT used FROM balance WHERE account_id = $1 FOR UPDATE', 'without the bucket'],
    [
      'a lock with a reference table',
      'SELECT b.used FROM balance b JOIN account a ON a.id = b.account_id WHERE b.bucket = $1 FOR UPDATE',
      'with a reference table',
    ],
    ['a mixed join', 'SELECT 1 FROM charge c JOIN batch b ON true ORDER BY 1', 'joins local with distributed'],
    ['an outer join', 'SELECT 1 FROM account a LEFT JOIN balance b ON true ORDER BY 1', 'outer join of balance'],
    [
      'a change by a reference table',
      'UPDATE batch SET done = $1 WHERE EXISTS (SELECT 1 FROM account a WHERE a.id = account_id)',
      'changes batch by a reference table',
    ],
    ['a changed bucket', 'UPDATE balance SET bucket = $1', 'changes the bucket'],
    ['a session lock', 'SELECT pg_advisory_lock(1)', 'pg_advisory_lock is forbidden'],
    [
      'a lock with a reference table after a comma',
      'SELECT b.used FROM account a, balance b WHERE b.bucket = $1 AND b.account_id = a.id FOR UPDATE',
      'with a reference table',
    ],
    [
      'a join of other columns',
      'SELECT u.calls FROM hourly_usage u JOIN call_kind k ON k.id = u.kind_id ORDER BY u.calls',
      'joins hourly_usage,call_kind without the bucket',
    ],
    [
      'a change by a join of other columns',
      'UPDATE hourly_usage u SET calls = 0 FROM call_kind k WHERE k.id = u.kind_id',
      'joins hourly_usage,call_kind without the bucket',
    ],
    [
      'a correlated subquery',
      'SELECT a.id FROM account a WHERE EXISTS (SELECT 1 FROM balance b WHERE b.account_id = a.id) ORDER BY a.id',
      'correlated without the bucket',
    ],
    [
      'a subquery of each row',
      `SELECT n.id, m.used FROM unnest($1::text[]) AS n (id) CROSS JOIN LATERAL
        (SELECT used FROM balance b WHERE b.account_id = n.id LIMIT 1) AS m ORDER BY n.id`,
      'correlated without the bucket',
    ],
    [
      'a subquery among values',
      'INSERT INTO credit_grant (bucket, account_id) VALUES ($1, (SELECT id FROM account WHERE name = $2))',
      'a subquery among the values of credit_grant',
    ],
    [
      'a subquery at a conflict',
      `INSERT INTO balance AS b (bucket, account_id) SELECT 1, id FROM account
        ON CONFLICT (account_id, month, bucket) DO UPDATE SET granted = (SELECT 2)`,
      'a subquery among the values of balance',
    ],
    ['groups of groups', 'SELECT month, count(*) FROM balance GROUP BY ROLLUP (month)', 'rollup is forbidden'],
  ])('find %s', (_, sql, fault) => {
    expect(faultsOf(sql, dialect).join()).toContain(fault);
  });

  const column = 'ALTER TABLE batch ADD COLUMN note text';
  const check = "CHECK (note <> '')";
  test.each([
    [`${column} ${check}`, 'adds a column with a constraint to batch'],
    ['ALTER TABLE charge ALTER COLUMN request_id SET STORAGE MAIN', 'sets storage of charge'],
    ['CREATE UNIQUE INDEX charge_once ON charge (request_id)', 'a unique index of charge without the bucket'],
  ])('find in a step: %s', (sql, fault) => {
    expect(faultsOfStep([sql], TABLE_KINDS)).toEqual([fault]);
  });

  test('allow two statements for a column and its constraint, and any change of a new or local table', () => {
    expect(faultsOfStep([column, `ALTER TABLE batch ADD CONSTRAINT noted ${check}`], TABLE_KINDS)).toEqual([]);
    expect(faultsOfStep(['CREATE TABLE batch (id text)', `${column} ${check}`], TABLE_KINDS)).toEqual([]);
    expect(faultsOfStep([`ALTER TABLE person ADD COLUMN note text ${check}`], TABLE_KINDS)).toEqual([]);
  });

  test('ignore words in a string, a comment or a quoted name', () => {
    expect(faultsOf(`UPDATE plan SET name = 'now() nextval' -- random()`, dialect)).toEqual([]);
    expect(faultsOf('UPDATE plan SET "offset" = $1', dialect)).toEqual([]);
  });

  test.each([
    'SELECT u.calls FROM hourly_usage u JOIN call_kind k ON k.id = u.kind_id AND k.bucket = u.bucket ORDER BY u.calls',
    `SELECT k.id FROM call_kind k
      WHERE EXISTS (SELECT 1 FROM hourly_usage u WHERE u.bucket = k.bucket AND u.kind_id = k.id) ORDER BY k.id`,
    'SELECT b.used FROM balance b WHERE EXISTS (SELECT 1 FROM account a WHERE a.id = b.account_id) ORDER BY b.used',
    'INSERT INTO balance (bucket, account_id) SELECT 1, a.id FROM account a WHERE a.id IN (SELECT id FROM account)',
    'SELECT account_id FROM balance UNION SELECT account_id FROM credit_grant ORDER BY account_id',
    'SELECT id, email FROM member ORDER BY id',
  ])('find no fault in %s', (sql) => {
    expect(faultsOf(sql, dialect)).toEqual([]);
  });
});

/** A value of each type of a parameter. The text is also JSON and a number: statements of catalog tests read it so. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ smallint: '5', integer: '1', bigint: '1', 'double precision': '1.5', boolean: 'true', text: "'1'" },
  ...{ bytea: String.raw`'\x01'`, uuid: "'00000000-0000-4000-8000-000000000001'" },
};

function sampleOf(type: string): string {
  return type.endsWith('[]') ? `ARRAY[${sampleOf(type.slice(0, -2))}]` : `${VALUES[type]}::${type}`;
}

/** The error of a statement that is executed and rolled back; null if it is none of the statement. */
async function faultOn(client: pg.Client, text: string): Promise<string | null> {
  await client.query('BEGIN');
  try {
    await client.query(`PREPARE one AS ${text}`);
    const { rows } = await client.query<{ types: string[] }>(
      "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'one'",
    );
    const values = rows[0]?.types.map(sampleOf) ?? [];
    await client.query(`EXECUTE one ${values.length > 0 ? `(${values.join(', ')})` : ''}`);
    return null;
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    return code?.startsWith(CONSTRAINTS) ? null : message;
  } finally {
    await client.query('ROLLBACK');
    await client.query('DEALLOCATE ALL');
  }
}

/** The class of errors of constraints: the values are no plan, role or kind. */
const CONSTRAINTS = '23';

describeOnPostgres('on PostgreSQL', () => {
  const schema = testSchema();

  test('each statement fits the schema, and is executed: a cluster rejects some only then', async () => {
    const client = new pg.Client({ connectionString: schema.url });
    await client.connect();
    const faults: string[] = [];
    for (const [name, text] of registeredStatements()) {
      const fault = await faultOn(client, text);
      if (fault !== null) faults.push(`${name}: ${fault}`);
    }
    await client.end();
    expect(faults).toEqual([]);
  });
});
