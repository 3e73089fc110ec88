// A round of each kind of chaos with two servers on one PostgreSQL. `npm run chaos` runs many.
import { afterAll, expect, inject, test } from 'vitest';
import { endServers } from '../support/program.ts';
import { NODE_KINDS, runNodeChaos } from './nodes.ts';

const seed = Number(process.env['CARDFILE_CHAOS_SEED'] ?? Date.now() % 1_000_000);

afterAll(endServers);

test.skipIf(inject('postgresUrl') === null)(
  `two servers on one database lose and double no credit (CARDFILE_CHAOS_SEED=${seed})`,
  { timeout: 240_000 },
  async () => {
    const report = await runNodeChaos(NODE_KINDS, { rounds: NODE_KINDS.length, seed });
    if (report === null) return console.warn('SKIPPED: chaos of the database needs an installed PostgreSQL');
    expect(report).toMatchObject({ lost: 0, doubled: 0, wrong: [] });
    expect(report.charged).toBeGreaterThan(0);
    return undefined;
  },
);
