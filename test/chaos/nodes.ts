// Chaos with several servers on one PostgreSQL behind a balancer: a builder, and a serving node that
// follows its editions. With a Valkey or Redis they share the rate limits. With CARDFILE_TEST_CITUS the database is a
// Citus cluster.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../src/app/config.ts';
import { distributeDatabase, migrateDatabase } from '../../src/app/database.ts';
import { Random } from '../../src/generate/random.ts';
import { execute, startCluster } from '../support/citus-cluster.ts';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type RunningServer, serve } from '../support/program.ts';
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.ts';
import { type Balancer, balance } from './balancer.ts';
import type { ChaosReport } from './chaos-report.ts';
import { Load } from './load.ts';
import { Ledger, type LedgerReader, type Reconciliation, type Sums } from './reconcile.ts';
import { type AccountName, Tally } from './tally.ts';
import { grantPoor, makeWorld, type World } from './world.ts';

/**
 * `worker`: SIGKILL of a worker of the cluster, which starts again. `node`: SIGKILL of the serving node. `builder`:
 * SIGKILL of the builder. `limiter`: SIGKILL of the store of rate limits, which starts again, empty. `frozen`: that
 * store does not answer for a while. `postgres`: SIGKILL of the database (of the coordinator), which starts again.
 * `backends`: all sessions of the database are ended, several times. `cut`: the network between the servers and the
 * database is cut in the middle of statements, then for a while.
 */
export const NODE_KINDS = ['node', 'builder', 'postgres', 'backends', 'cut', 'limiter', 'frozen', 'worker'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** Positions of the servers. */
const BUILDER = 0;
const NODE = 1;
const CALLERS = 12;
/** Number of shards of each table on a cluster. */
const SHARDS = 8;
const FAULT_WITHIN_MS = 500;
/** A charge may remain undecided for two seconds, and is refunded within another second. */
const DECIDED_WITHIN_MS = 15_000;

interface NodesOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (round: number) => void;
}

interface Cluster {
  readonly world: World;
  readonly postgres: PostgresServer;
  /** The workers of a Citus cluster, whose coordinator is `postgres`; otherwise none. */
  readonly workers: readonly PostgresServer[];
  /** Null if no store is installed: each server then has a share of the limits. */
  readonly redis: RedisServer | null;
  readonly proxy: CuttingProxy;
  readonly pool: pg.Pool;
  readonly balancer: Balancer;
  readonly nodes: (RunningServer | null)[];
  readonly folders: readonly string[];
}

/** Runs rounds of these kinds in turn. Null if no PostgreSQL is installed. */
export async function runNodeChaos(kinds: readonly NodeKind[], options: NodesOptions): Promise<ChaosReport | null> {
  const cluster = await startCluster();
  const postgres = cluster?.coordinator ?? (await startPostgres({ isDurable: true }));
  if (postgres === null) return null;
  const workers = cluster?.workers ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-nodes-'));
  const proxy = await cuttingProxy(postgres.url);
  const redis = hasRedis ? await startRedis() : null;
  const before = { ...process.env };
  // The servers inherit these variables.
  Object.assign(process.env, { CARDFILE_DATABASE: proxy.url, ...(redis ? { CARDFILE_LIMITER: redis.url } : {}) });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => {});
  const nodes: (RunningServer | null)[] = [];
  const ports = () => nodes.flatMap((node) => (node === null ? [] : [Number(new URL(node.base).port)]));
  const balancer = await balance(ports);
  try {
    const { world, folders } = await makeNodes(folder, postgres.url);
    return await runRounds(kinds, { world, postgres, workers, redis, proxy, pool, balancer, nodes, folders }, options);
  } finally {
    for (const name of ['CARDFILE_DATABASE', 'CARDFILE_LIMITER']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    for (const node of nodes) await node?.end('SIGKILL');
    await balancer.close();
    await proxy.close();
    await pool.end();
    await redis?.remove();
    for (const server of [postgres, ...workers]) await server.remove();
    rmSync(folder, { recursive: true });
  }
}

