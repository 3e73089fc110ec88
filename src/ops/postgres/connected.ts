// Connections and transactions for work on the schema of a database, without time limits, because such work may take
// long.
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { unavailable } from './failures.ts';

/** Runs `work` with a connection, which is closed afterwards. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cardfile migrate',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError(`${unavailable(error).message}; check CARDFILE_DATABASE and the server`);
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Executes `work` in one transaction, which is rolled back if `work` fails. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
