// Finds and removes persons in lists and saved searches in PostgreSQL when they are forgotten.
import type { Database } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import { searchNames } from '../member-rules.ts';
import type { MemberTraces, NamedPerson } from '../port.ts';
import { changeMembers } from './change-members.ts';

const NAMING = `EXISTS (SELECT FROM unnest($1::text[]) AS given (text)
    WHERE position(given.text IN row || '/in/' || slug || '"') > 0)`;

const COUNT_LISTED = statement<[texts: readonly string[]], { count: number }>(
  'count the listed records that name a person',
  `SELECT count(*) AS count FROM listed_record WHERE ${NAMING}`,
);

const FORGET_LISTED = statement<[texts: readonly string[]], { listId: string }>(
  'delete the listed records that name a person',
  `DELETE FROM listed_record WHERE ${NAMING} RETURNING list_id AS "listId"`,
);

const NOTE_FORGOTTEN = statement<[listId: string]>(
  'note a forgotten record of a list',
  'UPDATE record_list SET forgotten = forgotten + 1 WHERE id = $1::text',
);

const ALL_SEARCHES = statement<[], { id: string; name: string; query: string }>(
  'saved searches of all accounts',
  'SELECT id, name, query FROM saved_search ORDER BY id',
);

const DELETE_SEARCHES = statement<[ids: readonly string[]]>(
  'delete saved searches',
  'DELETE FROM saved_search WHERE id = ANY ($1::text[])',
);

export class TraceRepository implements MemberTraces {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  forget(named: NamedPerson): Promise<number> {
    return changeMembers(this.#database, async (session) => {
      const listed = await session.run(FORGET_LISTED, named.texts);
      for (const { listId } of listed) await session.run(NOTE_FORGOTTEN, listId);
      const searches = (await session.run(ALL_SEARCHES)).filter((search) => searchNames(search, named));
      await session.run(
        DELETE_SEARCHES,
        searches.map(({ id }) => id),
      );
      return listed.length + searches.length;
    });
  }

  async count(named: NamedPerson): Promise<number> {
    const [listed] = await this.#database.read(COUNT_LISTED, named.texts);
    const searches = await this.#database.read(ALL_SEARCHES);
    return (listed?.count ?? 0) + searches.filter((search) => searchNames(search, named)).length;
  }
}
