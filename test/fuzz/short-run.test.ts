// A short fuzz run for every change; `npm run fuzz` is the long one. CARDFILE_FUZZ_SEED repeats a run.
import { expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/endpoints/endpoints.ts';
import { fuzz } from './fuzz.ts';

const CALLS = 3000;
/** About 5 s on two idle cores. */
const TIMEOUT_MS = 600_000;
const SEED = Number(process.env['CARDFILE_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

it(
  `answers ${CALLS} generated requests and bytes on ${CALLS / 50} connections as documented (seed ${SEED})`,
  async () => {
    const { seen, sockets } = await fuzz({ calls: CALLS, seed: SEED, say: () => {} });
    expect([...seen.keys()]).toEqual(expect.arrayContaining([...OPERATIONS]));
    // Statuses that a run of this length has at least twelve times on average, so that no seed lacks one by chance.
    const all = new Set([...seen.values()].flatMap((statuses) => [...statuses.keys()]));
    expect([...all]).toEqual(expect.arrayContaining([200, 401, 402, 404, 405, 413, 422, 429]));
    expect([...sockets.statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 422]));
  },
  TIMEOUT_MS,
);