async function makeNodes(folder: string, url: string): Promise<{ world: World; folders: string[] }> {
  const first = join(folder, 'node-0');
  mkdirSync(first);
  const { config } = readConfig({ data: first, logLevel: 'error' }, { CARDFILE_DATABASE: url });
  await migrateDatabase(config);
  await distributeDatabase(config, SHARDS);
  const world = await makeWorld(first, url);
  return { world, folders: [first, join(folder, 'node-1')] };
}

async function runRounds(
  kinds: readonly NodeKind[],
  cluster: Cluster,
  { rounds, seed, onRound }: NodesOptions,
): Promise<ChaosReport> {
  const { world, balancer } = cluster;
  const tally = new Tally();
  const ledger = new Ledger(world, tally, readerOfDatabase(cluster.pool));
  const sum = { lost: 0, doubled: 0, unanswered: 0 };
  const add = (found: Reconciliation) => {
    sum.lost += found.lost;
    sum.doubled += found.doubled;
    sum.unanswered += found.unanswered;
  };
  const report = kinds.join(', ');
  for (let round = 0; round < rounds; round += 1) {
    const random = new Random(seed).seek(0, round);
    const kind = kinds[round % kinds.length] ?? 'node';
    await startMissing(cluster);
    await grantPoor(world);
    const options = { world, tally, base: balancer.base, random, excused: [503, 429] };
    const load = new Load({ ...options, callers: CALLERS, reconnects: true });
    if (cluster.redis === null && ['limiter', 'frozen'].includes(kind)) continue;
    if (cluster.workers.length === 0 && kind === 'worker') continue;
    await FAULTS[kind](cluster, random);
    // Waits until calls are answered again after the fault.
    const answered = tally.answered;
    await sleep(300);
    await load.end();
    if (tally.answered === answered) tally.wrong.push('no call was answered after the fault');
    await startMissing(cluster);
    await decided(cluster, tally);
    const found = await ledger.reconcile(balancer.base);
    add(found);
    // Only a killed server leaves charged calls without an answer.
    if (kind !== 'node' && kind !== 'builder' && found.unanswered > 0)
      tally.wrong.push(`${kind}: ${found.unanswered} unanswered charges`);
    onRound?.(round + 1);
  }
  const { plain, retried, poor } = tally.accounts;
  const charged = plain.charged.size + retried.charged.size + poor.charged.size;
  return {
    kind: report,
    rounds,
    ...sum,
    answered: tally.answered,
    charged,
    slowestMs: tally.slowestMs,
    wrong: tally.wrong,
  };
}

async function startMissing({ nodes, folders }: Cluster): Promise<void> {
  for (const [index, folder] of folders.entries()) {
    if (nodes[index]) continue;
    nodes[index] = null;
    const place = join(folder, '..', 'place');
    const setting = index === BUILDER ? 'CARDFILE_PUBLISH' : 'CARDFILE_EDITIONS';
    Object.assign(process.env, { [setting]: place, CARDFILE_NODE: `${index + 1}/${folders.length}` });
    nodes[index] = await serve('--data', folder, '--log-level', 'silent').finally(() => {
      for (const name of [setting, 'CARDFILE_NODE']) delete process.env[name];
    });
    await admitting(nodes[index]);
  }
}

/** With a store of limits a server admits calls two seconds after its start. */
async function admitting({ base }: RunningServer): Promise<void> {
  const until = performance.now() + 15_000;
  while (performance.now() < until) {
    const ready = await fetch(`${base}/readyz`).catch(() => null);
    await ready?.body?.cancel();
    if (ready?.ok) return;
    await sleep(50);
  }
}

/** Waits until no server has an undecided charge. */
async function decided({ folders }: Cluster, tally: Tally): Promise<void> {
  const until = performance.now() + DECIDED_WITHIN_MS;
  const isOpen = () => folders.some((folder) => existsSync(join(folder, 'undecided-charges.jsonl')));
  while (isOpen() && performance.now() < until) await sleep(50);
  if (isOpen()) tally.wrong.push('charges stay undecided');
}

