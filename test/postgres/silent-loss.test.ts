// A connection that is lost without a signal, for example because a machine between both ends failed: no end, no error,
// no answer.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BlockingConnection } from '../../src/ops/postgres/blocking-connection.ts';
import { Database } from '../../src/ops/postgres/database.ts';
import { statement } from '../../src/ops/postgres/statement.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

/** The proxy is another process, because a blocking connection blocks its thread. */
const PROXY = fileURLToPath(new URL('../support/freezing-proxy.ts', import.meta.url));
const plain = (text: string) => ({ name: null, text, values: [] });

describeOnPostgres('a connection that is lost without a signal', () => {
  const schema = testSchema();

  test('ends at the server within half a minute', async () => {
    const database = new Database({ url: schema.url, role: 'test', connections: 1, statementMs: 2000 });
    const connection = new BlockingConnection({ url: schema.url, steps: null }, { isAlone: true });
    const shown =
      "SELECT current_setting('tcp_keepalives_idle') || ' ' || current_setting('tcp_user_timeout') AS times";
    try {
      expect(connection.execute(plain(shown)).rows).toEqual([['10 25000']]);
      expect(await database.read(statement('times', shown))).toEqual([{ times: '10 25000' }]);
    } finally {
      connection.close();
      await database.close();
    }
  });

  test('is replaced before a call has waited long, with any time limit of statements', async () => {
    const proxy = fork(PROXY, [schema.url]);
    const [port] = (await once(proxy, 'message')) as [number];
    const url = new URL(schema.url);
    url.port = String(port);
    const database = new Database({ url: url.href, role: 'test', connections: 1, statementMs: 60_000 });
    try {
      const value = statement<[], { value: number }>('waited for', 'SELECT 5 AS value', { answerMs: 500 });
      expect(await database.read(value)).toEqual([{ value: 5 }]);
      proxy.send('freeze');
      await once(proxy, 'message');
      const startedMs = performance.now();
      expect(await database.read(value)).toEqual([{ value: 5 }]);
      expect(performance.now() - startedMs).toBeLessThan(5000);
    } finally {
      proxy.kill();
      await database.close();
    }
  });

  test('fails a transaction after the time limit of its statement: no ROLLBACK waits for an answer, too', async () => {
    const proxy = fork(PROXY, [schema.url]);
    const [port] = (await once(proxy, 'message')) as [number];
    const url = new URL(schema.url);
    url.port = String(port);
    // The time limit of a ROLLBACK is longer than that of the test.
    const database = new Database({ url: url.href, role: 'test', connections: 1, statementMs: 600_000 });
    try {
      const value = statement<[], { value: number }>('in a transaction', 'SELECT 6 AS value', { answerMs: 500 });
      const frozen = database.transact(async (session) => {
        await session.run(value);
        proxy.send('freeze');
        await once(proxy, 'message');
        return session.run(value);
      });
      await expect(frozen).rejects.toThrow('out of reach');
      expect(await database.read(value)).toEqual([{ value: 6 }]);
    } finally {
      proxy.kill();
      await database.close();
    }
  });

  test('ends its statement, and the next statement works; a long statement continues', async () => {
    const proxy = fork(PROXY, [schema.url]);
    const [port] = (await once(proxy, 'message')) as [number];
    const url = new URL(schema.url);
    url.port = String(port);
    const connection = new BlockingConnection({ url: url.href, steps: null }, { isAlone: true });
    try {
      expect(connection.execute(plain('SELECT 1')).rows).toEqual([[1]]);
      // The statement runs for longer than the checks that detect a lost connection.
      expect(connection.execute(plain('SELECT 2 FROM pg_sleep(16)')).rows).toEqual([[2]]);
      proxy.send('freeze');
      await once(proxy, 'message');
      expect(() => connection.execute(plain('SELECT 3'))).toThrow('out of reach');
      expect(connection.execute(plain('SELECT 4')).rows).toEqual([[4]]);
    } finally {
      connection.close();
      proxy.kill();
    }
  });
});
