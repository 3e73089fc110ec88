// Chaos with several servers on one PostgreSQL behind a balancer. Each server has its own copy of the data folder; the
// accounts are in the database.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../src/app/config.ts';
import { migrateDatabase } from '../../src/app/database.ts';
import { Random } from '../../src/generate/random.ts';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type RunningServer, serve } from '../support/program.ts';
import { type Balancer, balance } from './balancer.ts';
import type { ChaosReport } from './chaos-report.ts';
import { Load } from './load.ts';
import { Ledger, type LedgerReader, type Reconciliation, type Sums } from './reconcile.ts';
import { type AccountName, Tally } from './tally.ts';
import { grantPoor, makeWorld, type World } from './world.ts';

/**
 * `node`: SIGKILL of a server. `postgres`: SIGKILL of the database, which starts again. `backends`: all sessions of the
 * database are ended, several times. `cut`: the network between the servers and the database is cut in the middle of
 * statements, then for a while.
 */
export const NODE_KINDS = ['node', 'postgres', 'backends', 'cut'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

const NODES = 2;
const CALLERS = 12;
const FAULT_WITHIN_MS = 500;
/** A charge may stay undecided for two seconds, and is refunded within another one. */
const DECIDED_WITHIN_MS = 15_000;

interface NodesOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (round: number) => void;
}

interface Cluster {
  readonly world: World;
  readonly postgres: PostgresServer;
  readonly proxy: CuttingProxy;
  readonly pool: pg.Pool;
  readonly balancer: Balancer;
  readonly nodes: (RunningServer | null)[];
  readonly folders: readonly string[];
}

/** Runs rounds of these kinds in turn. Null where no PostgreSQL is installed. */
export async function runNodeChaos(kinds: readonly NodeKind[], options: NodesOptions): Promise<ChaosReport | null> {
  const postgres = await startPostgres({ isDurable: true });
  if (postgres === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-nodes-'));
  const proxy = await cuttingProxy(postgres.url);
  const before = process.env['CARDFILE_DATABASE'];
  // Inherited by the servers.
  process.env['CARDFILE_DATABASE'] = proxy.url;
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => {});
  const nodes: (RunningServer | null)[] = [];
  const ports = () => nodes.flatMap((node) => (node === null ? [] : [Number(new URL(node.base).port)]));
  const balancer = await balance(ports);
  try {
    const { world, folders } = await makeNodes(folder, postgres.url);
    return await runRounds(kinds, { world, postgres, proxy, pool, balancer, nodes, folders }, options);
  } finally {
    if (before === undefined) delete process.env['CARDFILE_DATABASE'];
    else process.env['CARDFILE_DATABASE'] = before;
    for (const node of nodes) await node?.end('SIGKILL');
    await balancer.close();
    await proxy.close();
    await pool.end();
    await postgres.remove();
    rmSync(folder, { recursive: true });
  }
}

async function makeNodes(folder: string, url: string): Promise<{ world: World; folders: string[] }> {
  const first = join(folder, 'node-0');
  mkdirSync(first);
  const { config } = readConfig({ data: first, logLevel: 'error' }, { CARDFILE_DATABASE: url });
  await migrateDatabase(config);
  const world = await makeWorld(first, url);
  const folders = Array.from({ length: NODES }, (_, index) => join(folder, `node-${index}`));
  for (const other of folders.slice(1)) cpSync(first, other, { recursive: true });
  return { world, folders };
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
    const options = { world, tally, base: balancer.base, random, excused: [503] };
    const load = new Load({ ...options, callers: CALLERS, reconnects: true });
    await FAULTS[kind](cluster, random);
    // Calls after the fault are answered again.
    const answered = tally.answered;
    await sleep(300);
    await load.end();
    if (tally.answered === answered) tally.wrong.push('no call was answered after the fault');
    await startMissing(cluster);
    await decided(cluster, tally);
    const found = await ledger.reconcile(balancer.base);
    add(found);
    // Only a killed server leaves charged calls without an answer.
    if (kind !== 'node' && found.unanswered > 0) tally.wrong.push(`${kind}: ${found.unanswered} unanswered charges`);
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
  await Promise.all(
    folders.map(async (folder, index) => {
      if (nodes[index]) return;
      nodes[index] = null;
      nodes[index] = await serve('--data', folder, '--log-level', 'silent');
    }),
  );
}

/** Waits until no server has an undecided charge. */
async function decided({ folders }: Cluster, tally: Tally): Promise<void> {
  const until = performance.now() + DECIDED_WITHIN_MS;
  const isOpen = () => folders.some((folder) => existsSync(join(folder, 'undecided-charges.jsonl')));
  while (isOpen() && performance.now() < until) await sleep(50);
  if (isOpen()) tally.wrong.push('charges stay undecided');
}

const FAULTS: Readonly<Record<NodeKind, (cluster: Cluster, random: Random) => Promise<void>>> = {
  node: async ({ nodes }, random) => {
    await sleep(random.fraction() * FAULT_WITHIN_MS);
    const index = random.fraction() < 0.5 ? 0 : 1;
    const node = nodes[index];
    nodes[index] = null;
    await node?.end('SIGKILL');
  },
  postgres: async ({ postgres }, random) => {
    await sleep(random.fraction() * FAULT_WITHIN_MS);
    await postgres.kill();
    await sleep(random.fraction() * FAULT_WITHIN_MS);
    await postgres.start();
    // Until servers are connected again.
    await sleep(700);
  },
  backends: async ({ pool }, random) => {
    for (let turn = 0; turn < 8; turn += 1) {
      await sleep(random.fraction() * 150);
      await pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
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
      const { rows } = await pool.query<Sums>(
        `WITH one AS (SELECT id FROM account WHERE name = $1)
         SELECT (SELECT coalesce(sum(used), 0)::integer FROM balance WHERE account_id = one.id) AS used,
           (SELECT count(*)::integer FROM ledger WHERE account_id = one.id AND kind = 'charge') AS ledger,
           (SELECT count(DISTINCT request_id)::integer FROM ledger WHERE account_id = one.id AND kind = 'charge') AS ids,
           (SELECT coalesce(sum(credits), 0)::integer FROM hourly_usage WHERE account_id = one.id) AS usage,
           (SELECT count(*)::integer FROM idempotent_request WHERE account_id = one.id AND status = 200) AS kept
         FROM one`,
        [account],
      );
      const [sums] = rows;
      if (!sums) throw new Error(`no account ${account}`);
      return sums;
    },
  };
}

const uuidOf = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