const FAULTS: Readonly<Record<NodeKind, (cluster: Cluster, random: Random) => Promise<void>>> = {
  node: (cluster, random) => killServer(cluster, NODE, random),
  builder: (cluster, random) => killServer(cluster, BUILDER, random),
  limiter: async ({ redis }, random) => {
    await sleep(random.fraction() * FAULT_WITHIN_MS);
    await redis?.kill();
    await sleep(2500 + random.fraction() * FAULT_WITHIN_MS);
    await redis?.start();
    await sleep(2500);
  },
  frozen: async ({ redis }, random) => {
    await sleep(random.fraction() * FAULT_WITHIN_MS);
    redis?.freeze(true);
    await sleep(random.fraction() * 2 * FAULT_WITHIN_MS);
    redis?.freeze(false);
    await sleep(2500);
  },
  postgres: ({ postgres }, random) => killDatabase(postgres, random),
  worker: ({ workers }, random) =>
    killDatabase(workers[Math.floor(random.fraction() * workers.length)] as PostgresServer, random),
  backends: async ({ postgres, workers }, random) => {
    for (let turn = 0; turn < 8; turn += 1) {
      await sleep(random.fraction() * 150);
      for (const { url } of [postgres, ...workers]) await execute(url, END_SESSIONS);
    }
    await sleep(700);
  },
  cut: async ({ proxy }, random) => {
    const fates = ['lose-request', 'lose-answer', 'execute-late'] as const;
    await sleep(random.fraction() * 200);
    let isCut = false;
    proxy.decide = () => {
      if (isCut) return 'lose-request';
      return random.fraction() < 0.1 ? (fates[Math.floor(random.fraction() * 3)] ?? 'pass') : 'pass';
    };
    await sleep(600);
    isCut = true;
    await sleep(random.fraction() * FAULT_WITHIN_MS);
    proxy.decide = () => 'pass';
    await sleep(700);
  },
};

const END_SESSIONS = `SELECT pg_terminate_backend(pid, 0) FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`;

async function killDatabase(server: PostgresServer, random: Random): Promise<void> {
  await sleep(random.fraction() * FAULT_WITHIN_MS);
  await server.kill();
  await sleep(random.fraction() * FAULT_WITHIN_MS);
  await server.start();
  // Waits until the other servers are connected again.
  await sleep(700);
}

async function killServer({ nodes }: Cluster, index: number, random: Random): Promise<void> {
  await sleep(random.fraction() * FAULT_WITHIN_MS);
  const node = nodes[index];
  nodes[index] = null;
  await node?.end('SIGKILL');
}

function readerOfDatabase(pool: pg.Pool): LedgerReader {
  return {
    charges: async () => {
      const { rows } = await pool.query<{ account: AccountName; id: string }>(
        `SELECT account.name AS account, encode(request_id, 'hex') AS id FROM ledger
         JOIN account ON account.id = account_id WHERE kind = 'charge'`,
      );
      return rows.map(({ account, id }) => ({ account, requestId: uuidOf(id) }));
    },
    sums: async (account) => {
      const { rows } = await pool.query<{ id: string }>('SELECT id FROM account WHERE name = $1', [account]);
      const numbers: [string, number][] = [];
      for (const [name, sql] of Object.entries(SUMS)) {
        const found = await pool.query<{ n: number }>(sql, [rows[0]?.id]);
        numbers.push([name, found.rows[0]?.n ?? 0]);
      }
      return Object.fromEntries(numbers) as unknown as Sums;
    },
  };
}

const SUMS: Readonly<Record<keyof Sums, string>> = {
  used: 'SELECT coalesce(sum(used), 0)::integer AS n FROM balance WHERE account_id = $1',
  ledger: "SELECT count(*)::integer AS n FROM ledger WHERE account_id = $1 AND kind = 'charge'",
  ids: "SELECT count(DISTINCT request_id)::integer AS n FROM ledger WHERE account_id = $1 AND kind = 'charge'",
  usage: 'SELECT coalesce(sum(credits), 0)::integer AS n FROM hourly_usage WHERE account_id = $1',
  kept: 'SELECT count(*)::integer AS n FROM idempotent_request WHERE account_id = $1 AND status = 200',
};

const uuidOf = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
