// Two processes that charge on the accounts of one data folder concurrently. One is killed at a moment that a seed
// determines.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashKey } from '../../src/accounts/key-format.ts';
import { Random } from '../../src/generate/random.ts';
import type { ChaosOptions, ChaosReport } from './chaos-report.ts';
import { Ledger, readerOf } from './reconcile.ts';
import { type AccountName, Tally } from './tally.ts';
import type { World } from './world.ts';

/** Calls in flight at a time in each process. */
export const CHARGES_IN_FLIGHT = 6;
const KILL_WITHIN_MS = 400;

interface Charging {
  readonly child: ChildProcess;
  /** The whole output of a process. */
  readonly said: Promise<string>;
  readonly ready: Promise<unknown>;
}

function startCharging(world: World, round: number): Charging {
  const script = fileURLToPath(new URL('./charging-process.ts', import.meta.url));
  const { plain, retried } = world.keys;
  const child = spawn(process.execPath, [script, world.folder, hashKey(plain), hashKey(retried), String(round)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, said: text(child.stdout), ready: once(child.stdout, 'data') };
}

/**
 * Notes the requests that a process may answer according to its output. A line that was truncated by its death does not
 * count.
 */
function note(tally: Tally, said: string): void {
  for (const line of said.split('\n').slice(1, -1)) {
    const [account, requestId = ''] = line.split(' ');
    tally.accounts[account as AccountName].charged.add(requestId);
    tally.answered += 1;
  }
}

/** Runs rounds on one data folder and reconciles after each. */
export async function raceProcesses({ world, rounds, seed, onRound }: ChaosOptions): Promise<ChaosReport> {
  const tally = new Tally();
  const ledger = new Ledger(world, tally, readerOf(world.folder));
  const sum = { lost: 0, doubled: 0, unanswered: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const random = new Random(seed).seek(0, round);
    const [victim, survivor] = [startCharging(world, round), startCharging(world, round)];
    await Promise.all([victim.ready, survivor.ready]);
    await sleep(random.fraction() * KILL_WITHIN_MS);
    victim.child.kill('SIGKILL');
    await sleep(random.fraction() * KILL_WITHIN_MS);
    survivor.child.stdin?.end();
    note(tally, await victim.said);
    note(tally, await survivor.said);
    // Each call in flight belongs to one of the two accounts, so either account may have all of them.
    tally.accounts.plain.cut = CHARGES_IN_FLIGHT;
    tally.accounts.retried.cut = CHARGES_IN_FLIGHT;
    const found = await ledger.reconcile(null);
    sum.lost += found.lost;
    sum.doubled += found.doubled;
    sum.unanswered += found.unanswered;
    if (found.unanswered > CHARGES_IN_FLIGHT)
      tally.wrong.push(`${found.unanswered} charges by a process that had ${CHARGES_IN_FLIGHT} calls`);
    onRound?.(round + 1);
  }
  return {
    kind: 'processes',
    rounds,
    ...sum,
    answered: tally.answered,
    charged: tally.answered,
    slowestMs: 0,
    wrong: tally.wrong,
  };
}
