// Opens a connection for work on the schema of a database, without time limits, because such work may take long.
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
