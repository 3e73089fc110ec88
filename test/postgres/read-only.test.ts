// A server that becomes read-only, for example by a failover: all connections to it are replaced.
import { expect, test } from 'vitest';
import { BlockingConnection } from '../../src/ops/postgres/blocking-connection.ts';
import { Database } from '../../src/ops/postgres/database.ts';
import { statement } from '../../src/ops/postgres/statement.ts';
import { isStoreUnavailable } from '../../src/ops/store-unavailable.ts';
import { describeOnPostgres, testSchema } from '../support/postgres.ts';

const READ_ONLY = 'SET default_transaction_read_only = on';
const WRITE = 'UPDATE counter SET value = value';

describeOnPostgres('a server that becomes read-only', () => {
  const schema = testSchema();

  test('makes a write fail, and the next write has another connection', async () => {
    const database = new Database({ url: schema.url, role: 'test', connections: 1, statementMs: 2000 });
    const toReadOnly = statement('to read-only', READ_ONLY);
    const write = statement('write', WRITE);
    try {
      for (const written of [
        () => database.run(write),
        () => database.transact((session) => session.run(write)),
        () => database.probe(),
      ]) {
        await written();
        await database.run(toReadOnly);
        await expect(written()).rejects.toSatisfy(isStoreUnavailable);
        await written();
      }
    } finally {
      await database.close();
    }
  });

  test('makes a change of records fail, and the next change has another connection', () => {
    const connection = new BlockingConnection({ url: schema.url, steps: null }, { isAlone: true });
    const plain = (text: string) => ({ name: null, text, values: [] });
    try {
      connection.execute(plain(READ_ONLY));
      expect(() => connection.execute(plain(WRITE))).toThrow('out of reach');
      connection.execute(plain(WRITE));
    } finally {
      connection.close();
    }
  });
});
