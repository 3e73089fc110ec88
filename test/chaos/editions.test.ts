// A few rounds of killed servers and builds. CARDFILE_CHAOS_ROUNDS sets their number.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { endServers } from '../support/program.ts';
import { killEditions } from './editions.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-killed-editions-'));
const seed = Number(process.env['CARDFILE_CHAOS_SEED'] ?? Date.now() % 1_000_000);
const rounds = Number(process.env['CARDFILE_CHAOS_ROUNDS'] ?? 2);
afterAll(() => rmSync(folder, { recursive: true }));
afterAll(endServers);

it(`an edition that answers all records serves after each kill -9 (CARDFILE_CHAOS_SEED=${seed})`, {
  timeout: 60_000 * rounds,
}, async () => {
  const report = await killEditions({ data: join(folder, 'data'), rounds, seed });
  if (rounds > 10) console.log(report);
  expect(report.calls).toBeGreaterThanOrEqual(rounds);
});
