// Starts a Citus cluster on loopback: a coordinator and two workers. CARDFILE_TEST_CITUS names the folder with the
// binaries of a PostgreSQL with Citus; without it there is no cluster.
import pg from 'pg';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const WORKERS = 2;

export interface CitusCluster {
  readonly coordinator: PostgresServer;
  readonly workers: readonly PostgresServer[];
}

/** Null without the binaries. All servers are as durable as in production. */
export async function startCluster(): Promise<CitusCluster | null> {
  const bin = process.env['CARDFILE_TEST_CITUS'];
  if (!bin) return null;
  const servers: PostgresServer[] = [];
  const settings = {
    ...{ shared_preload_libraries: 'citus', max_prepared_transactions: 200 },
    ...{ 'citus.recover_2pc_interval': '5s', 'citus.node_conninfo': 'sslmode=disable' },
  };
  for (let server = 0; server <= WORKERS; server += 1) {
    const started = await startPostgres({ isDurable: true, bin, settings });
    if (started) servers.push(started);
  }
  const [coordinator, ...workers] = servers;
  if (!coordinator) return null;
  for (const { url } of servers) await execute(url, 'CREATE EXTENSION citus');
  const addressOf = ({ url }: PostgresServer) => `'127.0.0.1', ${new URL(url).port}`;
  await execute(coordinator.url, `SELECT citus_set_coordinator_host(${addressOf(coordinator)})`);
  for (const worker of workers) await execute(coordinator.url, `SELECT citus_add_node(${addressOf(worker)})`);
  return { coordinator, workers };
}

/** Executes one statement on a separate connection. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
