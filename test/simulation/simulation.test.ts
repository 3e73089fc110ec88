// Credits, keys, limits and replays under crashes, store errors and clocks that step, over the real pipeline and store.
// CARDFILE_SIMULATION_SEED=n runs that one episode alone.
import { expect, test } from 'vitest';
import { runEpisode } from './episode.ts';
import { describeTally, replay, simulate } from './simulate.ts';

const CRASHES = 1_000_000;
/** Of the two minutes that the whole has in a build. A machine that is busy gets less far. */
const BUDGET_SECONDS = 100;
const single = process.env['CARDFILE_SIMULATION_SEED'];

test.runIf(single !== undefined)('the episode of CARDFILE_SIMULATION_SEED holds all invariants', async () => {
  const { violation } = await runEpisode({ seed: Number(single) });
  expect(violation, await replay(Number(single), false)).toBeNull();
});

test.skipIf(single !== undefined)(
  'whatever dies at whichever point, credits used = ledger = answers sent, and nothing rises above the plan',
  async () => {
    const limits = { crashes: CRASHES, seconds: BUDGET_SECONDS, workers: 2, onFiles: false };
    const { failures, seconds, tally } = await simulate({ firstSeed: 1, ...limits });
    console.log(describeTally(tally, seconds));
    expect(failures.join('\n\n')).toBe('');
    const { charges, chargesCutOff, clockSteps, leapSeconds, monthEnds, points, replays, storeFaults } = tally;
    expect(points).toBeGreaterThan(1_000_000);
    expect(Math.min(charges, chargesCutOff, clockSteps, leapSeconds, monthEnds, replays, storeFaults)).toBeGreaterThan(
      100,
    );
  },
  (BUDGET_SECONDS + 60) * 1000,
);

test.skipIf(single !== undefined)('a seed replays its episode', async () => {
  const [first, second] = [await runEpisode({ seed: 7 }), await runEpisode({ seed: 7, isTraced: true })];
  expect(second.tally).toEqual(first.tally);
  expect(second.trace.length).toBeGreaterThan(0);
});

test.skipIf(single !== undefined)(
  'on files, with the recovery of SQLite itself, an episode goes as in memory',
  async () => {
    for (const seed of [11, 12, 13]) {
      const onFiles = await runEpisode({ seed, onFiles: true });
      expect(onFiles).toEqual(await runEpisode({ seed }));
      expect(onFiles.violation).toBeNull();
    }
  },
);
