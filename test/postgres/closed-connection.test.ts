// A closed connection of the stores of records, which is kept for reuse.
import { expect, test } from 'vitest';
import { BlockingConnection } from '../../src/ops/postgres/blocking-connection.ts';
import { Database } from '../../src/ops/postgres/database.ts';
import { statement } from '../../src/ops/postgres/statement.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const LAST = statement<[pid: number], { query: string }>(
  'last query of a connection',
  'SELECT query FROM pg_stat_activity WHERE pid = $1::integer',
);
const PID = 'SELECT pg_backend_pid() AS pid';

describeOnPostgres('a connection that is closed', () => {
  const schema = testSchema();

  test('rolls back only an open transaction: the server warns of any other ROLLBACK', async () => {
    const database = new Database({ url: schema.url, role: 'test', connections: 1, statementMs: 2000 });
    const plain = (text: string) => ({ name: null, text, values: [] });
    const open = () => new BlockingConnection({ url: schema.url, steps: null });
    const [without, within] = [open(), open()];
    try {
      const [pidWithout, pidWithin] = [
        without.execute(plain(PID)).rows[0]?.[0],
        within.execute(plain('BEGIN'), plain(PID)).rows[0]?.[0],
      ].map(Number);
      without.close();
      within.close();
      const lastOf = async (pid = 0) => (await database.read(LAST, pid))[0]?.query;
      await expect.poll(() => lastOf(pidWithin)).toBe('ROLLBACK');
      expect(await lastOf(pidWithout)).toBe(PID);
    } finally {
      await database.close();
    }
  });
});
