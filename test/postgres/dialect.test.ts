// Every SQL text of src/**/postgres/ keeps to the dialect, and fits the schema on a real server.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { TABLE_KINDS } from '../../src/app/database.ts';
import { DATABASE_STEPS } from '../../src/app/database-schema.ts';
import { registeredStatements } from '../../src/ops/postgres/statement.ts';
import { type Dialect, faultsOf, indexOf, tableOf } from '../support/dialect.ts';
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
  ])('find %s', (_, sql, fault) => {
    expect(faultsOf(sql, dialect).join()).toContain(fault);
  });

  test('ignore words in a string, a comment or a quoted name', () => {
    expect(faultsOf(`UPDATE plan SET name = 'now() nextval' -- random()`, dialect)).toEqual([]);
    expect(faultsOf('UPDATE plan SET "offset" = $1', dialect)).toEqual([]);
  });
});

describeOnPostgres('on PostgreSQL', () => {
  const schema = testSchema();

  test('each statement fits the schema', async () => {
    const faults: string[] = [];
    for (const [name, text] of registeredStatements()) {
      await schema.query(`PREPARE one AS ${text}`).then(
        () => schema.query('DEALLOCATE ALL'),
        (error: Error) => faults.push(`${name}: ${error.message}`),
      );
    }
    expect(faults).toEqual([]);
  });
});
