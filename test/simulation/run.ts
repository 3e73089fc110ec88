// npm run simulate -- [--minutes N] [--seed N] [--workers N] [--files]
// A long simulation from a seed of the day. CARDFILE_SIMULATION_SEED=N replays one episode instead, step by step.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { describeTally, replay, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    workers: { type: 'string', default: String(availableParallelism()) },
    files: { type: 'boolean', default: false },
  },
});

const single = process.env['CARDFILE_SIMULATION_SEED'];
if (single !== undefined) console.log(await replay(Number(single), values.files));
else {
  console.log(`from seed ${values.seed}`);
  const { failures, seconds, tally } = await simulate({
    firstSeed: Number(values.seed),
    workers: Number(values.workers),
    crashes: Number.POSITIVE_INFINITY,
    seconds: Number(values.minutes) * 60,
    onFiles: values.files,
  });
  console.log(describeTally(tally, seconds));
  for (const failure of failures) console.error(`\n${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
