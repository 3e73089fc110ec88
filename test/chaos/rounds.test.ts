// A few rounds of each kind of chaos. `npm run chaos` runs many.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endServers } from '../support/program.ts';
import { raceProcesses } from './race-processes.ts';
import { type Kind, runChaos } from './rounds.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { makeWorld } from './world.ts';

const seed = Number(process.env['CARDFILE_CHAOS_SEED'] ?? Date.now() % 1_000_000);

afterAll(endServers);

interface Rounds {
  readonly kind: Kind | 'processes';
  readonly rounds: number;
  readonly disk?: SmallDisk;
}

async function noCreditIsLostOrDoubled({ kind, rounds, disk }: Rounds): Promise<void> {
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'cardfile-chaos-'));
  try {
    const options = { world: await makeWorld(folder), rounds, seed };
    const report = await (kind === 'processes' ? raceProcesses(options) : runChaos(kind, options));
    expect(report).toMatchObject({ lost: 0, doubled: 0, wrong: [] });
    expect(report.charged).toBeGreaterThan(0);
    if (['term', 'slow', 'full'].includes(kind)) expect(report.unanswered).toBe(0);
  } finally {
    if (!disk) rmSync(folder, { recursive: true });
  }
}

describe(`loses and doubles no credit (CARDFILE_CHAOS_SEED=${seed})`, () => {
  // Concurrently, because most of the time passes in waiting for the leases of dead servers. Six servers start, each of
  // which takes up to 15 s on a busy machine.
  describe.concurrent('when the server is killed', { timeout: 300_000 }, () => {
    it('with one thread', () => noCreditIsLostOrDoubled({ kind: 'kill', rounds: 1 }));
    it('with two threads', () => noCreditIsLostOrDoubled({ kind: 'workers', rounds: 2 }));
  });

  it('when it receives SIGTERM, with one and two threads', () => noCreditIsLostOrDoubled({ kind: 'term', rounds: 2 }));

  it('when writes wait for another process', () => noCreditIsLostOrDoubled({ kind: 'slow', rounds: 1 }));

  it('when the disk fills up and is freed', async ({ skip }) => {
    const disk = mountSmallDisk(64);
    if (disk === null) {
      console.warn('SKIPPED: a full disk needs permission to mount a small one (root)');
      return skip('only root may mount a small disk');
    }
    try {
      await noCreditIsLostOrDoubled({ kind: 'full', rounds: 1, disk });
    } finally {
      disk.unmount();
    }
  });

  it('with two processes on one data folder, of which one is killed', () =>
    noCreditIsLostOrDoubled({ kind: 'processes', rounds: 3 }));
});
