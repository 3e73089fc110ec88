// Changes of members, lists and searches in PostgreSQL, one transaction at a time.
import type { Database, Session } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';

/** The lock is held to the end of the transaction. */
const LOCK_MEMBERS = statement(
  'lock the members',
  "SELECT pg_advisory_xact_lock(hashtextextended('cardfile members ' || current_schema(), 0))",
);

/** Executes `work` in a transaction. Transactions of this function are serialized over all servers of the database. */
export function changeMembers<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.transact(async (session) => {
    await session.run(LOCK_MEMBERS);
    return work(session);
  });
}
