// Opens the log of requests of all servers of a database. Loaded only if a database is set.
import type { SharedCalls } from './postgres/shared-calls.ts';

export async function openSharedCalls(url: string): Promise<SharedCalls> {
  const [{ databaseAccess }, { SharedCalls }] = await Promise.all([
    import('../app/database.ts'),
    import('./postgres/shared-calls.ts'),
  ]);
  return new SharedCalls(databaseAccess(url));
}
