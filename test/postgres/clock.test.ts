// A machine whose clock is wrong uses the clock of the database.
import { afterEach, expect, test, vi } from 'vitest';
import { clockBehindMs, systemClock } from '../../src/ops/clock.ts';
import { Database } from '../../src/ops/postgres/database.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const DAY_MS = 86_400_000;

describeOnPostgres('a clock that is wrong', () => {
  const schema = testSchema();
  const databaseMs = async () =>
    Number((await schema.query<{ ms: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms'))[0]?.ms);
  afterEach(() => vi.restoreAllMocks());

  test('is corrected at each poll of the database', async () => {
    const database = new Database({ url: schema.url, role: 'test', connections: 1, statementMs: 2000 });
    const { now } = Date;
    try {
      for (const wrongByMs of [DAY_MS, -300_000]) {
        vi.spyOn(Date, 'now').mockImplementation(() => now() + wrongByMs);
        await expect
          .poll(() => database.probe().then(() => Math.round(clockBehindMs() / 1000)))
          .toBe(-wrongByMs / 1000);
        expect(Math.abs(systemClock.now() - (await databaseMs()))).toBeLessThan(3000);
      }
      vi.restoreAllMocks();
      await expect.poll(() => database.probe().then(clockBehindMs)).toBe(0);
    } finally {
      await database.close();
    }
  });
});
