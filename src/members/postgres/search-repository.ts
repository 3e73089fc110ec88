// Saved searches in PostgreSQL.
import type { Clock } from '../../ops/clock.ts';
import type { Database } from '../../ops/postgres/database.ts';
import { statement } from '../../ops/postgres/statement.ts';
import { checkedName } from '../member-input.ts';
import { checkNewSearch, restoredSearch, unknownSearch } from '../member-rules.ts';
import type { NewSearch, SavedSearch, SavedSearches } from '../port.ts';
import { newId, type SearchRow, searchOf } from '../stored-rows.ts';
import { changeMembers } from './change-members.ts';

const COLUMNS = `id, account_name AS "accountName", name, kind, query, saved_by AS "savedBy", created_at AS "createdAt"`;

const ALL_OF = statement<[accountName: string], SearchRow>(
  'saved searches of an account',
  `SELECT ${COLUMNS} FROM saved_search WHERE account_name = $1::text ORDER BY name`,
);

const FIND = statement<[id: string], { id: string }>(
  'find a saved search',
  'SELECT id FROM saved_search WHERE id = $1::text',
);

const ENTER = statement<
  [id: string, accountName: string, name: string, kind: string, query: string, savedBy: string, createdAt: number]
>(
  'save a search',
  `INSERT INTO saved_search (id, account_name, name, kind, query, saved_by, created_at)
  VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::bigint)`,
);

const REMOVE = statement<[accountName: string, id: string], SearchRow>(
  'remove a saved search',
  `DELETE FROM saved_search WHERE account_name = $1::text AND id = $2::text RETURNING ${COLUMNS}`,
);

export const SEARCHES_FOLLOW = statement<[name: string, newName: string]>(
  'saved searches follow an account',
  'UPDATE saved_search SET account_name = $2::text WHERE account_name = $1::text',
);

export const DELETE_SEARCHES_OF = statement<[accountName: string]>(
  'delete the saved searches of an account',
  'DELETE FROM saved_search WHERE account_name = $1::text',
);

export class SearchRepository implements SavedSearches {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async searchesOf(accountName: string): Promise<SavedSearch[]> {
    return (await this.#database.read(ALL_OF, accountName)).map(searchOf);
  }

  async save(given: NewSearch): Promise<SavedSearch> {
    const name = checkedName(given.name, 'search');
    const row: SearchRow = { ...given, name, id: given.id ?? newId('sea'), createdAt: this.#clock.now() };
    await changeMembers(this.#database, async (session) => {
      checkNewSearch(name, await session.run(ALL_OF, given.accountName));
      const { id, accountName, kind, query, savedBy, createdAt } = row;
      if ((await session.run(FIND, id)).length > 0) throw restoredSearch();
      await session.run(ENTER, id, accountName, name, kind, query, savedBy, createdAt);
    });
    return searchOf(row);
  }

  async remove(accountName: string, id: string): Promise<SavedSearch> {
    const [removed] = await this.#database.run(REMOVE, accountName, id);
    if (removed === undefined) throw unknownSearch();
    return searchOf(removed);
  }
}
