// Chaos rounds: a server under load meets a fault at a moment that a seed determines. Then the ledger is compared
// with the records of the clients.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Random } from '../../src/generate/random.ts';
import { type RunningServer, serve } from '../support/program.ts';
import type { ChaosOptions, ChaosReport } from './chaos-report.ts';
import { Load } from './load.ts';
import { Ledger, type Reconciliation, readerOf } from './reconcile.ts';
import { Tally } from './tally.ts';
import { grantPoor, type World } from './world.ts';

/**
 * `kill`: SIGKILL with one thread; `workers`: with two. `term`: SIGTERM, with one and two alternately. `slow`:
 * another process holds the write lock repeatedly. `full`: the disk fills up and is freed; its folder must be on a
 * small disk of its own.
 */
export const KINDS = ['kill', 'workers', 'term', 'slow', 'full'] as const;
export type Kind = (typeof KINDS)[number];

const CALLERS = 12;
/** The longest load before the fault. */
const FAULT_WITHIN_MS = 600;
const FIRST_CHARGE_MS = 10_000;
const EXIT_WITHIN_MS = 10_000;
/** The lease of a dead server has expired by then. */
const LEASES_LAPSE_MS = 5000;

interface Round {
  readonly server: RunningServer;
  readonly load: Load;
  readonly random: Random;
  readonly tally: Tally;
  readonly world: World;
}

/** Runs rounds on one data folder, each from the state after the previous fault, and reconciles after each. */
export async function runChaos(kind: Kind, { world, rounds, seed, onRound }: ChaosOptions): Promise<ChaosReport> {
  const tally = new Tally();
  const ledger = new Ledger(world, tally, readerOf(world.folder));
  const sum = { lost: 0, doubled: 0, unanswered: 0 };
  const add = (found: Reconciliation) => {
    sum.lost += found.lost;
    sum.doubled += found.doubled;
    sum.unanswered += found.unanswered;
  };
  for (let round = 0; round < rounds; round += 1) {
    const random = new Random(seed).seek(0, round);
    const workers = kind === 'workers' || (kind === 'term' && round % 2 === 1) ? 2 : 1;
    const server = await start(world, workers);
    const load = (callers: number) =>
      new Load({ world, tally, base: server.base, random, callers, excused: kind === 'full' ? [500] : [] });
    await load(0).retry();
    add(await ledger.reconcile(server.base));
    await grantPoor(world);
    const running = load(CALLERS);
    await chargedCall(tally);
    await FAULTS[kind]({ server, load: running, random, tally, world });
    add(await ledger.reconcile(null));
    onRound?.(round + 1);
  }
  if (tally.open().length > 0) add(await settle(world, tally, ledger));
  return {
    kind,
    rounds,
    ...sum,
    answered: tally.answered,
    charged: tally.charged,
    slowestMs: tally.slowestMs,
    wrong: tally.wrong,
  };
}

/**
 * Waits for the first charge, so that the fault begins during charges: on a busy machine the first answers are late.
 */
async function chargedCall(tally: Tally): Promise<void> {
  const before = tally.charged;
  const until = performance.now() + FIRST_CHARGE_MS;
  while (tally.charged === before && performance.now() < until) await sleep(1);
}

function start(world: World, workers: number): Promise<RunningServer> {
  return serve('--data', world.folder, '--workers', String(workers), '--log-level', 'silent');
}

/** After the last round every idempotent call is answered, and each that found a record was charged once. */
async function settle(world: World, tally: Tally, ledger: Ledger): Promise<Reconciliation> {
  const server = await start(world, 1);
  const load = new Load({ world, tally, base: server.base, random: new Random(0), callers: 0, excused: [] });
  const until = performance.now() + LEASES_LAPSE_MS;
  await load.retry();
  while (tally.open().length > 0 && performance.now() < until) {
    await sleep(250);
    await load.retry();
  }
  if (tally.open().length > 0) tally.wrong.push(`${tally.open().length} idempotent calls cannot be ended`);
  const found = await ledger.reconcile(server.base);
  await end({ server, tally });
  return found;
}

async function end({ server, tally }: Pick<Round, 'server' | 'tally'>): Promise<void> {
  const signalled = performance.now();
  const timer = setTimeout(() => server.child.kill('SIGKILL'), EXIT_WITHIN_MS);
  const code = await server.end('SIGTERM');
  clearTimeout(timer);
  const tookMs = Math.round(performance.now() - signalled);
  if (code !== 0) tally.wrong.push(`after SIGTERM the server ended with ${code}, in ${tookMs} ms`);
}

async function kill({ server, load, random }: Round): Promise<void> {
  await sleep(random.fraction() * FAULT_WITHIN_MS);
  await server.end('SIGKILL');
  await load.end();
}

const FAULTS: Readonly<Record<Kind, (round: Round) => Promise<void>>> = {
  kill,
  workers: kill,
  term: async (round) => {
    await sleep(round.random.fraction() * FAULT_WITHIN_MS);
    round.load.noteSignal();
    await end(round);
    await round.load.end();
  },
  slow: async (round) => {
    const { random, world, load } = round;
    const database = new Database(join(world.folder, 'accounts.db'), { timeout: 5000 });
    for (let stall = 0; stall < 3; stall += 1) {
      await sleep(random.fraction() * 100);
      database.exec('BEGIN IMMEDIATE');
      await sleep(random.fraction() * FAULT_WITHIN_MS);
      database.exec('ROLLBACK');
    }
    database.close();
    await load.end();
    await end(round);
  },
  full: async (round) => {
    const { random, world, load } = round;
    await sleep(random.fraction() * FAULT_WITHIN_MS);
    const free = fill(join(world.folder, 'fill'));
    await sleep(500 + random.fraction() * FAULT_WITHIN_MS);
    free();
    await sleep(300);
    await load.end();
    await end(round);
  },
};

/** Fills the disk; the returned function frees it. */
export function fill(file: string): () => void {
  for (let bytes = 1 << 20; bytes >= 1; bytes >>= 1) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  return () => rmSync(file);
}
