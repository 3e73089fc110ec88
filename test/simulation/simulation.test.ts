// Credits, keys, limits and replays under crashes, store errors and clock steps, over the real pipeline and store.
// CARDFILE_SIMULATION_SEED=n runs only that episode.
import { expect, test } from 'vitest';
import { runEpisode } from './episode.ts';
import { describeTally, replay, simulate } from './simulate.ts';

/** About 180,000 crash points; `npm run simulate` runs more. */
const CRASHES = 9000;
/** Time budget of all episodes. A much slower machine runs fewer of them. */
const BUDGET_SECONDS = 120;
const single = process.env['CARDFILE_SIMULATION_SEED'];

test.runIf(single !== undefined)('holds all invariants in the episode of CARDFILE_SIMULATION_SEED', async () => {
  const { violation } = await runEpisode({ seed: Number(single) });
  expect(violation, await replay(Number(single), false)).toBeNull();
});

test.skipIf(single !== undefined)(
  'keeps credits used = ledger = answers sent = rows of batches executed, and all limits of the plan, after any crash',
  async () => {
    const limits = { crashes: CRASHES, seconds: BUDGET_SECONDS, workers: 2, onFiles: false };
    const { failures, seconds, tally } = await simulate({ firstSeed: 1, ...limits });
    console.log(describeTally(tally, seconds));
    expect(failures.join('\n\n')).toBe('');
    const { batchCharges, charges, chargesCutOff, clockSteps, leapSeconds, monthEnds, points, replays, storeFaults } =
      tally;
    expect(points).toBeGreaterThan(160_000);
    expect(
      Math.min(batchCharges, charges, chargesCutOff, clockSteps, leapSeconds, monthEnds, replays, storeFaults),
    ).toBeGreaterThan(25);
  },
  (BUDGET_SECONDS + 60) * 1000,
);

test.skipIf(single !== undefined)('replays an episode from its seed', async () => {
  const [first, second] = [await runEpisode({ seed: 7 }), await runEpisode({ seed: 7, isTraced: true })];
  expect(second.tally).toEqual(first.tally);
  expect(second.trace.length).toBeGreaterThan(0);
});

test.skipIf(single !== undefined)('runs an episode on files, with the recovery of SQLite, like in memory', async () => {
  for (const seed of [11, 12]) {
    const onFiles = await runEpisode({ seed, onFiles: true });
    expect(onFiles).toEqual(await runEpisode({ seed }));
    expect(onFiles.violation).toBeNull();
  }
});
