// A few rounds of each kind of chaos; `npm run chaos` runs many.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { endServers } from '../support/program.ts';
import { raceProcesses } from './race-processes.ts';
import { KINDS, runChaos } from './rounds.ts';
import { mountSmallDisk } from './small-disk.ts';
import { makeWorld } from './world.ts';

const ROUNDS = 2;
const seed = Number(process.env['CARDFILE_CHAOS_SEED'] ?? Date.now() % 1_000_000);

let leave = () => {};
afterEach(() => {
  endServers();
  leave();
});

describe(`no credit is lost or doubled (CARDFILE_CHAOS_SEED=${seed})`, () => {
  it.each(KINDS)('in rounds of %s', { timeout: 120_000 }, async (kind) => {
    const disk = kind === 'full' ? mountSmallDisk(64) : null;
    if (kind === 'full' && disk === null) {
      console.warn('SKIPPED: rounds with a full disk need the right to mount one (root)');
      return;
    }
    const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'cardfile-chaos-'));
    leave = disk ? disk.unmount : () => rmSync(folder, { recursive: true });
    const report = await runChaos(kind, { world: await makeWorld(folder), rounds: ROUNDS, seed });
    expect(report).toMatchObject({ lost: 0, doubled: 0, wrong: [] });
    expect(report.charged).toBeGreaterThan(10 * ROUNDS);
    if (kind === 'term' || kind === 'slow' || kind === 'full') expect(report.unanswered).toBe(0);
  });

  it('by two processes on one data folder, of which one is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cardfile-chaos-'));
    leave = () => rmSync(folder, { recursive: true });
    const report = await raceProcesses({ world: await makeWorld(folder), rounds: 3 * ROUNDS, seed });
    expect(report).toMatchObject({ lost: 0, doubled: 0, wrong: [] });
    expect(report.charged).toBeGreaterThan(10 * ROUNDS);
  });
});
